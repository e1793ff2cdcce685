"""The same answers as networkx and scipy, on small maps and graphs of every kind."""

from __future__ import annotations

import math
from typing import Any

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.csgraph
import wayline as wl
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

SIDES = st.tuples(st.integers(1, 7), st.integers(1, 7))
FREE = hnp.arrays(bool, SIDES)
BYTES = hnp.arrays(np.uint8, SIDES, elements=st.integers(0, 9))
FLOATS = hnp.arrays(
    np.float32, SIDES, elements=st.one_of(st.sampled_from([0.25, 1.0, 1.5, 20.0]), st.just(float("inf")))
)
RULES = st.tuples(st.sampled_from([4, 8]), st.sampled_from(["never", "one", "always"]))


def as_networkx(enter: np.ndarray[Any, Any], moves: int, corners: str) -> nx.DiGraph:
    """The steps of a map, by the rules as they are written down."""
    graph = nx.DiGraph()
    free = np.isfinite(enter)
    height, width = enter.shape
    graph.add_nodes_from((row, column) for row, column in np.argwhere(free).tolist())
    for row, column in list(graph):
        for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]:
            to = (row + dr, column + dc)
            if not (0 <= to[0] < height and 0 <= to[1] < width and free[to]):
                continue
            length = 1.0
            if dr and dc:
                beside = int(free[row, column + dc]) + int(free[row + dr, column])
                if moves == 4 or beside < {"never": 2, "one": 1, "always": 0}[corners]:
                    continue
                length = math.sqrt(2.0)
            graph.add_edge((row, column), to, weight=length * float(enter[to]))
    return graph


def compare(array: np.ndarray[Any, Any], rules: tuple[int, str], data: Any) -> None:
    moves, corners = rules
    grid = wl.Grid(array, moves=moves, corners=corners)
    if grid.free_cells == 0:
        return
    free = np.argwhere(grid.free)
    start = tuple(free[data.draw(st.integers(0, len(free) - 1))].tolist())
    graph = as_networkx(grid.enter_costs, moves, corners)
    expected = nx.single_source_dijkstra_path_length(graph, start)
    goals = free.tolist()
    want = np.array([expected.get(tuple(goal), math.inf) for goal in goals])
    assert grid.costs(start, goals) == pytest.approx(want)
    assert np.asarray(grid.distances([start]))[tuple(free.T)] == pytest.approx(want)
    back = nx.single_source_dijkstra_path_length(graph.reverse(), start)
    want_back = [back.get(tuple(goal), math.inf) for goal in goals]
    assert np.asarray(grid.distances(towards=[start]))[tuple(free.T)] == pytest.approx(want_back)
    paths = grid.paths(start, goals)
    assert paths.costs == pytest.approx(want)
    for goal, path, cost in zip(goals, paths, want):
        if math.isinf(cost):
            assert len(path) == 0
            continue
        cells = [tuple(cell) for cell in path.tolist()]
        assert cells[0] == start and cells[-1] == tuple(goal)
        assert nx.path_weight(graph, cells, "weight") == pytest.approx(cost)
    if moves == 8 and corners == "never" and not (grid.enter_costs[grid.free] != 1).any():
        index = grid.prepare()
        assert (index.costs(start, goals) == paths.costs).all()
        assert (index.matrix([start], goals)[0] == paths.costs).all()
        for path, cost in zip(index.paths(start, goals), want):
            cells = [tuple(cell) for cell in path.tolist()]
            assert math.isinf(cost) or nx.path_weight(graph, cells, "weight") == pytest.approx(cost)


@given(FREE, RULES, st.data())
def test_plain_maps(array: np.ndarray[Any, Any], rules: tuple[int, str], data: Any) -> None:
    compare(array, rules, data)


@given(BYTES, RULES, st.data())
def test_maps_with_costs(array: np.ndarray[Any, Any], rules: tuple[int, str], data: Any) -> None:
    compare(array, rules, data)


@given(FLOATS, RULES, st.data())
def test_maps_with_costs_that_are_fractions(array: np.ndarray[Any, Any], rules: tuple[int, str], data: Any) -> None:
    compare(array, rules, data)


