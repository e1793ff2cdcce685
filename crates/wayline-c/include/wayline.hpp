// Wayline for C++17: wayline.h with destructors, vectors and exceptions. Header only; link the same library.
//
//   wayline::grid grid(width, height, free);                  // std::vector<std::uint8_t>
//   if (auto answer = grid.path({0, 0}, {9, 9}))              // false: there is no path
//     for (wl_cell cell : answer.cells) visit(cell);
//
// Handles are movable and not copyable, and free themselves. What fails throws wayline::error, with the sentence
// of wl_last_error() and the status. Answers own their arrays. What may be used from several threads at once is
// what wayline.h says: const members may.
#ifndef WAYLINE_HPP
#define WAYLINE_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "wayline.h"

inline bool operator==(wl_cell a, wl_cell b) { return a.x == b.x && a.y == b.y; }
inline bool operator!=(wl_cell a, wl_cell b) { return !(a == b); }
inline bool operator==(wl_placement a, wl_placement b) {
  return a.x == b.x && a.y == b.y && a.heading == b.heading;
}
inline bool operator!=(wl_placement a, wl_placement b) { return !(a == b); }

namespace wayline {

using cell = wl_cell;
using placement = wl_placement;
using rules = wl_rules;              // Start from `rules r{};`: zero is the default of each field.
using settings = wl_settings;        // The same.
using preparation = wl_preparation;  // The same.

/// What went wrong, as wl_last_error() says it.
class error : public std::runtime_error {
 public:
  explicit error(wl_status status) : std::runtime_error(wl_last_error()), status_(status) {}
  wl_status status() const noexcept { return status_; }

 private:
  wl_status status_;
};

inline void check(wl_status status) {
  if (status != WL_STATUS_OK) throw error(status);
}

inline std::string version() { return wl_version(); }

namespace detail {

template <typename T, void (*Destroy)(T *)>
struct destroyer {
  void operator()(T *handle) const noexcept { Destroy(handle); }
};

/// Owns a handle of C.
template <typename T, void (*Destroy)(T *)>
class handle {
 public:
  /// The handle, for functions of wayline.h. It stays owned.
  T *get() const noexcept { return handle_.get(); }

 protected:
  handle() = default;
  explicit handle(T *owned) : handle_(owned) {}

  /// Takes over what a function of C makes.
  template <typename Make>
  static T *made(Make make) {
    T *handle = nullptr;
    check(make(&handle));
    return handle;
  }

 private:
  std::unique_ptr<T, destroyer<T, Destroy>> handle_;
};

template <typename T>
std::vector<T> copied(const T *first, std::size_t length) {
  return first == nullptr ? std::vector<T>() : std::vector<T>(first, first + length);
}

inline std::optional<double> finite(double cost) {
  return std::isfinite(cost) ? std::optional<double>(cost) : std::nullopt;
}

}  // namespace detail

/// An answer that owns its path, as cells, nodes or placements. True if a path was found.
struct answer {
  wl_outcome outcome = WL_OUTCOME_UNREACHABLE;
  wl_limit limit = WL_LIMIT_NONE;
  bool optimal = false;
  double cost = INFINITY;
  std::uint64_t cost_fixed = UINT64_MAX;
  double bound = INFINITY;
  std::vector<cell> cells;
  std::vector<std::uint32_t> nodes;
  std::vector<placement> placements;
  std::vector<cell> turns;
  std::vector<std::uint32_t> edges;
  std::string algorithm;
  std::uint64_t expanded = 0;

  answer() = default;
  explicit answer(const wl_answer &from)
      : outcome(from.outcome),
        limit(from.limit),
        optimal(from.optimal),
        cost(from.cost),
        cost_fixed(from.cost_fixed),
        bound(from.bound),
        cells(detail::copied(from.cells, from.length)),
        nodes(detail::copied(from.nodes, from.length)),
        placements(detail::copied(from.placements, from.length)),
        turns(detail::copied(from.turns, from.turn_count)),
        edges(detail::copied(from.edges, from.edge_count)),
        algorithm(from.algorithm),
        expanded(from.expanded) {}

