"""Graphs from what other packages have."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._errors import InputError
from ._optional import need


def from_scipy(graph: Any, matrix: Any, directed: bool) -> Any:
    """A sparse matrix whose entries are costs."""
    rows, columns = matrix.shape
    if rows != columns:
        raise InputError(f"the matrix is {rows}x{columns}: expected as many rows as columns")
    entries = matrix.tocoo()
    return graph.from_edges(entries.row, entries.col, entries.data, directed=directed, nodes=rows)


def from_networkx(graph: Any, source: Any, weight: str) -> Any:
    """A graph of networkx. Edges without the attribute cost 1, as networkx has it."""
    labels = list(source.nodes)
    number = {label: at for at, label in enumerate(labels)}
    src, dst, cost = [], [], []
    for start, end, value in source.edges(data=weight, default=1.0):
        src.append(number[start])
        dst.append(number[end])
        cost.append(value)
    return graph.from_edges(
        np.asarray(src, dtype=np.int64),
        np.asarray(dst, dtype=np.int64),
        np.asarray(cost, dtype=np.float64),
        directed=source.is_directed(),
        nodes=len(labels),
        labels=labels,
    )


def from_rustworkx(graph: Any, source: Any, cost: Any) -> Any:
    """A graph of rustworkx, whose nodes may have gaps in their numbers."""
    labels = list(source.node_indices())
    number = {label: at for at, label in enumerate(labels)}
    edges = list(source.weighted_edge_list())
    price = float if cost is None else cost
    return graph.from_edges(
        np.asarray([number[start] for start, _, _ in edges], dtype=np.int64),
        np.asarray([number[end] for _, end, _ in edges], dtype=np.int64),
        np.asarray([price(data) for _, _, data in edges], dtype=np.float64),
        directed=type(source).__name__ != "PyGraph",
        nodes=len(labels),
        labels=labels,
    )


def from_frame(graph: Any, frame: Any, src: str, dst: str, cost: str, **keywords: Any) -> Any:
    """A table with a row for each edge, whose nodes have numbers or names."""
    ends, prices = (_column(frame, src), _column(frame, dst)), _column(frame, cost)
    # Bytes, text, and objects, which may be of any kind.
    if any(end.dtype.kind in "SUTO" for end in ends):
        if not {"nodes", "labels"}.isdisjoint(keywords):
            raise InputError("the nodes are called by their names: leave out nodes and labels")
        number: dict[Any, int] = {}
        # In the order of the rows, so that nodes are in the order in which they are named.
        for row, pair in enumerate(zip(*(end.tolist() for end in ends))):
            for column, name in zip((src, dst), pair):
                if name is None or name != name:
                    raise InputError(f"row {row}: '{column}' is missing")
                number.setdefault(name, len(number))
        starts, stops = (np.asarray([number[name] for name in end.tolist()], dtype=np.int64) for end in ends)
        ends = (starts, stops)
        keywords["labels"] = list(number)
        keywords["nodes"] = len(number)
    return graph.from_edges(*ends, prices, **keywords)


def _column(frame: Any, name: str) -> Any:
    if not hasattr(frame, "__getitem__") and hasattr(frame, "__arrow_c_stream__"):
        # Only Arrow's interface: pyarrow reads it without a copy.
        frame = need("pyarrow").table(frame)
    try:
        column = frame[name]
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise InputError(f"the table has no column '{name}'") from error
    except Exception as error:  # polars has exceptions of its own
        raise InputError(f"the table has no column '{name}': {error}") from error
    return column.to_numpy() if hasattr(column, "to_numpy") else np.asarray(column)


def from_geopandas(graph: Any, lines: Any, cost: str | None, directed: bool) -> Any:
    """Lines that meet where they end."""
    number: dict[tuple[float, ...], int] = {}
    src, dst, prices = [], [], []
    values = None if cost is None else list(lines[cost])
    for row, shape in enumerate(lines.geometry):
        if shape is None or shape.is_empty:
            continue
        parts = list(shape.geoms) if shape.geom_type == "MultiLineString" else [shape]
        for part in parts:
            if part.geom_type != "LineString":
                raise InputError(f"row {row} is a {part.geom_type}: expected lines")
            ends = [tuple(part.coords[0][:2]), tuple(part.coords[-1][:2])]
            src.append(number.setdefault(ends[0], len(number)))
            dst.append(number.setdefault(ends[1], len(number)))
            prices.append(part.length if values is None else values[row])
    labels = list(number)
    return graph.from_edges(
        np.asarray(src, dtype=np.int64),
        np.asarray(dst, dtype=np.int64),
        np.asarray(prices, dtype=np.float64),
        directed=directed,
        nodes=len(labels),
        labels=labels,
    )
