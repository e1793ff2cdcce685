"""Routes, a table of travel times and what is within reach, in a network that is made up."""

from __future__ import annotations

import json
import sys

import wayline as wl


def main(source: str = "roads:5000:seed=1") -> None:
    roads = wl.Network.open(source, profile="car").prepare()
    route = roads.route("0", "4000")
    print(f"{route.cost:.0f} seconds, {route.metres / 1000:.1f} km")
    for leg in route.legs[:5]:
        print(f"  {leg['name'] or 'unnamed':24} {leg['metres']:8.0f} m")
    print(roads.matrix(["0", "100"], ["4000", "2000", "1"]).round())
    area = roads.reach("0", 300.0).to_geojson()
    print(f"within five minutes: {len(json.dumps(area))} bytes of GeoJSON")

    # A graph of one's own: three arrays.
    graph = wl.Graph.from_edges([0, 1, 0, 2], [1, 3, 2, 3], [2.0, 2.0, 1.5, 3.0])
    print(graph.path(0, 3).nodes.tolist(), graph.matrix([0, 1], [2, 3]).tolist())


if __name__ == "__main__":
    main(*sys.argv[1:])
