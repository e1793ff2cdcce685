"""Tanks that meet on a map that changes."""

from __future__ import annotations

import wayline as wl


def main() -> None:
    terrain = wl.Terrain(["." * 24] * 12)
    world = wl.World(terrain)
    tank = wl.Body.preset("tank")
    one = world.add(tank, (5, 2, "E"))
    other = world.add(tank, (5, 20, "W"))
    world.send(one, (5, 20))
    world.send(other, (5, 2))
    for tick in range(300):
        if tick == 10:
            for row in range(3, 9):
                world.block((row, 11))
        for event in world.tick():
            if event["event"] in {"arrived", "waits", "no path"}:
                print(f"{world.now:5} {event}")
        if world.arrived(one) and world.arrived(other):
            break
    print("\n".join(world.to_rows()))
    assert world.placement(one)[:2] == (5, 20)


if __name__ == "__main__":
    main()
