"""Spark with two workers, one of which is killed: every row is answered once, the same as locally."""

import os
import threading
import time

import pytest
from processes import assert_same, descendants, kill

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")


@pytest.fixture
def spark():
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("wayline")
    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "10000",
        "spark.sql.shuffle.partitions": "8",
        "spark.python.worker.reuse": "true",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


def test_a_killed_executor_loses_no_row_and_answers_none_twice(spark, arena, queries, files, tmp_path):
    import wayline
    import wayline.spark

    df = spark.read.parquet(files).repartition(8)
    before = set(descendants("CoarseGrainedExecutorBackend"))
    assert len(before) == 2
    killed = []

    def watch():
        tracker = spark.sparkContext.statusTracker()
        while not killed:
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            if any(stage and stage.numTasks == 8 and 0 < stage.numCompletedTasks < 8 for stage in stages):
                killed.append(min(before))
                kill(killed[0])
            time.sleep(0.005)

    watching = threading.Thread(target=watch, daemon=True)
    watching.start()
    target = str(tmp_path / "answers.parquet")
    wayline.spark.paths(df, arena).write.parquet(target)
    assert killed, "nothing was killed"

    import pyarrow.parquet

    assert_same(pyarrow.parquet.read_table(target), wayline.batch(wayline.Grid.open(arena), queries))


def test_maps_are_opened_once_in_a_process(spark, arena, files):
    import wayline.spark
    from wayline._executors import opened, portable

    df = spark.read.parquet(files).limit(5000).repartition(8)
    answered = wayline.spark.paths(df, arena)
    assert answered.count() == 5000 and answered.filter("status = 'bad'").count() > 0
    where = portable(arena)

    def which(batches):
        for _ in batches:
            columns = {"process": [os.getpid()], "batch": [id(opened(where, {}))]}
            yield pa.RecordBatch.from_pydict(columns)

    seen = df.mapInArrow(which, "process bigint, batch bigint").collect()
    assert len(seen) >= 8
    assert len({tuple(row) for row in seen}) == len({row.process for row in seen})


def test_what_is_wrong_is_said_before_anything_runs(spark, arena, files):
    import wayline.spark

    df = spark.read.parquet(files).limit(1)
    with pytest.raises(ValueError, match="path is 'all': expected one of cells, placements, numbers, names"):
        wayline.spark.paths(df, arena, path="all")
    with pytest.raises(TypeError, match="maps are int: expected a path"):
        wayline.spark.paths(df, 7)
    with pytest.raises(wayline.WaylineError, match="tnak"):
        wayline.spark.paths(df, arena, body="tnak")


def test_bodies_are_asked_about(spark, arena, files):
    import wayline
    import wayline.spark

    some = spark.read.parquet(files).where("id < 300")
    df = some.selectExpr("*", "'E' as heading", "'any' as goal_heading")
    queries = df.toArrow()
    for body in ["tank", wayline.Body.preset("tank")]:
        answered = wayline.spark.paths(df.repartition(2), arena, body=body, path="placements").toArrow()
        expected = wayline.batch(wayline.Terrain.open(arena), queries, body="tank", paths=True)
        assert_same(answered, expected)
        assert answered["path"].drop_null()[0].as_py()[0]["heading"] == "E"