  explicit operator bool() const noexcept { return outcome == WL_OUTCOME_FOUND; }

  /// Runs a function of C that fills in an answer.
  template <typename Ask>
  static answer from(Ask ask) {
    wl_answer raw;
    check(ask(&raw));
    return answer(raw);
  }
};

/// Memory for searches: optional wherever it is taken, and one thread's at a time.
class workspace : public detail::handle<wl_workspace, wl_workspace_destroy> {
 public:
  workspace() : handle(wl_workspace_new()) {}
};

/// Stops searches and preparations from another thread: put get() into settings.
class cancel : public detail::handle<wl_cancel, wl_cancel_destroy> {
 public:
  cancel() : handle(wl_cancel_new()) {}
  void set(bool stop = true) { wl_cancel_set(get(), stop); }
};

namespace detail {
inline wl_workspace *raw(workspace *work) { return work == nullptr ? nullptr : work->get(); }
}  // namespace detail

class grid : public detail::handle<wl_grid, wl_grid_destroy> {
 public:
  /// All cells are free.
  grid(std::uint32_t width, std::uint32_t height, const rules &how = {})
      : handle(made([&](wl_grid **out) { return wl_grid_new(width, height, &how, out); })) {}
  /// A byte for each cell, row by row: 0 is blocked.
  grid(std::uint32_t width, std::uint32_t height, const std::vector<std::uint8_t> &free, const rules &how = {})
      : handle(made([&](wl_grid **out) {
          return wl_grid_from_free(width, height, free.data(), free.size(), &how, out);
        })) {}
  /// What it costs to enter each cell, row by row; infinity and NaN are blocked.
  grid(std::uint32_t width, std::uint32_t height, const std::vector<float> &costs, const rules &how = {})
      : handle(made([&](wl_grid **out) {
          return wl_grid_from_costs(width, height, costs.data(), costs.size(), &how, out);
        })) {}
  /// Takes over a handle of C.
  explicit grid(wl_grid *owned) : handle(owned) {}
  static grid generate(const std::string &spec) {
    return grid(made([&](wl_grid **out) { return wl_grid_generate(spec.c_str(), out); }));
  }
  grid copy() const {
    return grid(made([&](wl_grid **out) { return wl_grid_copy(get(), out); }));
  }

  std::uint32_t width() const { return wl_grid_width(get()); }
  std::uint32_t height() const { return wl_grid_height(get()); }
  bool is_free(cell at) const { return wl_grid_is_free(get(), at); }
  double multiplier(cell at) const { return wl_grid_multiplier(get(), at); }
  int elevation(cell at) const { return wl_grid_elevation(get(), at); }
  bool line_of_sight(cell from, cell to) const { return wl_grid_line_of_sight(get(), from, to); }

  /// Whether it was different before.
  bool set_free(cell at, bool free) {
    bool changed = false;
    check(wl_grid_set_free(get(), at, free, &changed));
    return changed;
  }
  void set_multiplier(cell at, double multiplier) { check(wl_grid_set_multiplier(get(), at, multiplier)); }
  void set_elevation(cell at, int elevation) { check(wl_grid_set_elevation(get(), at, elevation)); }
  void set_rules(const rules &how) { check(wl_grid_set_rules(get(), &how)); }

