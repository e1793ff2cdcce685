"""How values behave in Python: copies, other processes, threads, Ctrl-C, memory."""

from __future__ import annotations

import base64
import copy
import gc
import io
import json
import multiprocessing
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time
import types
import urllib.parse
import urllib.request
import zlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
import wayline as wl

LONG = os.environ.get("WAYLINE_PROOF") == "long"


def maze() -> wl.Grid:
    return wl.Grid.generate("maze:61x41:seed=3")


def ends(grid: wl.Grid) -> tuple[tuple[int, int], tuple[int, int]]:
    free = np.argwhere(grid.free)
    return tuple(free[0].tolist()), tuple(free[-1].tolist())


def values() -> dict[str, Any]:
    grid = maze()
    start, goal = ends(grid)
    graph = wl.Graph.from_edges([0, 1, 2], [1, 2, 0], [1.0, 2.0, 0.5], labels=["a", "b", "c"])
    terrain = wl.Terrain(["........"] * 6)
    tank = wl.Body.preset("tank")
    world = wl.World(terrain)
    world.send(world.add(tank, (2, 2, "E")), (2, 5))
    world.tick()
    roads = wl.Network.open("roads:300:seed=1")
    live = wl.LiveGrid(grid, algorithm="jps")
    weighted = wl.Grid(np.random.default_rng(1).uniform(0.1, 3.0, (9, 9)), order="xy")
    return {
        "Grid": grid,
        "weighted Grid": weighted,
        "Answer": grid.path(start, goal),
        "no Answer": wl.Grid.from_rows([".#."]).path((0, 0), (0, 2)),
        "Paths": grid.paths(start, [goal, start]),
        "Distances": grid.distances([start], within=40.0),
        "GridIndex": grid.prepare(),
        "Trace": grid.trace(start, goal, algorithm="astar", avoid=[start]),
        "LiveGrid": live,
        "Graph": graph,
        "GraphAnswer": graph.path("a", "c"),
        "GraphIndex": graph.prepare(),
        "Terrain": terrain,
        "Body": tank,
        "BodyAnswer": tank.path(terrain, (2, 2, "E"), (4, 5)),
        "World": world,
        "Network": roads,
        "Route": roads.route("0", "200"),
        "Reach": roads.reach("0", 60.0),
    }


def looks(value: Any) -> Any:
    """What can be told of a value."""
    if isinstance(value, wl.Graph):
        return repr(value), value.labels, value.costs_of_edges.tolist(), value.cost("a", "c")
    if isinstance(value, wl.GraphIndex):
        return repr(value), value.matrix(["a", "b"], ["a", "c"]).tolist()
    if isinstance(value, wl.GridIndex):
        start, goal = ends(value.grid)
        return repr(value), value.path(start, goal)
    if isinstance(value, wl.LiveGrid):
        start, goal = ends(value.snapshot())
        return repr(value), value.free.tolist(), value.path(start, goal)
    if isinstance(value, wl.Distances):
        return repr(value), value.costs.tolist()
    if isinstance(value, wl.Paths):
        return value.costs.tolist(), value.offsets.tolist(), value.cells.tolist()
    if isinstance(value, wl.Trace):
        return repr(value), value.answer, value.expanded.tolist(), value.to_gif()
    if isinstance(value, wl.World):
        later = copy.copy(value)
        return repr(value), [later.tick() for _ in range(5)], later.to_rows()
    if isinstance(value, wl.Terrain):
        return value.to_rows(), value.order
    if isinstance(value, wl.Body):
        return value.to_toml()
    if isinstance(value, wl.Route):
        return repr(value), value.to_geojson(), value.legs, value.nodes, value.edges.tolist(), value.stats
    if isinstance(value, wl.Reach):
        return repr(value), value.to_geojson(), value.nodes, [line.tolist() for line in value.lines()]
    if isinstance(value, wl.Network):
        return repr(value), value.route("0", "200").cost
    return value if not isinstance(value, wl.Grid) else (repr(value), value.to_rows(), value.enter_costs.tolist())


