"""Landmarks: searches on maps with costs that know how far it is. As exact as without."""

from __future__ import annotations

import copy
import pickle
from typing import Any, Literal

import numpy as np
import pytest
import wayline as wl


def costs(seed: int, shape: tuple[int, int] = (40, 55)) -> Any:
    random = np.random.default_rng(seed)
    array = random.uniform(0.5, 12.0, shape)
    array[random.random(shape) < 0.2] = np.inf
    return array


@pytest.mark.parametrize("charge", ["enter", "mean"])
@pytest.mark.parametrize("steps", [None, "uniform"])
def test_the_same_costs_as_without(charge: Literal["enter", "mean"], steps: Literal["uniform"] | None) -> None:
    for seed in range(6):
        corners: Literal["never", "always"] = "never" if seed % 2 else "always"
        grid = wl.Grid(costs(seed), charge=charge, step_costs=steps, corners=corners, moves=4 if seed == 3 else 8)
        marks = grid.landmarks(8 * (1 + seed % 3))
        cells = np.argwhere(grid.free)
        starts, goals = cells[np.random.default_rng(seed).integers(0, len(cells), (2, 60))]
        expected = grid.costs(starts, goals)
        assert np.array_equal(marks.costs(starts, goals, threads=2), expected)
        paths = marks.paths(starts, goals)
        assert np.array_equal(paths.costs, expected)
        for at in range(0, 60, 7):
            answer = marks.path(starts[at], goals[at])
            assert answer.cost == expected[at] == marks.cost(starts[at], goals[at])
            assert not answer or answer.optimal


def test_they_expand_less() -> None:
    grid = wl.Grid(costs(9, (120, 150)))
    marks = grid.landmarks()
    cells = np.argwhere(grid.free)
    start, goal = tuple(cells[3].tolist()), tuple(cells[-9].tolist())
    alone, guided = grid.path(start, goal), marks.path(start, goal)
    assert alone and guided.cost == alone.cost
    assert guided.stats["expanded"] * 3 < alone.stats["expanded"]


def test_they_travel() -> None:
    marks = wl.Grid(costs(1), order="xy").landmarks(5)
    assert marks.cells.shape == (5, 2) and marks.nbytes > 5 * 40 * 55
    assert repr(marks) == "Landmarks(5 of 40 x 55 cells)"
    assert copy.copy(marks) is marks and copy.deepcopy(marks) is marks
    again = pickle.loads(pickle.dumps(marks))
    assert np.array_equal(again.cells, marks.cells) and again.grid.order == "xy"


def test_what_they_are_not_for() -> None:
    grid = wl.Grid(costs(1))
    with pytest.raises(wl.PreparationError, match="cannot be prepared"):
        grid.prepare()
    for count in [0, 65, -1, 2.5, "many"]:
        with pytest.raises(wl.QueryError, match="expected a whole number from 1 to 64"):
            grid.landmarks(count)  # type: ignore[arg-type]
    linked = wl.Grid(np.ones((4, 4), dtype=bool)).with_links([((0, 0), (3, 3), 1.0)])
    with pytest.raises(wl.WaylineError, match="links"):
        linked.landmarks(4)
    blocked = tuple(np.argwhere(~grid.free)[0].tolist())
    with pytest.raises(wl.WaylineError, match="blocked"):
        grid.landmarks(4).path(blocked, (0, 0))
    assert grid.landmarks(4).costs([blocked], (0, 0), blocked="inf")[0] == np.inf
