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
    costs = np.where(grid.free, -np.log(grid.enter_costs, where=grid.free), np.nan)
    colors = need("matplotlib").colormaps["gray"].copy()
    colors.set_bad("#2b2b2b")
    least = float(np.nanmin(costs, initial=0.0)) - 1.0
    ax.imshow(costs, **{"cmap": colors, "vmin": least * 1.5, "vmax": 0.0, **style})
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
