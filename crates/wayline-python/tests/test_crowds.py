"""Crowds from Python: judged here, by rules written anew."""

from __future__ import annotations

import signal
import threading

import numpy as np
import pytest
import wayline as wl
from wayline.crowd import BodyPlanner, Dependencies, Flow, Lifelong, Planner, Steering


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


def squares(cells: np.ndarray, size: int) -> list[tuple[int, int]]:
    return [(r + i, c + j) for r, c in cells.tolist() for i in range(size) for j in range(size)]


def test_flows_arrive_and_never_collide() -> None:
    free = np.ones((40, 80), bool)
    free[np.arange(40) % 10 != 4, 40] = False
    starts = [(row, column) for row in range(10, 25) for column in range(3, 18)]

    def walk(threads: int) -> list[np.ndarray]:
        flow = Flow(wl.Grid(free), threads=threads)
        units = flow.add_all(starts)
        assert units.tolist() == list(range(len(starts))) and flow.cells.tolist() == [list(at) for at in starts]
        flow.send(units, (20, 65))
        assert flow.on_their_way == len(units) and flow.goal(3) == (20, 65)
        seen = [flow.cells]
        while flow.on_their_way and flow.ticks < 500:
            flow.tick()
            seen.append(flow.cells)
        assert flow.arrived.all() and not flow.cut_off.any()
        return seen

    seen = walk(1)
    for before, after in zip(seen, seen[1:]):
        assert np.abs(before - after).max() <= 1
        assert free[tuple(after.T)].all() and len(set(squares(after, 1))) == len(after)
        moved = {(tuple(a), tuple(b)) for a, b in zip(before.tolist(), after.tolist()) if a != b}
        assert not any((b, a) in moved for a, b in moved)
    assert (np.array(walk(2)) == np.array(seen)).all()


def test_flows_change_and_refuse() -> None:
    flow = Flow(wl.Grid.from_rows(["......", "......", "##.###", "......"]), slice=10_000)
    cart, ant = flow.add((0, 0), size=2), flow.add((3, 5))
    assert (cart, ant, len(flow)) == (0, 1, 2) and flow.sizes.tolist() == [2, 1] and flow.unit_at((1, 1)) == cart
    with pytest.raises(wl.QueryError, match=r"no room at \(row 1, column 1\): unit 0 is there"):
        flow.add((1, 1))
    with pytest.raises(wl.QueryError, match="unit 2 is there"):
        flow.add_all([(0, 3), (0, 3)])
    assert len(flow) == 2 and flow.unit_at((0, 3)) is None
    with pytest.raises(wl.QueryError, match="blocked"):
        flow.add((2, 0))
    flow.block((2, 2))
    flow.send(ant, (0, 4))
    flow.tick(10)
    assert flow.cut_off.tolist() == [False, True] and flow.on_their_way == 0
    flow.free((2, 2))
    flow.tick(40)
    assert flow.cells[ant].tolist() == [0, 4] and flow.grid.free[2, 2]
    with pytest.raises(wl.QueryError, match="no room"):
        flow.block((0, 0))
    for units in ([0, 7], -1):
        with pytest.raises(wl.QueryError):
            flow.send(units, (0, 4))
    with pytest.raises(wl.WaylineError):
        flow.send([0.5], (0, 4))  # type: ignore[list-item]
    flow.remove(cart)
    assert flow.cells[cart].tolist() == [-1, -1] and flow.sizes[cart] == 0 and len(flow) == 2
    with pytest.raises(wl.QueryError):
        flow.halt(cart)
    with pytest.raises(wl.WaylineError, match="plain ground"):
        Flow(wl.Grid(np.array([[1.0, 2.0]])))


def test_flows_in_the_order_x_y() -> None:
    flow = Flow(wl.Grid.from_rows(["....", "...."], order="xy"))
    flow.send(flow.add((0, 1)), (3, 0))
    flow.tick(3)
    assert flow.cells.tolist() == [[3, 0]] and flow.unit_at((3, 0)) == 0 and flow.goal(0) == (3, 0)


def test_ctrl_c_stops_ticks() -> None:
    flow = Flow(wl.Grid(np.ones((64, 64), bool)))
    flow.send(flow.add_all([(0, column) for column in range(40)]), (60, 30))
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        flow.tick(10**12)
    timer.join()
    assert 0 < flow.ticks < 10**12


