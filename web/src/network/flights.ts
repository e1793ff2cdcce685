// Which airports are joined by flights: a rule, so that everybody gets the same plausible network. Hubs fly to
// hubs of other continents, to large airports farther than to small ones; everybody flies to neighbours
// and to the nearest airports that are larger.
import { AIRPORTS, type Airport } from "./airports";
import type { Doc } from "./model";
import { kilometres } from "./projection";

/** How far two airports fly to each other, by their ranks added up: kilometres. */
const RANGE: Readonly<Record<number, number>> = { 2: 0, 3: 700, 4: 2400, 5: 5600, 6: 14_500 };
/** So many of the nearest airports of at least the same rank are always served, and of those of a higher one. */
const NEIGHBOURS = 2;
const HUBS = 2;
/** Of a flight: taxiing, climbing, and changing at its end; then a jet's speed. */
const GROUND_MINUTES = 45;
const KILOMETRES_A_MINUTE = 14;

export function flightMinutes(distance: number): number {
  return Math.round(GROUND_MINUTES + distance / KILOMETRES_A_MINUTE);
}

export function flights(airports: readonly Airport[] = AIRPORTS): Doc {
  const at = ({ latitude, longitude }: Airport) => [latitude, longitude] as const;
  const pairs = new Set<number>();
  const join = (a: number, b: number) => pairs.add(Math.min(a, b) * airports.length + Math.max(a, b));
  for (const [a, from] of airports.entries()) {
    const others = airports
      .map((to, b) => ({ b, to, distance: kilometres(at(from), at(to)) }))
      .filter(({ b }) => b !== a)
      .sort((one, other) => one.distance - other.distance || one.b - other.b);
    for (const { b, to, distance } of others) if (distance <= RANGE[from.rank + to.rank]) join(a, b);
    for (const { b } of others.filter(({ to }) => to.rank >= from.rank).slice(0, NEIGHBOURS)) join(a, b);
    const larger = Math.min(3, from.rank + 1);
    for (const { b } of others.filter(({ to }) => to.rank >= larger).slice(0, HUBS)) join(a, b);
  }
  const edges = [...pairs]
    .sort((one, other) => one - other)
    .flatMap((pair) => {
      const [a, b] = [Math.floor(pair / airports.length), pair % airports.length];
      const cost = 60 * flightMinutes(kilometres(at(airports[a]), at(airports[b])));
      return [
        { from: a, to: b, cost, name: "" },
        { from: b, to: a, cost, name: "" },
      ];
    });
  const nodes = airports.map(({ code, city, latitude, longitude, rank }) => ({
    id: code,
    name: city,
    at: [latitude, longitude] as [number, number],
    rank,
  }));
  return { unit: "seconds", nodes, edges };
}
