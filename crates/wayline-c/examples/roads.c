/* A road graph: edges from arrays, a prepared index that follows a traffic jam, and a table of costs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <wayline.h>

static void must(wl_status status) {
  if (status == WL_STATUS_OK) return;
  fprintf(stderr, "roads: %s\n", wl_last_error());
  exit(1);
}

enum { SIDE = 20, NODES = SIDE * SIDE, EDGES = 4 * SIDE * (SIDE - 1) };

int main(void) {
  /* A town of square blocks. Every fifth street is a main road, which takes half the time. */
  static uint32_t from[EDGES], to[EDGES];
  static double minutes[EDGES], x[NODES], y[NODES];
  size_t edges = 0;
  for (uint32_t node = 0; node < NODES; node++) {
    const uint32_t column = node % SIDE, row = node / SIDE;
    x[node] = column;
    y[node] = row;
    for (int across = 0; across < 2; across++) {
      if ((across ? row : column) + 1 == SIDE) continue;
      const uint32_t next = node + (across ? SIDE : 1);
      const double cost = (across ? column : row) % 5 == 0 ? 1.0 : 2.0;
      from[edges] = to[edges + 1] = node;
      to[edges] = from[edges + 1] = next;
      minutes[edges] = minutes[edges + 1] = cost;
      edges += 2;
    }
  }
  wl_graph *town;
  must(wl_graph_from_edges(NODES, from, to, minutes, edges, &town));
  must(wl_graph_set_positions(town, WL_PLANE, x, y, NODES));

  wl_answer route;
  must(wl_graph_path(town, 21, 378, NULL, &route));
  printf("%zu junctions, %g minutes, by %s\n", route.length, route.cost, route.algorithm);
  const double before = route.cost;
  const uint32_t busy = route.edges[route.edge_count / 2];

  wl_preparation preparation = {0};
  preparation.kind = "customizable";
  wl_graph_index *index;
  must(wl_graph_index_prepare(town, &preparation, &index));
  double prepared;
  must(wl_graph_index_cost(index, 21, 378, NULL, &prepared));

  /* A jam, on a road that the route takes. */
  must(wl_graph_set_cost(town, busy, 30.0));
  must(wl_graph_index_update_edge(index, town, busy));
  must(wl_graph_index_path(index, 21, 378, NULL, &route));
  printf("with a jam on road %u: %g minutes\n", (unsigned)busy, route.cost);

  const uint32_t depots[] = {0, 19}, shops[] = {45, 210, 399};
  double table[6], again[6];
  must(wl_graph_index_matrix(index, depots, 2, shops, 3, NULL, table, 6));
  must(wl_graph_matrix(town, depots, 2, shops, 3, again, 6));
  bool right = prepared == before && route.cost >= before;
  for (int i = 0; i < 6; i++) {
    printf("%g%s", table[i], i % 3 == 2 ? "\n" : " ");
    right = right && table[i] == again[i] && isfinite(table[i]);
  }
  wl_graph_index_destroy(index);
  wl_graph_destroy(town);
  return right ? 0 : 1;
}
