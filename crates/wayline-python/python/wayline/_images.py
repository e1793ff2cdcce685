"""Pictures and ROS occupancy maps as grids."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from ._errors import InputError
from ._files import of
from ._optional import need


def grid_from_image(grid: Any, image: Any, free_above: int, **keywords: Any) -> Any:
    """A grid whose cells are free where a picture is bright."""
    if not hasattr(image, "convert"):
        with of(image), need("PIL.Image").open(image) as opened:
            grey = np.asarray(opened.convert("L"))
    else:
        grey = np.asarray(image.convert("L"))
    return grid(grey > free_above, **keywords)


def grid_from_ros(grid: Any, yaml: Any, unknown: bool, **keywords: Any) -> Any:
    """A grid from an occupancy map, by the rules of ROS's map_server (mode trinary)."""
    path = os.fspath(yaml)
    with of(path), open(path, encoding="utf-8") as file:
        settings = _settings(file.read(), path)
    try:
        picture = settings["image"]
        occupied, free = float(settings["occupied_thresh"]), float(settings["free_thresh"])
        negate = int(settings.get("negate", "0"))
    except KeyError as missing:
        raise InputError(f"{path}: there is no {missing}: expected a map of ROS's map_server") from None
    except ValueError as bad:
        raise InputError(f"{path}: {bad}: expected numbers in occupied_thresh, free_thresh and negate") from None
    picture = os.path.join(os.path.dirname(path), picture)
    grey = _grey(picture)
    occupancy = grey / 255.0 if negate else (255.0 - grey) / 255.0
    cells = occupancy < free
    if unknown:
        cells |= (occupancy >= free) & (occupancy <= occupied)
    return grid(cells, **keywords)


def _settings(text: str, path: str) -> dict[str, str]:
    """The settings of a map: names and values, one in each line. That is all the YAML that ROS writes, so no
    package is needed for it."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#", 1)[0].rstrip()
        if not line or line == "---":
            continue
        name, colon, value = line.partition(":")
        if not colon:
            raise InputError(f"{path}: line {number}: '{line}': expected a name, a colon and a value")
        found[name.strip()] = value.strip().strip("'\"")
    return found


def _grey(path: str) -> npt.NDArray[np.float64]:
    """A picture in shades of grey: binary PGM is read here, anything else by PIL."""
    with of(path), open(path, "rb") as file:
        content = file.read()
    if content[:2] == b"P5":
        return _pgm(content, path)
    with of(path), need("PIL.Image").open(path) as opened:
        return np.asarray(opened.convert("L"), dtype=np.float64)


def _pgm(content: bytes, path: str) -> npt.NDArray[np.float64]:
    words: list[int] = []
    at = 2
    while len(words) < 3:
        while at < len(content) and content[at : at + 1].isspace():
            at += 1
        if content[at : at + 1] == b"#":
            at = content.find(b"\n", at)
            if at < 0:
                break
            continue
        begin = at
        while at < len(content) and content[at : at + 1].isdigit():
            at += 1
        if begin == at or at - begin > 9:
            break
        words.append(int(content[begin:at]))
    if len(words) < 3 or not 1 <= words[2] <= 255:
        raise InputError(f"{path}: this is not a PGM picture of one byte a pixel")
    width, height, brightest = words
    pixels = content[at + 1 : at + 1 + width * height]
    if len(pixels) < width * height or width * height == 0:
        raise InputError(f"{path}: {len(pixels)} pixels of {width}x{height}: the picture is cut short")
    grey = np.frombuffer(pixels, dtype=np.uint8).reshape(height, width).astype(np.float64)
    return grey * (255.0 / brightest)