  answer path(cell from, cell to, workspace *work = nullptr) const { return search(from, to, {}, work); }
  answer search(cell from, cell to, const settings &how, workspace *work = nullptr) const {
    return answer::from(
        [&](wl_answer *out) { return wl_grid_search(get(), from, to, &how, detail::raw(work), out); });
  }
  answer search(const std::vector<cell> &starts, const std::vector<cell> &goals, const settings &how = {},
                workspace *work = nullptr) const {
    return answer::from([&](wl_answer *out) {
      return wl_grid_search_between(get(), starts.data(), starts.size(), goals.data(), goals.size(), &how,
                                    detail::raw(work), out);
    });
  }
  /// Nothing where there is no path.
  std::optional<double> cost(cell from, cell to) const {
    double cost = 0;
    check(wl_grid_cost(get(), from, to, &cost));
    return detail::finite(cost);
  }
};

/// A search that is run a few expansions at a time.
class search : public detail::handle<wl_search, wl_search_destroy> {
 public:
  search(cell from, cell to, const settings &how = {})
      : handle(made([&](wl_search **out) { return wl_search_begin(from, to, &how, out); })) {}
  /// Whether there is an answer.
  bool step(const grid &on, std::uint64_t expansions) {
    bool done = false;
    check(wl_search_step(get(), on.get(), expansions, &done));
    return done;
  }
  answer result() const {
    return answer::from([&](wl_answer *out) { return wl_search_answer(get(), out); });
  }
  std::uint64_t expanded() const { return wl_search_expanded(get()); }
  void restart(cell from, cell to, const settings &how = {}) {
    check(wl_search_restart(get(), from, to, &how));
  }
};

namespace detail {
inline std::vector<std::uint8_t> bytes(wl_bytes *owned) {
  std::unique_ptr<wl_bytes, destroyer<wl_bytes, wl_bytes_destroy>> holder(owned);
  std::size_t length = 0;
  const std::uint8_t *first = wl_bytes_data(owned, &length);
  return copied(first, length);
}
}  // namespace detail

/// The prepared index of a grid.
class index : public detail::handle<wl_index, wl_index_destroy> {
 public:
  explicit index(const grid &of, const preparation &how = {})
      : handle(made([&](wl_index **out) { return wl_index_prepare(of.get(), &how, out); })) {}
  static index load(const grid &of, const std::string &path) {
    return index(made([&](wl_index **out) { return wl_index_load(of.get(), path.c_str(), out); }));
  }
  static index from_bytes(const grid &of, const std::vector<std::uint8_t> &bytes) {
    return index(made([&](wl_index **out) {
      return wl_index_from_bytes(of.get(), bytes.data(), bytes.size(), out);
    }));
  }
  void save(const std::string &path) const { check(wl_index_save(get(), path.c_str())); }
  std::vector<std::uint8_t> to_bytes() const {
    wl_bytes *bytes = nullptr;
    check(wl_index_to_bytes(get(), &bytes));
    return detail::bytes(bytes);
  }
  std::size_t memory() const { return wl_index_memory(get()); }

  /// Nothing where there is no path.
  std::optional<double> cost(cell from, cell to, workspace *work = nullptr) const {
    double cost = 0;
    check(wl_index_cost(get(), from, to, detail::raw(work), &cost));
    return detail::finite(cost);
  }
  /// Infinite where there is no path.
  std::vector<double> costs(const std::vector<cell> &starts, const std::vector<cell> &goals,
                            workspace *work = nullptr) const {
    if (starts.size() != goals.size()) throw std::invalid_argument("as many starts as goals are expected");
    std::vector<double> costs(starts.size());
    check(wl_index_costs(get(), starts.data(), goals.data(), starts.size(), detail::raw(work), costs.data(),
                         costs.size()));
    return costs;
  }
  /// Row by row, a row for each start; infinite where there is no path.
  std::vector<double> matrix(const std::vector<cell> &starts, const std::vector<cell> &goals,
                             workspace *work = nullptr) const {
    std::vector<double> costs(starts.size() * goals.size());
    check(wl_index_matrix(get(), starts.data(), starts.size(), goals.data(), goals.size(), detail::raw(work),
                          costs.data(), costs.size()));
    return costs;
  }
  answer path(cell from, cell to, workspace *work = nullptr) const {
    return answer::from(
        [&](wl_answer *out) { return wl_index_path(get(), from, to, detail::raw(work), out); });
  }
  answer turns(cell from, cell to, workspace *work = nullptr) const {
    return answer::from(
        [&](wl_answer *out) { return wl_index_turns(get(), from, to, detail::raw(work), out); });
  }

