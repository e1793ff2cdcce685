"""What can go wrong. Every exception says what was wrong, what was expected and what to do next."""

from __future__ import annotations

import errno


class WaylineError(Exception):
    """Whatever the engine refuses.

    >>> import wayline as wl
    >>> try:
    ...     wl.Grid.from_rows(["..#"]).path((0, 0), (0, 2))
    ... except wl.WaylineError as error:
    ...     print(error)
    the goal (row 0, column 2) is blocked
    """


class InputError(WaylineError, ValueError):
    """A value that makes no sense: a negative cost, an empty map, positions that are not numbers.

    >>> import numpy as np, wayline as wl
    >>> try:
    ...     wl.Grid(np.full((2, 2), -1.0))
    ... except wl.InputError as error:
    ...     print(str(error)[:45])
    the cell at row 0, column 0 costs -1: expecte
    """


class WrongType(WaylineError, TypeError):
    """An argument of a wrong type, such as an array of complex numbers.

    >>> import numpy as np, wayline as wl
    >>> try:
    ...     wl.Grid(np.ones((2, 2), dtype=complex))
    ... except wl.WrongType as error:
    ...     print(str(error)[:32])
    the array is of type complex128:
    """


class QueryError(WaylineError, ValueError):
    """A question that cannot be asked: an end off the map or blocked, an unknown algorithm.

    >>> import wayline as wl
    >>> try:
    ...     wl.Grid.from_rows(["..."]).path((0, 0), (0, 9))
    ... except wl.QueryError as error:
    ...     print(error)
    the goal (row 0, column 9) is off the map, which has 1 rows and 3 columns
    """


class PreparationError(WaylineError):
    """An index that could not be made, or not be read.

    >>> import io, wayline as wl
    >>> try:
    ...     wl.GridIndex.open(io.BytesIO(b"something else"), wl.Grid.from_rows(["..."]))
    ... except wl.PreparationError as error:
    ...     print(error)
    these bytes are not an index
    """


class NetworkError(WaylineError):
    """A file of a network that cannot be read, or a place that the network does not have.

    >>> import wayline as wl
    >>> try:
    ...     wl.Network.open("roads:100:seed=1").route("nowhere", "3")
    ... except wl.NetworkError as error:
    ...     print("nowhere" in str(error))
    True
    """


class FileError(WaylineError, OSError):
    """A file that cannot be opened: `errno` and `filename` are those of the `OSError` that it is.

    >>> import wayline as wl
    >>> issubclass(wl.MissingFile, wl.FileError) and issubclass(wl.FileError, OSError)
    True
    """


class MissingFile(FileError, FileNotFoundError):
    """There is no such file.

    >>> import wayline as wl
    >>> try:
    ...     wl.Network.open("no/such.osm.pbf")
    ... except FileNotFoundError as error:
    ...     print(isinstance(error, wl.WaylineError), error.filename)
    True no/such.osm.pbf
    """


def of_file(number: int, reason: str, path: str) -> FileError:
    """Why a file cannot be opened, by the number that the system has for it."""
    return (MissingFile if number == errno.ENOENT else FileError)(number, reason, path)


class InternalError(WaylineError, RuntimeError):
    """A bug of the engine. Please report it.

    >>> import wayline as wl
    >>> issubclass(wl.InternalError, wl.WaylineError)
    True
    """
