// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/language_server/word_meanings.h"

#include "checker/noise/distribution.h"
#include "frontend/support/rational.h"

namespace plumb::tool::language_server {

llvm::ArrayRef<WordMeaning> wordsOfLanguage() {
  static constexpr WordMeaning all[] = {
#define MEANING(word, places, text) {word, places, text},
#include "tools/plumb/language_server/word_meanings.def"
#undef MEANING
  };
  return all;
}

static const char *whereItStays(ir::Support support) {
  switch (support) {
  case ir::Support::AllNumbers:
    return "";
  case ir::Support::NonNegative:
    return ", and must not be moved below 0";
  case ir::Support::NonPositive:
    return ", and must not be moved above 0";
  }
  return "";
}

/// "moved up by s it costs at most s / b"
static std::string costOf(ir::Rate rate, const std::string &direction, const std::string &distance) {
  if (!rate.isBounded())
    return "moved" + direction + " it costs without a bound";
  const std::string factor = rate.value() != 1 ? toString(rate.value()) + " * " : "";
  return "moved" + direction + " by s it costs at most " + factor + distance + " / b";
}

std::string meaningOf(ir::Law law, bool isDiscrete) {
  const ir::LawRow &row = ir::row(law);
  const noise::Distribution::LawText drawn =
      noise::distribution(law).lawText(isDiscrete && row.isOver(ir::Sort::Int), "b");
  const bool isSame = row.up.isBounded() == row.down.isBounded() &&
                      (!row.up.isBounded() || row.up.value() == row.down.value());
  return "noise: " + drawn.name + (drawn.mass.empty() ? "" : ", ") + drawn.mass + "; " +
         (isSame ? costOf(row.up, "", "|s|")
                 : costOf(row.up, " up", "s") + ", " + costOf(row.down, " down", "s")) +
         whereItStays(row.support);
}

} // namespace plumb::tool::language_server
