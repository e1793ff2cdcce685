"""A search on a page of its own: in a notebook, in a file, in the browser."""

from __future__ import annotations

import base64
import html
import json
import pathlib
import sys
import tempfile
import webbrowser
import zlib
from typing import Any

from ._errors import InputError, WaylineError
from ._wayline import _page

#: Longer searches make pages that no browser likes to open.
MOST_EVENTS = 2_000_000

#: Where the page expects what was recorded.
_PLACE = '<script type="application/json" id="recording">null</script>'


def _packed(array: Any, kind: str) -> str:
    """Numbers as little-endian bytes, deflated, in base64."""
    return base64.b64encode(zlib.compress(array.astype(kind).tobytes(), 9)).decode()


def page(trace: Any) -> str:
    """The page, with the trace in it."""
    empty = _page()
    if empty is None:
        raise WaylineError(
            "this wayline was built without its page: install a wheel that was published, or run web/build in the "
            "project's folder and build the package again. to_svg, to_png and to_gif need no page"
        )
    if len(trace) > MOST_EVENTS:
        raise InputError(
            f"the search has {len(trace)} events: expected at most {MOST_EVENTS} on a page; to_gif films any search"
        )
    seen = trace._recording()
    height, width = seen["costs"].shape
    start, goal = seen["ends"]
    asked = {"heuristic": seen["asked"]["heuristic"], "weight": seen["asked"]["weight"], "ties": seen["asked"]["ties"]}
    recording = {
        "width": width,
        "height": height,
        "costs": _packed(seen["costs"], "<f4"),
        "from": start,
        "to": goal,
        "events": {
            "kinds": _packed(seen["kinds"], "u1"),
            "cells": _packed(seen["cells"], "<u4"),
            "parents": _packed(seen["parents"], "<u4"),
            "g": _packed(seen["g"], "<f4"),
            "f": _packed(seen["f"], "<f4"),
        },
        "missed": seen["missed"],
        "path": _packed(seen["path"], "<u4"),
        "cost": seen["cost"],
        "options": {
            "algorithm": seen["algorithm"],
            "moves": int(seen["moves"]),
            "corners": seen["corners"],
            **{name: value for name, value in asked.items() if value is not None},
        },
    }
    # Base64, numbers and names of the engine: nothing in it can end the script.
    return empty.replace(_PLACE, _PLACE.replace("null", json.dumps(recording)), 1)


def frame(trace: Any, height: int) -> str:
    """The page in a frame, for whatever shows HTML."""
    return (
        f'<iframe srcdoc="{html.escape(page(trace))}" title="A path search" '
        f'style="width: 100%; height: {height}px; border: 0"></iframe>'
    )


def show(trace: Any, height: int) -> None:
    """In a notebook below the cell, elsewhere in the browser."""
    display = sys.modules.get("IPython.display")
    interactive = sys.modules.get("IPython")
    if display is not None and interactive is not None and interactive.get_ipython() is not None:
        # In a block: of a frame alone there would be a warning.
        display.display(display.HTML(f"<div>{frame(trace, height)}</div>"))
        return
    with tempfile.NamedTemporaryFile("w", suffix=".html", prefix="wayline-", delete=False, encoding="utf-8") as file:
        file.write(page(trace))
    webbrowser.open(pathlib.Path(file.name).as_uri())
