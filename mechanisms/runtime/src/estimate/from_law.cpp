// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/from_law.h"

#include "plumb/runtime/local/approximation.h"
#include "plumb/runtime/local/counts.h"

namespace plumb::runtime::estimate {

namespace {

using local::Block;
using local::Law;
using local::Number;

const char *const another = "this law is neither randomised response nor RAPPOR, plain or "
                            "utility-optimised, so its reports are counted only";

/// The law of one class of outputs, as a mark: equal for all inputs that are not the owner.
struct Column {
  std::optional<Number> own, other;
};

/// Sets \p entry, or returns false if it is set to something else.
bool agree(const Law &law, std::optional<Number> &entry, const Number &value) {
  if (!entry)
    entry = value;
  return law.powers().isEqual(*entry, value);
}

bool readColumn(const Law &law, std::size_t o, Column &column) {
  for (const local::InputClass &input : law.inputs()) {
    const Block &block = input.blocks[o];
    const bool hasPartner = block.partner != Block::Partner::None;
    if (hasPartner && !agree(law, column.own, block.hit))
      return false;
    const bool hasMisses = law.outputs()[o].size > (hasPartner ? 1 : 0);
    if (input.size > 0 && hasMisses && !agree(law, column.other, block.miss))
      return false;
  }
  return column.own.has_value();
}

/// Each input has exactly one output that is its own.
bool ownersAreUnique(const Law &law) {
  for (const local::InputClass &input : law.inputs()) {
    std::size_t partners = 0;
    for (const Block &block : input.blocks)
      partners += block.partner == Block::Partner::None ? 0 : 1;
    if (partners != 1)
      return false;
  }
  return true;
}

/// What all outputs of each kind have in common.
struct Columns {
  Alphabet alphabet;
  std::optional<Number> own, other;
  /// At the owner of an output that nobody else sends.
  std::optional<Number> revealed;
};

std::optional<Columns> readColumns(const Law &law) {
  Columns columns;
  for (std::size_t o = 0; o < law.outputs().size(); ++o) {
    const auto size = static_cast<std::size_t>(law.outputs()[o].size);
    Column column;
    if (size == 0)
      continue;
    if (!readColumn(law, o, column))
      return std::nullopt;
    const bool isRevealing = !column.other || law.powers().isEqual(*column.other, Number(0));
    if (isRevealing) {
      columns.alphabet.nonSensitive += size;
      if (!agree(law, columns.revealed, *column.own))
        return std::nullopt;
      continue;
    }
    if (columns.alphabet.nonSensitive > 0)
      return std::nullopt;
    columns.alphabet.sensitive += size;
    if (!agree(law, columns.own, *column.own) || !agree(law, columns.other, *column.other))
      return std::nullopt;
  }
  return columns;
}

/// e^eps of eq. (2) and Def. 3, if the columns are of that form.
std::optional<Number> liftOfResponse(const Law &law, const Columns &columns) {
  const Number lift = *columns.own / *columns.other;
  const Number divisor = Number(columns.alphabet.sensitive) + lift - 1;
  const bool fits = law.powers().isEqual(*columns.own, lift / divisor) &&
                    (!columns.revealed || law.powers().isEqual(*columns.revealed, (lift - 1) / divisor));
  return fits ? std::optional(lift) : std::nullopt;
}

/// The same of Def. 4 with theta = *columns.own.
std::optional<Number> liftOfRappor(const Law &law, const Columns &columns) {
  const Number theta = *columns.own, d1 = *columns.other;
  const Number lift = theta * (1 - d1) / (d1 * (1 - theta));
  const Number d2 = ((1 - theta) * lift + theta) / lift;
  const bool fits =
      lift.isDefined() && (!columns.revealed || law.powers().isEqual(*columns.revealed, 1 - d2));
  return fits ? std::optional(lift) : std::nullopt;
}

} // namespace

Expected<Channel> channelOf(const Law &law) {
  if (law.outputCount() > local::mostCounts)
    return local::tooManyToCount();
  const bool isSymbol = law.form() == Law::Form::Symbol;
  const std::optional<Columns> columns = ownersAreUnique(law) ? readColumns(law) : std::nullopt;
  if (!columns)
    return Error{another};
  if (columns->alphabet.sensitive == 0) {
    if (!isSymbol || !law.powers().isEqual(*columns->revealed, Number(1)))
      return Error{another};
    return Channel::urr(1, columns->alphabet);
  }
  const std::optional<Number> lift = isSymbol ? liftOfResponse(law, *columns) : liftOfRappor(law, *columns);
  if (!lift || !law.powers().isAtMost(Number(1), *lift))
    return Error{another};
  const double eps = local::logarithm(law.powers(), *lift);
  if (isSymbol)
    return Channel::urr(eps, columns->alphabet);
  std::optional<double> theta;
  if (!law.powers().isEqual(*columns->own + *columns->other, Number(1))) // else that of basic RAPPOR
    theta = local::approximately(law.powers(), *columns->own);
  return Channel::urap(eps, columns->alphabet, theta);
}

Expected<Personalized> personalizedOf(const Law &law, std::size_t bots) {
  const Expected<Channel> common = channelOf(law);
  if (!common)
    return common.error();
  const Alphabet &both = common->alphabet();
  if (both.sensitive < bots)
    return Error{another};
  const Alphabet alphabet{both.sensitive - bots, both.nonSensitive};
  if (common->form() == Channel::Form::OneSymbol)
    return Personalized::urr(common->eps(), alphabet, bots);
  std::optional<double> theta;
  if (!common->isBasic())
    theta = common->mark(0).oneIfOwn;
  return Personalized::urap(common->eps(), alphabet, bots, theta);
}

} // namespace plumb::runtime::estimate
