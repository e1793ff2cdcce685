// Callers who break the rules on threads are refused, and nothing is damaged: some threads ask a grid while another
// edits it, and all of them share one workspace now and then.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>
#include <wayline.hpp>

int main() {
  wayline::grid grid(64, 64);
  wayline::workspace shared;
  std::atomic<unsigned> answered{0}, refused{0}, wrong{0};
  std::atomic<bool> stop{false};

  std::vector<std::thread> threads;
  for (std::uint32_t number = 0; number < 4; number++) {
    threads.emplace_back([&, number] {
      for (std::uint32_t i = 0; i < 2000; i++) {
        wl_answer answer;
        wl_workspace *work = i % 4 == 0 ? shared.get() : nullptr;
        const wl_status status = wl_grid_path(grid.get(), {0, number}, {63, i % 64}, work, &answer);
        if (status == WL_STATUS_OK) {
          // The arrays of a shared workspace are anybody's; those of the thread are its own.
          if (work == nullptr && (answer.length < 64 || answer.cells[0].y != number)) wrong++;
          answered++;
        } else if (status == WL_STATUS_BUSY && answer.length == 0) {
          refused++;
        } else {
          wrong++;
        }
      }
    });
  }
  std::thread editor([&] {
    for (std::uint32_t i = 0; !stop; i++) {
      const wl_status status = wl_grid_set_free(grid.get(), {32, i % 60}, i % 120 >= 60, nullptr);
      if (status != WL_STATUS_OK && status != WL_STATUS_BUSY) wrong++;
      std::this_thread::yield();
    }
  });
  for (auto &thread : threads) thread.join();
  stop = true;
  editor.join();
  const bool counted = answered + refused == 8000;
  std::printf("%s\n", wrong == 0 && counted && answered > 0 ? "answered or refused, never wrong" : "wrong answers");
  return wrong == 0 && counted && answered > 0 ? 0 : 1;
}
