"""Packages that only some calls need."""

from __future__ import annotations

import importlib
from typing import Any

#: How packages are called where they are installed from, if not as they are imported.
_PACKAGES = {"PIL": "pillow", "PIL.Image": "pillow", "yaml": "pyyaml", "matplotlib.pyplot": "matplotlib"}


def need(module: str) -> Any:
    """A module of an optional package, or an error that names the package."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = _PACKAGES.get(module, module.split(".")[0])
        message = f"this needs the package {package}: install it, for example with pip install {package}"
        raise ImportError(message) from error
