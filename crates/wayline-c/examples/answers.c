/* A thousand questions that follow from a seed, and one number for all their answers: the same as those of the
 * native engine, of Node and of the browser (crates/wayline-wasm/examples/native.rs, tests/cases.mjs).
 *
 *   answers [QUESTIONS [SEED]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wayline.h>

/* --- random numbers: SplitMix with 32 bits --- */

static uint32_t state;

static uint32_t below(uint32_t end) {
  state += 0x9e3779b9u;
  uint32_t z = (state ^ (state >> 16)) * 0x85ebca6bu;
  z = (z ^ (z >> 13)) * 0xc2b2ae35u;
  return (z ^ (z >> 16)) % end;
}

/* One of the names that the library knows. */
static const char *name_of(uint32_t what) {
  uint32_t count = 0;
  while (wl_name(what, count) != NULL) count++;
  return wl_name(what, below(count));
}

/* The same, or none. */
static const char *name_or_none(uint32_t what) {
  uint32_t count = 1;
  while (wl_name(what, count - 1) != NULL) count++;
  const uint32_t chosen = below(count);
  return chosen == 0 ? NULL : wl_name(what, chosen - 1);
}

/* --- the digest: two lanes of MurmurHash3, over words of 32 bits --- */

static uint32_t lanes[2] = {0x12345678u, 0x9abcdef0u};

static uint32_t rotated(uint32_t word, int bits) { return (word << bits) | (word >> (32 - bits)); }

static void add_word(uint32_t word) {
  const uint32_t k = rotated(word * 0xcc9e2d51u, 15) * 0x1b873593u;
  for (int i = 0; i < 2; i++) lanes[i] = rotated(lanes[i] ^ k, 13) * 5 + 0xe6546b64u;
  lanes[1] += 0x9e3779b9u;
}

static void add_words(const uint32_t *words, size_t count) {
  add_word((uint32_t)count);
  for (size_t i = 0; i < count; i++) add_word(words[i]);
}

static void add_number(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  const uint32_t halves[] = {(uint32_t)bits, (uint32_t)(bits >> 32)};
  add_words(halves, 2);
}

static void add_text(const char *text) {
  const size_t length = strlen(text);
  add_word((uint32_t)length);
  for (size_t i = 0; i < length; i++) add_word((unsigned char)text[i]);
}

/* --- the questions --- */

static void must(wl_status status) {
  if (status == WL_STATUS_OK) return;
  fprintf(stderr, "answers: %s\n", wl_last_error());
  exit(1);
}

static uint32_t width, height;

static wl_cell cell_of(uint32_t number) {
  const wl_cell cell = {number % width, number / width};
  return cell;
}

static uint32_t number_of(wl_cell cell) { return cell.y * width + cell.x; }

static uint32_t free_cell(const wl_grid *grid) {
  uint32_t number = 0;
  for (int tries = 0; tries < 40; tries++) {
    number = below(width * height);
    if (wl_grid_is_free(grid, cell_of(number))) break;
  }
  return number;
}

static wl_grid *generated(void) {
  char size[40], seed[40], spec[120];
  const unsigned w = 8 + below(89), h = 8 + below(89);
  snprintf(size, sizeof size, "%ux%u", w, h);
  snprintf(seed, sizeof seed, "seed=%u", (unsigned)below(1000000));
  switch (below(6)) {
    case 0: snprintf(spec, sizeof spec, "open:%s", size); break;
    case 1: snprintf(spec, sizeof spec, "random:%s:density=0.%u:%s", size, 10 + (unsigned)below(30), seed); break;
    case 2: snprintf(spec, sizeof spec, "maze:%s:corridor=%u:%s", size, 1 + (unsigned)below(3), seed); break;
    case 3: snprintf(spec, sizeof spec, "rooms:%s:size=%u:%s", size, 4 + (unsigned)below(9), seed); break;
    case 4: snprintf(spec, sizeof spec, "caves:%s:%s", size, seed); break;
    default: snprintf(spec, sizeof spec, "terrain:%s:relief=%u:%s", size, (unsigned)below(2) * 20, seed); break;
  }
  wl_grid *grid;
  must(wl_grid_generate(spec, &grid));
  return grid;
}

/* What a search did, list by list. */
struct record {
  uint32_t *lists[5];
  size_t count, room;
};

