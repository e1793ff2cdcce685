/*
 * Wayline: exact, fast, deterministic pathfinding. The interface for C.
 *
 * Made by cbindgen from crates/wayline-c/src; do not edit. How to build with it: docs/c.md. For C++ there is
 * wayline.hpp.
 *
 *   wl_grid *grid;
 *   wl_answer answer;
 *   if (wl_grid_from_free(width, height, bytes, width * height, NULL, &grid) != WL_STATUS_OK
 *       || wl_grid_path(grid, from, to, NULL, &answer) != WL_STATUS_OK)
 *     fprintf(stderr, "%s\n", wl_last_error());
 *   for (size_t i = 0; i < answer.length; i++) visit(answer.cells[i]);
 *   wl_grid_destroy(grid);
 *
 * Errors. Functions that can fail return a wl_status; wl_last_error() then has a sentence that says what was
 * wrong. NULL where a handle or a place for the result is expected, arrays of the wrong length, numbers out of
 * range and unknown names are refused. After a failure, results are empty: NULL, 0, or an answer without a path.
 * Functions that return a value and no status return the one that they have for NULL. Nothing unwinds into the
 * caller.
 *
 * Memory. Handles (wl_grid *, wl_index *, ...) come from functions whose comment says "Yours", and are freed by
 * the _destroy function of their kind, once. Nothing else is to be freed: arrays and texts in results are
 * borrowed, and each comment says until when. No handle needs another one to stay alive. What is passed in is
 * copied or not used after the call.
 *
 * Threads. A function that takes a handle as const may be called with it from many threads at once. One that
 * takes it as not const needs it alone; if it is in use, the call is refused with WL_STATUS_BUSY. Freeing a handle
 * that is in use, and reading a borrowed array while another thread makes it invalid, are the caller's mistakes
 * and are not noticed. A workspace serves one thread at a time; NULL in its place is one that the thread keeps.
 *
 * The rest of what callers promise is C's own rules: pointers are NULL or point to what their type says, texts
 * end with a zero byte, arrays are as long as said.
 */


#ifndef WAYLINE_H
#define WAYLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The number of this interface. It changes with every change after which a program has to be compiled anew.
#define WL_ABI 1

/// For wl_name(): algorithms, of which the first is the default.
#define WL_NAMES_ALGORITHMS 0

/// For wl_name(): estimates on grids.
#define WL_NAMES_HEURISTICS 1

/// For wl_name(): open lists.
#define WL_NAMES_OPEN_LISTS 2

/// For wl_name(): rules by which ties are broken.
#define WL_NAMES_TIES 3

/// For wl_name(): kinds of bodies that are built in.
#define WL_NAMES_BODIES 4

/// A heading: east, towards larger x.
#define WL_HEADING_EAST 0

/// A heading: north, towards smaller y.
#define WL_HEADING_NORTH 1

/// A heading: west, towards smaller x.
#define WL_HEADING_WEST 2

/// A heading: south, towards larger y.
#define WL_HEADING_SOUTH 3

/// Of a goal only: any heading will do.
#define WL_HEADING_ANY 4

/// A diagonal step needs both cells beside it free.
#define WL_CORNERS_NEVER 0

/// A diagonal step needs one of the cells beside it free.
#define WL_CORNERS_ONE 1

/// A diagonal step may squeeze between two blocked cells.
#define WL_CORNERS_ALWAYS 2

/// WL_CHARGE_ENTER for wl_grid_from_costs(), otherwise WL_CHARGE_MEAN.
#define WL_CHARGE_USUAL 0

/// A step costs its length times the mean of the multipliers of both cells.
#define WL_CHARGE_MEAN 1

/// A step costs its length times the multiplier of the cell it enters.
#define WL_CHARGE_ENTER 2

/// The field leads towards its seeds: costs are those of going there.
#define WL_TOWARDS 0

/// The field leads away from its seeds: costs are those of coming from there.
#define WL_AWAY_FROM 1

/// Positions in the plane.
#define WL_PLANE 0

/// Positions on the globe: x is the latitude, y the longitude, in degrees.
#define WL_GLOBE 1

/// All abreast, the goal in the middle.
#define WL_FORMATION_LINE 0

/// One behind the other, the first on the goal.
#define WL_FORMATION_COLUMN 1

/// As many files as ranks, or one more; the goal in the middle of the first rank.
#define WL_FORMATION_BOX 2

/// The result of a call. Zero is success; for everything else wl_last_error() says what was wrong.
/// That there is no path is not an error: see wl_outcome.
typedef enum wl_status {
  /// Success.
  WL_STATUS_OK = 0,
  /// A pointer that must not be NULL is.
  WL_STATUS_NULL_POINTER = 1,
  /// An array whose length is not the one expected, or is larger than memory.
  WL_STATUS_BAD_LENGTH = 2,
  /// A number, name or text that makes no sense here.
  WL_STATUS_BAD_VALUE = 3,
  /// A cell, node, edge, kind or unit that does not exist.
  WL_STATUS_OUT_OF_RANGE = 4,
  /// A start or goal on a blocked cell, or a unit put where there is no room.
  WL_STATUS_BLOCKED = 5,
  /// The algorithm, estimate or kind of index cannot be used for this question.
  WL_STATUS_UNSUPPORTED = 6,
  /// Something derived from a map that has changed since.
  WL_STATUS_STALE = 7,
  /// Bytes that are not an index, are damaged, or belong to another map.
  WL_STATUS_BAD_INDEX = 8,
  /// Preparing was cancelled, or took more than its budget.
  WL_STATUS_STOPPED = 9,
  /// A file could not be read or written.
  WL_STATUS_FILE = 10,
  /// The handle is in use: by another thread that changes it, or by the call from which this one is made.
  WL_STATUS_BUSY = 11,
  /// There is no answer yet.
  WL_STATUS_NOT_READY = 12,
  /// The library has a bug. What the call was changing is refused from now on: destroy it.
  WL_STATUS_INTERNAL = 13,
  /// There is not enough memory.
  WL_STATUS_NO_MEMORY = 14,
} wl_status;

/// How a search ended.
typedef enum wl_outcome {
  /// There is no path.
  WL_OUTCOME_UNREACHABLE = 0,
  /// A path was found.
  WL_OUTCOME_FOUND = 1,
  /// A limit came first, and whether there is a path is not known: see wl_limit.
  WL_OUTCOME_STOPPED = 2,
} wl_outcome;

/// The limit that stopped a search.
typedef enum wl_limit {
  /// None did.
  WL_LIMIT_NONE = 0,
  /// As many states were expanded as allowed.
  WL_LIMIT_EXPANSIONS = 1,
  /// No path is as cheap as asked for.
  WL_LIMIT_COST = 2,
  /// The time was up.
  WL_LIMIT_TIME = 3,
  /// It was cancelled.
  WL_LIMIT_CANCELLED = 4,
  /// More states were seen than the engine numbers.
  WL_LIMIT_STATES = 5,
} wl_limit;

/// What was done with a cell.
typedef enum wl_step_kind {
  /// Its moves were looked at.
  WL_STEP_KIND_EXPAND = 0,
  /// It was put on the open list.
  WL_STEP_KIND_GENERATE = 1,
  /// It was reached more cheaply.
  WL_STEP_KIND_UPDATE = 2,
  /// It was closed.
  WL_STEP_KIND_CLOSE = 3,
} wl_step_kind;