 private:
  explicit index(wl_index *owned) : handle(owned) {}
};

/// A grid that changes, with an index prepared in the background.
class live_grid : public detail::handle<wl_live, wl_live_destroy> {
 public:
  explicit live_grid(const grid &of)
      : handle(made([&](wl_live **out) { return wl_live_new(of.get(), out); })) {}
  grid copy() const {
    wl_grid *copy = nullptr;
    check(wl_live_grid(get(), &copy));
    return grid(copy);
  }
  bool is_free(cell at) const { return wl_live_is_free(get(), at); }
  /// Whether it was different before.
  bool set_free(cell at, bool free) {
    bool changed = false;
    check(wl_live_set_free(get(), at, free, &changed));
    return changed;
  }
  void prepare() const { check(wl_live_prepare(get())); }
  bool is_prepared() const { return wl_live_is_prepared(get()); }
  answer path(cell from, cell to, workspace *work = nullptr) const { return search(from, to, {}, work); }
  answer search(cell from, cell to, const settings &how, workspace *work = nullptr) const {
    return answer::from(
        [&](wl_answer *out) { return wl_live_search(get(), from, to, &how, detail::raw(work), out); });
  }
  /// Nothing where there is no path.
  std::optional<double> cost(cell from, cell to, workspace *work = nullptr) const {
    double cost = 0;
    check(wl_live_cost(get(), from, to, detail::raw(work), &cost));
    return detail::finite(cost);
  }
};

enum class direction : std::uint32_t { towards = WL_TOWARDS, away_from = WL_AWAY_FROM };

/// What every cell costs from or to some cells, and the next step from each.
class field : public detail::handle<wl_field, wl_field_destroy> {
 public:
  field(const grid &on, direction which, const std::vector<cell> &seeds, double within = INFINITY)
      : handle(made([&](wl_field **out) {
          return wl_field_new(on.get(), number(which), seeds.data(), seeds.size(), within, out);
        })) {}
  field(const live_grid &on, direction which, const std::vector<cell> &seeds, double within = INFINITY)
      : handle(made([&](wl_field **out) {
          return wl_field_new_live(on.get(), number(which), seeds.data(), seeds.size(), within, out);
        })) {}
  /// For those who flee from the seeds of this one.
  field flee(const grid &on, double factor = 1.2) const {
    return field(made([&](wl_field **out) { return wl_field_flee(get(), on.get(), factor, out); }));
  }
  void fill(const grid &on, direction which, const std::vector<cell> &seeds, double within = INFINITY) {
    check(wl_field_fill(get(), on.get(), number(which), seeds.data(), seeds.size(), within));
  }
  void repair(const grid &on) { check(wl_field_repair(get(), on.get())); }
  void repair(const live_grid &on) { check(wl_field_repair_live(get(), on.get())); }

  /// Nothing for what is not reached.
  std::optional<double> cost(cell at) const { return detail::finite(wl_field_cost(get(), at)); }
  /// Nothing at a seed, and for what is not reached.
  std::optional<cell> next_step(cell at) const {
    cell next{};
    return wl_field_next_step(get(), at, &next) ? std::optional<cell>(next) : std::nullopt;
  }
  /// All next steps from a cell on, itself included.
  std::vector<cell> descend(cell from, workspace *work = nullptr) const {
    const cell *cells = nullptr;
    std::size_t count = 0;
    check(wl_field_descend(get(), from, detail::raw(work), &cells, &count));
    return detail::copied(cells, count);
  }
  /// What all cells cost, row by row; infinite for cells that are not reached.
  std::vector<double> distances() {
    const double *distances = nullptr;
    std::size_t count = 0;
    check(wl_field_distances(get(), &distances, &count));
    return detail::copied(distances, count);
  }