static void remember(void *context, const wl_step *step) {
  struct record *record = context;
  if (record->count == record->room) {
    record->room = record->room == 0 ? 1024 : 2 * record->room;
    for (int i = 0; i < 5; i++) {
      record->lists[i] = realloc(record->lists[i], record->room * sizeof(uint32_t));
      if (record->lists[i] == NULL) abort();
    }
  }
  const float costs[2] = {(float)step->g, (float)step->f};
  const size_t at = record->count++;
  record->lists[0][at] = (uint32_t)step->kind;
  record->lists[1][at] = number_of(step->cell);
  record->lists[2][at] = step->has_parent ? number_of(step->parent) : UINT32_MAX;
  memcpy(&record->lists[3][at], &costs[0], sizeof(float));
  memcpy(&record->lists[4][at], &costs[1], sizeof(float));
}

static const char *word_of(wl_outcome outcome) {
  return outcome == WL_OUTCOME_FOUND ? "found" : outcome == WL_OUTCOME_UNREACHABLE ? "unreachable" : "limit";
}

static void add_path(const wl_answer *answer) {
  add_number(answer->cost_fixed == UINT64_MAX ? -1.0 : answer->cost);
  add_word((uint32_t)answer->length);
  for (size_t i = 0; i < answer->length; i++) add_word(number_of(answer->cells[i]));
}

static void add_answer(const wl_answer *answer) {
  const uint32_t optimal = answer->optimal;
  add_text(word_of(answer->outcome));
  add_text(answer->algorithm);
  add_words(&optimal, 1);
  add_path(answer);
  const uint32_t counts[] = {(uint32_t)answer->expanded, (uint32_t)answer->generated,
                             (uint32_t)answer->reopened, (uint32_t)answer->largest_open};
  add_words(counts, 4);
}

/* From an index. Whether a path was found. */
static bool read_from_index(const wl_grid *grid, wl_cell from, wl_cell to, const wl_settings *settings,
                            wl_workspace *work) {
  if (settings->closest) {
    add_text("closest is for searches: choose another algorithm");
    return false;
  }
  wl_index *index;
  wl_answer answer;
  memset(&answer, 0, sizeof answer);
  if (wl_index_prepare(grid, NULL, &index) != WL_STATUS_OK ||
      wl_index_path(index, from, to, work, &answer) != WL_STATUS_OK) {
    add_text(wl_last_error());
  } else {
    const uint32_t found = answer.outcome == WL_OUTCOME_FOUND, zeros[4] = {0, 0, 0, 0};
    add_text(found ? "found" : "unreachable");
    add_text("prepared");
    add_words(&found, 1);
    add_path(&answer);
    add_words(zeros, 4);
  }
  wl_index_destroy(index);
  return answer.outcome == WL_OUTCOME_FOUND;
}

static bool ask(wl_grid *grid, wl_workspace *work) {
  static const double steps[4][2] = {{0, 0}, {1, 1}, {10, 14}, {1, 1.5}};
  static const double weights[3] = {1, 1.5, 3};
  wl_rules rules = {0};
  wl_settings settings = {0};
  const wl_cell from = cell_of(free_cell(grid)), to = cell_of(free_cell(grid));
  settings.algorithm = name_of(WL_NAMES_ALGORITHMS);
  rules.moves = below(2) == 0 ? 4 : 8;
  rules.corners = below(3);
  const double *step = steps[below(4)];
  rules.straight = step[0];
  rules.diagonal = step[1];
  rules.uphill = below(2) == 0 ? 0 : 0.5;
  settings.heuristic = name_of(WL_NAMES_HEURISTICS);
  settings.open = name_or_none(WL_NAMES_OPEN_LISTS);
  settings.ties = name_or_none(WL_NAMES_TIES);
  settings.weight = weights[below(3)];
  settings.closest = below(8) == 0;
  settings.no_shortcut = below(2) != 0;
  settings.max_expansions = 100000;
  const bool watched = below(8) == 0;
  must(wl_grid_set_rules(grid, &rules));
  /* Leaps over terrain are not in the browser's module, which refuses them. */
  if (wl_grid_is_weighted(grid) && strcmp(settings.algorithm, "jps") == 0) settings.algorithm = "astar";

  if (strcmp(settings.algorithm, "prepared") == 0 && !watched) {
    return read_from_index(grid, from, to, &settings, work);
  }
  struct record record = {{NULL, NULL, NULL, NULL, NULL}, 0, 0};
  wl_answer answer;
  const wl_status status = watched
      ? wl_grid_search_watched(grid, from, to, &settings, remember, &record, work, &answer)
      : wl_grid_search(grid, from, to, &settings, work, &answer);
  if (status == WL_STATUS_OK) {
    add_answer(&answer);
    for (int i = 0; watched && i < 5; i++) add_words(record.lists[i], record.count);
  } else {
    add_text(wl_last_error());
  }
  for (int i = 0; i < 5; i++) free(record.lists[i]);
  return answer.outcome == WL_OUTCOME_FOUND;
}