/// What happened.
typedef enum wl_event_kind {
  /// The map was changed: cell.
  WL_EVENT_KIND_EDITED = 0,
  /// A change of the map waits until a unit has left: cell, unit.
  WL_EVENT_KIND_EDIT_HELD = 1,
  /// A unit's plan was made, or made again: unit, plan, cost, expanded.
  WL_EVENT_KIND_PLANNED = 2,
  /// A unit began a move: unit, from, to, begin, end.
  WL_EVENT_KIND_MOVES = 3,
  /// A unit waits for another: unit, other, begin.
  WL_EVENT_KIND_WAITS = 4,
  /// A unit is at its goal: unit, begin.
  WL_EVENT_KIND_ARRIVED = 5,
  /// There is no path for a unit on the map as it is: unit.
  WL_EVENT_KIND_NO_PATH = 6,
  /// A unit waits for one that will not move: unit, other.
  WL_EVENT_KIND_STUCK = 7,
  /// A unit waits for another in a circle of units that wait for each other: unit, other. One for each.
  WL_EVENT_KIND_DEADLOCK = 8,
  /// A unit makes way for another that waits: unit, other.
  WL_EVENT_KIND_STEPS_ASIDE = 9,
} wl_event_kind;

/// What is known about a unit's plan.
typedef enum wl_plan {
  /// It has no goal, or has arrived.
  WL_PLAN_IDLE = 0,
  /// The path leads to its goal, and none is better on the map as it is.
  WL_PLAN_EXACT = 1,
  /// The path leads to its goal around units that were in the way.
  WL_PLAN_AROUND = 2,
  /// The budget did not last: the path may end before the goal, or not be the best.
  WL_PLAN_PARTIAL = 3,
  /// There is no path to its goal on the map as it is.
  WL_PLAN_NO_PATH = 4,
} wl_plan;

/// A kind of body: what it covers, how it moves, on what ground.
typedef struct wl_body wl_body;

/// A terrain as a kind of body sees it.
typedef struct wl_body_map wl_body_map;

/// Plans for one crowd of bodies on one terrain: units with headings, footprints and moves of their own.
typedef struct wl_body_planner wl_body_planner;

/// Bytes that the library made.
typedef struct wl_bytes wl_bytes;

/// Stops searches and preparations from another thread.
typedef struct wl_cancel wl_cancel;

/// What every cell costs from or to the nearest of some cells, and the next step from each.
typedef struct wl_field wl_field;

/// Thousands of units, each a square of cells, that follow shared fields to a few goals and never collide.
typedef struct wl_flow wl_flow;

/// A directed graph. Nodes and edges are numbered from zero.
typedef struct wl_graph wl_graph;

/// The prepared index of a graph, for its costs as they were when it was prepared or updated.
typedef struct wl_graph_index wl_graph_index;

/// A grid of free and blocked cells, which may have terrain and elevation.
typedef struct wl_grid wl_grid;

/// The prepared index of a grid, for that grid as it was. It no longer needs the grid.
typedef struct wl_index wl_index;

/// A grid that changes, with many questions: it prepares an index in the background, and searches until that is
/// ready.
typedef struct wl_live wl_live;

/// A search on a grid that is run a few expansions at a time. It owns all it needs.
typedef struct wl_search wl_search;

/// Discs with positions and velocities between cells, that keep off walls and each other.
typedef struct wl_steering wl_steering;

/// The ground that bodies move on: a letter for each cell ('.' is plain, 'R' road, 'S' swamp, 'T' trees, 'H'
/// hills, 'W' water), blocked cells, elevation.
typedef struct wl_terrain wl_terrain;

/// Memory for searches and their answers. One serves all spaces in turn, and one thread at a time.
///
/// Where a function takes a workspace, NULL is one that the thread keeps: the answer is then valid until the
/// thread's next call without a workspace.
typedef struct wl_workspace wl_workspace;

/// Many units that move on a terrain which changes, and replan within a budget.
typedef struct wl_world wl_world;

/// How units move on a grid. Zero in a field is its default, so start from `wl_rules rules = {0};`.
typedef struct wl_rules {
  /// 4, or 8 (the default).
  uint32_t moves;
  /// WL_CORNERS_NEVER (the default), _ONE or _ALWAYS.
  uint32_t corners;
  /// WL_CHARGE_...: how terrain is charged.
  uint32_t charge;
  /// What a straight step costs. Both steps zero: 1 and the square root of 2.
  double straight;
  /// What a diagonal step costs.
  double diagonal;
  /// What a step costs more for each unit of elevation that it gains.
  double uphill;
} wl_rules;

/// A cell: column x from the left, row y from the top, from zero.
typedef struct wl_cell {
  /// The column.
  uint32_t x;
  /// The row.
  uint32_t y;
} wl_cell;

/// Where a body is: the cell its pivot is on, and its heading (WL_HEADING_...).
typedef struct wl_placement {
  /// The column.
  uint32_t x;
  /// The row.
  uint32_t y;
  /// WL_HEADING_EAST, _NORTH, _WEST or _SOUTH; of a goal also WL_HEADING_ANY.
  uint32_t heading;
} wl_placement;

/// The answer to a query. After a call that failed it is an empty one: unreachable, without a path.
///
/// Its arrays are borrowed from the workspace: valid until the next call with that workspace, or until it is
/// destroyed.
typedef struct wl_answer {
  /// How the search ended.
  enum wl_outcome outcome;
  /// The limit that stopped it.
  enum wl_limit limit;
  /// Whether a path was found and it is known that none costs less.
  bool optimal;
  /// What the path costs; infinite if there is none.
  double cost;
  /// The same exactly, in units of 2 to the power of -32; UINT64_MAX if there is none.
  uint64_t cost_fixed;
  /// The path costs at most this many times the optimum: 1 if optimal, infinite if nothing is known.
  double bound;
  /// The path from start to goal, both included, on grids; otherwise NULL.
  const struct wl_cell *cells;
  /// The path from start to goal, both included, in graphs; otherwise NULL.
  const uint32_t *nodes;
  /// The path from start to goal, both included, of bodies; otherwise NULL.
  const struct wl_placement *placements;
  /// How many cells, nodes or placements the path has; zero if there is none.
  size_t length;
  /// Where the path turns, its ends included, on grids; otherwise NULL.
  const struct wl_cell *turns;
  /// How many turns there are.
  size_t turn_count;
  /// The edges of the path in graphs, one less than nodes; otherwise NULL.
  const uint32_t *edges;
  /// How many edges there are.
  size_t edge_count;
  /// The name of the algorithm that answered. It is always valid.
  const char *algorithm;
  /// States that were expanded.
  uint64_t expanded;
  /// States that were put on the open list.
  uint64_t generated;
  /// States that were expanded and put back on the open list.
  uint64_t reopened;
  /// The most states on the open list at once.
  uint64_t largest_open;
} wl_answer;

