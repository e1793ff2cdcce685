"""Tables of queries on Apache Spark: the same contract as `wayline.batch`, on many machines.

```python
import wayline.spark
answers = wayline.spark.paths(queries, "/shared/arena.map")
answers.write.parquet("/shared/answers.parquet")
```
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from ._executors import Maps, answer, body_text, index_file, portable
from ._optional import need
from ._wayline import Body


def paths(
    df: Any,
    maps: Maps,
    *,
    path: str | None = None,
    threads: int = 1,
    expected_rows: int | None = None,
    strict: bool = False,
    index: str | os.PathLike[str] | None = None,
    body: Body | str | None = None,
) -> Any:
    """Answers every row of a data frame: its columns, and after them `status`, `cost`, `steps` and `reason`.

    `maps` are names of files that every executor can open, on shared storage: a map, a folder of maps (which the
    column `map` names), a network, or a dictionary of names with paths. Each Python process of an executor opens
    them once, never for each batch. Partition by map, and by goal where searches cannot be avoided; see
    docs/scale.md.

    `path` adds the column `path`: `"cells"` for maps, `"placements"` for bodies, `"numbers"` or `"names"` for networks
    whose ids are such.
    `threads` are those of one task, one by default, since Spark runs as many tasks as there are cores.
    `expected_rows` are those that a process will see, if that is known: what preparing an index is weighed against.
    `index` is a file on the same storage with an index of the one map or network, prepared before. `body` is a `Body`,
    or the name of a preset: the columns `heading` and `goal_heading` are read, too.

    A task that is lost is run again, with the same result: what a row costs depends on nothing but the row. Which of
    equally cheap paths is found does neither for bodies, nor with `index`; without one it may depend on the other rows.
    """
    where = portable(maps)
    options: dict[str, Any] = {
        "paths": path is not None,
        "threads": threads,
        "strict": strict,
        "expected_rows": expected_rows,
    }
    options["index"] = index_file(index)
    options["body"] = body_text(body)

    def answers(batches: Iterator[Any]) -> Iterator[Any]:
        return (answer(where, options, queries) for queries in batches)

    return df.mapInArrow(answers, schema(df.schema, path))


def schema(queries: Any, path: str | None = None) -> Any:
    """The columns of the answers to queries with these columns."""
    types = need("pyspark.sql.types")
    field = types.StructField
    cell = [field(name, types.IntegerType(), False) for name in ("x", "y")]
    kinds = {
        "cells": types.StructType(cell),
        "placements": types.StructType([*cell, field("heading", types.StringType(), False)]),
        "numbers": types.LongType(),
        "names": types.StringType(),
    }
    fields = [
        *queries.fields,
        field("status", types.StringType(), False),
        field("cost", types.DoubleType()),
        field("steps", types.LongType()),
        field("reason", types.StringType()),
    ]
    if path is not None:
        if path not in kinds:
            raise ValueError(f"path is {path!r}: expected one of {', '.join(kinds)}, or None")
        fields.append(field("path", types.ArrayType(kinds[path], False)))
    return types.StructType(fields)