/* What painted ground is to bodies: as in the browser. */
static char letter(double multiplier) {
  return multiplier >= 9 ? 'W' : multiplier >= 5 ? 'T' : multiplier >= 3 ? 'S' : multiplier >= 2 ? 'H'
       : multiplier >= 1 ? '.' : 'R';
}

static wl_terrain *terrain_of(const wl_grid *grid) {
  wl_terrain *terrain;
  must(wl_terrain_new(width, height, &terrain));
  for (uint32_t number = 0; number < width * height; number++) {
    const wl_cell cell = cell_of(number);
    if (!wl_grid_is_free(grid, cell)) must(wl_terrain_set_free(terrain, cell, false));
    if (!wl_grid_is_weighted(grid)) continue;
    const char ground = letter(wl_grid_multiplier(grid, cell));
    if (ground != '.') must(wl_terrain_set_ground(terrain, cell, ground));
    if (wl_grid_elevation(grid, cell) != 0) {
      must(wl_terrain_set_elevation(terrain, cell, wl_grid_elevation(grid, cell)));
    }
  }
  return terrain;
}

static bool move(const wl_grid *grid, wl_workspace *work) {
  const char *preset = name_of(WL_NAMES_BODIES);
  const wl_cell start = cell_of(free_cell(grid)), goal = cell_of(free_cell(grid));
  const uint32_t heading = below(4), turned = below(4);
  const wl_placement from = {start.x, start.y, heading}, to = {goal.x, goal.y, turned};
  wl_terrain *terrain = terrain_of(grid);
  wl_body *body;
  wl_body_map *map = NULL;
  wl_answer answer;
  memset(&answer, 0, sizeof answer);
  must(wl_body_preset(preset, &body));
  if (wl_body_map_new(body, terrain, &map) != WL_STATUS_OK ||
      wl_body_map_path(map, from, to, work, &answer) != WL_STATUS_OK) {
    add_text(wl_last_error());
  } else {
    const uint32_t expanded = (uint32_t)answer.expanded;
    add_text(word_of(answer.outcome));
    add_number(answer.cost_fixed == UINT64_MAX ? -1.0 : answer.cost);
    add_word((uint32_t)answer.length);
    for (size_t i = 0; i < answer.length; i++) {
      const wl_placement at = answer.placements[i];
      add_word((at.y * width + at.x) * 4 + at.heading);
    }
    add_words(&expanded, 1);
  }
  wl_body_map_destroy(map);
  wl_body_destroy(body);
  wl_terrain_destroy(terrain);
  return answer.outcome == WL_OUTCOME_FOUND;
}

int main(int count, char **arguments) {
  const unsigned long questions = count > 1 ? strtoul(arguments[1], NULL, 10) : 1000;
  state = count > 2 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 1;
  unsigned found = 0;
  wl_workspace *work = wl_workspace_new();
  for (unsigned long i = 0; i < questions; i++) {
    wl_grid *grid = generated();
    width = wl_grid_width(grid);
    height = wl_grid_height(grid);
    add_word(width * height);
    for (uint32_t number = 0; number < width * height; number++) {
      add_word(!wl_grid_is_free(grid, cell_of(number)));
    }
    found += ask(grid, work);
    if (i % 8 == 0) found += move(grid, work);
    wl_grid_destroy(grid);
  }
  wl_workspace_destroy(work);
  printf("%lu questions, %u found: %08x%08x\n", questions, found, (unsigned)lanes[0], (unsigned)lanes[1]);
  return 0;
}
