// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/ascent.h"

#include "checker/disproof/moves.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumb::disproof {

namespace {

/// In Work: what takes some hundredths of a second.
constexpr std::uint64_t allWork = 150'000;
/// Longer words take long to confirm.
constexpr std::int64_t mostCells = 8;

class Ascent {
public:
  explicit Ascent(const Question &violation)
      : claim(interpreter::claimedEpsilon(violation.instance).value()), work(allWork) {
    top.push_back({violation, roughLoss(violation, work).value_or(std::numeric_limits<double>::infinity())});
  }

  /// Each one higher than the one before it.
  std::vector<std::pair<Question, double>> run() {
    bool isHigher = !std::isinf(top.back().second);
    while (isHigher && !work.isSpent()) {
      isHigher = false;
      while (takeBest(steps(top.back().first)))
        isHigher = true;
      isHigher |= takeBest(grown(top.back().first, mostCells));
    }
    return std::move(top);
  }

private:
  bool takeBest(const std::vector<Question> &questions) {
    constexpr double least = 1e-3;
    const Question *best = nullptr;
    double loss = top.back().second + least;
    for (const Question &question : questions) {
      if (work.isSpent())
        return false;
      // With another budget another loss is guaranteed, and no more is said.
      if (interpreter::claimedEpsilon(question.instance) != claim)
        continue;
      auto own = roughLoss(question, work);
      if (own && *own > loss && !std::isinf(*own) && isAdmissible(question)) {
        best = &question;
        loss = *own;
      }
    }
    if (best)
      top.emplace_back(*best, loss);
    return best != nullptr;
  }

  const Exact claim;
  Work work;
  std::vector<std::pair<Question, double>> top;
};

} // namespace

std::optional<Larger> ascend(const Question &violation, IsConfirmed isConfirmed) {
  auto higher = Ascent(violation).run();
  // What doubles or cells do not know may be known a step below.
  constexpr unsigned mostTries = 2;
  for (unsigned tries = 0; higher.size() > 1 && tries < mostTries; ++tries) {
    Work own(1'000'000);
    auto [question, loss] = higher.back();
    if (auto certified = certify(question, own); certified && isConfirmed(*certified))
      return Larger{std::move(question), std::move(*certified), loss};
    higher.erase(higher.begin() + static_cast<std::ptrdiff_t>((higher.size() + 1) / 2), higher.end());
  }
  return std::nullopt;
}

} // namespace plumb::disproof