@pytest.mark.parametrize("name", list(values()))
def test_values_are_copied_and_pickled(name: str) -> None:
    value = values()[name]
    before = looks(value)
    assert looks(copy.copy(value)) == before
    assert looks(copy.deepcopy(value)) == before
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert looks(pickle.loads(pickle.dumps(value, protocol))) == before


def test_copies_of_what_changes_are_their_own() -> None:
    live = wl.LiveGrid(np.ones((3, 3), dtype=bool))
    other = copy.copy(live)
    other[1, 1] = False
    assert live[1, 1] and not other[1, 1]
    graph = wl.Graph.from_edges([0], [1], [1.0])
    twin = copy.deepcopy(graph)
    twin.set_costs([0], [5.0])
    assert (graph.cost(0, 1), twin.cost(0, 1)) == (1.0, 5.0)


@pytest.mark.parametrize("name", ["Answer", "Grid", "World", "Graph"])
def test_damaged_pickles_are_refused(name: str) -> None:
    value = values()[name]
    restore, arguments = value.__reduce__()[:2]
    for length in [0, 1, 5, len(arguments[0]) // 2, len(arguments[0]) - 1]:
        with pytest.raises(wl.WaylineError):
            restore(arguments[0][:length], *arguments[1:])


@pytest.mark.parametrize("name", ["Grid", "Answer", "Trace", "LiveGrid", "Terrain", "BodyAnswer"])
def test_values_are_pictures_in_a_notebook(name: str) -> None:
    value = values()[name]
    svg = value._repr_svg_()
    if name.endswith("Answer"):
        assert "<polyline" in svg
    import base64
    import re
    import xml.etree.ElementTree as ElementTree

    ElementTree.fromstring(svg)
    picture = base64.b64decode(re.search(r"base64,([^\"]+)", svg).group(1), validate=True)
    assert picture.startswith(b"\x89PNG")


def cost_of(grid: wl.Grid) -> float:
    return grid.cost(*ends(grid))


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_values_travel_to_other_processes(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"{method} is not to be had here")
    grid = maze()
    grid.paths([ends(grid)[0]] * 200, ends(grid)[1], threads=2)
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(cost_of, [grid] * 4)) == [cost_of(grid)] * 4


def test_threads_share_everything() -> None:
    grid = wl.Grid.generate("caves:120x90:seed=2")
    free = np.argwhere(grid.free)
    pairs = np.random.default_rng(5).integers(0, len(free), (64, 2))
    index = grid.prepare()
    expected = grid.costs(free[pairs[:, 0]], free[pairs[:, 1]], threads=1)
    live = wl.LiveGrid(grid)

    def ask(row: int) -> tuple[float, float, float]:
        start, goal = free[pairs[row, 0]], free[pairs[row, 1]]
        live[0, 0] = bool(row % 2)
        return grid.cost(start, goal), index.cost(start, goal), grid.path(start, goal).cost

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ask, range(64))) == [(cost, cost, cost) for cost in expected]


def test_answers_do_not_depend_on_the_number_of_threads() -> None:
    grid = wl.Grid.generate("caves:120x90:seed=2")
    free = np.argwhere(grid.free)
    pairs = np.random.default_rng(6).integers(0, len(free), (500, 2))
    starts, goals = free[pairs[:, 0]], free[pairs[:, 1]]
    for space in [grid, grid.prepare()]:
        one, four = (space.paths(starts, goals, threads=threads) for threads in [1, 4])
        assert (one.costs == four.costs).all() and (one.cells == four.cells).all()
        assert (one.offsets == four.offsets).all()


def test_searches_run_without_the_lock() -> None:
    grid = wl.Grid(np.ones((1500, 1500), dtype=bool))
    turns = 0
    done = threading.Event()

    def search() -> None:
        for _ in range(2):
            grid.path((0, 0), (1499, 1400), algorithm="dijkstra")
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert turns > 10


