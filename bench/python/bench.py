"""The Python package beside its peers, in one process, on the same questions.

Targets, each a ratio of times in the same run:

- one path at a time, the call included, on plain game maps: at least 40 times as fast as pyastar2d and tcod by search,
  150 times prepared; 4 times on weighted maps; 1,000 times networkx and scikit-image
- a call takes under 3 microseconds more than the engine, for a path of 100 cells
- `costs` of an index: at least 1 million a second by one thread; `paths` with cells 300 thousand; two threads at least
  1.8 times one
- `distances` on 1024x1024: at least 20 times scipy's, 3 times tcod's

Costs are compared with every peer's: where a peer does the same exact job, a mismatch ends the run with status 3.
Times are each question's fastest of some passes over the whole list, never the same question twice in a row; of slow
peers only the first few questions are asked.
"""

# ruff: noqa: B023 (what a loop times is called in its own turn)
from __future__ import annotations

import argparse
import functools
import math
import os
import pathlib
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import wayline as wl

Pair = tuple[tuple[int, int], tuple[int, int]]
SQRT2 = math.sqrt(2.0)


def best(ask: Callable[[Any, Any], Any], pairs: list[Pair], passes: int) -> float:
    """The mean over all questions of the fastest time, in microseconds."""
    fastest = [math.inf] * len(pairs)
    for _ in range(passes):
        for at, (start, goal) in enumerate(pairs):
            began = time.perf_counter_ns()
            ask(start, goal)
            fastest[at] = min(fastest[at], time.perf_counter_ns() - began)
    return sum(fastest) / len(fastest) / 1000.0


def best_of(ask: Callable[[], Any], passes: int) -> float:
    """The fastest time, in seconds."""
    fastest = math.inf
    for _ in range(passes):
        began = time.perf_counter()
        ask()
        fastest = min(fastest, time.perf_counter() - began)
    return fastest


def same(what: str, ours: float, theirs: float) -> None:
    if not math.isclose(ours, theirs, rel_tol=1e-5):
        print(f"{what}: we say {ours}, the peer says {theirs}")
        sys.exit(3)


def show(name: str, peer: float, ours: float, target: float | None = None) -> None:
    ratio = peer / ours
    wanted = "" if target is None else f"   wanted {target:g}: {'yes' if ratio >= target else 'NO'}"
    print(f"  {name:44} {peer:12.2f}   {ratio:9.1f} times ours{wanted}", flush=True)


