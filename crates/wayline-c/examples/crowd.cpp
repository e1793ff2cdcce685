// A crowd that chases a player who flees, with one field for all hunters. Then towers are built in their way.
#include <algorithm>
#include <cstdio>
#include <wayline.hpp>

int main() {
  using wayline::cell;
  auto grid = wayline::grid::generate("caves:60x40:seed=5");
  std::vector<cell> free;
  for (std::uint32_t y = 0; y < grid.height(); y++) {
    for (std::uint32_t x = 0; x < grid.width(); x++) {
      if (grid.is_free({x, y})) free.push_back({x, y});
    }
  }
  cell player = free[free.size() / 2];
  std::vector<cell> hunters;
  wayline::field chase(grid, wayline::direction::towards, {player});
  for (std::size_t i = 0; i < free.size() && hunters.size() < 20; i += 37) {
    if (chase.cost(free[i])) hunters.push_back(free[i]);
  }

  // Half a turn each: all hunters read the same field, and the player one that leads away from them.
  unsigned turns = 0;
  bool caught = false;
  for (; turns < 300 && !caught; turns++) {
    wayline::field danger(grid, wayline::direction::away_from, hunters);
    if (turns % 3 == 0) player = danger.flee(grid).next_step(player).value_or(player);
    chase.fill(grid, wayline::direction::towards, {player});
    for (cell &hunter : hunters) hunter = chase.next_step(hunter).value_or(hunter);
    caught = std::find(hunters.begin(), hunters.end(), player) != hunters.end();
  }
  std::printf("%zu hunters, caught after %u turns\n", hunters.size(), turns);

  // What was cut off is known at once: repairing takes time for what changed only.
  const auto before = chase.distances();
  for (std::uint32_t x = 0; x < grid.width(); x++) {
    if (cell{x, 20} != player) grid.set_free({x, 20}, false);
  }
  chase.repair(grid);
  const auto after = chase.distances();
  const auto reached = [](const std::vector<double> &costs) {
    return std::count_if(costs.begin(), costs.end(), [](double cost) { return std::isfinite(cost); });
  };
  std::printf("%td cells reach the player, %td after a wall\n", reached(before), reached(after));

  try {
    grid.path({1000, 0}, player);
    return 1;
  } catch (const wayline::error &error) {
    std::printf("refused: %s\n", error.what());
    return caught && error.status() == WL_STATUS_OUT_OF_RANGE && reached(after) < reached(before) ? 0 : 1;
  }
}
