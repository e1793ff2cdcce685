"""Every public name is documented, and every example in the documentation runs."""

from __future__ import annotations

import doctest
import inspect
from typing import Any

import pytest
import wayline as wl
import wayline.crowd

#: What needs an optional package is tested with it, elsewhere.
WITHOUT_EXAMPLE = {
    "from_frame", "from_geopandas", "from_image", "from_networkx", "from_ros", "from_rustworkx", "from_scipy",
    "plot", "to_arrow", "to_shapely",
}  # fmt: skip


def documented() -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = [("wayline", wl)]
    items = [(name, getattr(wl, name)) for name in wl.__all__]
    items += [(f"crowd.{name}", getattr(wayline.crowd, name)) for name in wayline.crowd.__all__]
    for name, item in items:
        if isinstance(item, str):
            continue
        found.append((name, item))
        if inspect.isclass(item) and not issubclass(item, Exception):
            members = vars(item).items()
            found += [(f"{name}.{member}", value) for member, value in members if not member.startswith("_")]
    return found


@pytest.mark.parametrize(("name", "item"), documented(), ids=[name for name, _ in documented()])
def test_is_documented_by_examples_that_run(name: str, item: Any) -> None:
    text = inspect.getdoc(item)
    assert text, f"{name} has no docstring"
    last = name.split(".")[-1]
    if last in WITHOUT_EXAMPLE and ">>>" not in text:
        return
    assert ">>>" in text, f"{name} has no example"
    # Examples about tables take a package that makes them.
    if "import pyarrow" in text or "pyarrow as pa" in text:
        pytest.importorskip("pyarrow")
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    results = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(test)
    assert results.attempted and not results.failed, f"the example of {name} fails"
