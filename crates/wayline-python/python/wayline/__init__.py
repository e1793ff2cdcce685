"""Exact, fast, deterministic pathfinding on numpy arrays, graphs and road networks.

>>> import numpy as np
>>> import wayline as wl
>>> grid = wl.Grid(np.ones((100, 200), dtype=bool), moves=8, corners="never")
>>> path = grid.path((3, 4), (90, 180))
>>> bool(path), round(path.cost, 2), path.cells.shape, path.optimal
(True, 212.04, (177, 2), True)

A **grid** is made from an array and asked for a **path**; an **index** (`Grid.prepare`) answers thousands of
questions in microseconds each, a `LiveGrid` changes, `Distances` are from or to everywhere. A `Graph` has edges, a
`Network` streets and places, a `Body` takes up room, and a `World` moves many of them.

An answer without a path is false and says why (`answer.outcome`); its cost is infinite. Cells are (row, column),
unless `order="xy"` says otherwise. Errors are subclasses of `WaylineError`.
"""

from __future__ import annotations

from ._batch import batch
from ._errors import (
    FileError,
    InputError,
    InternalError,
    MissingFile,
    NetworkError,
    PreparationError,
    QueryError,
    WaylineError,
    WrongType,
)
from ._paths import Paths
from ._wayline import (
    Answer,
    Batch,
    BatchAnswers,
    Body,
    BodyAnswer,
    Distances,
    Graph,
    GraphAnswer,
    GraphIndex,
    Grid,
    GridIndex,
    Landmarks,
    Layer,
    LiveGrid,
    Network,
    Reach,
    Route,
    Terrain,
    Trace,
    World,
    __version__,
    algorithms,
    heuristics,
    open_lists,
)

__all__ = [
    "Answer",
    "Batch",
    "BatchAnswers",
    "Body",
    "BodyAnswer",
    "Distances",
    "FileError",
    "Graph",
    "GraphAnswer",
    "GraphIndex",
    "Grid",
    "GridIndex",
    "InputError",
    "InternalError",
    "Landmarks",
    "Layer",
    "LiveGrid",
    "MissingFile",
    "Network",
    "NetworkError",
    "Paths",
    "PreparationError",
    "QueryError",
    "Reach",
    "Route",
    "Terrain",
    "Trace",
    "WaylineError",
    "World",
    "WrongType",
    "__version__",
    "algorithms",
    "batch",
    "heuristics",
    "open_lists",
]
