"""Many paths in three arrays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt


class Paths:
    """Paths of many questions: `costs`, one for each; `cells`, those of all paths one after the other; and
    `offsets`, where each path begins, with the end of the last. A question without a path has an infinite cost
    and no cells.

    >>> import wayline as wl
    >>> paths = wl.Grid.from_rows(["..#."]).paths((0, 0), [(0, 1), (0, 3)])
    >>> len(paths), paths.costs.tolist(), [path.tolist() for path in paths]
    (2, [1.0, inf], [[[0, 0], [0, 1]], []])
    """

    __slots__ = ("_cells", "_costs", "_offsets")

    def __init__(
        self,
        costs: npt.NDArray[np.float64],
        offsets: npt.NDArray[np.int64] | None,
        cells: npt.NDArray[np.int32] | None,
    ) -> None:
        self._costs = costs
        self._offsets = offsets
        self._cells = cells

    @property
    def costs(self) -> npt.NDArray[np.float64]:
        """What each path costs; infinite where there is none.

        >>> import wayline as wl
        >>> wl.Grid.from_rows(["..."]).paths((0, 0), [(0, 1), (0, 2)]).costs.tolist()
        [1.0, 2.0]
        """
        return self._costs

    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """Where each path begins in `cells`, and where the last one ends.

        >>> import wayline as wl
        >>> wl.Grid.from_rows(["..."]).paths((0, 0), [(0, 1), (0, 2)]).offsets.tolist()
        [0, 2, 5]
        """
        if self._offsets is None:
            raise AttributeError("these paths have costs only: ask with cells=True")
        return self._offsets

    @property
    def cells(self) -> npt.NDArray[np.int32]:
        """The cells of all paths, one path after the other: an array of shape (n, 2).

        >>> import wayline as wl
        >>> wl.Grid.from_rows(["..."]).paths((0, 0), [(0, 1), (0, 2)]).cells.shape
        (5, 2)
        """
        if self._cells is None:
            raise AttributeError("these paths have costs only: ask with cells=True")
        return self._cells

    @property
    def found(self) -> npt.NDArray[np.bool_]:
        """Which questions have a path.

        >>> import wayline as wl
        >>> wl.Grid.from_rows(["..#."]).paths((0, 0), [(0, 1), (0, 3)]).found.tolist()
        [True, False]
        """
        return np.isfinite(self.costs)

    def __len__(self) -> int:
        return len(self.costs)

    def __getitem__(self, row: int) -> npt.NDArray[np.int32]:
        count = len(self)
        at = row + count if row < 0 else row
        if not 0 <= at < count:
            raise IndexError(f"there is no path {row}: expected one from 0 to {count - 1}")
        return self.cells[self.offsets[at] : self.offsets[at + 1]]

    def __iter__(self) -> Iterator[npt.NDArray[np.int32]]:
        return (self[row] for row in range(len(self)))

    def __repr__(self) -> str:
        return f"Paths({len(self)}, {int(self.found.sum())} found)"

    def to_arrow(self) -> Any:
        """A `pyarrow.RecordBatch` with the columns `cost` and, where there are cells, `path`: a list of pairs.
        Nothing is copied."""
        from ._optional import need

        pa = need("pyarrow")
        columns: dict[str, Any] = {"cost": pa.array(self.costs)}
        if self._cells is not None:
            numbers = pa.array(np.ascontiguousarray(self._cells).reshape(-1))
            pairs = pa.FixedSizeListArray.from_arrays(numbers, 2)
            columns["path"] = pa.LargeListArray.from_arrays(pa.array(self.offsets), pairs)
        return pa.RecordBatch.from_pydict(columns)

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.to_arrow().__arrow_c_array__(requested_schema)
