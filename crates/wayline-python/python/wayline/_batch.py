"""Tables of queries, in one call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._optional import need
from ._wayline import Batch, Body, Graph, Grid, GridIndex, Network, Terrain


def batch(
    maps: Grid | GridIndex | Mapping[str, Grid | GridIndex] | Graph | Network | Terrain | Mapping[str, Terrain],
    queries: Any,
    *,
    paths: bool = False,
    strict: bool = False,
    threads: int = 0,
    body: Body | str | None = None,
) -> Any:
    """Answers a table of queries; `Batch` says what it may be.

    A record batch or a table of pyarrow is answered by one of its kind, anything else by an object that every
    library that speaks Arrow takes. For many tables make a `Batch` once: it keeps what it has prepared.

    >>> import numpy as np, pyarrow as pa, wayline as wl
    >>> queries = pa.record_batch({"sx": [0], "sy": [0], "gx": [3], "gy": [0], "name": ["a"]})
    >>> answers = wl.batch(wl.Grid(np.ones((1, 4), dtype=bool)), queries)
    >>> answers.schema.names
    ['sx', 'sy', 'gx', 'gy', 'name', 'status', 'cost', 'steps', 'reason']
    """
    known: Any = dict(maps) if isinstance(maps, Mapping) else maps
    answers = Batch(known, paths=paths, strict=strict, threads=threads, body=body).answer(queries)
    return as_given(queries, answers)


def as_given(queries: Any, answers: Any) -> Any:
    """Answers in the form of pyarrow that the queries had, if they had one."""
    kind = type(queries)
    if kind.__module__.split(".")[0] != "pyarrow":
        return answers
    pyarrow = need("pyarrow")
    table = pyarrow.table(answers)
    if not isinstance(queries, pyarrow.RecordBatch):
        return table
    batches = table.combine_chunks().to_batches()
    return batches[0] if batches else pyarrow.RecordBatch.from_pylist([], schema=table.schema)
