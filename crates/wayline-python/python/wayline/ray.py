"""Tables of queries on Ray: the same contract as :func:`wayline.batch`, on many machines.

>>> answers = wayline.ray.paths(ray.data.read_parquet("queries"), "/shared/arena.map")    # doctest: +SKIP
>>> answers.write_parquet("answers")                                                      # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union

from wayline._executors import Maps, opened, portable

if TYPE_CHECKING:
    import pyarrow
    from ray.data import Dataset


class Answers:
    """An actor that has opened the maps, and answers one table after the other."""

    def __init__(self, maps: Any, options: dict[str, Any]) -> None:
        self._batch = opened(maps, options)

    def __call__(self, queries: "pyarrow.Table") -> "pyarrow.Table":
        import pyarrow

        batches = queries.combine_chunks().to_batches()
        if not batches:
            batches = [pyarrow.RecordBatch.from_pylist([], schema=queries.schema)]
        return pyarrow.Table.from_batches([self._batch.answer(batch) for batch in batches])


def paths(
    ds: "Dataset",
    maps: Maps,
    *,
    path: bool = False,
    threads: int = 1,
    expected_rows: Optional[int] = None,
    strict: bool = False,
    concurrency: Union[int, tuple[int, int]] = (1, 64),
    batch_size: int = 65_536,
    **remote: Any,
) -> "Dataset":
    """Answers every row of a dataset: its columns, and after them ``status``, ``cost``, ``steps`` and ``reason``.

    ``maps`` are names of files that every node can open: a map, a folder of maps (which the column ``map`` names), a
    network, or a dictionary of names with paths or with pairs of map and index. Each actor opens them once.
    ``concurrency`` says how many actors there are, or from how many to how many. ``path`` adds the column ``path``.
    Anything else is handed on to ``Dataset.map_batches``, such as ``num_cpus``.

    An actor that is lost is replaced, and its batches are answered again, with the same result.
    """
    options: dict[str, Any] = {"paths": path, "threads": threads, "strict": strict}
    if expected_rows is not None:
        options["expected_rows"] = expected_rows
    # A batch whose actor was lost goes to another one.
    remote.setdefault("max_restarts", -1)
    remote.setdefault("max_task_retries", -1)
    return ds.map_batches(
        Answers,
        fn_constructor_args=(portable(maps), options),
        batch_format="pyarrow",
        batch_size=batch_size,
        concurrency=concurrency,
        **remote,
    )