def test_agents_keep_off_walls_and_each_other() -> None:
    free = np.ones((12, 30), bool)
    free[:5, 15] = free[7:, 15] = False
    grid = wl.Grid(free)

    def walk(threads: int) -> np.ndarray:
        steering = Steering(grid, threads=threads)
        agents = steering.add_all([(2.5 + i // 4, 1.5 + i % 4) for i in range(20)], radius=0.3, max_speed=2.0)
        home = steering.room_for(0.3).distances(towards=[(6, 25)])
        seen = [steering.positions]
        for _ in range(500):
            assert steering.follow(agents, home).all()
            steering.tick(0.05)
            seen.append(steering.positions)
            assert np.hypot(*steering.velocities.T).max() <= 2.0 + 1e-9
        return np.array(seen)

    seen = walk(1)
    walls = np.argwhere(~free)
    for positions in seen[::10]:
        assert (positions >= 0.3 - 1e-9).all() and (positions <= np.array([12, 30]) - 0.3 + 1e-9).all()
        between = np.hypot(*(positions[:, None] - positions[None]).transpose(2, 0, 1)) + np.eye(20)
        assert between.min() >= 0.6 - 1e-9
        nearest = np.clip(positions[:, None], walls[None], walls[None] + 1)
        assert np.hypot(*(positions[:, None] - nearest).transpose(2, 0, 1)).min() >= 0.3 - 1e-9
    assert (seen[-1][:, 1] > 16).all()
    assert (walk(2) == seen).all()


def test_agents_want_and_refuse() -> None:
    steering = Steering(wl.Grid(np.ones((9, 9), bool)))
    one = steering.add((0.5, 0.5), radius=0.4, max_speed=1.0)
    two = steering.add((4.5, 4.5), radius=0.4, max_speed=1.0)
    steering.prefer([one, two], (0.0, 1.0))
    steering.tick(0.5, count=2)
    assert steering.positions.tolist() == [[0.5, 1.5], [4.5, 5.5]] and steering.velocities.tolist() == [[0, 1], [0, 1]]
    steering.head_for([one, two], [(2.5, 1.5), (6.5, 5.5)])
    steering.tick(0.1, count=40)
    assert steering.positions.tolist() == [[2.5, 1.5], [6.5, 5.5]] and steering.radii.tolist() == [0.4, 0.4]
    with pytest.raises(wl.InputError, match="agent 1 is there"):
        steering.add((6.0, 5.0), radius=0.4, max_speed=1.0)
    with pytest.raises(wl.InputError, match="agent 2 is there"):
        steering.add_all([(1.5, 7.5), (1.5, 7.6)], radius=0.4, max_speed=1.0)
    assert len(steering) == 2
    with pytest.raises(wl.InputError, match="radius"):
        steering.add((1.5, 7.5), radius=-1, max_speed=1.0)
    with pytest.raises(wl.InputError, match="row 1 of velocities: expected finite"):
        steering.prefer([one, two], [(1.0, 1.0), (np.nan, 0.0)])
    with pytest.raises(wl.InputError, match="row 0 of points: it is off the map"):
        steering.head_for(one, (99.0, 1.0))
    steering.tick(0.1)
    assert steering.positions.tolist() == [[2.5, 1.5], [6.5, 5.5]]
    with pytest.raises(wl.InputError, match="2 agents and 3 points"):
        steering.head_for([one, two], [(1.0, 1.0)] * 3)
    with pytest.raises(wl.QueryError, match="agent 9"):
        steering.head_for([one, 9], (1.5, 1.5))
    with pytest.raises(wl.InputError, match="3 rows and 3 columns"):
        steering.follow(one, wl.Grid(np.ones((3, 3), bool)).distances(towards=[(0, 0)]))
    with pytest.raises(wl.InputError, match="seconds"):
        steering.tick(0.0)
    with pytest.raises(wl.InputError, match="agent 0 is on it"):
        steering.block((2, 1))
    steering.block((0, 8))
    steering.free((0, 8))
    steering.remove(two)
    assert np.isnan(steering.positions[two]).all() and steering.grid.free.all()


def test_bodies_never_overlap() -> None:
    terrain = wl.Terrain(["." * 20] * 8 + ["########..##########"] + ["." * 20] * 8)
    tank, king = wl.Body.preset("tank"), wl.Body.preset("king")
    bodies = [tank, tank, king, king, tank, king]
    starts = [(2, 3, "E"), (2, 8, "E"), (5, 3, "E"), (5, 6, "E"), (14, 3, "E"), (14, 9, "E")]
    goals = [(14, 15, "E"), (12, 3), (14, 6), (12, 12, 1), (2, 14, "W"), (4, 4)]
    planner = BodyPlanner(terrain, bodies, starts, goals)
    assert planner.plan() is None and planner.at(0) is None and planner.dependencies() is None
    assert len(planner) == 6 and "no plan yet" in repr(planner)
    assert planner.find(max_seconds=60) == "found"
    first = planner.sum_of_costs
    planner.improve(max_expansions=50_000)
    plan, cost, last = planner.plan(), planner.sum_of_costs, planner.makespan
    assert plan is not None and first is not None and cost is not None and last is not None
    assert planner.lower_bound <= cost <= first
    assert sum(moves[-1][1] for moves in plan) == cost and max(moves[-1][1] for moves in plan) == last
    free = {(row, column) for row, line in enumerate(terrain.to_rows()) for column, at in enumerate(line) if at != "#"}
    for time in range(0, last + 1, 5):
        held: set[tuple[int, int]] = set()
        for body, (row, column, heading) in zip(bodies, planner.at(time)):
            cells = {(row + dy, column + dx) for dy, dx in body.footprint(heading)}
            assert cells <= free and not cells & held
            held |= cells
    assert planner.at(0) == starts
    ends = planner.at(last)
    assert ends[0] == (14, 15, "E") and ends[4] == (2, 14, "W") and [at[:2] for at in ends[1:3]] == [(12, 3), (14, 6)]
    again = BodyPlanner(terrain, bodies, starts, goals, threads=2)
    again.find()
    again.improve(max_expansions=50_000)
    assert again.plan() == plan

    # Whoever is late: each begins when it may, and everybody arrives.
    order = planner.dependencies()
    assert [order.moves(unit) for unit in range(6)] == [len(moves) for moves in plan]
    made, dice = np.zeros(6, int), np.random.default_rng(1)
    for _ in range(10_000):
        ready = np.flatnonzero(order.ready(made))
        if not len(ready):
            break
        made[dice.choice(ready)] += 1
    assert made.tolist() == [len(moves) for moves in plan]


def test_bodies_that_cannot_be_are_refused() -> None:
    terrain, king = wl.Terrain(["..#.", "..#."]), wl.Body.preset("king")
    with pytest.raises(wl.QueryError, match=r"unit 0: it does not fit at its goal, \(row 0, column 2\) heading E"):
        BodyPlanner(terrain, king, [(0, 0, "E")], [(0, 2, "E")])
    with pytest.raises(wl.QueryError, match="no path leads"):
        BodyPlanner(terrain, king, [(0, 0, "E")], [(0, 3)])
    with pytest.raises(wl.InputError, match="2 bodies and 1 starts"):
        BodyPlanner(terrain, [king, king], [(0, 0, "E")], [(0, 1)])
    with pytest.raises(wl.InputError, match="1 starts and 0 goals"):
        BodyPlanner(terrain, king, [(0, 0, "E")], [])
    with pytest.raises(TypeError):
        BodyPlanner(terrain, [3], [(0, 0, "E")], [(0, 1)])  # type: ignore[list-item]
    with pytest.raises(wl.QueryError, match="max_expansions or max_seconds"):
        BodyPlanner(terrain, king, [(0, 0, "E")], [(0, 1)]).improve()


def test_who_passes_before_whom() -> None:
    grid, cells = floor(3)
    dice = np.random.default_rng(3)
    planner = Planner(grid, dice.permutation(cells)[:20], dice.permutation(cells)[:20])
    assert planner.dependencies() is None
    assert planner.find(max_seconds=60) == "found"
    plan, order = planner.plan(), planner.dependencies()
    assert plan is not None and order is not None and len(order) == 20
    other = Dependencies(plan)
    for unit in range(20):
        assert order.moves(unit) == other.moves(unit) == (plan[1:, unit] != plan[:-1, unit]).any(axis=1).sum()
        for number in range(order.moves(unit)):
            assert order.after(unit, number) == other.after(unit, number)
    made = np.zeros(20, int)
    while (ready := order.ready(made)).any():
        made += ready
    assert made.tolist() == [order.moves(unit) for unit in range(20)]
    with pytest.raises(wl.QueryError, match="no unit 20"):
        order.moves(20)
    with pytest.raises(wl.QueryError, match="there is no 999"):
        order.after(0, 999)
    with pytest.raises(wl.InputError, match="one for each of 20 units"):
        order.ready([0])
    with pytest.raises(wl.WaylineError, match="moments, units, 2"):
        Dependencies([[1, 2]])  # type: ignore[list-item]


def test_a_group_lines_up() -> None:
    world = wl.World(wl.Terrain(["." * 40] * 20))
    units = [world.add(wl.Body.preset("king"), (2, 3 * i, "E")) for i in range(5)]
    places = world.send_formation(units, (10, 30, "E"), "line")
    assert sorted(places) == [(row, 30, "E") for row in range(6, 16, 2)]
    for _ in range(200):
        world.tick()
    assert sorted(world.placement(unit) for unit in units) == sorted(places)
    with pytest.raises(wl.QueryError, match="formation"):
        world.send_formation(units, (15, 30, "N"), "heap")  # type: ignore[arg-type]
    with pytest.raises(wl.WaylineError, match="heading"):
        world.send_formation(units, (15, 30), "line")  # type: ignore[arg-type]
