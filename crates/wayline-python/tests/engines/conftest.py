"""Makes ``wayline`` importable: the package that is installed, or the adapters with the kernel of stub.py."""

import atexit
import importlib.util
import os
import pathlib
import random
import shutil
import sys
import tempfile

import pytest

HERE = pathlib.Path(__file__).parent
ADAPTERS = HERE.parent.parent / "python" / "wayline"


def _is_real():
    try:
        import wayline
    except ImportError:
        return False
    return hasattr(wayline, "Batch")


REAL = importlib.util.find_spec("wayline") is not None and _is_real()

if not REAL:
    folder = pathlib.Path(tempfile.mkdtemp(prefix="wayline-stub-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    package = folder / "wayline"
    package.mkdir()
    shutil.copy(HERE / "stub.py", package / "__init__.py")
    for name in ("_executors.py", "spark.py", "ray.py"):
        shutil.copy(ADAPTERS / name, package / name)
    sys.modules.pop("wayline", None)
    sys.path.insert(0, str(folder))
    # Other processes import it, too.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))

# Executors use the Python that runs the tests.
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable

LONG = "WAYLINE_PROOF" in os.environ


@pytest.fixture
def arena(tmp_path):
    """A map: for the stub only its size."""
    path = tmp_path / "arena.map"
    if REAL:
        rows = "\n".join("." * 64 for _ in range(64))
        path.write_text(f"type octile\nheight 64\nwidth 64\nmap\n{rows}\n")
    else:
        path.write_text("64")
    return str(path)


@pytest.fixture
def rows():
    """Queries with an id, a few of them off the map."""
    chance = random.Random(7)
    count = 10_000_000 if LONG else 40_000
    return [tuple([row, *(chance.randrange(65) for _ in range(4))]) for row in range(count)]
