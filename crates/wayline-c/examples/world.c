/* Tanks that cross a map which changes: they plan within a budget, make room for each other, and report. */
#include <stdio.h>
#include <stdlib.h>
#include <wayline.h>

static void must(wl_status status) {
  if (status == WL_STATUS_OK) return;
  fprintf(stderr, "world: %s\n", wl_last_error());
  exit(1);
}

enum { UNITS = 4 };

int main(void) {
  wl_terrain *terrain;
  wl_body *tank;
  wl_world *world;
  uint32_t kind, units[UNITS];
  must(wl_terrain_new(40, 24, &terrain));
  must(wl_body_preset("tank", &tank));
  must(wl_world_new(terrain, NULL, &world));
  must(wl_world_add_kind(world, tank, &kind));
  for (uint32_t i = 0; i < UNITS; i++) {
    const wl_placement at = {2, 3 + 5 * i, WL_HEADING_EAST}, goal = {36, 18 - 5 * i, WL_HEADING_ANY};
    must(wl_world_add_unit(world, kind, at, &units[i]));
    must(wl_world_send(world, units[i], goal));
  }
  unsigned arrived = 0, ticks = 0;
  for (; arrived < UNITS && ticks < 500; ticks++) {
    /* A wall goes up in front of them. */
    for (uint32_t y = 6; ticks == 5 && y < 18; y++) {
      const wl_cell wall = {20, y};
      must(wl_world_set_free(world, wall, false));
    }
    const wl_event *events;
    size_t count;
    must(wl_world_tick(world, 100000, &events, &count));
    for (size_t i = 0; i < count; i++) {
      if (events[i].kind != WL_EVENT_KIND_ARRIVED) continue;
      arrived++;
      printf("unit %u has arrived at time %llu\n", (unsigned)events[i].unit, (unsigned long long)events[i].begin);
    }
  }
  bool right = arrived == UNITS;
  for (uint32_t i = 0; i < UNITS; i++) {
    wl_unit unit;
    must(wl_world_unit(world, units[i], &unit));
    right = right && unit.arrived && unit.at.x == 36 && unit.at.y == 18 - 5 * i;
  }
  printf("%u ticks\n", ticks);
  wl_world_destroy(world);
  wl_body_destroy(tank);
  wl_terrain_destroy(terrain);
  return right ? 0 : 1;
}
