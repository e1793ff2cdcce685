"""Arrays of every type and layout: accepted as they are, accepted by a copy, or refused with the reason."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import wayline as wl

WALLS = np.array([[1, 1, 1, 1, 1], [1, 0, 0, 0, 1], [1, 1, 1, 0, 1], [1, 0, 1, 1, 1]], dtype=bool)


def layouts(array: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
    height, width = array.shape
    wide = np.zeros((height * 2, width * 3), dtype=array.dtype)
    wide[::2, ::3] = array
    frozen = array.copy()
    frozen.setflags(write=False)
    packed = np.zeros(array.size * array.itemsize + 1, dtype=np.uint8)
    unaligned = packed[1:].view(array.dtype).reshape(array.shape) if array.itemsize == 1 else None
    if unaligned is None:
        raw = np.frombuffer(b"\0" + array.tobytes(), dtype=np.uint8)[1:]
        unaligned = np.ndarray(array.shape, dtype=array.dtype, buffer=raw.data)
    else:
        unaligned[...] = array
    return {
        "C": np.ascontiguousarray(array),
        "Fortran": np.asfortranarray(array),
        "reversed": array[::-1, ::-1].copy()[::-1, ::-1],
        "strided": wide[::2, ::3],
        "transposed": array.T.copy().T,
        "read-only": frozen,
        "unaligned": unaligned,
        "broadcast": np.broadcast_to(array, array.shape),
    }


@pytest.mark.parametrize("dtype", ["bool", "uint8", "float32", "float64", "float16", ">f4", ">f8", "longdouble"])
@pytest.mark.parametrize("layout", list(layouts(WALLS)))
def test_every_layout_makes_the_same_grid(dtype: str, layout: str) -> None:
    array = WALLS.astype(dtype)
    if array.dtype.kind == "f":
        array = np.where(WALLS, 2.0, np.inf).astype(dtype)
    expected = wl.Grid(np.ascontiguousarray(array))
    grid = wl.Grid(layouts(array)[layout])
    assert grid == expected
    assert (grid.free == WALLS).all()
    assert grid.path((0, 0), (3, 0)).cost == expected.path((0, 0), (3, 0)).cost


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint16", "complex64", "U1", "object", "datetime64[s]"])
def test_wrong_types_are_refused_by_name(dtype: str) -> None:
    with pytest.raises(TypeError, match="expected bool") as refused:
        wl.Grid(np.ones((2, 2), dtype="int64").astype(dtype))
    assert isinstance(refused.value, wl.WaylineError)
    assert str(np.dtype(dtype)) in str(refused.value)


@pytest.mark.parametrize("shape", [(), (4,), (2, 2, 2)])
def test_wrong_shapes_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(wl.WrongType, match="two dimensions"):
        wl.Grid(np.ones(shape, dtype=bool))


@pytest.mark.parametrize("shape", [(0, 4), (4, 0), (0, 0)])
def test_empty_maps_are_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(wl.InputError, match="at least 1x1"):
        wl.Grid(np.ones(shape, dtype=bool))


def test_bytes_of_a_bool_array_that_are_not_one_are_free() -> None:
    assert wl.Grid(np.array([[2, 0, 255]], dtype=np.uint8).view(bool)).free.tolist() == [[True, False, True]]


def test_lists_are_arrays_too() -> None:
    assert wl.Grid([[True, False, True]]).free_cells == 2
    assert wl.Grid([[1.0, 2.5, float("nan")]]).enter_costs.tolist() == [[1.0, 2.5, np.inf]]


def test_what_is_blocked() -> None:
    assert wl.Grid(np.array([[0, 1, 7]], dtype=np.uint8)).enter_costs.tolist() == [[np.inf, 1.0, 7.0]]
    costs = np.array([[np.nan, np.inf, -np.inf, 0.5]])
    assert wl.Grid(costs).enter_costs.tolist() == [[np.inf, np.inf, np.inf, 0.5]]


@pytest.mark.parametrize("bad", [0.0, -1.0, -1e-9])
def test_costs_that_are_no_costs_are_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="row 1, column 2 costs"):
        wl.Grid(np.where(np.arange(6).reshape(2, 3) == 5, bad, 1.0))


def test_costs_too_far_apart_are_refused() -> None:
    with pytest.raises(wl.InputError, match="expected costs from 0.0000005 to"):
        wl.Grid(np.full((3, 3), 1e-7))
    with pytest.raises(wl.InputError, match="65280"):
        wl.Grid(np.array([[1e-3, 5000.0]]))
    with pytest.raises(wl.InputError, match="at most"):
        wl.Grid(np.array([[1e9, 1e9]]))


@pytest.mark.parametrize(("least", "largest"), [(0.001, 1.0), (1.0, 255.0), (1.0, 1000.0), (50.0, 1e6)])
def test_costs_of_any_size_are_kept_closely(least: float, largest: float) -> None:
    costs = np.random.default_rng(1).uniform(least, largest, (20, 30))
    grid = wl.Grid(costs, moves=4)
    assert np.abs(grid.enter_costs - costs).max() <= largest / 65280
    assert grid.cost((0, 0), (0, 1)) == pytest.approx(costs[0, 1], abs=largest / 60000)


def test_exact_costs_stay_exact() -> None:
    costs = np.random.default_rng(2).integers(1, 255 * 256, (20, 30)) / 256
    assert (wl.Grid(costs).enter_costs == costs).all()


def test_starts_and_goals_of_any_integer_type() -> None:
    grid = wl.Grid(np.ones((5, 6), dtype=bool))
    for dtype in ["int8", "uint8", "int16", "int32", "uint32", "int64", "uint64", ">i4"]:
        ends = np.array([[0, 0], [4, 5]], dtype=dtype)
        assert grid.costs(ends, ends[::-1])[0] == grid.cost((0, 0), (4, 5))
        assert grid.path(ends[0], ends[1]).cost == grid.cost((0, 0), (4, 5))
    assert grid.path([0, 0], [4, 5]).cost == grid.cost((0, 0), (4, 5))
    assert grid.path((np.int64(0), 0), (4, np.uint8(5))).cost == grid.cost((0, 0), (4, 5))


@pytest.mark.parametrize("end", [(0.5, 1.0), "ab", None, (1, 2, 3), [[1, 2, 3]], np.ones((2, 2))])
def test_ends_that_are_no_cells_are_refused(end: Any) -> None:
    grid = wl.Grid(np.ones((5, 6), dtype=bool))
    with pytest.raises(TypeError):
        grid.path((0, 0), end)


def test_ends_off_the_map_are_named_in_the_users_order() -> None:
    array = np.ones((2, 3), dtype=bool)
    array[1, 2] = False
    with pytest.raises(wl.QueryError, match=r"the goal \(row 1, column 2\) is blocked"):
        wl.Grid(array).path((0, 0), (1, 2))
    with pytest.raises(wl.QueryError, match="the goal 2,1 is blocked"):
        wl.Grid(array, order="xy").path((0, 0), (2, 1))
    with pytest.raises(wl.QueryError, match="has 2 rows and 3 columns"):
        wl.Grid(array).path((0, 0), (2, 0))
    with pytest.raises(wl.QueryError, match="begin at 0"):
        wl.Grid(array).path((0, 0), (-1, 0))
    with pytest.raises(wl.QueryError, match="row 1: the start"):
        wl.Grid(array).costs([(0, 0), (1, 2)], (0, 1))
    assert wl.Grid(array).costs([(0, 0), (1, 2)], (0, 1), blocked="inf").tolist() == [1.0, np.inf]


def test_distances_are_an_array() -> None:
    grid = wl.Grid(WALLS)
    distances = grid.distances([(0, 0)])
    array = np.asarray(distances)
    assert array.shape == WALLS.shape and array.dtype == np.float64
    assert np.isinf(array[~WALLS]).all()
    assert (np.asarray(distances, dtype=np.float32) == array.astype(np.float32)).all()
    assert np.nanmax(np.where(np.isfinite(array), array, np.nan)) == distances[np.isfinite(array)].max()
    copy = np.array(distances)
    copy[0, 0] = 9.0
    assert distances[0, 0] == 0.0
    with pytest.raises(ValueError, match="read-only"):
        array[0, 0] = 9.0


def test_the_order_of_cells_is_the_same_everywhere() -> None:
    array = np.ones((4, 7), dtype=bool)
    array[1:, 3] = False
    rc, xy = wl.Grid(array), wl.Grid(array, order="xy")
    one, other = rc.path((3, 0), (2, 6)), xy.path((0, 3), (6, 2))
    assert (one.cells == other.cells[:, ::-1]).all() and (one.turns == other.turns[:, ::-1]).all()
    assert list(one) == [(row, column) for column, row in other]
    assert (np.asarray(rc.distances([(3, 0)])) == np.asarray(xy.distances([(0, 3)]))).all()
    assert rc.distances([(3, 0)]).next_step((2, 6)) == xy.distances([(0, 3)]).next_step((6, 2))[::-1]
    assert (rc.prepare().paths([(3, 0)], [(2, 6)]).cells == xy.prepare().paths([(0, 3)], [(6, 2)]).cells[:, ::-1]).all()
    assert (rc.path((3, 0), (2, 6), avoid=[(0, 3)]).cost) == xy.path((0, 3), (6, 2), avoid=[(3, 0)]).cost == np.inf


def edits() -> list[Any]:
    mask = np.zeros((5, 8), dtype=bool)
    mask[1:3, 2:6] = True
    return [
        (2, 3), (-1, -1), 2, (slice(1, 4), 2), (slice(None), slice(None, None, 3)), (slice(4, 1, -1), -2),
        mask, (np.array([0, 1]), np.array([2, 3])), ..., (..., 1), (slice(0, 0), 1), [1, 3], (mask[:, 2], 4),
    ]  # fmt: skip


@pytest.mark.parametrize("key", edits(), ids=range(len(edits())))
def test_slices_are_those_of_numpy(key: Any) -> None:
    array = np.ones((5, 8), dtype=bool)
    for order in ["rc", "xy"]:
        live = wl.LiveGrid(np.ones((5, 8), dtype=bool), order=order)
        live[key] = False
        expected = array.copy()
        expected[key] = False
        assert (live.free == expected).all()
        assert np.array_equal(live[key], expected[key])
        values = np.random.default_rng(3).random(np.shape(expected[key])) < 0.5
        live[key] = values
        expected[key] = values
        assert (np.asarray(live) == expected).all()


def test_edits_that_are_none_are_refused() -> None:
    live = wl.LiveGrid(np.ones((5, 8), dtype=bool))
    with pytest.raises(TypeError, match="expected True"):
        live[0, 0] = 0.5
    with pytest.raises(IndexError):
        live[5, 0] = False
    with pytest.raises(ValueError):
        live[0, :] = [True, False]
    assert live.free.all()