@functools.cache
def maps(count: int) -> list[tuple[str, wl.Grid, wl.GridIndex]]:
    """Game maps with their indices, if there are any; else made up ones."""
    folder = pathlib.Path(os.environ.get("WAYLINE_DATA", "")) / "movingai"
    files = sorted(file for name in ["dao", "bgmaps", "sc1"] for file in folder.glob(f"{name}*/*.map"))
    # Small ones say more about the call than about the search.
    files = [file for file in files if file.stat().st_size > 200_000]
    if files:
        chosen = [files[at * len(files) // count] for at in range(count)]
        named = [(file.name, wl.Grid.open(file)) for file in chosen]
    else:
        specs = [f"caves:512x512:seed={seed}" for seed in range(count)]
        named = [(spec, wl.Grid.generate(spec)) for spec in specs]
    return [(name, grid, grid.prepare()) for name, grid in named]


def questions(index: wl.GridIndex, count: int, seed: int = 1) -> list[Pair]:
    """Random questions that have a path."""
    cells = np.argwhere(index.grid.free)
    random = np.random.default_rng(seed)
    starts, goals = cells[random.integers(0, len(cells), (2, count * 8))]
    found = np.flatnonzero(np.isfinite(index.costs(starts, goals)))[:count]
    return [(tuple(starts[at].tolist()), tuple(goals[at].tolist())) for at in found]


def as_networkx(free: np.ndarray[Any, Any]) -> Any:
    """Eight moves that cut no corners, with costs."""
    import networkx as nx

    graph = nx.Graph()
    height, width = free.shape
    for row, column in np.argwhere(free).tolist():
        for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            r, c = row + dr, column + dc
            if 0 <= r < height and 0 <= c < width and free[r, c] and free[row, c] and free[r, column]:
                graph.add_edge((row, column), (r, c), weight=SQRT2 if dr and dc else 1.0)
    return graph


def octile(a: tuple[int, int], b: tuple[int, int]) -> float:
    dr, dc = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(dr, dc) + (SQRT2 - 1.0) * min(dr, dc)


def plain(count: int, queries: int) -> None:
    """One path at a time on plain maps. pyastar2d and tcod cut corners there, as they cannot do otherwise."""
    import networkx as nx
    import pyastar2d
    import skimage.graph
    import tcod.path

    for name, grid, index in maps(count):
        free = grid.free
        pairs = questions(index, queries)
        online, prepared = best(grid.path, pairs, 5), best(index.path, pairs, 5)
        cells = best(lambda a, b: index.path(a, b).cells, pairs, 5)
        print(f"{name}: {grid.shape}, {len(pairs)} questions, microseconds a path")
        print(f"  {'wayline, search':44} {online:12.2f}")
        print(f"  {'wayline, prepared':44} {prepared:12.2f}   with .cells {cells:.2f}")
        weights = np.where(free, 1.0, np.inf).astype(np.float32)
        peer = best(lambda a, b: pyastar2d.astar_path(weights, a, b, allow_diagonal=True), pairs[:20], 2)
        show("pyastar2d, beside search", peer, online, 40)
        show("pyastar2d, beside prepared", peer, prepared, 150)
        cost = free.astype(np.int8)
        rounds = tcod.path.SimpleGraph(cost=cost, cardinal=70, diagonal=99)

        def by_tcod(a: tuple[int, int], b: tuple[int, int]) -> Any:
            finder = tcod.path.Pathfinder(rounds)
            finder.add_root(a)
            return finder.path_to(b)

        peer = best(by_tcod, pairs[:20], 2)
        show("tcod, beside search", peer, online, 40)
        show("tcod, beside prepared", peer, prepared, 150)
        graph = as_networkx(free)
        few = pairs[:3]
        for start, goal in few:
            theirs = nx.astar_path_length(graph, start, goal, octile)
            same(f"{name} {start} {goal}", grid.cost(start, goal), theirs)
        peer = best(lambda a, b: nx.astar_path(graph, a, b, octile), few, 1)
        show("networkx astar_path", peer, online, 1000)
        costs = np.where(free, 1.0, -1.0)
        peer = best(lambda a, b: skimage.graph.route_through_array(costs, a, b), few, 1)
        show("scikit-image route_through_array", peer, online, 1000)


def weighted(count: int, queries: int) -> None:
    """One path at a time on maps with costs, by the rules of the peers: diagonals cost as much, corners are cut."""
    import pyastar2d
    import tcod.path

    for name, grid, index in maps(count):
        random = np.random.default_rng(3)
        costs = np.where(grid.free, random.integers(1, 10, grid.shape), 0).astype(np.uint8)
        ours = wl.Grid(costs, corners="always", step_costs="uniform")
        pairs = questions(index, queries)
        online = best(ours.path, pairs, 3)
        began = time.perf_counter()
        marks = ours.landmarks()
        took = time.perf_counter() - began
        for start, goal in pairs[:20]:
            same(f"{name} {start} {goal}, landmarks", marks.cost(start, goal), ours.cost(start, goal))
        guided = best(marks.path, pairs, 3)
        print(f"{name} with costs: {len(pairs)} questions, microseconds a path")
        print(f"  {'wayline, search':44} {online:12.2f}")
        made = f"chosen in {took:.2f} s, {marks.nbytes / 1e6:.0f} MB"
        print(f"  {'wayline, landmarks':44} {guided:12.2f}   {made}")
        weights = np.where(costs > 0, costs, np.inf).astype(np.float32)
        for start, goal in pairs[:5]:
            theirs = pyastar2d.astar_path(weights, start, goal, allow_diagonal=True)
            same(f"{name} {start} {goal}", ours.cost(start, goal), float(weights[tuple(theirs[1:].T)].sum()))
        peer = best(lambda a, b: pyastar2d.astar_path(weights, a, b, allow_diagonal=True), pairs[:20], 2)
        show("pyastar2d, beside search", peer, online, 4)
        show("pyastar2d, beside landmarks", peer, guided, 4)
        rounds = tcod.path.SimpleGraph(cost=costs.astype(np.int8), cardinal=1, diagonal=1)

        def by_tcod(a: tuple[int, int], b: tuple[int, int]) -> Any:
            finder = tcod.path.Pathfinder(rounds)
            finder.add_root(a)
            return finder.path_to(b)

        for start, goal in pairs[:5]:
            theirs = by_tcod(start, goal)
            same(f"{name} {start} {goal}", ours.cost(start, goal), float(costs[tuple(theirs[1:].T)].sum()))
        peer = best(by_tcod, pairs[:20], 2)
        show("tcod, beside search", peer, online, 4)
        show("tcod, beside landmarks", peer, guided, 4)


def calls() -> None:
    """What a call costs beside the search: a path of 100 cells on an empty map, next to nothing for the engine."""
    grid = wl.Grid(np.ones((200, 200), dtype=bool))
    index = grid.prepare()
    start, goal = (50, 50), (149, 149)
    print("a call, microseconds, path of 100 cells")
    for name, ask in [
        ("grid.path", lambda: grid.path(start, goal)),
        ("grid.path(...).cells", lambda: grid.path(start, goal).cells),
        ("index.path", lambda: index.path(start, goal)),
        ("index.cost", lambda: index.cost(start, goal)),
        ("grid.path of one cell", lambda: grid.path(start, start)),
    ]:
        for _ in range(1000):
            ask()
        took = best_of(lambda: [ask() for _ in range(10000)], 5) / 10000 * 1e6
        wanted = f"   wanted 3: {'yes' if took < 3 else 'NO'}" if name != "grid.path(...).cells" else ""
        print(f"  {name:44} {took:12.2f}{wanted}")


def batches(count: int) -> None:
    """Many questions in one call, by one thread and by two."""
    for name, _, index in maps(count):
        pairs = questions(index, 20000)
        starts, goals = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs])
        print(f"{name}: {len(pairs)} prepared questions in one call, thousands a second")
        for what, ask, target in [
            ("costs", lambda threads: index.costs(starts, goals, threads=threads), 1000),
            ("paths with cells", lambda threads: index.paths(starts, goals, threads=threads), 300),
        ]:
            one, two = (len(pairs) / best_of(lambda: ask(threads), 5) / 1e3 for threads in [1, 2])
            wanted = "yes" if one >= target and two / one >= 1.8 else "NO"
            print(f"  {what:20} one thread {one:9.0f}, two {two:9.0f} ({two / one:.2f} times)   {wanted}")