/// How a question is to be answered. Zero in a field is its default, so start from
/// `wl_settings settings = {0};`. Where a function takes settings, NULL is all defaults: an exact answer by
/// the algorithm that suits the space, without limits. Everything is copied; nothing is kept after the call.
typedef struct wl_settings {
  /// The algorithm, by a name of wl_name(WL_NAMES_ALGORITHMS, ...). NULL: "auto".
  const char *algorithm;
  /// The estimate, by a name of wl_name(WL_NAMES_HEURISTICS, ...). NULL: what suits the space.
  const char *heuristic;
  /// The open list, by a name of wl_name(WL_NAMES_OPEN_LISTS, ...). NULL: what suits the search.
  const char *open;
  /// Which of equally good states comes first, by a name of wl_name(WL_NAMES_TIES, ...). NULL: what suits.
  const char *ties;
  /// The weight of weighted A*, from 1 to 1000. Zero: 1.5.
  double weight;
  /// The most states to expand. Zero: no limit.
  uint64_t max_expansions;
  /// The most that a path may cost. Zero: no limit.
  double max_cost;
  /// The longest to search, in seconds. Zero: no limit. The one setting whose effect depends on the machine.
  double max_seconds;
  /// Stops the search when it is set. NULL: nothing does.
  const struct wl_cancel *cancel;
  /// Not zero: when no goal can be reached, answer with the path to the closest state that was.
  uint8_t closest;
  /// Not zero: search even where it is known beforehand that there is no path.
  uint8_t no_shortcut;
  /// Cells not to enter, on grids.
  const struct wl_cell *avoid_cells;
  /// How many.
  size_t avoid_cell_count;
  /// Nodes not to enter, in graphs.
  const uint32_t *avoid_nodes;
  /// How many.
  size_t avoid_node_count;
  /// Edges not to take, in graphs.
  const uint32_t *avoid_edges;
  /// How many.
  size_t avoid_edge_count;
} wl_settings;

/// What a search did: see wl_grid_search_watched().
typedef struct wl_step {
  /// What was done with the cell.
  enum wl_step_kind kind;
  /// Which.
  struct wl_cell cell;
  /// Where it was reached from; the cell itself for a start.
  struct wl_cell parent;
  /// Whether there is such a parent.
  bool has_parent;
  /// The cost so far.
  double g;
  /// The cost so far, and the estimate of what is left.
  double f;
} wl_step;

/// Called for every step of a search, in order, from the thread that searches. It must not unwind, and the step
/// is valid until it returns. It may call the library; what the search uses is refused then (WL_STATUS_BUSY).
typedef void (*wl_observer)(void *context, const struct wl_step *step);

/// How an index is to be prepared. Zero in a field is its default; where a function takes one, NULL is all
/// defaults.
typedef struct wl_preparation {
  /// The kind: "labels" or "jumps" of a grid; "labels", "hierarchy" or "customizable" (the one that
  /// follows costs that change) of a graph. NULL: the fastest that suits the map.
  const char *kind;
  /// The most bytes that the index may take. Zero: no limit.
  uint64_t memory;
  /// The most work, in units of a 40,000th of a millisecond on an ordinary machine. Zero: no limit.
  uint64_t work;
  /// How many threads share the work. Zero is one. The index does not depend on it.
  uint32_t threads;
  /// Stops it when it is set. NULL: nothing does.
  const struct wl_cancel *cancel;
} wl_preparation;

/// How a world runs. Zero in a field is its default; where a function takes one, NULL is all defaults.
typedef struct wl_world_settings {
  /// Time units in a tick. Zero: 10.
  uint32_t tick;
  /// Time units that a unit waits before it looks for a path around others. Zero: 20.
  uint32_t patience;
  /// Time units that a path around others may cost more. Zero: 100.
  uint32_t detour;
  /// How near others must be, in cells, to be heeded by a path around them. Zero: 12.
  uint32_t sight;
  /// States expanded to look for a path around others, at most. Zero: 2000.
  uint64_t effort;
} wl_world_settings;

/// Something that happened in a tick. Fields that its kind does not name are zero.
typedef struct wl_event {
  /// What.
  enum wl_event_kind kind;
  /// The unit.
  uint32_t unit;
  /// The unit in its way.
  uint32_t other;
  /// What is known about the plan.
  enum wl_plan plan;
  /// Which cell.
  struct wl_cell cell;
  /// Where a move began.
  struct wl_placement from;
  /// Where it leads.
  struct wl_placement to;
  /// When, in time units.
  uint64_t begin;
  /// When a move will be over.
  uint64_t end;
  /// What the path costs, if one was found.
  uint32_t cost;
  /// States that were expanded for it.
  uint64_t expanded;
} wl_event;

/// A unit as it is now.
typedef struct wl_unit {
  /// Its number.
  uint32_t unit;
  /// The number of its kind.
  uint32_t kind;
  /// Where it is, or where its move began.
  struct wl_placement at;
  /// Where its move leads; the same where it stands.
  struct wl_placement next;
  /// When its move will be over, in time units; now where it stands.
  uint64_t until;
  /// Time units that are left of its path.
  uint32_t remaining;
  /// What is known about its plan.
  enum wl_plan plan;
  /// Whether it is moving.
  bool moving;
  /// Whether it has arrived at its goal.
  bool arrived;
} wl_unit;

/// A unit of a flow as it is now.
typedef struct wl_flow_state {
  /// Its upper left cell.
  struct wl_cell cell;
  /// How many cells across it is; zero if it was removed.
  uint32_t size;
  /// Where it goes, or has arrived, if it was sent.
  struct wl_cell goal;
  /// Whether it has a goal.
  bool sent;
  /// Whether it is in the area around its goal. One that is pushed out of it returns.
  bool arrived;
  /// Whether there is no path to its goal, as far as its field knows.
  bool cut_off;
} wl_flow_state;

/// A point or a velocity, in cells or cells per second. The middle of the cell (x, y) is at x + 0.5, y + 0.5.
typedef struct wl_point {
  /// To the right.
  double x;
  /// Downwards.
  double y;
} wl_point;

/// An agent as it is now.
typedef struct wl_agent {
  /// Where its middle is.
  struct wl_point position;
  /// How it moved in the last tick.
  struct wl_point velocity;
  /// From its middle to its rim, in cells; zero if it was removed.
  double radius;
} wl_agent;

/// One body of a crowd.
typedef struct wl_body_unit {
  /// Its body, among those that were given.
  uint32_t body;
  /// Where it is.
  struct wl_placement start;
  /// Where it is to go; with WL_HEADING_ANY at any heading.
  struct wl_placement goal;
} wl_body_unit;

/// A move of a plan. For all its time, its unit holds every cell that it sweeps.
typedef struct wl_body_move {
  /// Where the unit is before it.
  struct wl_placement from;
  /// Where it is after it.
  struct wl_placement to;
  /// When it begins, in time units.
  uint64_t begin;
  /// When it is over.
  uint64_t end;
} wl_body_move;

/// A move, by its unit and its number, both from zero.
typedef struct wl_passage {
  /// Whose.
  uint32_t unit;
  /// Which of its moves.
  uint32_t number;
} wl_passage;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// WL_ABI as the library has it. A program that loads a shared library can compare it with that of its header.
uint32_t wl_abi(void);

/// The version of the library, such as "0.1.0". It is never freed.
const char *wl_version(void);

/// What was wrong with the last call of this thread that failed, as a sentence in UTF-8; empty if none
/// has failed.
///
/// Borrowed: valid until another call of this thread fails, or the thread ends.
const char *wl_last_error(void);

/// A name that settings know: from which list (WL_NAMES_...), and its place in it, from zero. NULL after the last.
///
/// The name is never freed.
const char *wl_name(uint32_t names_of,
                    size_t place);

/// Makes a switch that is not set.
///
/// Yours: free it with wl_cancel_destroy(), after every call that was given it has returned.
struct wl_cancel *wl_cancel_new(void);

