"""Crowds from Python: judged here, by rules written anew."""

from __future__ import annotations

import numpy as np
import pytest
import wayline as wl
from wayline.crowd import Lifelong, Planner


def floor(seed: int, side: int = 12) -> tuple[wl.Grid, np.ndarray]:
    """A grid of four moves, and its free cells: all of them are joined."""
    dice = np.random.default_rng(seed)
    free = dice.random((side, side)) > 0.15
    seen = wl.Grid(free, moves=4).distances([tuple(np.argwhere(free)[0])])
    free &= np.isfinite(np.asarray(seen))
    return wl.Grid(free, moves=4), np.argwhere(free)


def judge(steps: np.ndarray, free: set[tuple[int, int]]) -> None:
    """Nobody leaves the free cells, jumps, shares a cell or changes places."""
    for before, after in zip(steps, steps[1:]):
        assert np.abs(before - after).sum(axis=1).max() <= 1
        cells = [tuple(cell) for cell in after.tolist()]
        assert len(set(cells)) == len(cells) and free.issuperset(cells)
        moved = {(tuple(a), tuple(b)) for a, b in zip(before.tolist(), after.tolist()) if a != b}
        assert not any((b, a) in moved for a, b in moved)


@pytest.mark.parametrize("seed", range(5))
def test_plans_never_collide(seed: int) -> None:
    grid, cells = floor(seed)
    dice = np.random.default_rng(seed + 100)
    units = len(cells) // 4
    starts, goals = dice.permutation(cells)[:units], dice.permutation(cells)[:units]
    planner = Planner(grid, starts, goals)
    assert planner.plan() is None and planner.sum_of_costs is None
    assert planner.find(max_seconds=60) == "found"
    first = planner.sum_of_costs
    planner.improve(max_expansions=20_000)
    plan, cost = planner.plan(), planner.sum_of_costs
    assert plan is not None and first is not None and cost is not None
    assert planner.lower_bound <= cost <= first
    assert plan.shape == (planner.makespan + 1, units, 2) and plan.dtype == np.int32
    assert (plan[0] == starts).all() and (plan[-1] == goals).all()
    judge(plan, {tuple(cell) for cell in cells.tolist()})
    again = Planner(grid, starts, goals, threads=1)
    again.find()
    again.improve(max_expansions=20_000)
    assert (again.plan() == plan).all()


def test_robots_finish_tasks() -> None:
    grid, cells = floor(7)
    dice = np.random.default_rng(7)
    starts = [(int(row), int(column), "E") for row, column in dice.permutation(cells)[:20]]
    robots = Lifelong(grid, starts)
    tasks = [dice.permutation(cells)[: dice.integers(1, 4)] for _ in range(60)]
    assert [robots.add_task(task) for task in tasks] == list(range(60))
    places, visited = [robots.cells], {task: 0 for task in range(60)}
    while robots.finished < 60 and robots.steps < 3000:
        actions = robots.step()
        assert actions.shape == (20,) and set(actions.tolist()) <= {0, 1, 2, 3}
        moved = (places[-1] != robots.cells).any(axis=1)
        assert (moved == (actions == 0)).all()
        places.append(robots.cells)
        for unit, task, stop in robots.visits:
            assert visited[task] == stop and (robots.cells[unit] == tasks[task][stop]).all()
            visited[task] += 1
    assert robots.finished == 60 and robots.waiting == 0
    assert [visited[task] for task in range(60)] == [len(task) for task in tasks]
    judge(np.array(places), {tuple(cell) for cell in cells.tolist()})


def test_what_cannot_be_is_refused() -> None:
    grid = wl.Grid.from_rows(["..#.", "...."], moves=4)
    with pytest.raises(wl.QueryError, match=r"unit 0: the goal \(row 0, column 2\) is not a free cell"):
        Planner(grid, [(0, 0)], [(0, 2)])
    with pytest.raises(wl.QueryError, match="the same start"):
        Planner(grid, [(0, 0), (0, 0)], [(0, 1), (1, 1)])
    with pytest.raises(wl.InputError, match="1 starts and 2 goals"):
        Planner(grid, [(0, 0)], [(0, 1), (1, 1)])
    with pytest.raises(wl.QueryError, match="moves=4"):
        Planner(wl.Grid.from_rows(["..", ".."]), [(0, 0)], [(1, 1)])
    with pytest.raises(wl.QueryError, match="max_expansions or max_seconds"):
        Planner(grid, [(0, 0)], [(0, 1)]).improve()
    robots = Lifelong(grid, [(0, 0, "E")])
    with pytest.raises(wl.QueryError, match="not a free cell"):
        robots.add_task([(0, 2)])
    with pytest.raises(wl.QueryError, match="a stop at least"):
        robots.add_task([])
    with pytest.raises(wl.QueryError, match="no unit 1"):
        robots.placement(1)


def test_a_group_is_sent_together() -> None:
    world = wl.World(wl.Terrain(["." * 30] * 12))
    units = [world.add(wl.Body.preset("tank"), (row, 3, "E")) for row in (1, 4, 7, 10)]
    places = world.send_group(units, (5, 24))
    assert len(set(places)) == 4
    for _ in range(300):
        world.tick()
    assert all(world.arrived(unit) for unit in units)
    with pytest.raises(wl.QueryError):
        world.send_group([99], (5, 24))