def distances() -> None:
    """From one cell to everywhere, on 1024x1024."""
    import scipy.sparse
    import scipy.sparse.csgraph
    import tcod.path

    grid = wl.Grid.generate("caves:1024x1024:seed=1")
    free = grid.free
    start = tuple(np.argwhere(free)[free.sum() // 2].tolist())
    ours = best_of(lambda: np.asarray(grid.distances([start])), 5)
    print(f"distances on 1024x1024, seconds: ours {ours:.4f}")
    number = np.arange(free.size).reshape(free.shape)
    rows, columns, costs = [], [], []
    for dr, dc, cost in [(0, 1, 1.0), (1, 0, 1.0), (1, 1, SQRT2), (1, -1, SQRT2)]:
        height, width = free.shape
        a = (slice(0, height - dr), slice(max(0, -dc), width - max(0, dc)))
        b = (slice(dr, height), slice(max(0, dc), width + min(0, dc)))
        legal = free[a] & free[b]
        if dr and dc:
            legal = legal & free[a[0], b[1]] & free[b[0], a[1]]
        rows.append(number[a][legal])
        columns.append(number[b][legal])
        costs.append(np.full(int(legal.sum()), cost))
    size = (free.size, free.size)
    matrix = scipy.sparse.csr_matrix((np.concatenate(costs), (np.concatenate(rows), np.concatenate(columns))), size)
    dijkstra = scipy.sparse.csgraph.dijkstra
    theirs = dijkstra(matrix, directed=False, indices=number[start]).reshape(free.shape)
    if not np.allclose(theirs, np.asarray(grid.distances([start]))):
        print("distances: scipy says something else")
        sys.exit(3)
    peer = best_of(lambda: dijkstra(matrix, directed=False, indices=number[start]), 2)
    show("scipy, its matrix made beforehand", peer, ours, 20)
    graph = tcod.path.SimpleGraph(cost=free.astype(np.int8), cardinal=70, diagonal=99)

    def by_tcod() -> None:
        finder = tcod.path.Pathfinder(graph)
        finder.add_root(start)
        finder.resolve()

    show("tcod", best_of(by_tcod, 2), ours, 3)


def main() -> None:
    parser = argparse.ArgumentParser(description="The Python package beside its peers.")
    parts = ["plain", "weighted", "calls", "batches", "distances"]
    parser.add_argument("--only", choices=parts, action="append", help="this part; may be given again")
    parser.add_argument("--maps", type=int, default=3)
    parser.add_argument("--queries", type=int, default=200)
    options = parser.parse_args()
    for part in options.only or parts:
        if part in {"plain", "weighted"}:
            globals()[part](options.maps, options.queries)
        elif part == "batches":
            batches(options.maps)
        else:
            globals()[part]()


if __name__ == "__main__":
    main()
