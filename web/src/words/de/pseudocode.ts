// Die Zeilen der Suchen: was die Engine auf Englisch sagt (crates/wayline/src/question/pseudocode.md), und wie es hier heißt.
export const pseudocode: Readonly<Record<string, string>> = {
  "if nothing estimates the cost to go, and moves can be followed back: ask bidirectional":
    "schätzt nichts die Kosten bis zum Ziel, und lassen sich Züge rückwärts verfolgen: frag bidirectional",
  "else if it is a grid without terrain, or with landmarks: ask jps":
    "sonst, auf einem Gitter ohne Gelände oder mit Landmarken: frag jps",
  "else: ask astar": "sonst: frag astar",
  "its path is the path": "dessen Weg ist der Weg",
  "there is no path": "es gibt keinen Weg",
  "push the start on a stack": "lege den Start auf einen Stapel",
  "while the stack is not empty:": "solange der Stapel nicht leer ist:",
  "n ← pop the node pushed last, unless it was visited":
    "n ← nimm den zuletzt abgelegten Knoten, der noch nicht besucht ist",
  "if n is the goal: the path leads back from n": "ist n das Ziel: der Weg führt von n zurück",
  "for each neighbour m of n that was not visited:": "für jeden Nachbarn m von n, der noch nicht besucht ist:",
  "push m with parent n, even if it waits there already": "lege m mit Vorgänger n ab, auch wenn es dort schon wartet",
  "close n": "schließe n",
  "put the start in a queue": "stelle den Start in eine Schlange",
  "while the queue is not empty:": "solange die Schlange nicht leer ist:",
  "n ← take the node that has waited longest": "n ← nimm den Knoten, der am längsten wartet",
  "for each neighbour m of n:": "für jeden Nachbarn m von n:",
  "if m is new: parent ← n, put it at the end": "ist m neu: Vorgänger ← n, stelle m hinten an",
  "put the start on the open list, g ← 0": "setze den Start auf die offene Liste, g ← 0",
  "while the open list is not empty:": "solange die offene Liste nicht leer ist:",
  "n ← take the node of least g": "n ← nimm den Knoten mit kleinstem g",
  "for each neighbour m of n, cost ← g(n) + step:": "für jeden Nachbarn m von n, Kosten ← g(n) + Schritt:",
  "if m is new: g(m) ← cost, parent ← n, open it": "ist m neu: g(m) ← Kosten, Vorgänger ← n, öffne m",
  "if cost < g(m): g(m) ← cost, parent ← n, move it up": "ist Kosten < g(m): g(m) ← Kosten, Vorgänger ← n, m rückt vor",
  "n ← take the node of least f = g + h": "n ← nimm den Knoten mit kleinstem f = g + h",
  "if cost < g(m): g(m) ← cost, parent ← n, open it again":
    "ist Kosten < g(m): g(m) ← Kosten, Vorgänger ← n, öffne m wieder",
  "put the start on the open list": "setze den Start auf die offene Liste",
  "n ← take the node of least h, whatever it cost so far":
    "n ← nimm den Knoten mit kleinstem h, was er bisher auch kostet",
  "if m is new: parent ← n, open it": "ist m neu: Vorgänger ← n, öffne m",
  "n ← take the node of least f = g + w · h": "n ← nimm den Knoten mit kleinstem f = g + w · h",
  "open the start on one list, the goal on another; best ← none":
    "öffne den Start auf einer Liste, das Ziel auf einer anderen; bester ← keiner",
  "while both lists may lead to something cheaper than best:":
    "solange beide Listen zu etwas Billigerem als bester führen können:",
  "n ← take the node of least f from the shorter list": "n ← nimm den Knoten mit kleinstem f von der kürzeren Liste",
  "for each neighbour m of n that no side has closed, cost ← g(n) + step:":
    "für jeden Nachbarn m von n, den keine Seite geschlossen hat, Kosten ← g(n) + Schritt:",
  "if m is new on this side: g(m) ← cost, open it": "ist m auf dieser Seite neu: g(m) ← Kosten, öffne m",
  "if cost < g(m) on this side: g(m) ← cost, open it again":
    "ist Kosten < g(m) auf dieser Seite: g(m) ← Kosten, öffne m wieder",
  "if the other side has reached m, too:": "hat auch die andere Seite m erreicht:",
  "best ← the cheaper of best and both paths together": "bester ← der billigere von bester und beiden Wegen zusammen",
  "close n, for both sides": "schließe n, für beide Seiten",
  "the path goes through the meeting that is best": "der Weg führt durch den besten Treffpunkt",
  "n ← take the jump point of least f = g + h": "n ← nimm den Sprungpunkt mit kleinstem f = g + h",
  "if n is the goal: the path leads back from jump to jump":
    "ist n das Ziel: der Weg führt von Sprung zu Sprung zurück",
  "for each direction that is not pruned at n:": "für jede Richtung, die bei n nicht wegfällt:",
  "m ← go straight on to where a path may have to turn": "m ← geh geradeaus bis dorthin, wo ein Weg abbiegen könnte",
  "if m is new: g(m) ← g(n) + distance, parent ← n, open it":
    "ist m neu: g(m) ← g(n) + Abstand, Vorgänger ← n, öffne m",
  "if that is cheaper: the same, and open it again": "ist das billiger: dasselbe, und öffne m wieder",
  "once for the map: prepare an index": "einmal für die Karte: bereite einen Index vor",
  "read the path from the index": "lies den Weg aus dem Index",
  "the index says that there is none": "der Index sagt, dass es keinen gibt",
  "bound ← h(start)": "Schranke ← h(Start)",
  "repeat:": "wiederhole:",
  "walk depth-first from the start:": "geh vom Start aus in die Tiefe:",
  "n ← the next node; skip it if f = g + h > bound": "n ← der nächste Knoten; übergeh ihn, wenn f = g + h > Schranke",
  "if n is the goal: the path is the walk": "ist n das Ziel: der gegangene Weg ist es",
  "go on to each neighbour of n that is not on the walk":
    "geh weiter zu jedem Nachbarn von n, der nicht auf dem Weg liegt",
  "turn back from n": "kehre bei n um",
  "bound ← the least f that was skipped": "Schranke ← das kleinste f, das übergangen wurde",
  "nothing was skipped: there is no path": "nichts wurde übergangen: es gibt keinen Weg",
  "put the path (start) in a queue": "stelle den Weg (Start) in eine Schlange",
  "p ← take the path of least f = g + h": "p ← nimm den Weg mit kleinstem f = g + h",
  "if p ends at the goal: it is the path": "endet p am Ziel: das ist der Weg",
  "for each neighbour m of the end of p:": "für jeden Nachbarn m vom Ende von p:",
  "put p + m in the queue, whether m was seen before or not":
    "stelle p + m in die Schlange, ob m schon gesehen wurde oder nicht",
  "gave up, or there is no path": "aufgegeben, oder es gibt keinen Weg",
  "p ← parent(n) if it sees m, else n": "p ← Vorgänger(n), wenn er m sieht, sonst n",
  "if m is new: g(m) ← g(p) + distance, parent ← p, open it":
    "ist m neu: g(m) ← g(p) + Abstand, Vorgänger ← p, öffne m",
};
