// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/within_limits.h"

#include <string_view>
#include <unistd.h>

namespace plumb::tool {

namespace {

/// As of the solver's units (smt::Budget): six questions of full cost.
constexpr unsigned questionsOfFullCost = 6, defaultSeconds = 20;

[[noreturn]] void end(std::string_view line) {
  const ssize_t ignored = ::write(STDERR_FILENO, line.data(), line.size());
  static_cast<void>(ignored);
  _exit(static_cast<int>(ExitCode::NotProved));
}

} // namespace

std::chrono::seconds timeForOne(const Options &options) {
  return std::chrono::seconds(options.timeLimit.value_or(defaultSeconds)) * questionsOfFullCost;
}

std::optional<Lack> withinLimits(const Options &options, const std::function<void()> &action) {
  const std::chrono::seconds most = timeForOne(options);
  try {
    const TimeAllowed allowed(most);
    action();
  } catch (const OutOfTime &) {
    return Lack{
        "to check it takes more than " + std::to_string(most.count()) + " seconds of computing",
        "make it smaller, or allow more: `--time-limit N` allows N seconds for a question of the solver, "
        "and six times as many for all that one declaration takes"};
  } catch (const NumberTooLong &) {
    return Lack{"to check it takes numbers of more than ten million digits",
                "keep its numbers shorter, above all what is multiplied by itself again and again"};
  } catch (const std::bad_alloc &) {
    return Lack{"the memory did not suffice to check it", "allow more, or check fewer programs in one call",
                ExitCode::Environment};
  }
  return std::nullopt;
}

Diagnostic nothingKnown(const std::string &name, SourceRange range, Lack lack) {
  return {DiagnosticKind::OutOfMemory, range, {name, std::move(lack.why)}, {}, std::move(lack.help)};
}

void endWithoutTime() {
  end("plumb: the answer takes more time than is allowed; allow more with --time-limit, or ask of smaller "
      "programs\n");
}

void endOfNumbers() {
  end("plumb: the answer takes numbers of more than ten million digits; keep those of the program shorter\n");
}

} // namespace plumb::tool
