// SPDX-License-Identifier: Apache-2.0
// What an editor shows beside the pointer.
#include "checker/relational/walk.h"
#include "checker/report/explain_alignment.h"
#include "checker/report/explain_diagnostic.h"
#include "checker/report/shift_directions.h"
#include "frontend/ir/announcement.h"
#include "tools/plumb/language_server/features.h"
#include "tools/plumb/language_server/word_meanings.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::tool::language_server {

using llvm::json::Object;
using llvm::json::Value;
using navigation::Symbol;

namespace {

bool holds(SourceRange range, std::uint32_t offset) {
  return range.begin <= offset && offset <= range.end;
}

std::string codeBlock(std::string_view code) {
  return "```plumb\n" + std::string(code) + "\n```\n";
}

/// "lam: real"; nothing where the sort is not known.
std::string sortOf(const Document &document, const Symbol &symbol) {
  const ir::Variable *variable = document.variable(symbol);
  if (variable == nullptr)
    return {};
  std::string text = ", " + std::string(ir::name(variable->sort));
  for (const ir::ExpressionPtr &extent : variable->extents)
    text += "[" + ir::print(*extent) + "]";
  return text;
}

std::string ofName(const Document &document, const navigation::Occurrence &here) {
  const Symbol &symbol = document.symbols.symbols[here.symbol];
  std::string text = "`" + symbol.name + "`: " + std::string(navigation::name(symbol.kind)) +
                     sortOf(document, symbol) + "\n" + codeBlock(document.text(symbol.declaration));
  for (const Examined &one : document.examined)
    if (one.nameRange == symbol.range && one.outcome)
      text += "\n**" + one.outcome->verdict + "**\n```text\n" + one.outcome->details + "```\n";
  return text;
}

/// What the language calls so. A name that it uses elsewhere means nothing here.
std::string ofWord(const Document &document, std::uint32_t offset) {
  const auto token = std::find_if(document.tokens.begin(), document.tokens.end(),
                                  [&](const Token &one) { return holds(one.range, offset); });
  if (token == document.tokens.end() ||
      (token->kind != Token::Kind::Name && token->kind != Token::Kind::Keyword))
    return {};
  const std::string_view word = document.text(token->range);
  const auto expected = expectedWordsAt(document.source, token->range.begin);
  const auto said = [&](std::string_view meaning) {
    return "`" + std::string(word) + "`: " + std::string(meaning) + "\n";
  };
  if (const auto law = ir::lawNamed(word); law && expected && meets(expected->names, NamePlace::Law))
    return said(meaningOf(*law, document.drawsInteger(token->range.begin)));
  for (const WordMeaning &one : wordsOfLanguage())
    if (one.word == word &&
        (token->kind == Token::Kind::Keyword || (expected && meets(expected->names, one.places))))
      return said(one.meaning);
  return {};
}

std::string listed(std::string_view heading, const std::vector<std::string> &formulas) {
  if (formulas.empty())
    return {};
  std::string text = std::string(heading) + "\n";
  for (const std::string &formula : formulas)
    text += "- `" + formula + "`\n";
  return text;
}

/// The loop of which the first word is at \p offset.
std::string ofLoop(const Document &document, std::uint32_t offset) {
  for (const Examined &one : document.examined)
    for (const Outcome::Loop &loop : one.outcome ? one.outcome->loops : std::vector<Outcome::Loop>())
      if (holds(loop.word, offset)) {
        if (loop.isKept)
          return listed("Whenever this loop looks for its next iteration:", loop.invariants);
        const std::string open = listed("It is not proved that this loop keeps:", loop.open);
        const std::string others = listed(
            "These were only asked together with what is not proved of the mechanism, and may fail with it:",
            loop.invariants);
        return open + (open.empty() || others.empty() ? "" : "\n") + others;
      }
  return {};
}

std::string textOf(const report::Line &line) {
  std::string text;
  for (const report::Span &span : line)
    text += span.text;
  return text;
}

/// What moving a draw costs where its law bounds that: "costs at most `eps / 2`".
std::string boundedCost(const ir::Sample &sample, const report::AlignmentCase &one, bool isCharged) {
  if (one.cost)
    return (textOf(*one.atMost) != textOf(one.shift) ? "costs at most `" : "costs `") + *one.cost + "`";
  return "costs its amount divided by `" + ir::print(*sample.scale) +
         (isCharged ? "`" : "`: how much at most is asked where all costs are added");
}

/// Where it would leave the support of its law, it costs without a bound, whatever the rates say.
std::string_view whileInSupport(ir::Support support, report::ShiftDirections directions) {
  const bool mayLeave = (support == ir::Support::NonNegative && directions.down) ||
                        (support == ir::Support::NonPositive && directions.up);
  return mayLeave ? ", as long as the draw stays in the support of its law" : "";
}

/// "- always: moved by `1`; that costs `eps / 2`"
std::string ofCase(const ir::Sample &sample, const report::AlignmentCase &one,
                   report::ShiftDirections directions, bool isCharged) {
  std::string text = "- " + textOf(one.condition) + ": ";
  if (!directions.up && !directions.down)
    return text + "not moved, which costs nothing\n";
  const std::string shift = textOf(one.shift);
  text += "moved by `" + shift + "`";
  if (const std::string most = one.atMost ? textOf(*one.atMost) : ""; !most.empty() && most != shift)
    text += ", which is at most `" + most + "`";
  const ir::LawRow &law = ir::row(sample.law);
  const bool upIsUnbounded = directions.up && !law.up.isBounded();
  const bool downIsUnbounded = directions.down && !law.down.isBounded();
  const std::string unbounded = "costs without a bound";
  if ((upIsUnbounded || !directions.up) && (downIsUnbounded || !directions.down))
    return text + "; that " + unbounded + "\n";
  const std::string bounded = boundedCost(sample, one, isCharged);
  if (upIsUnbounded)
    return text + "; upward that " + unbounded + ", downward it " + bounded + "\n";
  if (downIsUnbounded)
    return text + "; downward that " + unbounded + ", upward it " + bounded + "\n";
  return text + "; that " + bounded + std::string(whileInSupport(law.support, directions)) + "\n";
}

/// What the proof charges for the draw of the clause at \p offset; empty if there is none.
std::string charged(const Document &document, std::uint32_t offset) {
  for (const Examined &one : document.examined)
    for (const Outcome::Charge &charge : one.outcome ? one.outcome->charges : std::vector<Outcome::Charge>())
      if (holds(charge.clause, offset))
        return "\n" + charge.text + "\n";
  return {};
}

/// The alignment of which the clause is at \p offset: how it moves the noise, and what that costs.
std::string ofAlignment(const Document &document, std::uint32_t offset) {
  const std::string proved = charged(document, offset);
  std::string text;
  for (const auto &mechanism : document.program.mechanisms)
    relational::forEachStatement(mechanism->body, [&](const ir::Statement &statement, unsigned) {
      const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
      if (sample == nullptr || !sample->aligned || !holds(sample->clause, offset))
        return;
      text += "In the second run, `" + sample->target.name + "` of scale `" + ir::print(*sample->scale) +
              "` is\n";
      const auto cases = report::alignmentCases(*mechanism, *sample);
      const auto directions = report::shiftDirections(*mechanism, *sample);
      for (std::size_t i = 0; i < cases.size(); ++i)
        text += ofCase(*sample, cases[i], directions[i], !proved.empty());
      text += proved;
    });
  return text;
}

/// What is said with `announce`, and read as `announced`.
std::string ofAnnouncement(const Document &document, std::uint32_t offset) {
  const auto isHere = [&](const Token &token) {
    const std::string_view word = document.text(token.range);
    return holds(token.range, offset) &&
           ((token.kind == Token::Kind::Keyword && word == "announce") || word == ir::announced);
  };
  if (std::none_of(document.tokens.begin(), document.tokens.end(), isHere))
    return {};
  return "`announce` shows values to the proof alone. Both runs have to announce the same; then alignments "
         "and invariants may read `announced` in the cell where it stands. Whoever reads the output sees "
         "`none` there, and emitted code does not compute what is announced.\n";
}

/// Below what \p text says already.
void addMessages(std::string &text, const Document &document, std::uint32_t offset) {
  const auto add = [&](const Outcome::Finding &finding) {
    if (finding.kind && holds(finding.range, offset)) {
      const std::string_view code = info(*finding.kind).code;
      text += (text.empty() ? "" : "\n---\n") + ("**" + std::string(code)) + "**\n\n" +
              std::string(report::diagnosticPage(code)) + "\n";
    }
  };
  std::for_each(document.mistakes.begin(), document.mistakes.end(), add);
  for (const Examined &one : document.examined)
    if (one.outcome)
      std::for_each(one.outcome->findings.begin(), one.outcome->findings.end(), add);
}

} // namespace

Value hover(const Document &document, std::uint32_t offset) {
  const navigation::Occurrence *here = document.symbols.at(offset);
  std::string text = here != nullptr ? ofName(document, *here) : ofAnnouncement(document, offset);
  if (text.empty())
    text = ofWord(document, offset);
  if (const std::string loop = ofLoop(document, offset); !loop.empty())
    text += "\n" + loop;
  if (const std::string alignment = ofAlignment(document, offset); !alignment.empty())
    text += (text.empty() ? "" : "\n") + alignment;
  addMessages(text, document, offset);
  if (text.empty())
    return nullptr;
  Object value{{"contents", Object{{"kind", "markdown"}, {"value", std::move(text)}}}};
  if (here != nullptr)
    value["range"] = document.positions.range(here->range);
  return value;
}

} // namespace plumb::tool::language_server
