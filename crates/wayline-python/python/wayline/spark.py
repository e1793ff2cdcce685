"""Tables of queries on Apache Spark: the same contract as :func:`wayline.batch`, on many machines.

>>> answers = wayline.spark.paths(queries, "/shared/arena.map")           # doctest: +SKIP
>>> answers.write.parquet("/shared/answers.parquet")                      # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from wayline._executors import Maps, opened, portable

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType


def paths(
    df: "DataFrame",
    maps: Maps,
    *,
    path: Optional[str] = None,
    threads: int = 1,
    expected_rows: Optional[int] = None,
    strict: bool = False,
) -> "DataFrame":
    """Answers every row of a data frame: its columns, and after them ``status``, ``cost``, ``steps`` and ``reason``.

    ``maps`` are names of files that every executor can open, on shared storage: a map, a folder of maps (which the
    column ``map`` names), a network, or a dictionary of names with paths or with pairs of map and index. Each Python
    process of an executor opens them once, never for each batch. Partition by map, and by goal where searches cannot be
    avoided; see docs/scale.md.

    ``path`` adds the column ``path``: ``"cells"`` for maps, ``"numbers"`` or ``"names"`` for networks whose ids are
    such. ``threads`` are those of one task, one by default, since Spark runs as many tasks as there are cores.
    ``expected_rows`` are those of the whole table, if they are known: what preparing an index is weighed against, in
    each process.

    A task that is lost is run again, with the same result: the answer to a row depends on nothing but the row.
    """
    where = portable(maps)
    options: dict[str, Any] = {"paths": path is not None, "threads": threads, "strict": strict}
    if expected_rows is not None:
        options["expected_rows"] = expected_rows

    def answer(batches: "Iterator[pyarrow.RecordBatch]") -> "Iterator[pyarrow.RecordBatch]":
        batch = opened(where, options)
        for queries in batches:
            yield batch.answer(queries)

    return df.mapInArrow(answer, schema(df.schema, path))


def schema(queries: "StructType", path: Optional[str] = None) -> "StructType":
    """The columns of the answers to queries with these columns."""
    from pyspark.sql import types as spark

    kinds = {
        "cells": spark.StructType(
            [spark.StructField("x", spark.IntegerType(), False), spark.StructField("y", spark.IntegerType(), False)]
        ),
        "numbers": spark.LongType(),
        "names": spark.StringType(),
    }
    fields = [
        *queries.fields,
        spark.StructField("status", spark.StringType(), False),
        spark.StructField("cost", spark.DoubleType()),
        spark.StructField("steps", spark.LongType()),
        spark.StructField("reason", spark.StringType()),
    ]
    if path is not None:
        if path not in kinds:
            raise ValueError(f"path is {path!r}: expected one of {', '.join(kinds)}, or None")
        fields.append(spark.StructField("path", spark.ArrayType(kinds[path], False)))
    return spark.StructType(fields)
