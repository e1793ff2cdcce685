"""Maps that are opened once in each process: what the adapters for Spark and Ray share."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import Any, TypeAlias

from ._batch import as_given
from ._wayline import Batch, Body, Grid, Network, Terrain

#: A map file, a folder of maps or a network; or map files by their names.
Maps: TypeAlias = str | os.PathLike[str] | Mapping[str, str | os.PathLike[str]]

_MAPS = (".map", ".txt", ".png")
_opened: dict[Any, Batch] = {}
_lock = threading.Lock()


def portable(maps: Any) -> Any:
    """The same maps as something that is sent to other processes: the names of files, never what is in them."""
    if isinstance(maps, (str, os.PathLike)):
        return os.path.abspath(os.fspath(maps))
    if not isinstance(maps, Mapping):
        raise TypeError(f"maps are {type(maps).__name__}: expected a path, or paths by the names of maps")
    for name, path in maps.items():
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"the map {name!r}: expected the path of its file")
    return {str(name): os.path.abspath(os.fspath(path)) for name, path in maps.items()}


def index_file(index: str | os.PathLike[str] | None) -> str | None:
    """The name of an index's file, for other processes."""
    return None if index is None else os.path.abspath(os.fspath(index))


def body_text(body: Body | str | None) -> str | None:
    """A kind of body as text, for other processes: the name of a preset, or its rules."""
    if isinstance(body, str):
        Body.preset(body)  # An unknown one is refused here, before anything runs.
    return body.to_toml() if isinstance(body, Body) else body


def opened(maps: Any, options: Mapping[str, Any]) -> Batch:
    """The maps, opened: by the first who asks in this process, and again only when a file has changed."""
    files = _files(maps)
    index = options.get("index")
    looked_at = files if index is None else [*files, ("index", index)]
    stamps = tuple((name, path, os.stat(path).st_size, os.stat(path).st_mtime_ns) for name, path in looked_at)
    key = (stamps, tuple(sorted(options.items())))
    with _lock:
        if key not in _opened:
            # Older ones of changed files are not needed any more.
            for old in [old for old in _opened if _paths(old) == _paths(key)]:
                del _opened[old]
            asked = dict(options)
            body = asked.pop("body", None)
            if body is not None:
                asked["body"] = Body.from_toml(body) if "\n" in body else Body.preset(body)
            _opened[key] = Batch(_open(maps, files, Grid if body is None else Terrain), **asked)
        return _opened[key]


def answer(maps: Any, options: Mapping[str, Any], queries: Any) -> Any:
    """Answers one table, in the form of pyarrow that it has."""
    return as_given(queries, opened(maps, options).answer(queries))


def _paths(key: Any) -> list[str]:
    return [path for _, path, *_ in key[0]]


def _files(maps: Any) -> list[tuple[str, str]]:
    """All files, with the names that the column `map` has for them."""
    if not isinstance(maps, str):
        return sorted(maps.items())
    if not os.path.isdir(maps):
        return [("", maps)]
    found = sorted(name for name in os.listdir(maps) if name.lower().endswith(_MAPS))
    return [(name, os.path.join(maps, name)) for name in found]


def _open(maps: Any, files: list[tuple[str, str]], kind: type[Grid] | type[Terrain]) -> Any:
    if isinstance(maps, str) and not os.path.isdir(maps):
        if not maps.lower().endswith(_MAPS) and kind is Grid:
            return Network.open(maps)
        return kind.open(maps)
    return {name: kind.open(path) for name, path in files}
