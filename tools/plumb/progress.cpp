// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/progress.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <unistd.h>

namespace plumb::tool {

namespace {

constexpr const char *wipedLine = "\r\x1b[K";
constexpr std::size_t barWidth = 30;

} // namespace

Progress::Progress(std::size_t newCount)
    : count(newCount), isSeen(newCount > 1 && isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (isDrawn)
    std::cerr << wipedLine << std::flush;
}

void Progress::step() {
  if (!isSeen)
    return;
  const std::lock_guard<std::mutex> lock(mutex);
  ++done;
  if (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(500))
    return;
  isDrawn = true;
  std::string bar(barWidth, ' ');
  std::fill_n(bar.begin(), done * barWidth / count, '#');
  std::cerr << wipedLine << '[' << bar << "] " << done << " of " << count << " checked" << std::flush;
}

} // namespace plumb::tool
