"""What the tests of Spark and Ray share. They are large: `./test --all python` installs them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

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
def queries() -> Any:
    """A table of queries with an id, a few of them off the map: ten million in the long form."""
    count = 10_000_000 if LONG else 200_000
    ends = np.random.default_rng(7).integers(0, 65, (4, count))
    columns = dict(zip(("sx", "sy", "gx", "gy"), ends, strict=True))
    return pa.table({"id": np.arange(count)} | columns)


@pytest.fixture
def files(queries: Any, tmp_path: Path) -> str:
    """The same in eight files."""
    folder = tmp_path / "queries"
    folder.mkdir()
    size = queries.num_rows // 8
    for part in range(8):
        parquet.write_table(queries.slice(part * size, size), folder / f"{part}.parquet")
    return str(folder)
