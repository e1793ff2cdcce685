"""Pictures by matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._optional import need


def _axes(ax: Any) -> Any:
    return need("matplotlib.pyplot").gca() if ax is None else ax


def grid(grid: Any, ax: Any, **style: Any) -> Any:
    """A map: blocked cells are dark, the more expensive ones grey."""
    ax = _axes(ax)
    costs = -np.log(grid.enter_costs)
    # From white for the cheapest ground to grey for the most expensive; what is blocked is darker.
    free = costs[grid.free] if grid.free_cells else np.zeros(1)
    darkest = 2.0 * free.min() - free.max() - 1.0
    shades = np.where(grid.free, costs, darkest)
    ax.imshow(shades, **{"cmap": "gray", "vmin": darkest - 0.2, "vmax": free.max(), **style})
    return ax


def answer(answer: Any, ax: Any, **style: Any) -> Any:
    """A path, as a line."""
    ax = _axes(ax)
    cells = answer.cells
    x, y = (cells[:, 1], cells[:, 0]) if answer._order == "rc" else (cells[:, 0], cells[:, 1])
    ax.plot(x, y, **{"color": "#d55e00", "linewidth": 2.0, **style})
    return ax


def distances(distances: Any, ax: Any, **style: Any) -> Any:
    """Distances, as colours."""
    ax = _axes(ax)
    costs = np.asarray(distances)
    ax.imshow(np.where(np.isfinite(costs), costs, np.nan), **{"cmap": "viridis", **style})
    return ax