/// Sets the switch, or takes it back. From any thread, at any time. NULL is ignored.
void wl_cancel_set(const struct wl_cancel *cancel, bool stop);

/// Frees it. NULL is ignored.
void wl_cancel_destroy(struct wl_cancel *cancel);

/// Makes a workspace.
///
/// Yours: free it with wl_workspace_destroy().
struct wl_workspace *wl_workspace_new(void);

/// Frees it, and with it the arrays of the answers that lie in it. NULL is ignored.
void wl_workspace_destroy(struct wl_workspace *workspace);

/// Makes a grid all of whose cells are free. Rules: NULL is all defaults.
///
/// Yours: free it with wl_grid_destroy().
enum wl_status wl_grid_new(uint32_t width,
                           uint32_t height,
                           const struct wl_rules *rules,
                           struct wl_grid **grid);

/// Makes a grid from a byte for each cell, row by row: 0 is blocked, anything else free. The length has to be
/// width times height.
///
/// Yours: free it with wl_grid_destroy(). The bytes are copied.
enum wl_status wl_grid_from_free(uint32_t width,
                                 uint32_t height,
                                 const uint8_t *free,
                                 size_t length,
                                 const struct wl_rules *rules,
                                 struct wl_grid **grid);

/// Makes a grid from what it costs to enter each cell, row by row: from 1/256 to 255, kept to 1/256; infinity
/// and NaN are blocked. The length has to be width times height.
///
/// Yours: free it with wl_grid_destroy(). The numbers are copied.
enum wl_status wl_grid_from_costs(uint32_t width,
                                  uint32_t height,
                                  const float *costs,
                                  size_t length,
                                  const struct wl_rules *rules,
                                  struct wl_grid **grid);

/// Makes a grid from a line of text, as the command `wayline generate` does: "maze:64x64:corridor=3:seed=1",
/// "caves:200x100:seed=7", "terrain:64x64:relief=20". The same text gives the same grid everywhere.
///
/// Yours: free it with wl_grid_destroy().
enum wl_status wl_grid_generate(const char *spec, struct wl_grid **grid);

/// Makes a copy.
///
/// Yours: free it with wl_grid_destroy().
enum wl_status wl_grid_copy(const struct wl_grid *grid, struct wl_grid **copy);

/// Frees it. NULL is ignored.
void wl_grid_destroy(struct wl_grid *grid);

/// How many columns it has; 0 for NULL.
uint32_t wl_grid_width(const struct wl_grid *grid);

/// How many rows it has; 0 for NULL.
uint32_t wl_grid_height(const struct wl_grid *grid);

/// Whether a cell is on the map and free; false for NULL.
bool wl_grid_is_free(const struct wl_grid *grid, struct wl_cell cell);

/// Whether any cell has a multiplier other than one, or an elevation; false for NULL.
bool wl_grid_is_weighted(const struct wl_grid *grid);

/// The terrain multiplier of a cell: 1 on plain ground, off the map and for NULL.
double wl_grid_multiplier(const struct wl_grid *grid, struct wl_cell cell);

/// The elevation of a cell: 0 unless set, off the map and for NULL.
int32_t wl_grid_elevation(const struct wl_grid *grid, struct wl_cell cell);

/// Whether one cell is seen from another: no blocked cell on the straight line; false for NULL.
bool wl_grid_line_of_sight(const struct wl_grid *grid, struct wl_cell from, struct wl_cell to);

/// Frees or blocks a cell. Whether it was different before is written to changed, which may be NULL.
enum wl_status wl_grid_set_free(struct wl_grid *grid, struct wl_cell cell, bool free, bool *changed);

/// Sets the terrain multiplier of a cell: from 1/256 to 255, kept to 1/256.
enum wl_status wl_grid_set_multiplier(struct wl_grid *grid, struct wl_cell cell, double multiplier);

/// Sets the elevation of a cell, for rules with a cost of going uphill.
enum wl_status wl_grid_set_elevation(struct wl_grid *grid, struct wl_cell cell, int32_t elevation);

/// Changes the rules. NULL is all defaults; WL_CHARGE_USUAL leaves the charge as it is.
enum wl_status wl_grid_set_rules(struct wl_grid *grid, const struct wl_rules *rules);

/// A shortest path between two cells.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
enum wl_status wl_grid_path(const struct wl_grid *grid,
                            struct wl_cell from,
                            struct wl_cell to,
                            struct wl_workspace *workspace,
                            struct wl_answer *answer);

/// What a shortest path between two cells costs; infinite where there is none.
enum wl_status wl_grid_cost(const struct wl_grid *grid, struct wl_cell from, struct wl_cell to, double *cost);

/// A path between two cells, by these settings.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
enum wl_status wl_grid_search(const struct wl_grid *grid,
                              struct wl_cell from,
                              struct wl_cell to,
                              const struct wl_settings *settings,
                              struct wl_workspace *workspace,
                              struct wl_answer *answer);

/// A path from the nearest of some cells to the nearest of some others, by these settings.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
enum wl_status wl_grid_search_between(const struct wl_grid *grid,
                                      const struct wl_cell *starts,
                                      size_t start_count,
                                      const struct wl_cell *goals,
                                      size_t goal_count,
                                      const struct wl_settings *settings,
                                      struct wl_workspace *workspace,
                                      struct wl_answer *answer);

/// The same as wl_grid_search(), with an observer. The context is passed on as it is.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
enum wl_status wl_grid_search_watched(const struct wl_grid *grid,
                                      struct wl_cell from,
                                      struct wl_cell to,
                                      const struct wl_settings *settings,
                                      wl_observer observer,
                                      void *context,
                                      struct wl_workspace *workspace,
                                      struct wl_answer *answer);

/// Begins a search between two cells. Nothing is searched yet. All settings apply except cancel.
///
/// Yours: free it with wl_search_destroy().
enum wl_status wl_search_begin(struct wl_cell from,
                               struct wl_cell to,
                               const struct wl_settings *settings,
                               struct wl_search **search);

/// Frees it, and with it its answer. NULL is ignored.
void wl_search_destroy(struct wl_search *search);

/// Expands at most this many states of the grid, the same one in each call. Whether there is an answer is written
/// to done. A grid that was edited since the search began is refused (WL_STATUS_STALE): restart it then.
enum wl_status wl_search_step(struct wl_search *search,
                              const struct wl_grid *grid,
                              uint64_t expansions,
                              bool *done);

/// The answer, once wl_search_step() is done; before that WL_STATUS_NOT_READY.
///
/// The answer's arrays are borrowed from the search: valid until it is restarted or destroyed.
enum wl_status wl_search_answer(const struct wl_search *search, struct wl_answer *answer);

/// How many states it has expanded so far; 0 for NULL.
uint64_t wl_search_expanded(const struct wl_search *search);

/// Gives up what was done and asks something new, or the same again, with the same memory.
enum wl_status wl_search_restart(struct wl_search *search,
                                 struct wl_cell from,
                                 struct wl_cell to,
                                 const struct wl_settings *settings);

/// Prepares an index. NULL settings are all defaults.
///
/// Yours: free it with wl_index_destroy().
enum wl_status wl_index_prepare(const struct wl_grid *grid,
                                const struct wl_preparation *settings,
                                struct wl_index **index);

/// Loads an index from a file, for the grid that it was prepared for.
///
/// Yours: free it with wl_index_destroy().
enum wl_status wl_index_load(const struct wl_grid *grid, const char *path, struct wl_index **index);