@given(FREE, st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.booleans()), max_size=8), st.data())
def test_maps_that_change(array: np.ndarray[Any, Any], edits: list[tuple[int, int, bool]], data: Any) -> None:
    live = wl.LiveGrid(array)
    array = array.copy()
    for row, column, free in edits:
        key = (row % array.shape[0], column % array.shape[1])
        live[key] = array[key] = free
        cells = np.argwhere(array)
        if len(cells) == 0:
            continue
        start, goal = (tuple(cells[data.draw(st.integers(0, len(cells) - 1))].tolist()) for _ in range(2))
        graph = as_networkx(np.where(array, 1.0, np.inf), 8, "never")
        try:
            expected = nx.dijkstra_path_length(graph, start, goal)
        except nx.NetworkXNoPath:
            expected = math.inf
        assert live.cost(start, goal) == pytest.approx(expected)
        assert live.path(start, goal).cost == pytest.approx(expected)


EDGES = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 7), st.sampled_from([0.0, 0.5, 1.0, 2.25, 7.0])), max_size=20
)


@given(EDGES, st.booleans(), st.integers(0, 7), st.integers(0, 7))
def test_graphs(edges: list[tuple[int, int, float]], directed: bool, start: int, goal: int) -> None:
    src, dst, cost = [list(part) for part in zip(*edges)] if edges else ([], [], [])
    graph = wl.Graph.from_edges(src, dst, cost, directed=directed, nodes=8)
    peer: Any = nx.MultiDiGraph() if directed else nx.MultiGraph()
    peer.add_nodes_from(range(8))
    peer.add_weighted_edges_from(edges)
    lengths = nx.single_source_dijkstra_path_length(peer, start)
    expected = [lengths.get(node, math.inf) for node in range(8)]
    assert graph.distances([start]).tolist() == expected
    assert graph.matrix([start], range(8)).tolist() == [expected]
    assert graph.costs(start, range(8)).tolist() == expected
    answer = graph.path(start, goal)
    assert bool(answer) == (expected[goal] < math.inf) and answer.cost == expected[goal]
    assert answer.cost == sum(cost[edge] for edge in answer.edges) or not answer
    for kind in ["labels", "hierarchy", "customizable"]:
        index = graph.prepare(kind=kind)
        assert index.cost(start, goal) == expected[goal]
        assert index.matrix([start], range(8)).tolist() == [expected]
        assert index.path(start, goal).cost == expected[goal]
    again = wl.Graph.from_networkx(peer)
    assert again.matrix([start], list(range(8))).tolist() == [expected]


@given(hnp.arrays(np.float64, (6, 6), elements=st.sampled_from([0.0, 0.0, 0.5, 1.0, 3.0])))
def test_sparse_matrices(matrix: np.ndarray[Any, Any]) -> None:
    sparse = scipy.sparse.csr_matrix(matrix)
    expected = scipy.sparse.csgraph.dijkstra(sparse)
    assert np.array_equal(wl.Graph.from_scipy(sparse).matrix(range(6), range(6)), expected)
    both = scipy.sparse.csgraph.dijkstra(sparse, directed=False)
    assert np.array_equal(wl.Graph.from_scipy(sparse, directed=False).matrix(range(6), range(6)), both)


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from([0.5, 1.0, 4.0, 9.0])), max_size=10))
def test_costs_that_change(changes: list[tuple[int, float]]) -> None:
    ring = [(node, (node + 1) % 10) for node in range(10)]
    graph = wl.Graph.from_edges(*zip(*ring), [1.0] * 10, directed=False)
    index = graph.prepare(kind="customizable")
    peer = nx.Graph([(a, b, {"weight": 1.0}) for a, b in ring])
    for edge, cost in changes:
        graph.set_costs([edge], [cost])
        index.update(graph)
        peer.edges[ring[edge]]["weight"] = cost
        lengths = nx.single_source_dijkstra_path_length(peer, 0)
        expected = [lengths[node] for node in range(10)]
        assert graph.matrix([0], range(10)).tolist() == index.matrix([0], range(10)).tolist() == [expected]
