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

std::string meaningOf(ir::Law law) {
  const ir::LawRow &row = ir::row(law);
  const auto cost = [](ir::Rate rate) {
    const std::string factor = rate.isBounded() && rate.value() != 1 ? toString(rate.value()) + " * " : "";
    return rate.isBounded() ? factor + "s / b" : std::string("no bound");
  };
  const std::string up = cost(row.up), down = cost(row.down);
  const noise::Distribution::LawText drawn = noise::distribution(law).lawText(false, "b");
  return "noise: " + drawn.name + (drawn.mass.empty() ? "" : ", ") + drawn.mass +
         "; moved by s it costs at most " + (up == down ? up : up + " up, " + down + " down") +
         whereItStays(row.support);
}

} // namespace plumb::tool::language_server
