"""What the tests of Spark and Ray share. They are large: `./test --all python` installs them."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import pytest

# Executors use the Python that runs the tests.
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable

LONG = "WAYLINE_PROOF" in os.environ


@pytest.fixture
def arena(tmp_path: Path) -> str:
    """A map."""
    path = tmp_path / "arena.map"
    rows = "\n".join("." * 64 for _ in range(64))
    path.write_text(f"type octile\nheight 64\nwidth 64\nmap\n{rows}\n")
    return str(path)


@pytest.fixture
def rows() -> list[tuple[int, ...]]:
    """Queries with an id, a few of them off the map."""
    chance = random.Random(7)
    count = 10_000_000 if LONG else 200_000
    return [(row, *(chance.randrange(65) for _ in range(4))) for row in range(count)]
