"""Maps that are opened once in each process: what the adapters for Spark and Ray share."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import Any, Union

#: A map file, a folder of maps or a network; or several maps by their names, each with an index or without.
Maps = Union[str, "os.PathLike[str]", Mapping[str, Any]]

_opened: dict[Any, Any] = {}
_lock = threading.Lock()


def portable(maps: Maps) -> Any:
    """The same maps as something that is sent to other processes: the names of files, never what is in them."""
    if isinstance(maps, (str, os.PathLike)):
        return os.path.abspath(os.fspath(maps))
    if not isinstance(maps, Mapping):
        raise TypeError(f"maps are {type(maps).__name__}: expected a path, or names with paths (or pairs of map and index)")
    return {str(name): _paths(name, value) for name, value in maps.items()}


def _paths(name: str, value: Any) -> Any:
    several = value if isinstance(value, (tuple, list)) else (value,)
    if not 1 <= len(several) <= 2 or not all(isinstance(path, (str, os.PathLike)) for path in several):
        raise TypeError(f"the map {name!r}: expected a path, or a pair of paths: the map and its index")
    return tuple(os.path.abspath(os.fspath(path)) for path in several)


def opened(maps: Any, options: Mapping[str, Any]) -> Any:
    """The maps, opened: by the first who asks in this process, and again only when a file has changed."""
    key = (_fingerprint(maps), tuple(sorted(options.items())))
    with _lock:
        if key not in _opened:
            import wayline

            # Older ones of changed files are not needed any more.
            for old in [old for old in _opened if _names(old[0]) == _names(key[0])]:
                del _opened[old]
            _opened[key] = wayline.Batch(maps, **options)
        return _opened[key]


def _fingerprint(maps: Any) -> Any:
    if isinstance(maps, str):
        return (("", _stat(maps)),)
    return tuple((name, tuple(_stat(path) for path in paths)) for name, paths in sorted(maps.items()))


def _stat(path: str) -> tuple[str, int, int]:
    found = os.stat(path)
    return path, found.st_size, found.st_mtime_ns


def _names(fingerprint: Any) -> Any:
    return tuple(name for name, _ in fingerprint)
