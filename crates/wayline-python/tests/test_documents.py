"""The programs in the documents run, section by section. What needs a package that is not installed is skipped."""

from __future__ import annotations

import ast
import importlib.util
import pathlib
import re
import runpy
import sys
from typing import Any

import pytest

HERE = pathlib.Path(__file__).resolve()
PROJECT = HERE.parents[3]
DOCUMENTS = [PROJECT / "docs" / "python.md", HERE.parents[1] / "README.md"]


def sections() -> list[tuple[str, str]]:
    """Each section of a document that has programs, with all of them."""
    found = []
    for document in DOCUMENTS:
        for section in re.split(r"^## ", document.read_text(encoding="utf-8"), flags=re.MULTILINE):
            programs = re.findall(r"^```python\n(.*?)^```", section, flags=re.MULTILINE | re.DOTALL)
            if programs:
                found.append((f"{document.stem}: {section.splitlines()[0]}", "\n".join(programs)))
    return found


def imported(program: str) -> set[str]:
    tree = ast.walk(ast.parse(program))
    return {name.name.split(".")[0] for node in tree if isinstance(node, ast.Import) for name in node.names}


@pytest.mark.parametrize(("name", "program"), sections(), ids=[name for name, _ in sections()])
def test_program_of_a_document(name: str, program: str, tmp_path: pathlib.Path, monkeypatch: Any) -> None:
    missing = [package for package in imported(program) if importlib.util.find_spec(package) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} is not installed")
    monkeypatch.chdir(tmp_path)
    exec(compile(program, name, "exec"), {"__name__": "document"})


def test_sections_were_found() -> None:
    assert len(sections()) > 15


@pytest.mark.parametrize("example", sorted((HERE.parents[1] / "examples").glob("*.py")), ids=lambda path: path.name)
def test_example(example: pathlib.Path, capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(sys, "argv", [str(example)])
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out


def test_the_tour_in_a_notebook(tmp_path: pathlib.Path) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(HERE.parents[1] / "examples" / "tour.ipynb", as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) >= 3
