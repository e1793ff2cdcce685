"""GeoJSON, shapely and geopandas."""

from __future__ import annotations

from typing import Any

from ._optional import need


def answer_feature(answer: Any) -> dict[str, Any]:
    """A path on a grid as a line in (x, y), with its cost."""
    bends = answer.turns.tolist()
    if answer._order == "rc":
        bends = [[x, y] for y, x in bends]
    geometry = line(bends)
    cost = answer.cost if answer else None
    return {"type": "Feature", "properties": {"cost": cost, "outcome": answer.outcome}, "geometry": geometry}


def route_feature(route: Any) -> dict[str, Any]:
    """A route as a line in (longitude, latitude), with its cost and length."""
    geometry = line([[longitude, latitude] for latitude, longitude in route.points.tolist()])
    properties = {"cost": route.cost if route else None, "metres": route.metres, "outcome": route.outcome}
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def line(points: list[Any]) -> dict[str, Any] | None:
    """A line through points; a point if there is only one, nothing if there is none."""
    if not points:
        return None
    if len(points) == 1:
        return {"type": "Point", "coordinates": points[0]}
    return {"type": "LineString", "coordinates": points}


def shape(feature: dict[str, Any]) -> Any:
    """The geometry of a feature, as shapely has it."""
    geometry = feature.get("geometry", feature)
    shapely = need("shapely.geometry")
    if geometry is None:
        return shapely.LineString()
    return shapely.shape(geometry)
