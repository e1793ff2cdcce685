"""What maps have beside free cells: elevation, links, layers; and how searches are told to go about it."""

from __future__ import annotations

import pickle
from typing import Any

import networkx as nx
import numpy as np
import pytest
import wayline as wl
from hypothesis import given, settings
from hypothesis import strategies as st

SQRT2 = 2.0**0.5


def by_networkx(grid: wl.Grid, extra: np.ndarray[Any, Any], factor: np.ndarray[Any, Any]) -> nx.DiGraph:
    """Every move of a map of eight moves that cut no corner, with what it costs under a layer."""
    graph = nx.DiGraph()
    free = grid.free & np.isfinite(extra) & np.isfinite(factor)
    shape, elevation, costs = grid.shape, grid.elevation, grid.enter_costs
    for row, column in np.argwhere(free).tolist():
        graph.add_node((row, column))
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                r, c = row + dr, column + dc
                if (dr, dc) == (0, 0) or not (0 <= r < shape[0] and 0 <= c < shape[1]):
                    continue
                if free[r, c] and free[row, c] and free[r, column]:
                    ground = (SQRT2 if dr and dc else 1.0) * costs[r, c] * factor[r, c]
                    uphill = max(0, int(elevation[r, c]) - int(elevation[row, column])) * grid.uphill
                    graph.add_edge((row, column), (r, c), weight=ground + uphill + extra[r, c])
    for start, goal, cost in grid.links:
        if free[start] and free[goal]:
            known = graph.get_edge_data(start, goal, {"weight": np.inf})["weight"]
            graph.add_edge(start, goal, weight=min(known, cost + extra[goal]))
    return graph


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_elevation_links_and_layers_are_what_networkx_makes_of_them(seed: int) -> None:
    random = np.random.default_rng(seed)
    shape = tuple(random.integers(2, 9, 2).tolist())
    costs = random.integers(0, 4, shape).astype(np.uint8)
    costs[0, 0] = costs[-1, -1] = 1
    elevation = random.integers(-3, 4, shape)
    grid = wl.Grid(costs, elevation=elevation, uphill=float(random.choice([0.0, 0.5, 2.0])))
    assert (grid.elevation == elevation).all()
    extra, factor = np.zeros(shape), np.ones(shape)
    layer = None
    if random.integers(3) == 0:
        ends = [tuple(cell) for cell in np.argwhere(costs > 0)[random.integers(0, (costs > 0).sum(), 2)].tolist()]
        if ends[0] != ends[1]:
            grid = grid.with_links([(ends[0], ends[1], 0.5)], two_way=bool(random.integers(2)))
            assert grid.links
    kind = random.integers(3)
    values = random.integers(0, 5, shape).astype(float)
    values[random.random(shape) < 0.1] = random.choice([np.inf, np.nan])
    values[0, 0] = values[-1, -1] = 1.0
    if kind == 1:
        extra = np.where(np.isfinite(values), values, np.inf)
        layer = wl.Layer.added(grid, values)
    elif kind == 2:
        values = np.maximum(values, 0.5)
        factor = np.where(np.isfinite(values), values, np.inf)
        layer = wl.Layer.multiplied(grid, values)
    graph = by_networkx(grid, extra, factor)
    start, goal = (0, 0), (shape[0] - 1, shape[1] - 1)
    lengths = nx.single_source_dijkstra_path_length(graph, start)
    expected = lengths.get(goal, np.inf)
    answer = grid.path(start, goal, layer=layer)
    assert answer.cost == pytest.approx(expected, rel=1e-6)
    assert grid.cost(start, goal, layer=layer) == answer.cost
    assert grid.costs(start, [goal], layer=layer)[0] == answer.cost
    paths = grid.paths([start], [goal], layer=layer)
    assert paths.costs[0] == answer.cost and (paths[0] == answer.cells).all()
    distances = grid.distances([start], layer=layer)
    for cell in np.argwhere(grid.free).tolist():
        assert distances.cost(cell) == pytest.approx(lengths.get(tuple(cell), np.inf), rel=1e-6)
    for open_list in wl.open_lists():
        assert grid.cost(start, goal, layer=layer, algorithm="astar", open=open_list) == answer.cost
    trace = grid.trace(start, goal, layer=layer, algorithm="astar")
    assert trace.answer.cost == answer.cost


