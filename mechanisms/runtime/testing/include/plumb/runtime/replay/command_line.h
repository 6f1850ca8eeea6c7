// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What a harness is asked for on its command line: how many runs, from which seed, how many samplers.

#ifndef PLUMB_RUNTIME_REPLAY_COMMAND_LINE_H
#define PLUMB_RUNTIME_REPLAY_COMMAND_LINE_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace plumb::runtime::replay {

struct Request {
  std::uint64_t runs = 1'000'000, seed = 1;
  /// How many samplers are compared with their laws at most.
  std::uint64_t samplers = 400;
};

/// `--runs N`, `--seed S`, `--samplers N`; the exit code is that of \p replay.
template <class Replay> int mainOf(int argc, char **argv, Replay replay) {
  Request request;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view option = argv[i];
    char *end = nullptr;
    const std::uint64_t number = i + 1 < argc ? std::strtoull(argv[i + 1], &end, 10) : 0;
    std::uint64_t *const asked = option == "--runs"       ? &request.runs
                                 : option == "--seed"     ? &request.seed
                                 : option == "--samplers" ? &request.samplers
                                                          : nullptr;
    if (!asked || !end || *end != '\0' || end == argv[i + 1]) {
      std::fprintf(stderr, "usage: %s [--runs N] [--seed S] [--samplers N]\n", argv[0]);
      return 1;
    }
    *asked = number;
  }
  return replay(request);
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_COMMAND_LINE_H
