// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/bad_pair.h"

#include "checker/refutation/candidates.h"
#include "checker/refutation/named.h"
#include "checker/refutation/small_inputs.h"

namespace plumb::refutation {

using interpreter::Instance;
using interpreter::RecordValue;

namespace {

using IsBad = llvm::function_ref<bool(const Instance &, const RecordValue &, const RecordValue &)>;

std::optional<BadPair> findPair(const ir::Mechanism &mechanism, const char *description, IsBad isBad) {
  SmallInstances instances(mechanism);
  Budget budget(10'000);
  constexpr unsigned heaviest = 6;
  std::size_t left = 8;
  for (unsigned weight = 0; weight <= heaviest; ++weight)
    for (SmallInstance &small : instances.ofWeight(weight, budget)) {
      const Instance &instance = small.instance();
      if (left-- == 0)
        return std::nullopt;
      constexpr std::size_t most = 150;
      const std::vector<RecordValue> records = lightRecords(instance, most);
      for (const RecordValue &first : records)
        for (const RecordValue &second : records)
          if (first != second && interpreter::mayReplace(instance, first, second) &&
              isBad(instance, first, second))
            return BadPair{description, namedParameters(instance),
                           namedRecords(instance, interpreter::RecordPair{first, second, {}})};
    }
  return std::nullopt;
}

} // namespace

std::optional<BadPair> findDirectedPair(const ir::Mechanism &mechanism) {
  return findPair(mechanism, "r' may stand in the place of r, but r not in the place of r'",
                  [](const Instance &instance, const RecordValue &first, const RecordValue &second) {
                    return interpreter::isPossible(instance, first) &&
                           interpreter::isPossible(instance, second) &&
                           !interpreter::mayReplace(instance, second, first);
                  });
}

std::optional<BadPair> findPremisePair(const ir::Mechanism &mechanism) {
  return findPair(mechanism, "r' may stand in the place of r, and the premises hold of one of them alone",
                  [](const Instance &instance, const RecordValue &first, const RecordValue &second) {
                    const interpreter::RecordShape &shape = *instance.recordShape();
                    return shape.admits(first) && shape.admits(second) &&
                           interpreter::isPossible(instance, first) !=
                               interpreter::isPossible(instance, second);
                  });
}

} // namespace plumb::refutation
