// Every class of wayline.hpp, once.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <wayline.hpp>

static void expect(int line, const char *fact, bool holds) {
  if (holds) return;
  std::fprintf(stderr, "line %d: expected %s\n", line, fact);
  std::exit(1);
}
#define EXPECT(...) expect(__LINE__, #__VA_ARGS__, (__VA_ARGS__))

template <typename Call>
static wl_status refused(Call call) {
  try {
    call();
  } catch (const wayline::error &error) {
    EXPECT(error.what()[0] != '\0');
    return error.status();
  }
  return WL_STATUS_OK;
}

static void grids() {
  wayline::rules rules{};
  rules.moves = 4;
  wayline::grid plain(5, 4, rules);
  EXPECT(plain.width() == 5 && plain.height() == 4);
  EXPECT(plain.cost({0, 0}, {4, 3}) == 7.0);
  EXPECT(plain.set_free({2, 2}, false) && !plain.set_free({2, 2}, false) && !plain.is_free({2, 2}));
  EXPECT(!plain.line_of_sight({2, 0}, {2, 3}));
  plain.set_rules({});
  wayline::grid copy = plain.copy();
  copy.set_multiplier({1, 1}, 3);
  copy.set_elevation({1, 2}, 5);
  EXPECT(copy.multiplier({1, 1}) == 3 && copy.elevation({1, 2}) == 5 && plain.multiplier({1, 1}) == 1);

  wayline::grid walls(3, 1, std::vector<std::uint8_t>{1, 0, 1});
  EXPECT(!walls.path({0, 0}, {2, 0}) && !walls.cost({0, 0}, {2, 0}));
  wayline::settings settings{};
  settings.closest = true;
  settings.algorithm = "astar";
  EXPECT(walls.search({0, 0}, {2, 0}, settings).cells == std::vector<wl_cell>{{0, 0}});
  wayline::grid costs(3, 1, std::vector<float>{1, 5, 1});
  EXPECT(costs.cost({0, 0}, {2, 0}) == 6.0);
  wayline::workspace work;
  auto nearest = plain.search({{0, 0}, {4, 0}}, {{4, 3}}, {}, &work);
  EXPECT(nearest && nearest.optimal && nearest.cells.front() == (wl_cell{4, 0}) && nearest.turns.size() == 2);
  EXPECT(refused([&] { plain.path({9, 9}, {0, 0}); }) == WL_STATUS_OUT_OF_RANGE);
  EXPECT(refused([] { wayline::grid(2, 2, std::vector<std::uint8_t>{1}); }) == WL_STATUS_BAD_LENGTH);

  wayline::cancel cancel;
  cancel.set();
  wayline::settings stopped{};
  stopped.cancel = cancel.get();
  stopped.algorithm = "dijkstra";
  auto big = wayline::grid(400, 400);
  EXPECT(big.search({0, 0}, {399, 399}, stopped).limit == WL_LIMIT_CANCELLED);

  wayline::settings astar{};
  astar.algorithm = "astar";
  wayline::search search({0, 0}, {4, 3}, astar);
  EXPECT(refused([&] { search.result(); }) == WL_STATUS_NOT_READY);
  EXPECT(!search.step(plain, 1) && search.expanded() == 1);
  while (!search.step(plain, 1)) continue;
  EXPECT(search.result().cost == plain.cost({0, 0}, {4, 3}));
  search.restart({0, 0}, {1, 0});
  EXPECT(search.step(plain, 100) && search.result().cost == 1.0);

  wayline::index index(plain);
  auto loaded = wayline::index::from_bytes(plain, index.to_bytes());
  loaded.save("tour.index");
  EXPECT(wayline::index::load(plain, "tour.index").cost({0, 0}, {4, 3}) == plain.cost({0, 0}, {4, 3}));
  std::remove("tour.index");
  EXPECT(loaded.path({0, 0}, {4, 3}).cost == plain.cost({0, 0}, {4, 3}) && loaded.turns({0, 0}, {4, 0}).turns.size() == 2);
  EXPECT(loaded.costs({{0, 0}}, {{3, 0}}) == std::vector<double>{3} && loaded.memory() > 0);
  EXPECT(loaded.matrix({{0, 0}}, {{3, 0}, {0, 1}}) == (std::vector<double>{3, 1}));

  wayline::live_grid live(plain);
  live.prepare();
  EXPECT(live.is_prepared() && live.is_free({3, 3}));
  EXPECT(live.cost({0, 0}, {4, 3}) == plain.cost({0, 0}, {4, 3}));
  live.set_free({3, 3}, false);
  EXPECT(!live.copy().is_free({3, 3}) && live.path({0, 0}, {4, 3}));

  // Many threads ask one grid.
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++) {
    threads.emplace_back([&big, i] {
      for (std::uint32_t y = 0; y < 50; y++) {
        EXPECT(big.path({0, y}, {399, y + static_cast<std::uint32_t>(i)}).cells.size() == 400);
      }
    });
  }
  for (auto &thread : threads) thread.join();
}

