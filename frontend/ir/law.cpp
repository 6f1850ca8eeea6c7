// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/law.h"

#include <array>
#include <cassert>

namespace plumb::ir {

namespace {

constexpr std::nullopt_t NoDecay = std::nullopt;

constexpr std::array rows = {
#define LAW(id, word, values, support, up, down, decay, sampler, tail)                                       \
  LawRow{#id, word, DrawValues::values, Support::support, up, down, decay, sampler, Tail::tail},
#include "frontend/ir/laws.def"
#undef LAW
};

constexpr std::array all = {
#define LAW(id, ...) Law::id,
#include "frontend/ir/laws.def"
#undef LAW
};

} // namespace

bool LawRow::isOver(Sort sort) const {
  assert(sort == Sort::Int || sort == Sort::Real);
  return values == DrawValues::IntegersOrReals ||
         values == (sort == Sort::Int ? DrawValues::Integers : DrawValues::Reals);
}

const LawRow &row(Law law) {
  return rows[static_cast<std::size_t>(law)];
}

llvm::ArrayRef<Law> laws() {
  return all;
}

std::string_view name(Law law) {
  return row(law).word;
}

std::optional<Law> lawNamed(std::string_view word) {
  for (Law law : all)
    if (name(law) == word)
      return law;
  return std::nullopt;
}

std::string lawList(bool (*isMeant)(const LawRow &)) {
  std::string text;
  std::string_view last;
  for (const LawRow &row : rows) {
    if (!isMeant(row))
      continue;
    if (!last.empty())
      text += (text.empty() ? "`" : ", `") + std::string(last) + "`";
    last = row.word;
  }
  if (last.empty())
    return text;
  return text + (text.empty() ? "`" : " and `") + std::string(last) + "`";
}

} // namespace plumb::ir
