"""What other packages have, in and out. What is not installed is skipped visibly."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
import pytest
import wayline as wl


def test_images(tmp_path: pathlib.Path) -> None:
    images = pytest.importorskip("PIL.Image")
    grey = np.array([[255, 0, 200], [100, 255, 127]], dtype=np.uint8)
    image = images.fromarray(grey)
    expected = [[True, False, True], [False, True, False]]
    assert wl.Grid.from_image(image, moves=4).free.tolist() == expected
    image.save(tmp_path / "a.png")
    assert wl.Grid.from_image(tmp_path / "a.png").free.tolist() == expected
    assert wl.Grid.from_image(image, free_above=99).free_cells == 5


ROS = """image: map.pgm
resolution: 0.05   # metres
origin: [-1.0, -2.0, 0.0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
"""


def test_occupancy_maps_of_ros(tmp_path: pathlib.Path) -> None:
    pixels = bytes([254, 0, 205, 254, 254, 205])
    (tmp_path / "map.pgm").write_bytes(b"P5\n# by hand\n3 2\n255\n" + pixels)
    (tmp_path / "map.yaml").write_text(ROS)
    grid = wl.Grid.from_ros(tmp_path / "map.yaml")
    assert grid.free.tolist() == [[True, False, False], [True, True, False]]
    assert wl.Grid.from_ros(tmp_path / "map.yaml", unknown=True, moves=4).free_cells == 5
    (tmp_path / "map.pgm").write_bytes(b"P5 3 2 255 " + pixels[:-1])
    with pytest.raises(wl.InputError, match="cut short"):
        wl.Grid.from_ros(tmp_path / "map.yaml")
    (tmp_path / "map.yaml").write_text("image: map.pgm\n")
    with pytest.raises(wl.InputError, match="occupied_thresh"):
        wl.Grid.from_ros(tmp_path / "map.yaml")


def test_maps_from_files(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.map").write_text("type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n")
    assert wl.Grid.open(tmp_path / "a.map").to_rows() == [".#.", "..."]
    (tmp_path / "b.map").write_text("type octile\nheight 2\nwidth 3\nmap\n.@.\n")
    with pytest.raises(wl.InputError):
        wl.Grid.open(tmp_path / "b.map")
    with pytest.raises(wl.InputError):
        wl.Grid.generate("labyrinth:3x3")


FRAMES = {
    "pandas": lambda columns: pytest.importorskip("pandas").DataFrame(columns),
    "polars": lambda columns: pytest.importorskip("polars").DataFrame(columns),
    "pyarrow": lambda columns: pytest.importorskip("pyarrow").table(columns),
    "dict": lambda columns: columns,
}


class OnlyArrow:
    """A table that has nothing but Arrow's interface."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._table.__arrow_c_stream__(requested_schema)


@pytest.mark.parametrize("kind", list(FRAMES))
def test_frames(kind: str) -> None:
    frame = FRAMES[kind]({"a": [0, 1], "b": [1, 2], "minutes": [1.5, 2.0]})
    graph = wl.Graph.from_frame(frame, src="a", dst="b", cost="minutes")
    assert graph.cost(0, 2) == 3.5
    with pytest.raises(wl.InputError, match="no column 'dst'"):
        wl.Graph.from_frame(frame, src="a", cost="minutes")


@pytest.mark.parametrize("kind", list(FRAMES))
def test_frames_of_names(kind: str) -> None:
    frame = FRAMES[kind]({"src": ["hel", "tll", "hel"], "dst": ["tll", "arn", "arn"], "cost": [2.0, 15.5, 18.0]})
    graph = wl.Graph.from_frame(frame)
    assert graph.labels == ["hel", "tll", "arn"]
    assert graph.path("hel", "arn").labels == ["hel", "tll", "arn"]
    assert wl.Graph.from_frame(frame, directed=False).cost("arn", "tll") == 15.5
    with pytest.raises(wl.InputError, match="leave out nodes and labels"):
        wl.Graph.from_frame(frame, nodes=3)


def test_frames_with_gaps() -> None:
    columns = {"src": ["hel", None], "dst": ["tll", "arn"], "cost": [2.0, 15.5]}
    for make in (pytest.importorskip("pandas").DataFrame, pytest.importorskip("polars").DataFrame):
        with pytest.raises(wl.InputError, match="row 1: 'src' is missing"):
            wl.Graph.from_frame(make(columns))


def test_arrow_in_and_out() -> None:
    pa = pytest.importorskip("pyarrow")
    table = OnlyArrow(pa.table({"src": [0, 1], "dst": [1, 2], "cost": [1.0, 2.0]}))
    assert wl.Graph.from_frame(table).cost(0, 2) == 3.0
    paths = wl.Grid.from_rows(["..#."]).paths((0, 0), [(0, 1), (0, 3)])
    batch = pa.record_batch(paths)
    assert batch.to_pydict() == {"cost": [1.0, np.inf], "path": [[[0, 0], [0, 1]], []]}
    assert paths.to_arrow().schema.names == ["cost", "path"]


def test_rustworkx() -> None:
    rx = pytest.importorskip("rustworkx")
    graph = rx.PyDiGraph()
    nodes = graph.add_nodes_from(["a", "b", "c", "d"])
    graph.add_edges_from([(nodes[0], nodes[1], 1.0), (nodes[1], nodes[3], 2.5)])
    graph.remove_node(nodes[2])
    assert wl.Graph.from_rustworkx(graph).path(0, 3).labels == [0, 1, 3]
    both = rx.PyGraph()
    both.add_nodes_from(range(2))
    both.add_edge(0, 1, {"km": 7})
    assert wl.Graph.from_rustworkx(both, cost=lambda data: data["km"]).cost(1, 0) == 7.0


def test_labels_of_networkx() -> None:
    nx = pytest.importorskip("networkx")
    graph = nx.Graph()
    graph.add_edge("home", ("x", 1), weight=2.0)
    graph.add_edge(("x", 1), 7)
    made = wl.Graph.from_networkx(graph)
    answer = made.path("home", 7)
    assert answer.labels == ["home", ("x", 1), 7] and answer.cost == 3.0
    assert made.matrix(["home"], ["home", 7]).tolist() == [[0.0, 3.0]]
    with pytest.raises(wl.QueryError, match="'work' is not a node"):
        made.path("home", "work")


def test_lines_and_shapes() -> None:
    shapely = pytest.importorskip("shapely")
    roads = wl.Network.open("roads:300:seed=1")
    route = roads.route("0", "200")
    assert list(route.to_shapely().coords) == [(x, y) for y, x in route.points.tolist()]
    area = roads.reach("0", 120.0).to_shapely()
    assert area.is_valid and area.contains(shapely.Point(roads.position("0")[::-1]))
    line = wl.Grid.from_rows(["...", "##."]).path((0, 0), (1, 2)).to_shapely()
    assert list(line.coords) == [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0)]


