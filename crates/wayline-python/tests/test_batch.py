"""Tables of queries, in and out by Arrow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import wayline as wl

pa = pytest.importorskip("pyarrow")


def queries(count: int, height: int, width: int, seed: int = 1) -> Any:
    """Rows between random cells, some of them outside."""
    random = np.random.default_rng(seed)
    columns = {name: random.integers(0, width + 1, count) for name in ("sx", "gx")}
    columns |= {name: random.integers(0, height + 1, count) for name in ("sy", "gy")}
    return pa.table({"row": np.arange(count)} | columns)


def grid(height: int = 20, width: int = 30) -> wl.Grid:
    return wl.Grid(np.random.default_rng(2).random((height, width)) > 0.3)


@pytest.mark.parametrize("threads", [1, 2])
def test_every_row_is_answered_as_a_path_alone_is(threads: int) -> None:
    ground = grid()
    table = queries(500, 20, 30)
    answers = wl.batch(ground, table, paths=True, threads=threads)
    assert isinstance(answers, pa.Table)
    assert answers.column("row") == table.column("row")
    statuses = set()
    for row in answers.to_pylist():
        start, goal = (row["sy"], row["sx"]), (row["gy"], row["gx"])
        statuses.add(row["status"])
        if row["status"] == "bad":
            with pytest.raises(wl.WaylineError):
                ground.path(start, goal)
            assert row["reason"] and row["cost"] is None
            continue
        answer = ground.path(start, goal)
        assert row["status"] == answer.outcome
        if answer:
            assert row["cost"] == pytest.approx(answer.cost)
            assert row["steps"] == len(answer.cells) - 1 == len(row["path"]) - 1
        else:
            assert row["cost"] is None
    assert statuses == {"found", "unreachable", "bad"}


def test_costs_are_those_of_the_array() -> None:
    costs = np.random.default_rng(3).uniform(0.5, 900.0, (12, 15))
    ground = wl.Grid(costs)
    row = pa.table({"sx": [0], "sy": [0], "gx": [14], "gy": [11]})
    (answer,) = wl.batch(ground, row).to_pylist()
    assert answer["cost"] == pytest.approx(ground.path((0, 0), (11, 14)).cost)


def test_kinds_of_tables() -> None:
    row = {"sx": [0], "sy": [0], "gx": [3], "gy": [0]}
    ground = wl.Grid(np.ones((1, 4), dtype=bool))
    assert isinstance(wl.batch(ground, pa.record_batch(row)), pa.RecordBatch)
    empty = pa.record_batch(row).slice(0, 0)
    assert wl.batch(ground, empty).num_rows == 0
    polars = pytest.importorskip("polars")
    answers = wl.batch(ground, polars.DataFrame(row))
    assert polars.DataFrame(answers)["cost"].to_list() == [3.0]
    pandas = pytest.importorskip("pandas")
    assert pa.table(wl.batch(ground, pandas.DataFrame(row))).num_rows == 1


def test_engines_for_tables() -> None:
    """DuckDB and DataFusion, in and out by Arrow."""
    table = pa.table({"sx": [0, 3], "sy": [0, 3], "gx": [19, 99], "gy": [9, 3]})
    ground = wl.Grid(np.ones((10, 20), dtype=bool))
    datafusion = pytest.importorskip("datafusion")
    session = datafusion.SessionContext()
    answers = session.from_arrow(wl.batch(ground, session.from_arrow(table)))
    assert answers.filter(datafusion.col("status") == datafusion.lit("found")).count() == 1
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect() as connection:
        answers = pa.table(wl.batch(ground, connection.from_arrow(table)))
        found = connection.from_arrow(answers).filter("status = 'found'").aggregate("count(*)")
        assert found.fetchall() == [(1,)]


def test_maps_by_name_graphs_and_networks() -> None:
    open_field = wl.Grid(np.ones((5, 5), dtype=bool))
    table = pa.table({"map": ["a", "b", "c"], "sx": [0] * 3, "sy": [0] * 3, "gx": [4] * 3, "gy": [0] * 3})
    answers = wl.batch({"a": open_field, "b": grid()}, table)
    assert answers.column("status").to_pylist()[0] == "found"
    assert answers.column("status").to_pylist()[2] == "bad"
    graph = wl.Graph.from_edges([0, 1], [1, 2], [1.5, 2.0])
    answers = wl.batch(graph, pa.table({"from": [0, 2], "to": [2, 0]}), paths=True)
    assert answers.column("cost").to_pylist() == [3.5, None]
    assert answers.column("status").to_pylist() == ["found", "unreachable"]
    roads = wl.Network.open("roads:500:seed=1")
    answers = wl.batch(roads, pa.table({"from": ["0", "nowhere"], "to": ["99", "1"]}))
    assert answers.column("cost").to_pylist()[0] == pytest.approx(roads.route("0", "99").cost)
    assert answers.column("status").to_pylist()[1] == "bad"


def test_what_is_refused() -> None:
    ground = wl.Grid(np.ones((1, 4), dtype=bool))
    with pytest.raises(wl.WaylineError, match="no column 'sx'"):
        wl.batch(ground, pa.table({"a": [1]}))
    with pytest.raises(wl.WaylineError, match="speaks Arrow"):
        wl.batch(ground, [1, 2])
    with pytest.raises(wl.WaylineError, match="expected a Grid"):
        wl.batch(7, pa.table({"a": [1]}))  # type: ignore[arg-type]
    bad = pa.table({"sx": [0, 9], "sy": [0, 0], "gx": [1, 1], "gy": [0, 0]})
    with pytest.raises(wl.WaylineError, match="row 2"):
        wl.batch(ground, bad, strict=True)


def test_an_index_of_its_own(tmp_path: Any) -> None:
    """Whether it is an object or a file: the same answers as without."""
    ground, table = grid(), queries(300, 20, 30)
    file = tmp_path / "ground.wl"
    index = ground.prepare()
    index.save(file)
    expected = wl.batch(ground, table)
    assert wl.batch(index, table) == expected
    assert pa.table(wl.Batch(ground, index=file).answer(table)) == expected
    named = table.append_column("map", pa.array(["a", "b"] * 150))
    both = pa.table(wl.Batch({"a": ground, "b": index}).answer(named))
    assert both.drop_columns(["map"]) == expected
    with pytest.raises(wl.WaylineError, match="another map"):
        wl.Batch(grid(21, 30), index=file)
    with pytest.raises(wl.WrongType, match="give a GridIndex"):
        wl.Batch({"a": ground}, index=file)
    graph = wl.Graph.from_edges([0, 1, 2], [1, 2, 3], [1.0, 2.0, 3.0])
    graph.prepare().save(tmp_path / "graph.wl")
    ends = pa.table({"from": [0, 1], "to": [3, 0]})
    assert pa.table(wl.Batch(graph, index=tmp_path / "graph.wl").answer(ends)) == wl.batch(graph, ends)


def test_tables_about_bodies() -> None:
    rows = [
        "".join("#" if free else letter for free, letter in zip(line, "..S.....W." * 2, strict=True))
        for line in np.random.default_rng(6).random((14, 20)) < 0.12
    ]
    terrain, tank = wl.Terrain(rows), wl.Body.preset("tank")
    random = np.random.default_rng(4)
    table = queries(120, 13, 19, 5)
    headings = [random.choice(["E", "N", "W", "S"]) for _ in range(120)]
    goals = [random.choice(["E", "N", "any", None]) for _ in range(120)]
    table = table.append_column("heading", pa.array(headings)).append_column("goal_heading", pa.array(goals))
    answers = wl.batch(terrain, table, body="tank", paths=True)
    assert wl.batch(terrain, table, body=tank, paths=True, threads=2) == answers
    named = table.append_column("map", pa.array(["a"] * 120))
    assert wl.batch({"a": terrain}, named, body=tank, paths=True).drop_columns(["map"]) == answers
    statuses = set()
    for row in answers.to_pylist():
        statuses.add(row["status"])
        if row["status"] == "bad":
            assert "does not fit" in row["reason"] or "off the map" in row["reason"]
            continue
        heading = row["goal_heading"]
        goal = (row["gy"], row["gx"]) if heading in {None, "any"} else (row["gy"], row["gx"], heading)
        alone = tank.path(terrain, (row["sy"], row["sx"], row["heading"]), goal)
        assert row["status"] == alone.outcome
        if alone:
            assert row["cost"] == alone.cost
            assert row["path"][0] == {"x": row["sx"], "y": row["sy"], "heading": row["heading"]}
            assert len(row["path"]) == row["steps"] + 1
    assert {"found", "bad"} <= statuses


def test_what_is_no_table_about_bodies(tmp_path: Any) -> None:
    terrain = wl.Terrain(["....", "...."])
    row = pa.table({"sx": [0], "sy": [0], "gx": [2], "gy": [0]})
    with pytest.raises(wl.WrongType, match=r"expected a Terrain.*Terrain\(grid\) makes one"):
        wl.batch(wl.Grid(np.ones((2, 4), dtype=bool)), row, body="tank")
    with pytest.raises(wl.WrongType, match="with a body a Terrain"):
        wl.batch(terrain, row)
    with pytest.raises(wl.WaylineError, match="tnak"):
        wl.batch(terrain, row, body="tnak")
    with pytest.raises(wl.WrongType, match="expected a Body, or the name of a preset"):
        wl.batch(terrain, row, body=7)  # type: ignore[arg-type]
    file = tmp_path / "river.txt"
    file.write_text("..W.\n....\n")
    river = wl.Terrain.open(file)
    assert river.to_rows() == ["..W.", "...."]
    assert wl.batch(river, row, body="tank").column("status").to_pylist() == ["bad"]