static void fields() {
  wayline::grid grid(9, 1);
  wayline::field field(grid, wayline::direction::towards, {{0, 0}});
  EXPECT(field.cost({8, 0}) == 8.0 && !field.cost({9, 0}));
  EXPECT(field.next_step({8, 0}) == (wl_cell{7, 0}) && !field.next_step({0, 0}));
  EXPECT(field.descend({3, 0}).size() == 4 && field.distances()[5] == 5.0);
  grid.set_free({4, 0}, false);
  field.repair(grid);
  EXPECT(!field.cost({8, 0}) && std::isinf(field.distances()[8]));
  field.fill(grid, wayline::direction::away_from, {{8, 0}}, 2.0);
  EXPECT(field.cost({6, 0}) == 2.0 && !field.cost({5, 0}));
  EXPECT(field.flee(grid, 1.2).next_step({8, 0}) == (wl_cell{7, 0}));
  wayline::live_grid live(grid);
  wayline::field on_live(live, wayline::direction::towards, {{0, 0}});
  live.set_free({4, 0}, true);
  on_live.repair(live);
  EXPECT(on_live.cost({8, 0}) == 8.0);
}

static void graphs() {
  wayline::graph graph(3, {0, 1, 0}, {1, 2, 2}, {1, 1.5, 4});
  EXPECT(graph.nodes() == 3 && graph.edges() == 3);
  graph.set_positions({0, 1, 2}, {0, 0, 0});
  auto path = graph.path(0, 2);
  EXPECT(path.cost == 2.5 && path.nodes == (std::vector<std::uint32_t>{0, 1, 2}) && path.edges.size() == 2);
  wayline::preparation how{};
  how.kind = "customizable";
  wayline::graph_index index(graph, how);
  graph.set_cost(0, 9);
  EXPECT(!index.fits(graph));
  index.update(graph);
  EXPECT(index.fits(graph) && index.cost(0, 2) == 4.0 && !index.cost(2, 0));
  graph.set_open(2, false);
  index.update_edge(graph, 2);
  EXPECT(index.path(0, 2).cost == 10.5 && graph.cost(0, 2) == 10.5);
  EXPECT(index.costs({0}, {1}) == std::vector<double>{9} && index.memory() > 0);
  EXPECT(index.matrix({0}, {1, 2}) == graph.matrix({0}, {1, 2}));
  auto again = wayline::graph_index::from_bytes(graph, index.to_bytes());
  again.save("tour.graph");
  EXPECT(wayline::graph_index::load(graph, "tour.graph").cost(0, 2) == 10.5);
  std::remove("tour.graph");
  EXPECT(graph.add_edge(2, 0, 1) == 3);
}

static void bodies() {
  wayline::terrain terrain(6, 3, "......" "######" "......");
  wayline::terrain from_grid(wayline::grid(4, 4));
  from_grid.set_elevation({1, 1}, 3);
  auto tank = wayline::body::preset("tank");
  auto longer = wayline::body::from_toml("preset = 'tank'\nfootprint = { length = 3, width = 1 }");
  wayline::body_map map(tank, terrain);
  EXPECT(map.fits({0, 0, WL_HEADING_EAST}) && !map.fits({0, 1, WL_HEADING_EAST}));
  auto path = map.path({0, 0, WL_HEADING_EAST}, {1, 2, WL_HEADING_ANY});
  EXPECT(!path && path.outcome == WL_OUTCOME_UNREACHABLE);
  terrain.set_free({4, 1}, true);
  terrain.set_free({5, 1}, true);
  terrain.set_ground({0, 0}, 'S');
  map.refresh(terrain);
  EXPECT(map.path({0, 0, WL_HEADING_EAST}, {1, 2, WL_HEADING_ANY}).optimal);

  wayline::world world(wayline::terrain(20, 10));
  const auto kind = world.add_kind(longer);
  const auto unit = world.add_unit(kind, {4, 4, WL_HEADING_EAST});
  world.send(unit, {15, 4, WL_HEADING_ANY});
  EXPECT(!world.tick(10000).empty() && world.now() > 0 && world.unit_count() == 1);
  EXPECT(world.unit(unit).moving && !world.path(unit).empty());
  world.set_free({10, 4}, false);
  world.set_ground({11, 4}, 'S');
  bool arrived = false;
  for (int tick = 0; tick < 200 && !arrived; tick++) {
    for (const wl_event &event : world.tick(10000)) arrived |= event.kind == WL_EVENT_KIND_ARRIVED;
  }
  EXPECT(arrived && world.unit(unit).arrived && world.unit(unit).at.x == 15);
  world.send(unit, std::vector<wl_placement>{{4, 4, WL_HEADING_ANY}});
  world.halt(unit);
  world.remove_unit(unit);
  EXPECT(refused([&] { world.unit(unit); }) == WL_STATUS_OUT_OF_RANGE);
}

