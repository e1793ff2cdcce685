// Was die Lektionen sagen.
import type { chapters as ChaptersEn, lessons as LessonsEn } from "../en/lessons";

export const chapters: Record<keyof typeof ChaptersEn, string> = {
  graph: "Eine Karte ist ein Graph",
  search: "Welche Zelle kommt als Nächstes?",
  heuristics: "Heuristiken, und wofür jede die richtige ist",
  openLists: "Offene Listen",
  bodies: "Einheiten und Umplanen",
};

export const lessons: Record<keyof typeof LessonsEn, { title: string; text: string }> = {
  graph: {
    title: "Zellen sind Knoten, Schritte sind Kanten",
    text: "Für eine Suche ist eine Karte ein Graph: jede freie Zelle ein Knoten, jeder erlaubte Schritt eine Kante mit Kosten. Gerade Schritte kosten 1, schräge 1,414. Jede erreichte Zelle zeigt auf ihren Vorgänger, von dem aus sie erreicht wurde; folge den Pfeilen von B zurück, und du hast den Weg.",
  },
  streets: {
    title: "Auch Straßen sind ein Graph",
    text: "Straßen lassen wenig Auswahl, und die Tiefensuche nimmt sie, wie sie kommen: Sie liefert den ersten Weg, über den sie stolpert. Breitensuche und A* finden beide den kürzesten. Dass das eine Karte ist, weiß hier niemand: es gibt nur Knoten, Kanten und Kosten.",
  },
  moves: {
    title: "Vier Nachbarn oder acht",
    text: "Die Regeln machen den Graphen. Mit vier Nachbarn ist jeder Weg eine Treppe und kostet so viel wie die Spalten und Zeilen zwischen A und B zusammen. Diagonalen machen ihn kürzer, obwohl jede 1,414 kostet.",
  },
  corners: {
    title: "Darf eine Diagonale Ecken schneiden?",
    text: "Wände, die sich nur an den Ecken berühren: Passt man da hindurch? Nie; wenn wenigstens eine Seite frei ist; immer: drei Regeln, drei Graphen, drei Kosten. Was nach der einen Regel ein Weg ist, ist nach der anderen ein Zusammenstoß.",
  },
  terrain: {
    title: "Der längere Weg ist billiger",
    text: "Sumpf dauert dreimal so lang, Bäume fünfmal, Wasser neunmal. Der billigste Weg macht einen Bogen um das Schlimmste, so weit es sich lohnt. Die Farben zeigen, wie die Kosten ringsum wachsen.",
  },
  depth: {
    title: "Tiefe zuerst, Breite zuerst",
    text: "Die Tiefensuche nimmt den ersten Weg, den sie findet, wie lang er auch ist. Die Breitensuche findet die wenigsten Schritte, was sie auch kosten. Keine von beiden achtet auf Kosten; Dijkstra tut es.",
  },
  steps: {
    title: "Die wenigsten Schritte sind nicht die billigsten",
    text: "Die Breitensuche zählt Schritte, also schwimmt sie geradewegs durch den Fluss. Dijkstra zählt zusammen, was die Schritte kosten, und geht über die Furt: mehr Schritte, weniger Kosten.",
  },
  rings: {
    title: "Warum sich Dijkstra in Ringen ausbreitet",
    text: "Dijkstra weiß nichts vom Ziel und nimmt deshalb die Zellen in der Reihenfolge ihrer Kosten: Ring um Ring um A, bis einer B berührt. Die Linien sind Höhenlinien von g. A* rechnet eine Schätzung der restlichen Entfernung dazu und spart sich die meisten Ringe.",
  },
  direction: {
    title: "A* ist Dijkstra mit Orientierungssinn",
    text: "Beide nehmen die offene Zelle, die am besten aussieht. Für Dijkstra zählen die bisherigen Kosten, g. A* rechnet h dazu, eine Schätzung dessen, was noch fehlt: f = g + h. Dieselben Kosten, und viel weniger Zellen.",
  },
  both: {
    title: "Von beiden Enden",
    text: "Zwei Suchen, eine von A und eine von B, treffen sich in der Mitte: Zwei kleine Kreise bedecken weniger als ein großer. Ohne Schätzung ist mehr nicht zu gewinnen; mit einer Schätzung an beiden Enden, wie in der dritten Suche, bleibt kaum etwas anzusehen.",
  },
  unreachable: {
    title: "Wenn es keinen Weg gibt",
    text: "B ist eingemauert. Um das zu beweisen, muss eine Suche von A alles ansehen, was von A aus zu erreichen ist. Eine Suche von beiden Enden ist fertig, sobald eine Seite erschöpft ist: Die Tasche um B ist klein.",
  },
  memory: {
    title: "Warum Suchen sich etwas merken",
    text: "Die erste Suche schließt nichts ab: Sie verfolgt jeden Weg, den es gibt, und die meisten führen zu Zellen, die sie schon oft gesehen hat. Sie gibt auf. A* schließt, was erledigt ist, und ist nach ein paar Hundert Zellen fertig.",
  },
  deepening: {
    title: "Speicher oder Zeit",
    text: "IDA* merkt sich nur den Weg, auf dem es gerade ist, und geht mit steigender Schranke immer wieder in die Tiefe. Bei Rätseln ist das ein gutes Geschäft; auf einem Gitter, wo viele Wege zu einer Zelle führen, expandiert es dieselben Zellen wieder und wieder.",
  },
  estimate: {
    title: "Je besser die Schätzung, desto weniger ist zu tun",
    text: "Null weiß nichts, und A* wird zu Dijkstra. Tschebyschow zählt die längere Seite; Octile weiß, was Diagonalen kosten. Keine überschätzt, also sind alle drei Wege optimal; je größer die Schätzung, desto weniger Zellen werden expandiert.",
  },
  four: {
    title: "Manhattan ist richtig für vier Nachbarn",
    text: "Ohne Diagonalen ist die Entfernung auf einem leeren Gitter Spalten plus Zeilen: Manhattan. Luftlinie und Octile sind nie größer, also auch hier richtig, aber sie wissen weniger, und die Suche sieht sich mehr an.",
  },
  manhattan: {
    title: "Warum Manhattan mit Diagonalen falsch ist",
    text: "Manhattan zählt Spalten und Zeilen zusammen, aber ein schräger Schritt legt für 1,414 von jedem eine zurück. Es überschätzt, also sehen Zellen auf dem besten Weg schlechter aus, als sie sind: Die Suche ist schneller, und ihr Weg kann länger sein. Octile überschätzt nie. Vergleiche die Kosten.",
  },
  chess: {
    title: "Tschebyschow ist richtig für einen König im Schach",
    text: "Wo eine Diagonale so viel kostet wie ein gerader Schritt, ist die Entfernung die längere der beiden Seiten: Tschebyschow. Das findet, was Dijkstra findet, und sieht sich weniger an. Octile würde hier für Diagonalen zu viel berechnen.",
  },
  greedy: {
    title: "Was eine schlechte Schätzung kostet",
    text: "Die gierige Suche folgt nur der Schätzung und läuft in die Sackgasse; das Quadrat der Entfernung ist so groß, dass A* dasselbe tut. Beide finden einen Weg, aber nicht den besten. Gewichtetes A* sagt, wie viel schlechter er höchstens sein kann.",
  },
  weight: {
    title: "Zeit kaufen, mit Garantie",
    text: "Gewichtetes A* vervielfacht die Schätzung: f = g + w · h. Mit w = 1,5 oder 3 expandiert es weniger, und sein Weg kostet höchstens w-mal das Optimum; meist liegt er viel näher daran.",
  },
  ties: {
    title: "Gleichstand",
    text: "Auf einer leeren Karte haben viele Zellen dasselbe f, und alle liegen auf irgendeinem besten Weg. Welche kommt zuerst? Die neueste von ihnen folgt einem Weg bis zum Ende; die bisher billigste probiert alle durch.",
  },
  jumps: {
    title: "Wie Sprungpunkte überspringen",
    text: "Auf einem einfachen Gitter sind die meisten Zellen in vielen Reihenfolgen gleich gut zu erreichen. Die Sprungpunktsuche springt geradeaus und hält nur, wo eine Wand zum Abbiegen zwingt: bei den Rauten. Dieselben Kosten, ein Bruchteil der Expansionen.",
  },
  angle: {
    title: "Nicht ans Gitter gebunden",
    text: "Ein Weg im Gitter biegt immer um 45 Grad ab. Theta* fragt, ob der Vorgänger des Vorgängers eine Zelle sieht, und lässt dann die Zelle dazwischen weg: Der Weg führt gerade von Ecke zu Ecke und ist kürzer als jeder, der sich ans Gitter hält.",
  },
  lists: {
    title: "Eine Suche, drei offene Listen",
    text: "Array, Heap, Fächer: dieselbe Frage, dieselben Kosten. Verschieden ist nur, wie lange es dauert, den besten Eintrag zu finden. Öffne „Zeile für Zeile“ und geh Schritt für Schritt hindurch: Dort wird die Liste der ausgewählten Suche so gezeichnet, wie sie gebaut ist.",
  },
  reopened: {
    title: "Geschlossen heißt nicht immer geschlossen",
    text: "Mit einer Schätzung, die ungleichmäßig überschätzt, wie dem Quadrat der Entfernung, kann eine Zelle geschlossen werden, bevor ihr bester Weg bekannt ist. Taucht ein billigerer auf, öffnet A* sie wieder. Mit Octile kommt das nie vor.",
  },
  prepared: {
    title: "Einmal vorbereiten, oft antworten",
    text: "Bleibt die Karte, wie sie ist, lässt sich Arbeit im Voraus tun. Die zweite Suche liest ihren Weg aus einem Index: Nichts wird expandiert. Was der Index gekostet hat, steht in der Zeile „Vorbereitung“.",
  },
  wide: {
    title: "Warum eine breite Einheit außen herum geht",
    text: "Eine Einheit, zwei Zellen breit und drei lang, passt nicht durch die Tür, die eine einzelne Zelle nähme, und sie braucht Platz zum Drehen. Drücke „Loslaufen“ und male ihr eine Wand in den Weg: Sie plant um, mit dem, was sie gelernt hat.",
  },
  turning: {
    title: "Die Richtung gehört zum Zustand",
    text: "Das Ziel liegt hinter dem Auto, und ein Auto dreht nicht auf der Stelle: Es fährt erst einen Bogen oder setzt zurück. Eine Suche für Einheiten hat vier Knoten je Zelle, einen für jede Richtung; zeige auf eine Zelle, um sie zu sehen.",
  },
  replanning: {
    title: "Umplanen mit dem, was bekannt ist",
    text: "Drücke „Loslaufen“ und male eine Wand knapp vor die Einheit. Sie behält, was ihre erste Suche gelernt hat, und nutzt es beim Umplanen: Die Ergebnisse zeigen, wie viele Stellungen sie expandiert hat und wie viele eine Suche von Grund auf bräuchte. Nahe bei der Einheit spart das am meisten; weit vorn auf dem Weg lohnt es sich vielleicht nicht.",
  },
  minutes: {
    title: "Der schnellste Weg ist nicht der geradeste",
    text: "Straßen mit Fahrzeiten. Die High Street führt gerade zum Bahnhof (Station) und dauert 14 Minuten: Der schnellste Weg lässt sie links liegen. Die Breitensuche zählt Straßen, nicht Minuten, und nimmt sie. Klicke die High Street an, setze sie auf 3 Minuten, und die Route ändert sich.",
  },
  arrows: {
    title: "Hin und zurück sind zwei Fragen",
    text: "In einem gerichteten Graphen führt ein Pfeil nur in eine Richtung, und Kosten müssen keine Längen sein. Dijkstras Algorithmus nimmt die Knoten in der Reihenfolge ihrer Kosten; wenn er einen zum ersten Mal expandiert, hat er deshalb den billigsten Weg dorthin: B wird über C für 3 erreicht, obwohl der Pfeil von A aus 4 kostet.",
  },
  tempting: {
    title: "Die Schätzung allein führt in die Irre",
    text: "Die gierige Suche nimmt immer den Knoten, der dem Ziel am nächsten scheint, und geht über den Grat (Ridge). A* rechnet dazu, was der Weg bisher gekostet hat, und geht außen herum: mehr Knoten, ein billigerer Weg.",
  },
  flights: {
    title: "Um die halbe Welt",
    text: "Von Spitzbergen in den Süden Neuseelands: drei Arten, ein Flugnetz zu durchsuchen, ein Ergebnis. Dijkstra sieht sich die ganze Welt an. Die Luftlinie, mit der Geschwindigkeit des schnellsten Fluges geflogen, sagt A*, wo es nicht zu suchen braucht.",
  },
  roads: {
    title: "Von beiden Enden auf der Straße",
    text: "Fahrzeiten auf Straßen: Die Luftlinie mit dem Tempo einer Autobahn ist eine schwache Schätzung, also expandiert A* immer noch etwa halb so viel wie Dijkstras Algorithmus. Zwei Suchen, die sich in der Mitte treffen, brauchen gar keine Schätzung und expandieren etwa zwei Drittel davon.",
  },
  climbing: {
    title: "Klettern statt ausbreiten",
    text: "Weite Fahrten nutzen wenige Straßen: Nebenstraßen führen zu Hauptstraßen, Hauptstraßen zu Autobahnen. Einmal vorbereitet weiß eine Hierarchie, auf welche Kreuzungen es ankommt, und von beiden Enden wird nur noch geklettert. Die geraden Linien sind Abkürzungen, jede für ein ganzes Stück Straße. Dieselben Kosten wie Dijkstra, für einen kleinen Bruchteil der Knoten; sperre eine Straße, und die Hierarchie muss neu vorbereitet werden.",
  },
};