def test_what_is_wrong_is_said() -> None:
    free = np.ones((3, 4), dtype=bool)
    with pytest.raises(wl.WrongType, match=r"the elevation has the shape \(4, 3\): expected that of the map, \(3, 4\)"):
        wl.Grid(free, elevation=np.zeros((4, 3), dtype=int))
    with pytest.raises(wl.WrongType, match="the elevation: expected whole numbers"):
        wl.Grid(free, elevation=np.zeros((3, 4)))
    with pytest.raises(wl.InputError, match="the elevation at row 0, column 1 is 4294967296"):
        wl.Grid(free, elevation=np.array([[0, 2**32, 0, 0]] * 3))
    with pytest.raises(wl.WaylineError):
        wl.Grid(free, uphill=-1.0)
    grid = wl.Grid(free)
    with pytest.raises(wl.WrongType, match="the layer has the shape"):
        wl.Layer.added(grid, np.zeros((2, 2)))
    with pytest.raises(wl.WaylineError):
        wl.Layer.added(grid, np.full((3, 4), -1.0))
    with pytest.raises(wl.WaylineError):
        grid.with_links([((0, 0), (9, 9), 1.0)])
    with pytest.raises(wl.WaylineError, match="heap"):
        grid.path((0, 0), (2, 3), open="pile")
    layer = wl.Layer.added(grid, np.zeros((3, 4)))
    with pytest.raises(wl.WaylineError, match="another grid"):
        wl.Grid(free).path((0, 0), (2, 3), layer=layer)


def test_layers_travel_with_their_maps() -> None:
    grid = wl.Grid(np.ones((3, 4), dtype=bool), elevation=np.arange(12).reshape(3, 4), uphill=1.0)
    layer = wl.Layer.added(grid, np.arange(12.0).reshape(3, 4))
    distances, trace = grid.distances([(0, 0)], layer=layer), grid.trace((0, 0), (2, 3), layer=layer)
    there, on_it = pickle.loads(pickle.dumps((grid, layer)))
    assert there == grid and there.cost((0, 0), (2, 3), layer=on_it) == grid.cost((0, 0), (2, 3), layer=layer)
    assert (np.asarray(pickle.loads(pickle.dumps(distances))) == np.asarray(distances)).all()
    assert pickle.loads(pickle.dumps(trace)).answer == trace.answer
    assert (on_it.values == layer.values).all()


def test_many_paths_are_those_of_single_questions() -> None:
    """Those of an index are written from their turns, by several threads side by side."""
    random = np.random.default_rng(5)
    for moves, corners, order in [(8, "never", "rc"), (8, "always", "xy"), (8, "one", "rc"), (4, "never", "xy")]:
        free = random.random((37, 53)) < 0.75
        grid = wl.Grid(free, moves=moves, corners=corners, order=order)
        cells = np.argwhere(free) if order == "rc" else np.argwhere(free)[:, ::-1]
        starts, goals = cells[random.integers(0, len(cells), (2, 700))]
        starts[0] = goals[0]
        for index in [grid.prepare(kind="labels"), grid.prepare(kind="jumps")]:
            for threads in [1, 2, 3]:
                paths = index.paths(starts, goals, threads=threads)
                assert (paths.costs == index.costs(starts, goals, threads=threads)).all()
                assert len(paths.offsets) == 701 and paths.offsets[-1] == len(paths.cells)
                for row in [*range(0, 700, 23), 699]:
                    single = index.path(starts[row], goals[row])
                    assert single.cost == paths.costs[row]
                    assert (single.cells == paths[row]).all()
        blocked = np.argwhere(~free)[0] if order == "rc" else np.argwhere(~free)[0][::-1]
        starts[650], starts[77] = blocked, blocked
        with pytest.raises(wl.QueryError, match="row 77: "):
            index.paths(starts, goals, threads=2)
        paths = index.paths(starts, goals, threads=2, blocked="inf")
        assert np.isinf(paths.costs[[77, 650]]).all() and len(paths[77]) == 0
