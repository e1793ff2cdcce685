/* A crowd that flows through a door, the same crowd between cells, and two tanks that pass each other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wayline.h>

static void must(wl_status status) {
  if (status == WL_STATUS_OK) return;
  fprintf(stderr, "flow: %s\n", wl_last_error());
  exit(1);
}

enum { WIDTH = 60, HEIGHT = 30, UNITS = 100 };

/* How many arrive on the other side, as units that step from cell to cell. */
static size_t flow_through(const wl_grid *grid) {
  wl_flow *flow;
  wl_cell cells[UNITS];
  uint32_t units[UNITS], first;
  for (uint32_t i = 0; i < UNITS; i++) cells[i] = (wl_cell){2 + i % 10, 5 + i / 10};
  must(wl_flow_new(grid, &flow));
  must(wl_flow_add_units(flow, cells, UNITS, 1, &first));
  for (uint32_t i = 0; i < UNITS; i++) units[i] = first + i;
  must(wl_flow_send(flow, units, UNITS, (wl_cell){50, 15}));
  while (wl_flow_on_their_way(flow) > 0 && wl_flow_ticks(flow) < 500) must(wl_flow_tick(flow));
  const wl_flow_state *all;
  size_t count, arrived = 0;
  must(wl_flow_units(flow, &all, &count));
  for (size_t i = 0; i < count; i++) arrived += all[i].arrived;
  printf("%zu of %zu have arrived after %llu ticks\n", arrived, count, (unsigned long long)wl_flow_ticks(flow));
  wl_flow_destroy(flow);
  return arrived;
}

/* How many get there as discs with velocities, who follow a field. */
static size_t steer_through(const wl_grid *grid) {
  enum { AGENTS = 12 };
  wl_steering *steering;
  wl_grid *room;
  wl_field *field;
  wl_point points[AGENTS];
  uint32_t first;
  for (uint32_t i = 0; i < AGENTS; i++) points[i] = (wl_point){20.5 + i % 3, 12.5 + i / 3};
  must(wl_steering_new(grid, &steering));
  must(wl_steering_add_agents(steering, points, AGENTS, 0.3, 2, &first));
  must(wl_steering_room_for(steering, 0.3, &room));
  const wl_cell goal = {40, 14};
  must(wl_field_new(room, WL_TOWARDS, &goal, 1, 0, &field));
  for (int tick = 0; tick < 600; tick++) {
    for (uint32_t i = 0; i < AGENTS; i++) must(wl_steering_follow(steering, first + i, field, NULL));
    must(wl_steering_tick(steering, 0.05));
  }
  const wl_agent *agents;
  size_t count, through = 0;
  must(wl_steering_agents(steering, &agents, &count));
  for (size_t i = 0; i < count; i++) through += agents[i].position.x > 31;
  printf("%zu of %zu are through the door\n", through, count);
  wl_field_destroy(field);
  wl_grid_destroy(room);
  wl_steering_destroy(steering);
  return count - through;
}

/* A plan for two tanks in a corridor with a side room. */
static bool pass(void) {
  const char *letters = "........###..######..###";
  wl_terrain *terrain;
  wl_body *tank;
  wl_body_planner *planner;
  wl_outcome outcome;
  must(wl_terrain_from_letters(8, 3, letters, strlen(letters), &terrain));
  must(wl_body_preset("tank", &tank));
  const wl_body *bodies[] = {tank};
  const wl_body_unit units[] = {
      {0, {0, 0, WL_HEADING_EAST}, {6, 0, WL_HEADING_EAST}},
      {0, {7, 0, WL_HEADING_WEST}, {1, 0, WL_HEADING_WEST}},
  };
  must(wl_body_planner_new(terrain, bodies, 1, units, 2, 1, &planner));
  must(wl_body_planner_find(planner, 0, 0, NULL, &outcome, NULL));
  must(wl_body_planner_improve(planner, 10000, 0, NULL, NULL));
  const wl_body_move *moves;
  const wl_passage *after;
  size_t count, waits = 0, others;
  must(wl_body_planner_moves(planner, 1, &moves, &count));
  const bool there = count > 0 && moves[count - 1].to.x == 1 && moves[count - 1].to.heading == WL_HEADING_WEST;
  for (uint32_t i = 0; i < count; i++) {
    must(wl_body_planner_after(planner, 1, i, &after, &others));
    waits += others;
  }
  printf("the plan costs %llu, at least %llu; the second has %zu moves and lets the first pass %zu times\n",
         (unsigned long long)wl_body_planner_sum_of_costs(planner),
         (unsigned long long)wl_body_planner_lower_bound(planner), count, waits);
  wl_body_planner_destroy(planner);
  wl_body_destroy(tank);
  wl_terrain_destroy(terrain);
  return outcome == WL_OUTCOME_FOUND && there && waits > 0;
}

int main(void) {
  uint8_t free_cells[WIDTH * HEIGHT];
  wl_grid *grid;
  for (int i = 0; i < WIDTH * HEIGHT; i++) free_cells[i] = i % WIDTH != 30 || i / WIDTH % 10 == 4;
  must(wl_grid_from_free(WIDTH, HEIGHT, free_cells, sizeof free_cells, NULL, &grid));
  const bool right = flow_through(grid) == UNITS && steer_through(grid) == 0 && pass();
  wl_grid_destroy(grid);
  return right ? 0 : 1;
}