/// Makes an index from bytes of wl_index_to_bytes(), for the grid that it was prepared for.
///
/// Yours: free it with wl_index_destroy(). The bytes are copied.
enum wl_status wl_index_from_bytes(const struct wl_grid *grid,
                                   const uint8_t *bytes,
                                   size_t length,
                                   struct wl_index **index);

/// Frees it. NULL is ignored.
void wl_index_destroy(struct wl_index *index);

/// Saves it to a file: whole or not at all.
enum wl_status wl_index_save(const struct wl_index *index, const char *path);

/// The same as bytes in memory.
///
/// Yours: free them with wl_bytes_destroy().
enum wl_status wl_index_to_bytes(const struct wl_index *index, struct wl_bytes **bytes);

/// How many bytes of memory it takes; 0 for NULL.
size_t wl_index_memory(const struct wl_index *index);

/// What a shortest path costs; infinite where there is none. The fastest question of all.
enum wl_status wl_index_cost(const struct wl_index *index,
                             struct wl_cell from,
                             struct wl_cell to,
                             struct wl_workspace *workspace,
                             double *cost);

/// What shortest paths cost, from each start to the goal at the same place in its array; infinite where there
/// is none. All three arrays are of the same length. A pair that cannot be asked fails the call, by its place.
enum wl_status wl_index_costs(const struct wl_index *index,
                              const struct wl_cell *starts,
                              const struct wl_cell *goals,
                              size_t count,
                              struct wl_workspace *workspace,
                              double *costs,
                              size_t cost_count);

/// What shortest paths cost from each of some cells to each of some others, row by row: from the first start to
/// all goals, then from the second. The number of costs is that of the starts times that of the goals.
enum wl_status wl_index_matrix(const struct wl_index *index,
                               const struct wl_cell *starts,
                               size_t start_count,
                               const struct wl_cell *goals,
                               size_t goal_count,
                               struct wl_workspace *workspace,
                               double *costs,
                               size_t cost_count);

/// A shortest path, every cell of it.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
enum wl_status wl_index_path(const struct wl_index *index,
                             struct wl_cell from,
                             struct wl_cell to,
                             struct wl_workspace *workspace,
                             struct wl_answer *answer);

/// A shortest path by its ends and the cells where it turns. The answer has no cells, which makes it faster.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
enum wl_status wl_index_turns(const struct wl_index *index,
                              struct wl_cell from,
                              struct wl_cell to,
                              struct wl_workspace *workspace,
                              struct wl_answer *answer);

/// Makes a live grid of a copy of a grid.
///
/// Yours: free it with wl_live_destroy().
enum wl_status wl_live_new(const struct wl_grid *grid, struct wl_live **live);

/// Frees it. NULL is ignored.
void wl_live_destroy(struct wl_live *live);

/// Makes a copy of the grid as it is now.
///
/// Yours: free it with wl_grid_destroy().
enum wl_status wl_live_grid(const struct wl_live *live, struct wl_grid **grid);

/// Whether a cell is on the map and free; false for NULL.
bool wl_live_is_free(const struct wl_live *live, struct wl_cell cell);

/// Frees or blocks a cell. Whether it was different before is written to changed, which may be NULL.
enum wl_status wl_live_set_free(struct wl_live *live, struct wl_cell cell, bool free, bool *changed);

/// Prepares the index now, and waits for it.
enum wl_status wl_live_prepare(const struct wl_live *live);

/// Whether the index is ready; false for NULL.
bool wl_live_is_prepared(const struct wl_live *live);

/// What a shortest path costs; infinite where there is none.
enum wl_status wl_live_cost(const struct wl_live *live,
                            struct wl_cell from,
                            struct wl_cell to,
                            struct wl_workspace *workspace,
                            double *cost);

/// A shortest path between two cells on the map as it is now.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
enum wl_status wl_live_path(const struct wl_live *live,
                            struct wl_cell from,
                            struct wl_cell to,
                            struct wl_workspace *workspace,
                            struct wl_answer *answer);

/// A path between two cells on the map as it is now, by these settings.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
enum wl_status wl_live_search(const struct wl_live *live,
                              struct wl_cell from,
                              struct wl_cell to,
                              const struct wl_settings *settings,
                              struct wl_workspace *workspace,
                              struct wl_answer *answer);

/// Makes a field: towards (WL_TOWARDS) the nearest of some cells, or away from (WL_AWAY_FROM) it. It goes as far
/// as a cost of within; zero and infinity are everywhere.
///
/// Yours: free it with wl_field_destroy(). It no longer needs the grid.
enum wl_status wl_field_new(const struct wl_grid *grid,
                            uint32_t direction,
                            const struct wl_cell *seeds,
                            size_t seed_count,
                            double within,
                            struct wl_field **field);

/// The same on a live grid as it is now.
///
/// Yours: free it with wl_field_destroy(). It no longer needs the live grid.
enum wl_status wl_field_new_live(const struct wl_live *live,
                                 uint32_t direction,
                                 const struct wl_cell *seeds,
                                 size_t seed_count,
                                 double within,
                                 struct wl_field **field);

/// Makes the field for units that flee from the seeds of a field: it leads to places that are far off, past the
/// danger if need be rather than into a dead end. The factor is above one, classically 1.2.
///
/// Yours: free it with wl_field_destroy().
enum wl_status wl_field_flee(const struct wl_field *danger,
                             const struct wl_grid *grid,
                             double factor,
                             struct wl_field **field);

/// Frees it. NULL is ignored.
void wl_field_destroy(struct wl_field *field);

/// Fills it again for another question, reusing its memory. If it fails, the field stays as it was.
enum wl_status wl_field_fill(struct wl_field *field,
                             const struct wl_grid *grid,
                             uint32_t direction,
                             const struct wl_cell *seeds,
                             size_t seed_count,
                             double within);

/// Brings it up to date with a grid that has been edited, in time that depends on how many costs change.
enum wl_status wl_field_repair(struct wl_field *field, const struct wl_grid *grid);

/// The same with a live grid.
enum wl_status wl_field_repair_live(struct wl_field *field, const struct wl_live *live);

/// What a cell costs; infinite if it is not reached or off the map, and for NULL.
double wl_field_cost(const struct wl_field *field, struct wl_cell cell);

/// What all cells cost, row by row; infinite for cells that are not reached.
///
/// Borrowed: valid until the field is filled, repaired or destroyed.
enum wl_status wl_field_distances(struct wl_field *field, const double **distances, size_t *count);

/// The neighbour that is next on a cheapest path to the nearest seed. False at the seed itself, for what is not
/// reached, and for NULL; next is left alone then.
bool wl_field_next_step(const struct wl_field *field,
                        struct wl_cell cell,
                        struct wl_cell *next);

/// All next steps from a cell on, itself included, down to the seed. None if the cell is not reached.
///
/// Borrowed from the workspace: valid until the next call with it, or until it is destroyed.
enum wl_status wl_field_descend(const struct wl_field *field,
                                struct wl_cell cell,
                                struct wl_workspace *workspace,
                                const struct wl_cell **cells,
                                size_t *count);

/// Makes a graph of this many nodes from three arrays of the same length: where each edge begins, where it ends,
/// what it costs. An edge is numbered by its place in them.
///
/// Yours: free it with wl_graph_destroy(). The arrays are copied.
enum wl_status wl_graph_from_edges(size_t node_count,
                                   const uint32_t *from,
                                   const uint32_t *to,
                                   const double *costs,
                                   size_t edge_count,
                                   struct wl_graph **graph);