LONG_CALLS = {
    "path": "wl.Grid(np.ones((4000, 4000), dtype=bool)).path((0, 0), (3999, 3999), algorithm='ida', heuristic='zero')",
    "paths": "g = wl.Grid(np.ones((2000, 2000), dtype=np.float32) * 1.5); "
    "g.paths([(0, 0)] * 100000, (1999, 1000), threads=2)",
    "prepare": "wl.Grid(np.random.default_rng(1).random((3000, 3000)) < 0.7).prepare(kind='labels')",
    "distances": "[wl.Grid(np.ones((2100, 2100), dtype=np.float32) * 1.5).distances([(0, 0)]) for _ in range(10000)]",
}


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
@pytest.mark.parametrize("call", list(LONG_CALLS))
def test_ctrl_c_stops_a_long_call(call: str) -> None:
    program = (
        "import numpy as np, wayline as wl, signal, sys, time\n"
        # What was started in the background may have been told to ignore it.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "print('ready', flush=True)\n"
        f"try:\n    {LONG_CALLS[call]}\n"
        "except KeyboardInterrupt:\n    print('stopped', flush=True); sys.exit(7)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    time.sleep(1.5)
    assert process.poll() is None, "the call was not long"
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 7


def resident() -> int:
    """Kilobytes of memory in use."""
    status = pathlib.Path("/proc/self/status")
    if not status.exists():
        pytest.skip("there is no way to ask for memory here")
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


def flat(call: Callable[[], Any], calls: int) -> None:
    for _ in range(calls // 10):
        call()
    gc.collect()
    before = resident()
    for _ in range(calls):
        call()
    gc.collect()
    grown = resident() - before
    assert grown < 3000, f"{grown} kB more after {calls} calls"


def test_nothing_leaks() -> None:
    grid = wl.Grid(np.ones((12, 12), dtype=bool))
    index, graph = grid.prepare(), wl.Graph.from_edges([0, 1], [1, 2], [1.0, 1.0])
    array = np.ones((4, 4), dtype=bool)
    live = wl.LiveGrid(array)

    def refused() -> None:
        with pytest.raises(wl.QueryError):
            grid.path((0, 0), (99, 99))

    def edited() -> None:
        live[1:3, 1] = False
        live[1:3, 1] = True

    calls = 100_000
    flat(lambda: grid.path((0, 0), (11, 7)).cells, calls)
    flat(lambda: grid.path((0, 0), (11, 7)).turns, calls // 10)
    flat(lambda: index.path((0, 0), (11, 7)).cells, calls)
    flat(lambda: wl.Grid(array), calls // 10)
    flat(lambda: np.asarray(grid.distances([(0, 0)])), calls // 10)
    flat(lambda: graph.path(0, 2).nodes, calls // 10)
    flat(lambda: grid.paths([(0, 0)] * 3, (5, 5)).cells, calls // 50)
    flat(refused, calls // 50)
    flat(edited, calls // 10)
    flat(lambda: pickle.loads(pickle.dumps(grid)), calls // 50)


def test_files(tmp_path: pathlib.Path) -> None:
    grid = maze()
    index = grid.prepare()
    path = tmp_path / "map.wl"
    index.save(path)
    assert wl.GridIndex.open(path, grid).path(*ends(grid)) == index.path(*ends(grid))
    assert wl.GridIndex.open(str(path), grid).kind == index.kind
    with path.open("rb") as file:
        assert wl.GridIndex.open(file, grid).kind == index.kind
    with pytest.raises(wl.PreparationError, match="another map"):
        wl.GridIndex.open(path, wl.Grid(np.ones((9, 9), dtype=bool)))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    with pytest.raises(wl.PreparationError):
        wl.GridIndex.open(io.BytesIO(content), grid)
    with pytest.raises(FileNotFoundError):
        wl.GridIndex.open(tmp_path / "nothing", grid)
    with pytest.raises(FileNotFoundError):
        index.save(tmp_path / "nowhere" / "map.wl")
    with pytest.raises(wl.WrongType, match="open as bytes"):
        wl.GridIndex.open(io.StringIO("text"), grid)
    assert [file.name for file in tmp_path.iterdir()] == ["map.wl"]


MISSING = {
    "Grid.open": lambda path: wl.Grid.open(path),
    "Grid.from_image": lambda path: pytest.importorskip("PIL") and wl.Grid.from_image(path),
    "Grid.from_ros": lambda path: wl.Grid.from_ros(path),
    "Terrain.open": lambda path: wl.Terrain.open(path),
    "Body.from_toml": lambda path: wl.Body.from_toml(path),
    "GridIndex.open": lambda path: wl.GridIndex.open(path, maze()),
    "GraphIndex.open": lambda path: wl.GraphIndex.open(path, wl.Graph.from_edges([0], [1], [1.0])),
    "Network.open": lambda path: wl.Network.open(path),
    "Network.open, profile": lambda path: wl.Network.open("roads:100:seed=1", profile=str(path)),
    "Batch": lambda path: wl.Batch(maze(), index=path),
    "GridIndex.save": lambda path: maze().prepare().save(path / "map.wl"),
}


@pytest.mark.parametrize("name", MISSING)
def test_files_that_are_not_there(name: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "nowhere" / "nothing.csv"
    with pytest.raises(wl.MissingFile, match="No such file or directory.*nowhere") as raised:
        MISSING[name](path)
    assert isinstance(raised.value, FileNotFoundError) and isinstance(raised.value, wl.WaylineError)
    assert "nowhere" in str(raised.value.filename)


def test_files_that_cannot_be_read(tmp_path: pathlib.Path) -> None:
    for open_it in [wl.Grid.open, wl.Terrain.open, wl.Grid.from_ros]:
        with pytest.raises(wl.FileError, match="Is a directory"):
            open_it(tmp_path)


def test_columns_by_other_names(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "ferries.csv"
    path.write_text("a,b,minutes\nhel,tll,120\ntll,arn,930\n")
    with pytest.raises(wl.NetworkError, match="'cost'; if it is called something else, name it by --fields cost=NAME"):
        wl.Network.open(path, fields={"from": "a", "to": "b"})
    ferries = wl.Network.open(path, fields={"from": "a", "to": "b", "cost": "minutes"})
    assert ferries.route("hel", "arn").cost == 1050.0
    assert pickle.loads(pickle.dumps(ferries)).route("hel", "arn").cost == 1050.0
    with pytest.raises(wl.NetworkError, match="fields has 'form': expected any of from, to"):
        wl.Network.open(path, fields={"form": "a"})  # type: ignore[dict-item]


def test_files_of_traces(tmp_path: pathlib.Path) -> None:
    grid = maze()
    trace = grid.trace(*ends(grid), algorithm="astar")
    trace.save(tmp_path / "a.trace.yaml")
    trace.to_gif(tmp_path / "a.gif")
    trace.to_png(tmp_path / "a.png")
    trace.to_svg(tmp_path / "a.svg")
    assert (tmp_path / "a.gif").read_bytes() == trace.to_gif()
    assert (tmp_path / "a.png").read_bytes() == trace.to_png()
    assert (tmp_path / "a.svg").read_text() == trace.to_svg()
    assert (tmp_path / "a.trace.yaml").read_text().startswith("version: 1.4.0")
    assert len(trace.expanded) == trace.answer.stats["expanded"]


def test_limits_and_algorithms() -> None:
    grid = wl.Grid(np.ones((60, 60), dtype=bool))
    start, goal = (0, 0), (59, 40)
    best = grid.cost(start, goal)
    assert not grid.path(start, goal, max_expansions=3, algorithm="astar")
    assert grid.path(start, goal, max_expansions=3, algorithm="astar").outcome == "stopped: limit on expansions"
    assert grid.path(start, goal, max_cost=best - 1).cost == np.inf
    assert grid.path(start, goal, max_cost=best + 1).cost == best
    assert grid.path(start, goal, max_cost=np.inf).cost == best
    weighted = grid.path(start, goal, weight=3.0)
    assert weighted.algorithm == "weighted" and best <= weighted.cost <= 3 * best
    for name in wl.algorithms():
        if name not in {"prepared", "ida", "naive", "dfs", "theta", "bfs", "greedy", "weighted"}:
            assert grid.path(start, goal, algorithm=name).cost == best
    with pytest.raises(wl.QueryError, match="unknown algorithm 'magic': expected one of auto"):
        grid.path(start, goal, algorithm="magic")
    with pytest.raises(wl.QueryError, match="weight"):
        grid.path(start, goal, weight=0.5)
    with pytest.raises(wl.WaylineError):
        grid.path(start, goal, max_cost=-1.0)
    with pytest.raises(wl.QueryError, match="max_seconds"):
        grid.path(start, goal, max_seconds=-1.0)


def test_the_closest_cell() -> None:
    answer = wl.Grid.from_rows(["....#..", "....#..", "....###"]).path((2, 0), (0, 6), closest=True)
    assert not answer and answer.outcome == "unreachable" and answer.cells[-1].tolist() == [0, 3]


def test_rules_that_are_none_are_refused() -> None:
    array = np.ones((2, 2), dtype=bool)
    for keywords in [
        {"moves": 6},
        {"corners": "sometimes"},
        {"order": "yx"},
        {"step_costs": (0, 1)},
        {"step_costs": 5},
    ]:
        with pytest.raises(wl.WaylineError):
            wl.Grid(array, **keywords)
    assert wl.Grid(array, step_costs=(10, 14)).cost((0, 0), (1, 1)) == 14.0
    assert wl.Grid(np.array([[1.0, 4.0]]), charge="mean").cost((0, 0), (0, 1)) == 2.5
    with pytest.raises(wl.WaylineError, match="charge"):
        wl.Grid(array, charge="twice")
    assert hash(wl.Grid(array)) == hash(wl.Grid(array))
    assert wl.Grid(array, step_costs="uniform").cost((0, 0), (1, 1)) == 1.0


def test_errors_of_graphs_and_networks() -> None:
    with pytest.raises(wl.InputError, match="edge 0"):
        wl.Graph.from_edges([0], [1], [-1.0])
    with pytest.raises(wl.InputError, match="as many"):
        wl.Graph.from_edges([0, 1], [1], [1.0])
    graph = wl.Graph.from_edges([0], [1], [1.0])
    with pytest.raises(wl.QueryError, match="node 5 does not exist"):
        graph.path(0, 5)
    with pytest.raises(wl.WrongType):
        graph.path("a", "b")
    with pytest.raises(wl.QueryError, match="edge 3"):
        graph.set_costs([0, 3], [2.0, 2.0])
    assert graph.cost(0, 1) == 1.0
    roads = wl.Network.open("roads:300:seed=1")
    with pytest.raises(wl.NetworkError, match="off the globe"):
        roads.route((100.0, 0.0), "3")
    with pytest.raises(wl.WrongType):
        roads.route(None, "3")


def test_a_network_by_positions() -> None:
    roads = wl.Network.open("roads:300:seed=1")
    positions = roads.table()["position"]
    route = roads.route(tuple(positions[0].tolist()), tuple(positions[200].tolist()))
    # At a node, on any of its streets.
    assert route and route.cost <= roads.route("0", "200").cost
    by_array = roads.matrix(positions[:3], positions[5:7])
    assert by_array.shape == (3, 2) and np.isfinite(by_array).all()
    assert roads.matrix(["0"], ["200"])[0, 0] == roads.route("0", "200").cost
    prepared = roads.prepare()
    assert (prepared.matrix(["0", "7"], ["3", "200"]) == roads.matrix(["0", "7"], ["3", "200"])).all()


def test_units_go_around_each_other() -> None:
    world = wl.World(wl.Terrain(["." * 16] * 9))
    king = wl.Body.preset("king")
    one, other = world.add(king, (4, 1, "E")), world.add(king, (4, 14, "W"))
    world.send(one, (4, 14))
    world.send(other, (4, 1))
    events = []
    for _ in range(200):
        events += world.tick()
        if world.arrived(one) and world.arrived(other):
            break
    assert world.placement(one)[:2] == (4, 14) and world.placement(other)[:2] == (4, 1)
    assert {event["event"] for event in events} >= {"planned", "moves", "arrived"}
    with pytest.raises(wl.QueryError, match="no unit 9"):
        world.placement(9)
    with pytest.raises(wl.QueryError, match="heading"):
        world.add(king, (0, 0, "X"))


def test_a_heading_that_kings_cannot_take_is_said() -> None:
    world = wl.World(wl.Terrain(["." * 40] * 20))
    kings = [world.add(wl.Body.preset("king"), (2, 3 * i, "E")) for i in range(3)]
    world.send_formation(kings, (15, 30, "N"), "line")
    events = [event for _ in range(3) for event in world.tick()]
    assert "no way" in {event["event"] for event in events}
    assert {world.why_not(king) for king in kings} == {"the goal can be reached only with heading E"}
    world.send_formation(kings, (15, 30, "E"), "line")
    world.tick()
    assert {world.why_not(king) for king in kings} == {None}


def test_pages_of_traces(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from wayline import _notebook

    trace = wl.Grid.from_rows(["..3", ".#."], moves=4).trace((0, 0), (1, 2), algorithm="astar", heuristic="zero")
    # Without the page, as a package is that was built from its source.
    monkeypatch.setattr(_notebook, "_page", lambda: None)
    with pytest.raises(wl.WaylineError, match="built without its page: .* web/build"):
        trace.to_html()
    monkeypatch.setattr(_notebook, "_page", lambda: f"<title>page</title>{_notebook._PLACE}")
    page = trace.to_html()
    assert page is not None and page.count("<script") == page.count("</script>") == 1
    trace.to_html(tmp_path / "a.html")
    assert (tmp_path / "a.html").read_text() == page
    recording = json.loads(page.split(">", 3)[3].removesuffix("</script>"))

    def unpacked(text: str, kind: str) -> list[float]:
        content: list[float] = np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype=kind).tolist()
        return content

    assert (recording["width"], recording["height"], recording["from"], recording["to"]) == (3, 2, 0, 5)
    assert unpacked(recording["costs"], "<f4") == [1, 1, 3, 1, 0, 1]
    assert unpacked(recording["path"], "<u4") == [0, 1, 2, 5]
    assert recording["cost"] == trace.answer.cost and recording["missed"] == 0
    events = trace.events()
    assert unpacked(recording["events"]["kinds"], "u1") == events["kind"].tolist()
    cells = [row * 3 + column for row, column in events["cell"].tolist()]
    assert unpacked(recording["events"]["cells"], "<u4") == cells
    assert np.allclose(unpacked(recording["events"]["g"], "<f4"), events["g"])
    parents = unpacked(recording["events"]["parents"], "<u4")
    assert parents[0] == 2**32 - 1 and set(parents[1:]) <= {2**32 - 1, *cells}
    assert recording["options"] == {"algorithm": "astar", "moves": 4, "corners": "never", "heuristic": "zero"}
    assert '"' not in _notebook.frame(trace, 300).split('srcdoc="')[1].split('" title')[0]
    monkeypatch.setattr(_notebook, "MOST_EVENTS", 3)
    with pytest.raises(wl.InputError, match="expected at most 3 on a page; to_gif"):
        trace.to_html()


def test_traces_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    from wayline import _notebook

    trace = wl.Grid.from_rows(["..."]).trace((0, 0), (0, 2))
    monkeypatch.setattr(_notebook, "_page", lambda: f"<title>page</title>{_notebook._PLACE}")
    # Not in a notebook: in the browser.
    monkeypatch.setitem(sys.modules, "IPython.display", None)
    opened: list[str] = []
    monkeypatch.setattr(_notebook.webbrowser, "open", opened.append)
    trace.show()
    (address,) = opened
    file = pathlib.Path(urllib.request.url2pathname(urllib.parse.urlparse(address).path))
    assert file.read_text() == trace.to_html()
    file.unlink()
    # In one: below the cell.
    shown: list[str] = []
    display = types.SimpleNamespace(display=shown.append, HTML=str)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=object))
    trace.show(height=300)
    assert len(shown) == 1 and "height: 300px" in shown[0] and len(opened) == 1
