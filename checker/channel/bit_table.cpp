// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/bit_table.h"

namespace plumb::channel {

using Kind = ir::Channel::Notion::Kind;

namespace {

/// Outputs of one table, bit by bit.
class BitSearch {
public:
  BitSearch(const BitTable &subject, const Roles &whose) : table(subject), roles(whose) {}

  std::optional<Violation> ratio(std::size_t x, std::size_t other, bool onlyGuarded, const Rational &bound);
  /// An output outside of the protected ones that all of \p inputs reach.
  std::optional<Violation> common(const std::vector<std::size_t> &inputs);

private:
  Rational law(std::size_t x, std::size_t bit, bool isSet) const {
    const Rational &one = table.ones[x][bit];
    return isSet ? one : Rational(1 - one);
  }
  /// "{B[0], B[2]}"
  std::string name() const;
  Rational probability(std::size_t x) const;
  bool areReached(const std::vector<std::size_t> &inputs, std::size_t bit, bool isSet) const;

  const BitTable &table;
  const Roles &roles;
  std::vector<bool> output;
};

std::string BitSearch::name() const {
  std::string names;
  for (std::size_t bit = 0; bit < output.size(); ++bit)
    if (output[bit])
      names += (names.empty() ? "" : ", ") + table.bits[bit];
  return "{" + names + "}";
}

Rational BitSearch::probability(std::size_t x) const {
  Rational product = 1;
  for (std::size_t bit = 0; bit < output.size(); ++bit)
    product *= law(x, bit, output[bit]);
  return product;
}

/// Takes of each bit the value that x reaches with the largest ratio to x'.
std::optional<Violation> BitSearch::ratio(std::size_t x, std::size_t other, bool onlyGuarded,
                                          const Rational &bound) {
  output.assign(table.bits.size(), false);
  for (std::size_t bit = 0; bit < output.size(); ++bit) {
    const bool mayBeSet = !onlyGuarded || roles.guarded[bit];
    const bool isBetterSet =
        law(x, bit, true) * law(other, bit, false) > law(x, bit, false) * law(other, bit, true);
    const bool isNeverUnset = sgn(law(x, bit, false)) == 0;
    output[bit] = mayBeSet && (isBetterSet || isNeverUnset);
  }
  const Rational left = probability(x), right = probability(other);
  if (left <= bound * right)
    return std::nullopt;
  return Violation{Violation::Kind::Ratio, table.inputs[x], table.inputs[other], name(), left, right, bound};
}

bool BitSearch::areReached(const std::vector<std::size_t> &inputs, std::size_t bit, bool isSet) const {
  for (std::size_t x : inputs)
    if (sgn(law(x, bit, isSet)) == 0)
      return false;
  return true;
}

std::optional<Violation> BitSearch::common(const std::vector<std::size_t> &inputs) {
  output.assign(table.bits.size(), false);
  bool isOutside = false;
  for (std::size_t bit = 0; bit < output.size(); ++bit) {
    const bool mayBeSet = areReached(inputs, bit, true), mayBeUnset = areReached(inputs, bit, false);
    if (!mayBeSet && !mayBeUnset)
      return std::nullopt;
    output[bit] = mayBeSet && (!roles.guarded[bit] || !mayBeUnset);
    isOutside = isOutside || (output[bit] && !roles.guarded[bit]);
  }
  if (!isOutside)
    return std::nullopt;
  const std::size_t x = inputs.front(), last = inputs.back();
  if (inputs.size() == 1)
    return Violation{Violation::Kind::SensitiveReaches, table.inputs[x], {}, name(), probability(x), 0, 1};
  return Violation{Violation::Kind::TwoInputs,
                   table.inputs[x],
                   table.inputs[last],
                   name(),
                   probability(x),
                   probability(last),
                   1};
}

} // namespace

std::optional<Violation> findViolation(const BitTable &table, Kind notion, const Roles &roles,
                                       const Rational &bound) {
  if (bound < 1)
    return Violation{Violation::Kind::NegativeBudget, {}, {}, {}, 0, 0, bound};
  BitSearch search(table, roles);
  const std::size_t count = table.inputs.size();
  for (std::size_t x = 0; x < count; ++x) {
    if (notion == Kind::Uldp && roles.sensitive[x])
      if (auto found = search.common({x}))
        return found;
    for (std::size_t other = 0; other < count; ++other) {
      if (x == other)
        continue;
      if (notion == Kind::Uldp && x < other)
        if (auto found = search.common({x, other}))
          return found;
      if (notion != Kind::Osldp || roles.sensitive[x])
        if (auto found = search.ratio(x, other, notion == Kind::Uldp, bound))
          return found;
    }
  }
  return std::nullopt;
}

} // namespace plumb::channel