/// Frees it. NULL is ignored.
void wl_graph_destroy(struct wl_graph *graph);

/// Gives the nodes positions, one each, from which searches make an estimate. They are in the plane (WL_PLANE) or
/// on the globe (WL_GLOBE). If it fails, the graph stays as it was.
enum wl_status wl_graph_set_positions(struct wl_graph *graph,
                                      uint32_t kind,
                                      const double *x,
                                      const double *y,
                                      size_t count);

/// How many nodes it has; 0 for NULL.
size_t wl_graph_node_count(const struct wl_graph *graph);

/// How many edges it has; 0 for NULL.
size_t wl_graph_edge_count(const struct wl_graph *graph);

/// Changes what an edge costs. An index follows by wl_graph_index_update().
enum wl_status wl_graph_set_cost(struct wl_graph *graph, uint32_t edge, double cost);

/// Closes an edge, or opens it again.
enum wl_status wl_graph_set_open(struct wl_graph *graph, uint32_t edge, bool open);

/// Adds an edge. Its number is written to edge, which may be NULL.
enum wl_status wl_graph_add_edge(struct wl_graph *graph,
                                 uint32_t from,
                                 uint32_t to,
                                 double cost,
                                 uint32_t *edge);

/// A cheapest path between two nodes, with its edges.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
enum wl_status wl_graph_path(const struct wl_graph *graph,
                             uint32_t from,
                             uint32_t to,
                             struct wl_workspace *workspace,
                             struct wl_answer *answer);

/// A path between two nodes, by these settings.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
enum wl_status wl_graph_search(const struct wl_graph *graph,
                               uint32_t from,
                               uint32_t to,
                               const struct wl_settings *settings,
                               struct wl_workspace *workspace,
                               struct wl_answer *answer);

/// What a cheapest path between two nodes costs; infinite where there is none.
enum wl_status wl_graph_cost(const struct wl_graph *graph, uint32_t from, uint32_t to, double *cost);

/// What cheapest paths cost from each of some nodes to each of some others, row by row: from the first start to
/// all goals, then from the second; infinite where there is none. The number of costs is that of the starts times
/// that of the goals. For many starts an index is far faster: wl_graph_index_matrix().
enum wl_status wl_graph_matrix(const struct wl_graph *graph,
                               const uint32_t *starts,
                               size_t start_count,
                               const uint32_t *goals,
                               size_t goal_count,
                               double *costs,
                               size_t cost_count);

/// Prepares an index. NULL settings are all defaults. The kind "customizable" follows costs that change, by
/// wl_graph_index_update().
///
/// Yours: free it with wl_graph_index_destroy(). It no longer needs the graph.
enum wl_status wl_graph_index_prepare(const struct wl_graph *graph,
                                      const struct wl_preparation *settings,
                                      struct wl_graph_index **index);

/// Loads an index from a file, for the graph that it was prepared for.
///
/// Yours: free it with wl_graph_index_destroy().
enum wl_status wl_graph_index_load(const struct wl_graph *graph,
                                   const char *path,
                                   struct wl_graph_index **index);

/// Makes an index from bytes of wl_graph_index_to_bytes(), for the graph that it was prepared for.
///
/// Yours: free it with wl_graph_index_destroy(). The bytes are copied.
enum wl_status wl_graph_index_from_bytes(const struct wl_graph *graph,
                                         const uint8_t *bytes,
                                         size_t length,
                                         struct wl_graph_index **index);

/// Frees it. NULL is ignored.
void wl_graph_index_destroy(struct wl_graph_index *index);

/// Saves it to a file: whole or not at all.
enum wl_status wl_graph_index_save(const struct wl_graph_index *index, const char *path);

/// The same as bytes in memory.
///
/// Yours: free them with wl_bytes_destroy().
enum wl_status wl_graph_index_to_bytes(const struct wl_graph_index *index, struct wl_bytes **bytes);

/// How many bytes of memory it takes; 0 for NULL.
size_t wl_graph_index_memory(const struct wl_graph_index *index);

/// Takes over what all edges of the graph cost now, and which are closed. For an index of the kind
/// "customizable".
enum wl_status wl_graph_index_update(struct wl_graph_index *index, const struct wl_graph *graph);

/// The same for one edge.
enum wl_status wl_graph_index_update_edge(struct wl_graph_index *index,
                                          const struct wl_graph *graph,
                                          uint32_t edge);

/// Whether it is up to date with a graph; false for NULL.
bool wl_graph_index_fits(const struct wl_graph_index *index, const struct wl_graph *graph);

/// What a cheapest path costs; infinite where there is none. The fastest question of all.
enum wl_status wl_graph_index_cost(const struct wl_graph_index *index,
                                   uint32_t from,
                                   uint32_t to,
                                   struct wl_workspace *workspace,
                                   double *cost);

/// What cheapest paths cost, from each start to the goal at the same place in its array; infinite where there is
/// none. All three arrays are of the same length. A pair that cannot be asked fails the call, by its place.
enum wl_status wl_graph_index_costs(const struct wl_graph_index *index,
                                    const uint32_t *starts,
                                    const uint32_t *goals,
                                    size_t count,
                                    struct wl_workspace *workspace,
                                    double *costs,
                                    size_t cost_count);

/// What cheapest paths cost from each of some nodes to each of some others, row by row: from the first start to
/// all goals, then from the second. The number of costs is that of the starts times that of the goals.
enum wl_status wl_graph_index_matrix(const struct wl_graph_index *index,
                                     const uint32_t *starts,
                                     size_t start_count,
                                     const uint32_t *goals,
                                     size_t goal_count,
                                     struct wl_workspace *workspace,
                                     double *costs,
                                     size_t cost_count);

/// A cheapest path, with its edges.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
enum wl_status wl_graph_index_path(const struct wl_graph_index *index,
                                   uint32_t from,
                                   uint32_t to,
                                   struct wl_workspace *workspace,
                                   struct wl_answer *answer);

/// The bytes, and how many they are. NULL for NULL.
///
/// Borrowed: valid until wl_bytes_destroy().
const uint8_t *wl_bytes_data(const struct wl_bytes *bytes, size_t *length);

/// Frees them. NULL is ignored.
void wl_bytes_destroy(struct wl_bytes *bytes);

/// Makes a terrain of plain ground, free everywhere.
///
/// Yours: free it with wl_terrain_destroy().
enum wl_status wl_terrain_new(uint32_t width, uint32_t height, struct wl_terrain **terrain);

/// Makes a terrain from a letter for each cell, row by row, without line ends: '#', '@' and 'O' are blocked,
/// every other letter, digit or sign is the cell's ground. The length has to be width times height.
///
/// Yours: free it with wl_terrain_destroy(). The letters are copied.
enum wl_status wl_terrain_from_letters(uint32_t width,
                                       uint32_t height,
                                       const char *letters,
                                       size_t length,
                                       struct wl_terrain **terrain);

/// Makes a terrain from a grid: its blocked cells and elevations, and multipliers as ground.
///
/// Yours: free it with wl_terrain_destroy().
enum wl_status wl_terrain_from_grid(const struct wl_grid *grid, struct wl_terrain **terrain);

/// Frees it. NULL is ignored.
void wl_terrain_destroy(struct wl_terrain *terrain);

