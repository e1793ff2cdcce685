// A thousand questions that follow from a seed, and one number for all their answers. The native
// engine answers the same ones in examples/native.rs: both have to say the same. Nothing is imported, so
// that it runs in a browser too: the package is handed in.

/** Random numbers: SplitMix with 32 bits. */
export class Random {
  constructor(seed) { this.state = seed >>> 0; }
  below(end) {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let z = this.state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) % end;
  }
  of(list) { return list[this.below(list.length)]; }
}

/** Two lanes of MurmurHash3, over words of 32 bits. */
export class Digest {
  #high = 0x12345678;
  #low = 0x9abcdef0 | 0;
  word(word) {
    let k = Math.imul(word, 0xcc9e2d51);
    k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
    const mixed = (lane) => {
      lane ^= k;
      return (Math.imul((lane << 13) | (lane >>> 19), 5) + 0xe6546b64) | 0;
    };
    this.#high = mixed(this.#high);
    // The lanes would go the same way but for this.
    this.#low = (mixed(this.#low) + 0x9e3779b9) | 0;
  }
  words(list) {
    this.word(list.length);
    for (const word of list) this.word(word);
  }
  number(number) { this.words(new Uint32Array(new Float64Array([number]).buffer)); }
  text(text) { this.words(new TextEncoder().encode(text)); }
  hex() { return [this.#high, this.#low].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join(""); }
}

function spec(random) {
  const size = `${8 + random.below(89)}x${8 + random.below(89)}`;
  const seed = `seed=${random.below(1000000)}`;
  switch (random.below(6)) {
    case 0: return `open:${size}`;
    case 1: return `random:${size}:density=0.${10 + random.below(30)}:${seed}`;
    case 2: return `maze:${size}:corridor=${1 + random.below(3)}:${seed}`;
    case 3: return `rooms:${size}:size=${4 + random.below(9)}:${seed}`;
    case 4: return `caves:${size}:${seed}`;
    default: return `terrain:${size}:relief=${random.below(2) * 20}:${seed}`;
  }
}

function freeCell(random, blocked) {
  let cell = 0;
  // One time in a million all of them are blocked: an error then, and the same one.
  for (let tries = 0; tries < 40; tries++) {
    cell = random.below(blocked.length);
    if (!blocked[cell]) break;
  }
  return cell;
}

/**
 * Asks everything of the package (`import * as wayline from "wayline"`, loaded with its bodies) and returns
 * how many questions there were, how many ways were found, and the digest.
 */
export function answers({ WaylineBody, WaylineMap, algorithms, record, solve }, questions, seed) {
  const random = new Random(seed);
  const digest = new Digest();
  const { algorithms: all, heuristics, openLists, corners, bodies } = algorithms();
  const names = (list) => list.map(({ name }) => name);
  const attempt = (work) => {
    try { work(); } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      digest.text(error.message);
    }
  };
  let found = 0;
  for (let i = 0; i < questions; i++) {
    const map = WaylineMap.generate(spec(random));
    const blocked = map.blocked();
    digest.words(blocked);
    const options = {
      from: freeCell(random, blocked),
      to: freeCell(random, blocked),
      algorithm: random.of(names(all)),
      moves: random.of([4, 8]),
      corners: random.of(names(corners)),
      stepCosts: random.of(["exact", "uniform", "10,14", "1,1.5"]),
      uphill: random.of([0, 0.5]),
      heuristic: random.of(names(heuristics)),
      open: random.of([undefined, ...names(openLists)]),
      ties: random.of([undefined, "newest", "high-g", "low-g"]),
      weight: random.of([1, 1.5, 3]),
      closest: random.below(8) === 0,
      shortcut: random.below(2) === 0,
      maxExpansions: 100000,
    };
    const watched = random.below(8) === 0;
    // Leaps over terrain are not in this module, which refuses them.
    if (map.multipliers().length > 0 && options.algorithm === "jps") options.algorithm = "astar";
    attempt(() => {
      const answer = watched ? record(map, options) : solve(map, options);
      if (answer.verified !== true) throw new Error(`question ${i}: ${answer.flaw}`);
      digest.text(answer.outcome);
      digest.text(answer.algorithm);
      digest.words([answer.optimal ? 1 : 0]);
      digest.number(answer.cost ?? -1);
      digest.words(answer.path);
      digest.words([answer.expanded, answer.generated, answer.reopened, answer.largestOpen]);
      if (watched) {
        const { kinds, cells, parents, g, f } = answer.events;
        digest.words(kinds);
        digest.words(cells);
        digest.words(parents);
        digest.words(new Uint32Array(g.buffer));
        digest.words(new Uint32Array(f.buffer));
      }
      found += answer.found ? 1 : 0;
    });
    if (i % 8 === 0) {
      const preset = random.of(names(bodies));
      const [from, to] = [freeCell(random, blocked), freeCell(random, blocked)];
      const [heading, turned] = [random.below(4), random.below(4)];
      attempt(() => {
        const body = new WaylineBody(map, { preset });
        const answer = body.plan({ from: from * 4 + heading, to: to * 4 + turned });
        if (answer.verified === false) throw new Error(`body ${i}: ${answer.flaw}`);
        digest.text(answer.outcome);
        digest.number(answer.cost ?? -1);
        digest.words(answer.path);
        digest.words([answer.expanded]);
        found += answer.found ? 1 : 0;
        body.free();
      });
    }
    map.free();
  }
  return { questions, found, hash: digest.hex() };
}
