"""Tables of queries on Ray: the same contract as `wayline.batch`, on many machines.

```python
import wayline.ray
answers = wayline.ray.paths(ray.data.read_parquet("queries"), "/shared/arena.map")
answers.write_parquet("answers")
```
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ._executors import Maps, answer, body_text, index_file, opened, portable
from ._wayline import Body


class Answers:
    """An actor that has opened the maps, and answers one table after the other."""

    def __init__(self, maps: Any, options: Mapping[str, Any]) -> None:
        self._maps, self._options = maps, options
        opened(maps, options)

    def __call__(self, queries: Any) -> Any:
        return answer(self._maps, self._options, queries)


def paths(
    ds: Any,
    maps: Maps,
    *,
    path: bool = False,
    threads: int = 1,
    expected_rows: int | None = None,
    strict: bool = False,
    index: str | os.PathLike[str] | None = None,
    body: Body | str | None = None,
    concurrency: int | tuple[int, int] = (1, 64),
    batch_size: int = 65_536,
    **remote: Any,
) -> Any:
    """Answers every row of a dataset: its columns, and after them `status`, `cost`, `steps` and `reason`.

    `maps` are names of files that every node can open: a map, a folder of maps (which the column `map` names), a
    network, or a dictionary of names with paths. Each actor opens them once. `concurrency` says how many actors
    there are, or from how many to how many. `path` adds the column `path`. Anything else is handed on to
    `Dataset.map_batches`, such as `num_cpus`. `expected_rows` are those that an actor will see, if that is known: what
    preparing an index is weighed against; `index` is a file with one that was prepared before, of the one map or
    network. `body` is a `Body`, or the name of a preset: the columns `heading` and `goal_heading` are read, too.

    An actor that is lost is replaced, and its batches are answered again, with the same result.
    """
    options: dict[str, Any] = {"paths": path, "threads": threads, "strict": strict, "expected_rows": expected_rows}
    options["index"] = index_file(index)
    options["body"] = body_text(body)
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
