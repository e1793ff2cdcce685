"""A path on a map, the usual ways to ask for one, and what an answer says."""

from __future__ import annotations

import numpy as np
import wayline as wl


def main() -> None:
    random = np.random.default_rng(7)
    free = random.random((200, 300)) > 0.3
    free[0, 0] = free[-1, -1] = True

    grid = wl.Grid(free, moves=8, corners="never")
    path = grid.path((0, 0), (199, 299))
    if path:
        print(f"{path.cost:.2f} over {len(path)} cells, by {path.algorithm}; turns at {len(path.turns)}")
    else:
        print(f"no path: {path.outcome}")

    # Costs of cells: what it costs to enter them.
    swamp = np.where(free, 1.0 + random.random(free.shape) * 4.0, np.inf).astype(np.float32)
    print(f"through the swamp: {wl.Grid(swamp).cost((0, 0), (199, 299)):.2f}")

    # Many questions at once, over all processors.
    cells = np.argwhere(free)
    starts, goals = cells[random.integers(0, len(cells), (2, 1000))]
    paths = grid.prepare().paths(starts, goals)
    print(f"{int(paths.found.sum())} of {len(paths)} found, {len(paths.cells)} cells in all")

    # From everywhere to one place.
    home = grid.distances(towards=[(0, 0)])
    reached = home.costs[np.isfinite(home.costs)]
    print(f"{home.reached} cells lead home, the farthest costs {reached.max():.2f}")


if __name__ == "__main__":
    main()
