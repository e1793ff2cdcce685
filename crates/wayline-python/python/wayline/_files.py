"""Files, by a path or as an object that reads or writes bytes."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from typing import Any

import numpy as np

from ._errors import InputError, WaylineError, WrongType, of_file


@contextlib.contextmanager
def of(path: Any) -> Iterator[None]:
    """What the system refuses within is an exception of ours, too."""
    try:
        yield
    except WaylineError:
        raise
    except OSError as error:
        if error.errno is None:  # Of PIL, about what is in a file.
            raise InputError(str(error)) from error
        raise of_file(error.errno, error.strerror or str(error), str(path)) from None


def read(file: Any) -> tuple[Any, str | None]:
    """The bytes of a file, and its path if it has one. A file with a path is mapped into memory, not read."""
    if hasattr(file, "read"):
        content = file.read()
        if isinstance(content, str):
            raise WrongType("the file is open as text: expected one that is open as bytes (mode 'rb')")
        return np.frombuffer(content, dtype=np.uint8), None
    path = os.fspath(file)
    with of(path):
        if os.path.getsize(path) == 0:
            return np.zeros(0, dtype=np.uint8), path
        return np.memmap(path, dtype=np.uint8, mode="r"), path


def write(file: Any, content: bytes) -> None:
    """Writes a file. One with a path is written whole or not at all."""
    if hasattr(file, "write"):
        file.write(content)
        return
    path = os.fspath(file)
    folder = os.path.dirname(os.path.abspath(path))
    with of(path):
        handle, partial = tempfile.mkstemp(prefix=f".{os.path.basename(path)}.", dir=folder)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        if hasattr(os, "umask"):
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(partial, 0o666 & ~mask)
        os.replace(partial, path)
    except BaseException:
        os.unlink(partial)
        raise


def trace_again(grid: Any, start: Any, goal: Any, asked: dict[str, Any]) -> Any:
    """A trace that was pickled: the same search, which is the same everywhere."""
    layer = asked.get("layer")
    return (grid if layer is None else layer.grid).trace(start, goal, **asked)