static void crowds() {
  const wayline::grid grid(12, 6, std::vector<std::uint8_t>(72, 1));
  wayline::flow flow(grid);
  flow.set_threads(2);
  flow.set_slice(1000);
  const auto first = flow.add_units({{0, 0}, {0, 2}});
  flow.send({first, first + 1}, {10, 3});
  while (flow.on_their_way() > 0 && flow.ticks() < 100) flow.tick();
  EXPECT(flow.units().size() == 2 && flow.unit(first).arrived && flow.unit(first + 1).goal.x == 10);
  const auto at = flow.unit(first).cell;
  EXPECT(flow.unit_at(at) == first && refused([&] { flow.set_free(at, false); }) == WL_STATUS_BLOCKED);
  flow.halt(first);
  flow.set_free({0, 5}, false);
  flow.remove_unit(first);
  EXPECT(flow.unit_at(at) != first && refused([&] { flow.unit(first); }) == WL_STATUS_OUT_OF_RANGE);

  wayline::steering steering(grid);
  steering.set_threads(2);
  const auto agent = steering.add_agents({{1.5, 1.5}, {1.5, 4.5}}, 0.4, 2);
  const wayline::field field(steering.room_for(0.4), wayline::direction::towards, {{9, 1}});
  steering.head_for(agent + 1, {3.5, 4.5});
  for (int tick = 0; tick < 200; tick++) {
    EXPECT(steering.follow(agent, field));
    steering.tick(0.05);
  }
  EXPECT(steering.agent_count() == 2 && steering.agents()[1].position.x == 3.5);
  EXPECT(steering.agent(agent).position.x == 9.5 && steering.agent(agent).radius == 0.4);
  steering.prefer(agent, {1, 0});
  steering.tick(0.1);
  EXPECT(steering.agent(agent).velocity.x > 0);
  steering.remove_agent(agent + 1);
  steering.set_free({3, 4}, false);

  const wayline::terrain terrain(8, 3, "........###..######..###");
  const auto tank = wayline::body::preset("tank");
  wayline::body_planner planner(terrain, {&tank}, {{0, {0, 0, 0}, {6, 0, 0}}, {0, {7, 0, 2}, {1, 0, 2}}});
  EXPECT(planner.find() == WL_OUTCOME_FOUND);
  planner.improve(10000);
  const auto moves = planner.moves(0);
  EXPECT(!moves.empty() && moves.front().from.x == 0 && moves.back().to.x == 6);
  EXPECT(planner.lower_bound() <= planner.sum_of_costs() && moves.back().end <= planner.makespan());
  std::size_t waits = 0;
  for (std::uint32_t unit = 0; unit < 2; unit++) {
    for (std::uint32_t i = 0; i < planner.moves(unit).size(); i++) waits += planner.after(unit, i).size();
  }
  EXPECT(waits > 0);
  wayline::world world(wayline::terrain(30, 20));
  const auto king = world.add_kind(wayline::body::preset("king"));
  const std::vector<std::uint32_t> units = {world.add_unit(king, {2, 2, 0}), world.add_unit(king, {2, 6, 0})};
  const auto places = world.send_formation(units, {20, 10, WL_HEADING_NORTH}, WL_FORMATION_LINE);
  EXPECT(places.size() == 2 && places[0].y == 10 && places[1].y == 10);
}

int main() {
  grids();
  fields();
  graphs();
  bodies();
  crowds();
  std::printf("wayline %s: every class works\n", wayline::version().c_str());
}