def test_geopandas_lines() -> None:
    geopandas, shapely = pytest.importorskip("geopandas"), pytest.importorskip("shapely")
    lines = [shapely.LineString([(0, 0), (3, 4)]), shapely.LineString([(3, 4), (3, 10)])]
    frame = geopandas.GeoDataFrame({"minutes": [2.0, 1.0]}, geometry=lines)
    assert wl.Graph.from_geopandas(frame).cost((0.0, 0.0), (3.0, 10.0)) == 11.0
    assert wl.Graph.from_geopandas(frame, cost="minutes").cost((3.0, 10.0), (0.0, 0.0)) == 3.0


def test_matplotlib() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from matplotlib import pyplot

    grid = wl.Grid.from_rows(["....", ".##.", "3..."])
    _, ax = pyplot.subplots()
    assert grid.plot(ax) is ax and len(ax.images) == 1
    grid.path((0, 0), (2, 3)).plot(ax, color="red")
    assert ax.lines[0].get_color() == "red" and ax.lines[0].get_xdata()[-1] == 3
    assert len(grid.distances([(0, 0)]).plot(ax).images) == 2
    assert grid.path((0, 0), (2, 3)).plot() is pyplot.gca()
    pyplot.close("all")


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(ImportError, match="pip install pillow"):
        wl.Grid.from_image("a.png")
