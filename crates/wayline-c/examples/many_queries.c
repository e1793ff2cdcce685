/* Many questions about a map that rests: prepared once, saved, loaded, asked a hundred thousand times. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <wayline.h>

static void must(wl_status status) {
  if (status == WL_STATUS_OK) return;
  fprintf(stderr, "many_queries: %s\n", wl_last_error());
  exit(1);
}

enum { PAIRS = 100000 };

int main(int count, char **arguments) {
  wl_grid *grid;
  must(wl_grid_generate("rooms:200x200:size=12:seed=3", &grid));
  wl_index *prepared, *index;
  must(wl_index_prepare(grid, NULL, &prepared));

  /* As a game would at build time, and when it starts. */
  const char *path = count > 1 ? arguments[1] : "many_queries.index";
  must(wl_index_save(prepared, path));
  must(wl_index_load(grid, path, &index));
  remove(path);
  printf("%zu bytes\n", wl_index_memory(index));

  static wl_cell starts[PAIRS], goals[PAIRS];
  static double costs[PAIRS];
  uint32_t random = 1;
  for (size_t i = 0; i < 2 * PAIRS;) {
    random = random * 1664525u + 1013904223u;
    const wl_cell cell = {(random >> 8) % 200, (random >> 16) % 200};
    if (!wl_grid_is_free(grid, cell)) continue;
    (i % 2 == 0 ? starts : goals)[i / 2] = cell;
    i++;
  }
  wl_workspace *work = wl_workspace_new();
  must(wl_index_costs(index, starts, goals, PAIRS, work, costs, PAIRS));
  double sum = 0;
  for (size_t i = 0; i < PAIRS; i++) sum += isfinite(costs[i]) ? costs[i] : 0;
  printf("%d costs, %.3f on average\n", PAIRS, sum / PAIRS);

  /* The path itself, and a search for comparison. */
  wl_answer answer;
  must(wl_index_path(index, starts[0], goals[0], work, &answer));
  const size_t cells = answer.length, turns = answer.turn_count;
  must(wl_grid_path(grid, starts[0], goals[0], work, &answer));
  printf("%zu cells, %zu turns, %.3f\n", cells, turns, answer.cost);
  const bool right = answer.cost == costs[0] && answer.length == cells;

  wl_workspace_destroy(work);
  wl_index_destroy(index);
  wl_index_destroy(prepared);
  wl_grid_destroy(grid);
  return right ? 0 : 1;
}