 private:
  explicit field(wl_field *owned) : handle(owned) {}
  static std::uint32_t number(direction which) { return static_cast<std::uint32_t>(which); }
};

/// A directed graph. Nodes and edges are numbered from zero.
class graph : public detail::handle<wl_graph, wl_graph_destroy> {
 public:
  graph(std::size_t nodes, const std::vector<std::uint32_t> &from, const std::vector<std::uint32_t> &to,
        const std::vector<double> &costs)
      : handle(made([&](wl_graph **out) {
          if (from.size() != to.size() || from.size() != costs.size()) {
            throw std::invalid_argument("an edge is a place in all three lists: they differ in length");
          }
          return wl_graph_from_edges(nodes, from.data(), to.data(), costs.data(), from.size(), out);
        })) {}
  std::size_t nodes() const { return wl_graph_node_count(get()); }
  std::size_t edges() const { return wl_graph_edge_count(get()); }
  /// In the plane, or (latitude, longitude) on the globe.
  void set_positions(const std::vector<double> &x, const std::vector<double> &y, bool globe = false) {
    if (x.size() != y.size()) throw std::invalid_argument("as many x as y are expected");
    check(wl_graph_set_positions(get(), globe ? WL_GLOBE : WL_PLANE, x.data(), y.data(), x.size()));
  }
  void set_cost(std::uint32_t edge, double cost) { check(wl_graph_set_cost(get(), edge, cost)); }
  void set_open(std::uint32_t edge, bool open) { check(wl_graph_set_open(get(), edge, open)); }
  std::uint32_t add_edge(std::uint32_t from, std::uint32_t to, double cost) {
    std::uint32_t edge = 0;
    check(wl_graph_add_edge(get(), from, to, cost, &edge));
    return edge;
  }
  answer path(std::uint32_t from, std::uint32_t to, workspace *work = nullptr) const {
    return search(from, to, {}, work);
  }
  answer search(std::uint32_t from, std::uint32_t to, const settings &how, workspace *work = nullptr) const {
    return answer::from(
        [&](wl_answer *out) { return wl_graph_search(get(), from, to, &how, detail::raw(work), out); });
  }
  /// Nothing where there is no path.
  std::optional<double> cost(std::uint32_t from, std::uint32_t to) const {
    double cost = 0;
    check(wl_graph_cost(get(), from, to, &cost));
    return detail::finite(cost);
  }
  /// Row by row, a row for each start; infinite where there is no path.
  std::vector<double> matrix(const std::vector<std::uint32_t> &starts,
                             const std::vector<std::uint32_t> &goals) const {
    std::vector<double> costs(starts.size() * goals.size());
    check(wl_graph_matrix(get(), starts.data(), starts.size(), goals.data(), goals.size(), costs.data(),
                          costs.size()));
    return costs;
  }
};

/// The prepared index of a graph.
class graph_index : public detail::handle<wl_graph_index, wl_graph_index_destroy> {
 public:
  explicit graph_index(const graph &of, const preparation &how = {})
      : handle(made([&](wl_graph_index **out) { return wl_graph_index_prepare(of.get(), &how, out); })) {}
  static graph_index load(const graph &of, const std::string &path) {
    return graph_index(
        made([&](wl_graph_index **out) { return wl_graph_index_load(of.get(), path.c_str(), out); }));
  }
  static graph_index from_bytes(const graph &of, const std::vector<std::uint8_t> &bytes) {
    return graph_index(made([&](wl_graph_index **out) {
      return wl_graph_index_from_bytes(of.get(), bytes.data(), bytes.size(), out);
    }));
  }
  void save(const std::string &path) const { check(wl_graph_index_save(get(), path.c_str())); }
  std::vector<std::uint8_t> to_bytes() const {
    wl_bytes *bytes = nullptr;
    check(wl_graph_index_to_bytes(get(), &bytes));
    return detail::bytes(bytes);
  }
  std::size_t memory() const { return wl_graph_index_memory(get()); }
  /// For the kind "customizable".
  void update(const graph &to) { check(wl_graph_index_update(get(), to.get())); }
  void update_edge(const graph &to, std::uint32_t edge) {
    check(wl_graph_index_update_edge(get(), to.get(), edge));
  }
  bool fits(const graph &of) const { return wl_graph_index_fits(get(), of.get()); }
  /// Nothing where there is no path.
  std::optional<double> cost(std::uint32_t from, std::uint32_t to, workspace *work = nullptr) const {
    double cost = 0;
    check(wl_graph_index_cost(get(), from, to, detail::raw(work), &cost));
    return detail::finite(cost);
  }
  /// Infinite where there is no path.
  std::vector<double> costs(const std::vector<std::uint32_t> &starts, const std::vector<std::uint32_t> &goals,
                            workspace *work = nullptr) const {
    if (starts.size() != goals.size()) throw std::invalid_argument("as many starts as goals are expected");
    std::vector<double> costs(starts.size());
    check(wl_graph_index_costs(get(), starts.data(), goals.data(), starts.size(), detail::raw(work),
                               costs.data(), costs.size()));
    return costs;
  }
  /// Row by row, a row for each start; infinite where there is no path.
  std::vector<double> matrix(const std::vector<std::uint32_t> &starts, const std::vector<std::uint32_t> &goals,
                             workspace *work = nullptr) const {
    std::vector<double> costs(starts.size() * goals.size());
    check(wl_graph_index_matrix(get(), starts.data(), starts.size(), goals.data(), goals.size(),
                                detail::raw(work), costs.data(), costs.size()));
    return costs;
  }
  answer path(std::uint32_t from, std::uint32_t to, workspace *work = nullptr) const {
    return answer::from(
        [&](wl_answer *out) { return wl_graph_index_path(get(), from, to, detail::raw(work), out); });
  }

