/* A game loop on a map that changes. A live grid answers at once, by searching; meanwhile it prepares an index in
 * the background, and a door that opens or closes makes it begin anew. A long search is spread over frames.
 */
#include <stdio.h>
#include <stdlib.h>
#include <wayline.h>

static void must(wl_status status) {
  if (status == WL_STATUS_OK) return;
  fprintf(stderr, "game_loop: %s\n", wl_last_error());
  exit(1);
}

static bool same(wl_cell a, wl_cell b) { return a.x == b.x && a.y == b.y; }

int main(void) {
  /* Two rooms, and a wall with a door between them. */
  const uint32_t width = 64, height = 32;
  const wl_cell door = {32, 30}, gate = {32, 2}, goal = {60, 4};
  wl_grid *grid;
  must(wl_grid_new(width, height, NULL, &grid));
  for (uint32_t y = 0; y < height; y++) {
    const wl_cell wall = {32, y};
    must(wl_grid_set_free(grid, wall, same(wall, door), NULL));
  }
  wl_live *live;
  must(wl_live_new(grid, &live));

  wl_workspace *work = wl_workspace_new();
  wl_answer answer;
  wl_cell unit = {3, 3};
  unsigned frame = 0;
  for (; frame < 200 && !same(unit, goal); frame++) {
    /* After a while somebody opens the gate, which is much nearer. */
    if (frame == 10) must(wl_live_set_free(live, gate, true, NULL));
    must(wl_live_path(live, unit, goal, work, &answer));
    if (answer.outcome != WL_OUTCOME_FOUND) break;
    if (frame % 10 == 0) printf("frame %u: %u,%u, %.3f to go\n", frame, unit.x, unit.y, answer.cost);
    unit = answer.cells[1];
  }
  printf("at %u,%u after %u frames\n", unit.x, unit.y, frame);

  /* Another unit has little time in each frame: fifty expansions. */
  const wl_cell from = {0, 31};
  wl_settings settings = {0};
  settings.algorithm = "astar";
  wl_search *search;
  must(wl_search_begin(from, goal, &settings, &search));
  bool done = false;
  unsigned frames = 0;
  for (; !done; frames++) must(wl_search_step(search, grid, 50, &done));
  must(wl_search_answer(search, &answer));
  printf("%zu cells in %u frames, %.3f\n", answer.length, frames, answer.cost);
  const bool right = same(unit, goal) && answer.optimal && frames > 1;

  wl_search_destroy(search);
  wl_workspace_destroy(work);
  wl_live_destroy(live);
  wl_grid_destroy(grid);
  return right ? 0 : 1;
}
