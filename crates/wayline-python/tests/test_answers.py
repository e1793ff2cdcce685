"""A thousand questions that follow from a seed, and one number for all their answers: that of the engine itself, of C,
Node and the browser (crates/wayline-wasm/examples/native.rs, tests/cases.mjs), as tests/answers.txt there says."""

from __future__ import annotations

import pathlib
import struct
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import numpy as np
import pytest
import wayline as wl

ANSWERS = pathlib.Path(__file__).parents[2] / "wayline-wasm" / "tests" / "answers.txt"
MASK = 0xFFFFFFFF
T = TypeVar("T")


class Random:
    """SplitMix with 32 bits."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, end: int) -> int:
        self.state = (self.state + 0x9E3779B9) & MASK
        z = ((self.state ^ (self.state >> 16)) * 0x85EBCA6B) & MASK
        z = ((z ^ (z >> 13)) * 0xC2B2AE35) & MASK
        return (z ^ (z >> 16)) % end

    def of(self, choices: Iterable[T]) -> T:
        known = list(choices)
        return known[self.below(len(known))]


class Digest:
    """Two lanes of MurmurHash3, over words of 32 bits."""

    def __init__(self) -> None:
        self.lanes = [0x12345678, 0x9ABCDEF0]

    def words(self, words: Sequence[int]) -> None:
        high, low = self.lanes
        for word in [len(words), *words]:
            k = (word * 0xCC9E2D51) & MASK
            k = (((k << 15) | (k >> 17)) * 0x1B873593) & MASK
            high ^= k
            high = ((((high << 13) | (high >> 19)) & MASK) * 5 + 0xE6546B64) & MASK
            low ^= k
            low = ((((low << 13) | (low >> 19)) & MASK) * 5 + 0xE6546B64 + 0x9E3779B9) & MASK
        self.lanes = [high, low]

    def number(self, number: float) -> None:
        self.words(struct.unpack("<2I", struct.pack("<d", number)))

    def text(self, text: str) -> None:
        self.words(list(text.encode()))

    def hex(self) -> str:
        return "".join(f"{lane:08x}" for lane in self.lanes)


def spec(random: Random) -> str:
    size = f"{8 + random.below(89)}x{8 + random.below(89)}"
    seed = f"seed={random.below(1_000_000)}"
    kind = random.below(6)
    if kind == 0:
        return f"open:{size}"
    if kind == 1:
        return f"random:{size}:density=0.{10 + random.below(30)}:{seed}"
    if kind == 2:
        return f"maze:{size}:corridor={1 + random.below(3)}:{seed}"
    if kind == 3:
        return f"rooms:{size}:size={4 + random.below(9)}:{seed}"
    if kind == 4:
        return f"caves:{size}:{seed}"
    return f"terrain:{size}:relief={random.below(2) * 20}:{seed}"


class Asker:
    """Asks everything, and adds the answers up."""

    def __init__(self, seed: int) -> None:
        self.random, self.digest, self.found = Random(seed), Digest(), 0

    def free_cell(self, free: np.ndarray[Any, Any]) -> tuple[int, int]:
        place = 0
        for _ in range(40):
            place = self.random.below(free.size)
            if free.flat[place]:
                break
        return place % free.shape[1], place // free.shape[1]

    def ask(self, map_spec: str, free: np.ndarray[Any, Any]) -> wl.Grid:
        random = self.random
        start, goal = self.free_cell(free), self.free_cell(free)
        algorithm = random.of(wl.algorithms())
        rules: dict[str, Any] = {"moves": random.of([4, 8]), "corners": random.of(["never", "one", "always"])}
        rules["step_costs"] = random.of(["exact", "uniform", (10.0, 14.0), (1.0, 1.5)])
        rules["uphill"] = random.of([0.0, 0.5])
        rules["charge"] = "mean"
        keywords: dict[str, Any] = {"heuristic": random.of(wl.heuristics())}
        keywords["open"] = random.of([None, *wl.open_lists()])
        keywords["ties"] = random.of([None, "newest", "high-g", "low-g"])
        keywords["weight"] = random.of([1.0, 1.5, 3.0])
        keywords["closest"] = random.below(8) == 0
        keywords["shortcut"] = random.below(2) == 0
        watched = random.below(8) == 0
        grid = wl.Grid.generate(map_spec, order="xy", **rules)
        # Leaps over terrain are not in the browser's module, which refuses them.
        if algorithm == "jps" and "weighted" in repr(grid):
            algorithm = "astar"
        try:
            if algorithm == "prepared" and not watched:
                if keywords["closest"]:
                    raise wl.QueryError("closest is for searches: choose another algorithm")
                answer = grid.prepare().path(start, goal)
                # What an index of the kind that searches has looked at is no part of the number.
                self.add(answer, grid, (0, 0, 0, 0))
            elif watched:
                keywords |= {"algorithm": algorithm, "max_expansions": 100_000}
                trace = grid.trace(start, goal, **keywords)
                self.add(trace.answer, grid)
                self.add_events(trace.events(), grid)
            else:
                self.add(grid.path(start, goal, algorithm=algorithm, max_expansions=100_000, **keywords), grid)
        except wl.WaylineError as error:
            self.digest.text(str(error))
        return grid

    def add(self, answer: wl.Answer, grid: wl.Grid, counts: Sequence[int] | None = None) -> None:
        digest, width = self.digest, grid.shape[1]
        digest.text("limit" if answer.outcome.startswith("stopped") else answer.outcome)
        digest.text(answer.algorithm)
        digest.words([int(answer.optimal and (counts is None or bool(answer)))])
        digest.number(answer.cost if np.isfinite(answer.cost) else -1.0)
        digest.words((answer.cells @ [1, width]).tolist())
        stats = answer.stats
        counted = [stats["expanded"], stats["generated"], stats["reopened"], stats["largest_open"]]
        digest.words(counted if counts is None else counts)
        self.found += bool(answer)

    def add_events(self, events: dict[str, np.ndarray[Any, Any]], grid: wl.Grid) -> None:
        self.digest.words(events["kind"].tolist())
        for cells in [events["cell"], events["parent"]]:
            numbers = np.where(cells[:, 0] < 0, MASK, cells @ [1, grid.shape[1]])
            self.digest.words(numbers.tolist())
        for costs in [events["g"], events["f"]]:
            self.digest.words(costs.astype(np.float32).view(np.uint32).tolist())

    def move(self, grid: wl.Grid) -> None:
        random, digest, free = self.random, self.digest, grid.free
        preset = random.of(wl.Body.presets())
        start, goal = self.free_cell(free), self.free_cell(free)
        headings = "ENWS"
        heading, turned = (headings[random.below(4)] for _ in range(2))
        try:
            answer = wl.Body.preset(preset).path(ground_of(grid), (*start, heading), (*goal, turned))
        except wl.WaylineError as error:
            digest.text(str(error))
            return
        digest.text("limit" if answer.outcome.startswith("stopped") else answer.outcome)
        digest.number(answer.cost if np.isfinite(answer.cost) else -1.0)
        cells = answer.cells @ [1, grid.shape[1]]
        digest.words([4 * cell + headings.index(at) for cell, at in zip(cells.tolist(), answer.headings, strict=True)])
        digest.words([answer.stats["expanded"]])
        self.found += bool(answer)


def ground_of(grid: wl.Grid) -> wl.Terrain:
    """What painted ground is to bodies, as in the browser."""
    costs = grid.enter_costs
    letters = np.full(grid.shape, "R")
    for least, letter in [(1, "."), (2, "H"), (3, "S"), (5, "T"), (9, "W")]:
        letters[costs >= least] = letter
    letters[~grid.free] = "#"
    return wl.Terrain(["".join(row) for row in letters], order="xy", elevation=grid.elevation)


@pytest.mark.skipif(not ANSWERS.exists(), reason="the number is in the repository")
@pytest.mark.skipif(sys.version_info < (3, 11), reason="it takes seconds: on the newest Python only")
def test_a_thousand_questions_have_the_same_answers_as_everywhere() -> None:
    asker = Asker(1)
    for i in range(1000):
        map_spec = spec(asker.random)
        free = wl.Grid.generate(map_spec).free
        asker.digest.words((~free).ravel().astype(int).tolist())
        grid = asker.ask(map_spec, free)
        if i % 8 == 0:
            asker.move(grid)
    assert f"1000 questions, {asker.found} found: {asker.digest.hex()}" == ANSWERS.read_text().strip()
