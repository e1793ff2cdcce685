// What the lessons say. What a lesson claims is held to by tests/e2e, claim by claim.
export const chapters = {
  graph: "A map is a graph",
  search: "Which cell next?",
  heuristics: "Heuristics, and what each is right for",
  openLists: "Open lists",
  bodies: "Bodies and replanning",
} as const;

export const lessons = {
  graph: {
    title: "Cells are nodes, steps are edges",
    text: "To a search a map is a graph: every free cell is a node, every allowed step an edge with a cost. Straight steps cost 1, diagonal ones 1.414. Each cell that was reached points to its parent, the cell it was reached from; follow the arrows back from B and you have the path.",
  },
  streets: {
    title: "Streets are a graph too",
    text: "Streets leave few choices, and depth-first search takes them as they come: it returns the first path it stumbles on. Breadth-first search and A* both find the shortest. Nothing here knows that it is a map: only nodes, edges and costs.",
  },
  moves: {
    title: "Four neighbours or eight",
    text: "The rules make the graph. With four moves every path is a staircase, and costs the columns plus the rows between A and B. Diagonals make it shorter, although each of them costs 1.414.",
  },
  corners: {
    title: "May a diagonal cut a corner?",
    text: "Walls that touch only at their corners: may you squeeze through? Never; if at least one side is free; always: three rules, three graphs, three costs. A path that is right by one rule is a collision by another.",
  },
  terrain: {
    title: "The longer path is cheaper",
    text: "Swamp takes three times as long, trees five, water nine. The cheapest path swings wide of the worst of it, as far as that pays. The colours show how cost grows around it.",
  },
  depth: {
    title: "Depth first, breadth first",
    text: "Depth-first search takes the first path it finds, however long. Breadth-first search finds the fewest steps, whatever they cost. Neither looks at costs; Dijkstra does.",
  },
  steps: {
    title: "Fewest steps is not cheapest",
    text: "Breadth-first search counts steps, so it swims straight through the river. Dijkstra adds up what steps cost, and goes around by the ford: more steps, less cost.",
  },
  rings: {
    title: "Why Dijkstra spreads in rings",
    text: "Dijkstra knows nothing about the goal, so it takes cells in the order of their cost: ring after ring around A, until one touches B. The lines are contours of g. A* adds an estimate of the distance left, and skips most of the rings.",
  },
  direction: {
    title: "A* is Dijkstra with a sense of direction",
    text: "Both take the open cell that looks best. For Dijkstra that is the cost so far, g. A* adds h, an estimate of what is left: f = g + h. The same cost, and far fewer cells.",
  },
  both: {
    title: "From both ends",
    text: "Two searches, one from A and one from B, meet in the middle: two small circles cover less than one large one. Without an estimate that is all there is to gain; with an estimate at both ends, as in the third search, hardly anything is left to look at.",
  },
  unreachable: {
    title: "When there is no path",
    text: "B is walled in. To prove that, a search from A has to look at everything that A can reach. A search from both ends is done as soon as one side is exhausted: the pocket around B is small.",
  },
  memory: {
    title: "Why searches remember",
    text: "The first search keeps no closed set: it follows every path there is, and most of them lead to cells that it has seen many times before. It gives up. A* closes what is done, and is done after a few hundred cells.",
  },
  deepening: {
    title: "Memory or time",
    text: "IDA* keeps nothing but the path it is on, and walks depth-first again and again with a rising bound. On puzzles that is a bargain; on a grid, where many paths lead to one cell, it expands the same cells over and over.",
  },
  estimate: {
    title: "The better the estimate, the less there is to do",
    text: "Zero knows nothing, and A* becomes Dijkstra. Chebyshev counts the longer side; octile knows what diagonals cost. None overestimates, so all three paths are optimal; the larger the estimate, the fewer cells are expanded.",
  },
  four: {
    title: "Manhattan is right for four moves",
    text: "Without diagonals the distance on an empty grid is columns plus rows: Manhattan. Euclidean and octile are never larger, so they are correct here too, but they know less, and the search looks at more.",
  },
  manhattan: {
    title: "Why Manhattan is wrong with diagonals",
    text: "Manhattan adds columns and rows, but a diagonal step covers one of each for 1.414. It overestimates, so cells that lie on the best path look worse than they are: the search is quicker, and its path can be longer. Octile never overestimates. Compare the costs.",
  },
  chess: {
    title: "Chebyshev is right for a chess king",
    text: "Where a diagonal costs as much as a straight step, the distance is the longer of the two sides: Chebyshev. It finds what Dijkstra finds, and looks at less. Octile would charge too much for diagonals here.",
  },
  greedy: {
    title: "What a bad estimate costs",
    text: "Greedy follows the estimate alone and runs into the dead end; the square of the distance is so large that A* does the same. Both find a path, but not the best one. Weighted A* says how much worse it can be at most.",
  },
  weight: {
    title: "Buying time with a guarantee",
    text: "Weighted A* multiplies the estimate: f = g + w · h. With w = 1.5 or 3 it expands less, and its path costs at most w times the optimum; mostly it is much closer to it than that.",
  },
  ties: {
    title: "Ties",
    text: "On an empty map many cells have the same f, and all of them are on some best path. Which of them comes first? Taking the newest of equals follows one path to its end; taking the one with the least cost so far tries them all.",
  },
  jumps: {
    title: "How jump points skip",
    text: "On a plain grid most cells are reached equally well in many orders. Jump point search leaps straight ahead and stops only where a wall forces a turn: the diamonds. The same cost, a fraction of the expansions.",
  },
  angle: {
    title: "Not bound to the grid",
    text: "A grid path turns by 45 degrees at a time. Theta* asks whether a cell's grandparent sees it, and if so leaves out the cell in between: the path goes straight from corner to corner, and is shorter than any that keeps to the grid.",
  },
  lists: {
    title: "One search, three open lists",
    text: "Array, heap, buckets: the same question, the same cost. Only the time to find the best entry differs. Open Line by line and step through it: the panel draws the list of the chosen search as the structure it is.",
  },
  reopened: {
    title: "Closed is not always closed",
    text: "With an estimate that overestimates unevenly, such as the square of the distance, a cell may be closed before its best path is known. When a cheaper one turns up, A* opens it again. With octile that never happens.",
  },
  prepared: {
    title: "Prepare once, answer often",
    text: "If the map stays as it is, work can be done beforehand. The second search reads its path from an index: nothing is expanded. The Preparation row says what the index took.",
  },
  wide: {
    title: "Why a wide body goes around",
    text: "A unit two cells wide and three long does not fit through the door that one cell would take, and it needs room to turn. Press Walk, and paint a wall across its path: it plans again from what it has learnt.",
  },
  turning: {
    title: "A heading is part of the state",
    text: "The goal is behind the car, and a car cannot turn on the spot: it drives an arc first, or backs up. A search for bodies has four nodes for each cell, one for each heading; point at a cell to see them.",
  },
  replanning: {
    title: "Planning again from what is known",
    text: "Press Walk, and paint a wall just ahead of the unit. It keeps what its first search has learnt, and uses it when it plans again: the results show how many placements it expanded, and how many a search from scratch would. Near the unit that saves most; far along the path it may not pay.",
  },
  minutes: {
    title: "The quickest path is not the straightest",
    text: "Streets with travel times. High Street goes straight to the station, and takes 14 minutes: the quickest path avoids it. Breadth-first search counts streets, not minutes, and takes it. Click High Street, set it to 3 minutes, and the route moves.",
  },
  arrows: {
    title: "There and back are two questions",
    text: "In a directed graph an arrow leads one way, and costs need not be lengths. Dijkstra's algorithm takes nodes in the order of their cost, so the first time it expands a node it has the cheapest path to it: B is reached through C for 3, although the arrow from A costs 4.",
  },
  tempting: {
    title: "Led astray by the estimate",
    text: "Greedy search always takes the node that looks nearest to the goal, and walks over the ridge. A* adds what the path has cost so far, and goes around: more nodes, a cheaper path.",
  },
  flights: {
    title: "Halfway around the world",
    text: "From Svalbard to the south of New Zealand: three ways to search one network of flights, one cost. Dijkstra looks at the whole world. The straight line, flown at the speed of the fastest flight, tells A* where not to look.",
  },
  roads: {
    title: "From both ends on the road",
    text: "Travel times on roads: the straight line at the speed of a motorway is a weak estimate, so A* still expands about half of what Dijkstra's algorithm does. Two searches that meet in the middle need no estimate at all, and expand about two thirds as many nodes as Dijkstra does.",
  },
  climbing: {
    title: "Climb instead of spreading",
    text: "Long trips use few roads: streets lead to main roads, main roads to motorways. Prepared once, a hierarchy knows which junctions matter, and from both ends a query only climbs. The straight lines are shortcuts, each for a whole stretch of road. The same cost as Dijkstra, for a small fraction of the nodes; close a road, and the hierarchy has to be prepared again.",
  },
} as const;