 private:
  explicit graph_index(wl_graph_index *owned) : handle(owned) {}
};

/// The ground that bodies move on.
class terrain : public detail::handle<wl_terrain, wl_terrain_destroy> {
 public:
  terrain(std::uint32_t width, std::uint32_t height)
      : handle(made([&](wl_terrain **out) { return wl_terrain_new(width, height, out); })) {}
  /// A letter for each cell, row by row.
  terrain(std::uint32_t width, std::uint32_t height, const std::string &letters)
      : handle(made([&](wl_terrain **out) {
          return wl_terrain_from_letters(width, height, letters.data(), letters.size(), out);
        })) {}
  explicit terrain(const grid &of)
      : handle(made([&](wl_terrain **out) { return wl_terrain_from_grid(of.get(), out); })) {}
  void set_free(cell at, bool free) { check(wl_terrain_set_free(get(), at, free)); }
  void set_ground(cell at, char letter) { check(wl_terrain_set_ground(get(), at, letter)); }
  void set_elevation(cell at, int elevation) { check(wl_terrain_set_elevation(get(), at, elevation)); }
};

/// A kind of body.
class body : public detail::handle<wl_body, wl_body_destroy> {
 public:
  static body preset(const std::string &name) {
    return body(made([&](wl_body **out) { return wl_body_preset(name.c_str(), out); }));
  }
  static body from_toml(const std::string &toml) {
    return body(made([&](wl_body **out) { return wl_body_from_toml(toml.c_str(), out); }));
  }