/// Frees or blocks a cell.
enum wl_status wl_terrain_set_free(struct wl_terrain *terrain, struct wl_cell cell, bool free);

/// Sets a cell's ground; it stays blocked if it was.
enum wl_status wl_terrain_set_ground(struct wl_terrain *terrain, struct wl_cell cell, char letter);

/// Sets a cell's elevation.
enum wl_status wl_terrain_set_elevation(struct wl_terrain *terrain, struct wl_cell cell, int32_t elevation);

/// Makes a kind of body that is built in, by a name of wl_name(WL_NAMES_BODIES, ...): "tank", "car", "ship".
///
/// Yours: free it with wl_body_destroy().
enum wl_status wl_body_preset(const char *name, struct wl_body **body);

/// Makes a kind of body from TOML, in the format of docs/bodies.md.
///
/// Yours: free it with wl_body_destroy().
enum wl_status wl_body_from_toml(const char *toml, struct wl_body **body);

/// Frees it. NULL is ignored.
void wl_body_destroy(struct wl_body *body);

/// Makes the map of a kind of body on a terrain. It keeps what it needs of both.
///
/// Yours: free it with wl_body_map_destroy().
enum wl_status wl_body_map_new(const struct wl_body *body,
                               const struct wl_terrain *terrain,
                               struct wl_body_map **map);

/// Frees it. NULL is ignored.
void wl_body_map_destroy(struct wl_body_map *map);

/// Brings it up to date with the terrain that it was made from.
enum wl_status wl_body_map_refresh(struct wl_body_map *map, const struct wl_terrain *terrain);

/// Whether the body has room at a placement; false for NULL.
bool wl_body_map_fits(const struct wl_body_map *map, struct wl_placement placement);

/// A cheapest path from a placement to another, or with WL_HEADING_ANY to a cell. Costs are time units.
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
enum wl_status wl_body_map_path(const struct wl_body_map *map,
                                struct wl_placement from,
                                struct wl_placement to,
                                struct wl_workspace *workspace,
                                struct wl_answer *answer);

/// The same by these settings. Estimates of bodies are "auto", "zero", "euclid", "steps", "free", "field".
///
/// The answer's arrays are borrowed from the workspace: see wl_answer.
enum wl_status wl_body_map_search(const struct wl_body_map *map,
                                  struct wl_placement from,
                                  struct wl_placement to,
                                  const struct wl_settings *settings,
                                  struct wl_workspace *workspace,
                                  struct wl_answer *answer);

/// Makes a world on a copy of a terrain.
///
/// Yours: free it with wl_world_destroy().
enum wl_status wl_world_new(const struct wl_terrain *terrain,
                            const struct wl_world_settings *settings,
                            struct wl_world **world);

/// Frees it. NULL is ignored.
void wl_world_destroy(struct wl_world *world);

/// Adds a kind of body. Its number is written to kind.
enum wl_status wl_world_add_kind(struct wl_world *world, const struct wl_body *body, uint32_t *kind);

/// Adds a unit of a kind. Its number is written to unit; numbers are given in order, and never reused.
enum wl_status wl_world_add_unit(struct wl_world *world,
                                 uint32_t kind,
                                 struct wl_placement placement,
                                 uint32_t *unit);

/// Takes a unit out of the world.
enum wl_status wl_world_remove_unit(struct wl_world *world, uint32_t unit);

/// Gives a unit a goal: a placement, or with WL_HEADING_ANY a cell.
enum wl_status wl_world_send(struct wl_world *world, uint32_t unit, struct wl_placement goal);

/// Gives a unit several goals: it goes to the nearest.
enum wl_status wl_world_send_to_nearest(struct wl_world *world,
                                        uint32_t unit,
                                        const struct wl_placement *goals,
                                        size_t goal_count);

/// Sends units to a goal together: each gets a place of its own there, or as near as there is room. These are
/// written to `places`, one for each unit; units may trade them on the way. `place_count` has to be `unit_count`.
enum wl_status wl_world_send_group(struct wl_world *world,
                                   const uint32_t *units,
                                   size_t unit_count,
                                   struct wl_placement goal,
                                   struct wl_placement *places,
                                   size_t place_count);

/// Sends units to a goal together, where they line up in a formation (WL_FORMATION_...) and face in its heading;
/// a unit without a place, because of a wall, gets the nearest that is left. The places are written to `places`, one
/// for each unit; units may trade them on the way. `place_count` has to be `unit_count`.
enum wl_status wl_world_send_formation(struct wl_world *world,
                                       const uint32_t *units,
                                       size_t unit_count,
                                       struct wl_placement goal,
                                       uint32_t formation,
                                       struct wl_placement *places,
                                       size_t place_count);

/// Takes a unit's goal away; it stops after its move.
enum wl_status wl_world_halt(struct wl_world *world, uint32_t unit);

/// Blocks or frees a cell with the next tick. What a unit is on is blocked when it has left.
enum wl_status wl_world_set_free(struct wl_world *world, struct wl_cell cell, bool free);

/// Changes a cell's ground with the next tick; it stays blocked if it was.
enum wl_status wl_world_set_ground(struct wl_world *world, struct wl_cell cell, char letter);

/// Lets a tick pass, planning with at most this many expansions. What happened is written to events and count,
/// which may be NULL.
///
/// The events are borrowed from the world: valid until the next tick, or until it is destroyed.
enum wl_status wl_world_tick(struct wl_world *world,
                             uint64_t expansions,
                             const struct wl_event **events,
                             size_t *count);

/// The time, in time units; 0 for NULL.
uint64_t wl_world_now(const struct wl_world *world);

/// How many units were ever added: their numbers are below it; 0 for NULL.
size_t wl_world_unit_count(const struct wl_world *world);

/// A unit as it is now.
enum wl_status wl_world_unit(const struct wl_world *world, uint32_t unit, struct wl_unit *state);

/// The path that a unit follows from now on.
///
/// Borrowed from the world: valid until the next call of this function with it, or until it is destroyed.
enum wl_status wl_world_unit_path(struct wl_world *world,
                                  uint32_t unit,
                                  const struct wl_placement **path,
                                  size_t *count);

/// Makes a flow without units on a copy of a grid, which has to be plain: without terrain and elevation.
///
/// Yours: free it with wl_flow_destroy().
enum wl_status wl_flow_new(const struct wl_grid *grid, struct wl_flow **flow);

/// Frees it. NULL is ignored.
void wl_flow_destroy(struct wl_flow *flow);

/// On how many threads it runs, one unless it is set: two fill fields while units move. The ticks are the same.
enum wl_status wl_flow_set_threads(struct wl_flow *flow,
                                   uint32_t threads);

/// How many cells of fields are filled in a tick, 50000 unless it is set. The more, the sooner units learn of crowds
/// and edits, and the longer a tick takes.
enum wl_status wl_flow_set_slice(struct wl_flow *flow,
                                 uint32_t cells);

/// Puts units on the map, squares of size x size cells of which these are the upper left ones: all of them, or none
/// if there is no room for one. The number of the first is written to first; those of the others follow it.
enum wl_status wl_flow_add_units(struct wl_flow *flow,
                                 const struct wl_cell *cells,
                                 size_t cell_count,
                                 uint32_t size,
                                 uint32_t *first);

/// Takes a unit off the map. Its number is not used again.
enum wl_status wl_flow_remove_unit(struct wl_flow *flow, uint32_t unit);

/// Sends units to a goal, which they share with all units sent there before: all of them, or none.
enum wl_status wl_flow_send(struct wl_flow *flow,
                            const uint32_t *units,
                            size_t unit_count,
                            struct wl_cell goal);

/// Takes a unit's goal away. It stays where it is, and makes way for others.
enum wl_status wl_flow_halt(struct wl_flow *flow, uint32_t unit);

/// Blocks or frees a cell; one on which a unit is cannot be blocked. Fields follow within some ticks.
enum wl_status wl_flow_set_free(struct wl_flow *flow, struct wl_cell cell, bool free);

/// Lets a tick pass: every unit makes a step, or none.
enum wl_status wl_flow_tick(struct wl_flow *flow);

/// All units by number, as they are now.
///
/// Borrowed from the flow: valid until the next call of this function, or until it is destroyed.
enum wl_status wl_flow_units(struct wl_flow *flow, const struct wl_flow_state **units, size_t *count);

/// A unit as it is now.
enum wl_status wl_flow_unit(const struct wl_flow *flow, uint32_t unit, struct wl_flow_state *state);

/// The unit on a cell. False if there is none, and for NULL; unit is then left alone.
bool wl_flow_unit_at(const struct wl_flow *flow, struct wl_cell cell, uint32_t *unit);

/// How many units have a goal, have not arrived and are not cut off from it; 0 for NULL.
size_t wl_flow_on_their_way(const struct wl_flow *flow);

/// How many ticks have passed; 0 for NULL.
uint64_t wl_flow_ticks(const struct wl_flow *flow);

/// Makes a steering without agents on a copy of a grid. Only its walls matter.
///
/// Yours: free it with wl_steering_destroy().
enum wl_status wl_steering_new(const struct wl_grid *grid, struct wl_steering **steering);

/// Frees it. NULL is ignored.
void wl_steering_destroy(struct wl_steering *steering);

/// On how many threads velocities are chosen, one unless it is set. They are the same.
enum wl_status wl_steering_set_threads(struct wl_steering *steering, uint32_t threads);

/// Puts agents on the map, their middles at these positions, with a radius in cells and a greatest speed in cells per
/// second: all of them, or none if there is no room for one. The number of the first is written to first; those of
/// the others follow it. Passages have to be a little wider than an agent: 0.49 fits through a single cell.
enum wl_status wl_steering_add_agents(struct wl_steering *steering,
                                      const struct wl_point *positions,
                                      size_t position_count,
                                      double radius,
                                      double max_speed,
                                      uint32_t *first);

/// Takes an agent off the map. Its number is not used again.
enum wl_status wl_steering_remove_agent(struct wl_steering *steering, uint32_t agent);

/// Blocks or frees a cell; one on which a disc is cannot be blocked.
enum wl_status wl_steering_set_free(struct wl_steering *steering, struct wl_cell cell, bool free);

/// Makes an agent want a velocity from now on. More than its greatest speed is cut down.
enum wl_status wl_steering_prefer(struct wl_steering *steering, uint32_t agent, struct wl_point velocity);

/// Makes an agent want to be at a point from now on, straight ahead. It stops there, makes way for others and comes
/// back.
enum wl_status wl_steering_head_for(struct wl_steering *steering,
                                    uint32_t agent,
                                    struct wl_point point);

/// What an agent wants until the next call, which should be before the next tick: to go on along a cheapest path of a
/// field, as straight as walls allow. The field is to be one of the same map, or of wl_steering_room_for(), that cuts
/// no corners. Whether it knows a path is written to led, which may be NULL; if not, the agent stops.
enum wl_status wl_steering_follow(struct wl_steering *steering,
                                  uint32_t agent,
                                  const struct wl_field *field,
                                  bool *led);

/// Makes the map as an agent with this radius can use it: fields to follow are to be made on it.
///
/// Yours: free it with wl_grid_destroy().
enum wl_status wl_steering_room_for(const struct wl_steering *steering, double radius, struct wl_grid **grid);

/// Lets this many seconds pass, above 0 and at most 10.
enum wl_status wl_steering_tick(struct wl_steering *steering, double seconds);

/// All agents by number, as they are now.
///
/// Borrowed from the steering: valid until the next call of this function, or until it is destroyed.
enum wl_status wl_steering_agents(struct wl_steering *steering,
                                  const struct wl_agent **agents,
                                  size_t *count);

/// An agent as it is now.
enum wl_status wl_steering_agent(const struct wl_steering *steering, uint32_t agent, struct wl_agent *state);

/// How many agents were ever added: their numbers are below it; 0 for NULL.
size_t wl_steering_agent_count(const struct wl_steering *steering);

/// Makes a planner for units on a terrain, whose bodies are among those given, on this many threads (zero is one); the
/// plan does not depend on how many. It refuses units that do not fit at their starts or goals, that
/// overlap there, or that have no path to their goals.
///
/// Yours: free it with wl_body_planner_destroy().
enum wl_status wl_body_planner_new(const struct wl_terrain *terrain,
                                   const struct wl_body *const *bodies,
                                   size_t body_count,
                                   const struct wl_body_unit *units,
                                   size_t unit_count,
                                   uint32_t threads,
                                   struct wl_body_planner **planner);

/// Frees it. NULL is ignored.
void wl_body_planner_destroy(struct wl_body_planner *planner);

/// Searches for a first plan: found, unreachable (it is proved that there is none), or stopped by a limit, which is
/// written to limit (it may be NULL). Zero and NULL mean no limit. Asked again, it goes on from there.
enum wl_status wl_body_planner_find(struct wl_body_planner *planner,
                                    uint64_t max_expansions,
                                    double max_seconds,
                                    const struct wl_cancel *cancel,
                                    enum wl_outcome *outcome,
                                    enum wl_limit *limit);

/// Makes the plan cheaper until a limit is reached, which is written to limit (it may be NULL), or until none can
/// cost less. One limit has to be given, since it may never end by itself. Does nothing before there is a plan.
enum wl_status wl_body_planner_improve(struct wl_body_planner *planner,
                                       uint64_t max_expansions,
                                       double max_seconds,
                                       const struct wl_cancel *cancel,
                                       enum wl_limit *limit);

/// The sum of the times when units have made their last moves; UINT64_MAX before there is a plan, and for NULL.
uint64_t wl_body_planner_sum_of_costs(const struct wl_body_planner *planner);

/// When the last unit has made its last move; UINT64_MAX before there is a plan, and for NULL.
uint64_t wl_body_planner_makespan(const struct wl_body_planner *planner);

/// No plan has a smaller sum of costs than this: what each unit would take alone; 0 for NULL.
uint64_t wl_body_planner_lower_bound(const struct wl_body_planner *planner);

/// The moves of a unit, in the order of time. In between it rests where it is.
///
/// Borrowed from the planner: valid until it searches on, or until it is destroyed.
enum wl_status wl_body_planner_moves(struct wl_body_planner *planner,
                                     uint32_t unit,
                                     const struct wl_body_move **moves,
                                     size_t *count);

/// For units that are late: the moves of others that have to be over before a move of a unit begins. However late
/// some of them are, no two collide and all arrive, if each begins a move only then.
///
/// Borrowed from the planner: valid until the next call of this function, or until it is destroyed.
enum wl_status wl_body_planner_after(struct wl_body_planner *planner,
                                     uint32_t unit,
                                     uint32_t number,
                                     const struct wl_passage **after,
                                     size_t *count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* WAYLINE_H */