 private:
  explicit body(wl_body *owned) : handle(owned) {}
};

/// A terrain as a kind of body sees it.
class body_map : public detail::handle<wl_body_map, wl_body_map_destroy> {
 public:
  body_map(const body &kind, const terrain &on)
      : handle(made([&](wl_body_map **out) { return wl_body_map_new(kind.get(), on.get(), out); })) {}
  void refresh(const terrain &on) { check(wl_body_map_refresh(get(), on.get())); }
  bool fits(placement at) const { return wl_body_map_fits(get(), at); }
  answer path(placement from, placement to, workspace *work = nullptr) const {
    return search(from, to, {}, work);
  }
  answer search(placement from, placement to, const settings &how, workspace *work = nullptr) const {
    return answer::from(
        [&](wl_answer *out) { return wl_body_map_search(get(), from, to, &how, detail::raw(work), out); });
  }
};

/// Many units on a map that changes.
class world : public detail::handle<wl_world, wl_world_destroy> {
 public:
  explicit world(const terrain &on, const wl_world_settings &how = {})
      : handle(made([&](wl_world **out) { return wl_world_new(on.get(), &how, out); })) {}
  std::uint32_t add_kind(const body &kind) {
    std::uint32_t number = 0;
    check(wl_world_add_kind(get(), kind.get(), &number));
    return number;
  }
  std::uint32_t add_unit(std::uint32_t kind, placement at) {
    std::uint32_t number = 0;
    check(wl_world_add_unit(get(), kind, at, &number));
    return number;
  }
  void remove_unit(std::uint32_t unit) { check(wl_world_remove_unit(get(), unit)); }
  void send(std::uint32_t unit, placement goal) { check(wl_world_send(get(), unit, goal)); }
  void send(std::uint32_t unit, const std::vector<placement> &nearest_of) {
    check(wl_world_send_to_nearest(get(), unit, nearest_of.data(), nearest_of.size()));
  }
  std::vector<placement> send_group(const std::vector<std::uint32_t> &units, placement goal) {
    std::vector<placement> places(units.size());
    check(wl_world_send_group(get(), units.data(), units.size(), goal, places.data(), places.size()));
    return places;
  }
  /// WL_FORMATION_LINE, WL_FORMATION_COLUMN or WL_FORMATION_BOX.
  std::vector<placement> send_formation(const std::vector<std::uint32_t> &units, placement goal,
                                        std::uint32_t formation) {
    std::vector<placement> places(units.size());
    check(wl_world_send_formation(get(), units.data(), units.size(), goal, formation, places.data(),
                                  places.size()));
    return places;
  }
  void halt(std::uint32_t unit) { check(wl_world_halt(get(), unit)); }
  void set_free(cell at, bool free) { check(wl_world_set_free(get(), at, free)); }
  void set_ground(cell at, char letter) { check(wl_world_set_ground(get(), at, letter)); }
  std::vector<wl_event> tick(std::uint64_t expansions) {
    const wl_event *events = nullptr;
    std::size_t count = 0;
    check(wl_world_tick(get(), expansions, &events, &count));
    return detail::copied(events, count);
  }
  std::uint64_t now() const { return wl_world_now(get()); }
  std::size_t unit_count() const { return wl_world_unit_count(get()); }
  wl_unit unit(std::uint32_t number) const {
    wl_unit state;
    check(wl_world_unit(get(), number, &state));
    return state;
  }
  std::vector<placement> path(std::uint32_t unit) {
    const placement *path = nullptr;
    std::size_t count = 0;
    check(wl_world_unit_path(get(), unit, &path, &count));
    return detail::copied(path, count);
  }
};

/// Thousands of units that follow shared fields to a few goals.
class flow : public detail::handle<wl_flow, wl_flow_destroy> {
 public:
  explicit flow(const grid &on)
      : handle(made([&](wl_flow **out) { return wl_flow_new(on.get(), out); })) {}
  void set_threads(std::uint32_t threads) { check(wl_flow_set_threads(get(), threads)); }
  void set_slice(std::uint32_t cells) { check(wl_flow_set_slice(get(), cells)); }
  /// The number of the first; those of the others follow it.
  std::uint32_t add_units(const std::vector<cell> &cells, std::uint32_t size = 1) {
    std::uint32_t first = 0;
    check(wl_flow_add_units(get(), cells.data(), cells.size(), size, &first));
    return first;
  }
  void remove_unit(std::uint32_t unit) { check(wl_flow_remove_unit(get(), unit)); }
  void send(const std::vector<std::uint32_t> &units, cell goal) {
    check(wl_flow_send(get(), units.data(), units.size(), goal));
  }
  void halt(std::uint32_t unit) { check(wl_flow_halt(get(), unit)); }
  void set_free(cell at, bool free) { check(wl_flow_set_free(get(), at, free)); }
  void tick() { check(wl_flow_tick(get())); }
  std::vector<wl_flow_state> units() {
    const wl_flow_state *units = nullptr;
    std::size_t count = 0;
    check(wl_flow_units(get(), &units, &count));
    return detail::copied(units, count);
  }
  wl_flow_state unit(std::uint32_t number) const {
    wl_flow_state state;
    check(wl_flow_unit(get(), number, &state));
    return state;
  }
  std::optional<std::uint32_t> unit_at(cell at) const {
    std::uint32_t unit = 0;
    if (!wl_flow_unit_at(get(), at, &unit)) return std::nullopt;
    return unit;
  }
  std::size_t on_their_way() const { return wl_flow_on_their_way(get()); }
  std::uint64_t ticks() const { return wl_flow_ticks(get()); }
};

/// Discs that move between cells, and keep off walls and each other.
class steering : public detail::handle<wl_steering, wl_steering_destroy> {
 public:
  explicit steering(const grid &on)
      : handle(made([&](wl_steering **out) { return wl_steering_new(on.get(), out); })) {}
  void set_threads(std::uint32_t threads) { check(wl_steering_set_threads(get(), threads)); }
  /// The number of the first; those of the others follow it.
  std::uint32_t add_agents(const std::vector<wl_point> &positions, double radius, double max_speed) {
    std::uint32_t first = 0;
    check(wl_steering_add_agents(get(), positions.data(), positions.size(), radius, max_speed, &first));
    return first;
  }
  void remove_agent(std::uint32_t agent) { check(wl_steering_remove_agent(get(), agent)); }
  void set_free(cell at, bool free) { check(wl_steering_set_free(get(), at, free)); }
  void prefer(std::uint32_t agent, wl_point velocity) { check(wl_steering_prefer(get(), agent, velocity)); }
  void head_for(std::uint32_t agent, wl_point point) { check(wl_steering_head_for(get(), agent, point)); }
  /// Whether the field knows a path.
  bool follow(std::uint32_t agent, const field &along) {
    bool led = false;
    check(wl_steering_follow(get(), agent, along.get(), &led));
    return led;
  }
  grid room_for(double radius) const {
    wl_grid *room = nullptr;
    check(wl_steering_room_for(get(), radius, &room));
    return grid(room);
  }
  void tick(double seconds) { check(wl_steering_tick(get(), seconds)); }
  std::vector<wl_agent> agents() {
    const wl_agent *agents = nullptr;
    std::size_t count = 0;
    check(wl_steering_agents(get(), &agents, &count));
    return detail::copied(agents, count);
  }
  wl_agent agent(std::uint32_t number) const {
    wl_agent state;
    check(wl_steering_agent(get(), number, &state));
    return state;
  }
  std::size_t agent_count() const { return wl_steering_agent_count(get()); }
};

/// Plans for a crowd of bodies.
class body_planner : public detail::handle<wl_body_planner, wl_body_planner_destroy> {
 public:
  body_planner(const terrain &on, const std::vector<const body *> &bodies,
               const std::vector<wl_body_unit> &units, std::uint32_t threads = 1)
      : handle(made([&](wl_body_planner **out) {
          std::vector<const wl_body *> kinds;
          for (const body *one : bodies) kinds.push_back(one->get());
          return wl_body_planner_new(on.get(), kinds.data(), kinds.size(), units.data(), units.size(), threads,
                                     out);
        })) {}
  /// Zero is no limit.
  wl_outcome find(std::uint64_t max_expansions = 0, double max_seconds = 0, const wl_cancel *cancel = nullptr) {
    wl_outcome outcome = WL_OUTCOME_UNREACHABLE;
    check(wl_body_planner_find(get(), max_expansions, max_seconds, cancel, &outcome, nullptr));
    return outcome;
  }
  /// The limit that was reached; WL_LIMIT_NONE if no plan costs less.
  wl_limit improve(std::uint64_t max_expansions, double max_seconds = 0, const wl_cancel *cancel = nullptr) {
    wl_limit limit = WL_LIMIT_NONE;
    check(wl_body_planner_improve(get(), max_expansions, max_seconds, cancel, &limit));
    return limit;
  }
  std::uint64_t sum_of_costs() const { return wl_body_planner_sum_of_costs(get()); }
  std::uint64_t makespan() const { return wl_body_planner_makespan(get()); }
  std::uint64_t lower_bound() const { return wl_body_planner_lower_bound(get()); }
  std::vector<wl_body_move> moves(std::uint32_t unit) {
    const wl_body_move *moves = nullptr;
    std::size_t count = 0;
    check(wl_body_planner_moves(get(), unit, &moves, &count));
    return detail::copied(moves, count);
  }
  /// What has to be over before a move begins, if somebody is late.
  std::vector<wl_passage> after(std::uint32_t unit, std::uint32_t number) {
    const wl_passage *after = nullptr;
    std::size_t count = 0;
    check(wl_body_planner_after(get(), unit, number, &after, &count));
    return detail::copied(after, count);
  }
};

}  // namespace wayline

#endif  // WAYLINE_HPP
