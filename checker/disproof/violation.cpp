// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/violation.h"

#include "checker/disproof/ascent.h"
#include "checker/disproof/likelihood_text.h"
#include "checker/disproof/reach.h"
#include "checker/refutation/named.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::disproof {

std::string lossText(double value, double other) {
  if (std::isinf(value))
    return "infinite";
  // What rounding leaves of equal probabilities is no loss, of either sign.
  if (std::abs(value) < 1e-12)
    return "0";
  std::string text;
  for (int digits = 4; digits <= 15; ++digits) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    text = buffer;
    if ((std::strtod(buffer, nullptr) > other) == (value > other))
      break;
  }
  return text;
}

ByCells byCells(const witness::Opinion &opinion, bool isDensity) {
  auto interval = [](double end) {
    return runtime::otp::Interval(*runtime::Rational::parse(toString(Rational(end))));
  };
  auto low = [&](const witness::Bounds &bounds) { return lowText(interval(bounds.low)); };
  auto high = [&](const witness::Bounds &bounds) { return highText(interval(bounds.high), isDensity); };
  return {low(opinion.first), high(opinion.first), low(opinion.second), high(opinion.second)};
}

namespace {

/// Calls \p visit on every statement, in the order of the text.
void forEachStatement(const ir::Block &block, llvm::function_ref<void(const ir::Statement &)> visit) {
  for (const auto &statement : block) {
    visit(*statement);
    if (const auto *loop = llvm::dyn_cast<ir::For>(statement.get()))
      forEachStatement(loop->body, visit);
    if (const auto *branch = llvm::dyn_cast<ir::If>(statement.get())) {
      forEachStatement(branch->thenBlock, visit);
      forEachStatement(branch->elseBlock, visit);
    }
  }
}

/// The one statement that publishes the cell that tells most. Null if there are several, or none.
const ir::Statement *tellingStatement(const Question &question) {
  Work work(1'000'000);
  auto at = mostTellingCell(question, work);
  if (!at)
    return nullptr;
  const interpreter::Cell *cell = *at < question.word.cells.size() ? &question.word.cells[*at] : nullptr;
  const ir::Statement *only = nullptr;
  std::size_t count = 0;
  forEachStatement(question.instance.mechanism().body, [&](const ir::Statement &statement) {
    const auto *output = llvm::dyn_cast<ir::Output>(&statement);
    const auto *end = llvm::dyn_cast<ir::Return>(&statement);
    const bool isThis = cell ? output && &output->tag == cell->tag && &output->transcript == cell->transcript
                             : end && end->value;
    if (isThis) {
      only = &statement;
      ++count;
    }
  });
  return count == 1 ? only : nullptr;
}

constexpr std::string_view outside =
    "draws are multiplied, or stand in `div`, `mod`, a scale, a subscript or a range";

/// \pre no question had an answer.
std::string silenceOf(const SearchResult &result) {
  if (result.isOutside)
    return std::string(outside);
  if (result.asked == 0)
    return "no small input was found that could be asked about";
  return "none of " + std::to_string(result.asked) + " questions about small inputs has an answer";
}

} // namespace

ToldQuestion told(const Question &question, double loss, double claim) {
  ToldQuestion told;
  told.parameters = refutation::namedParameters(question.instance);
  told.answers = refutation::namedAnswers(question.instance, question.first, question.second);
  if (question.records)
    told.records = refutation::namedRecords(question.instance, *question.records);
  told.word = interpreter::print(question.word);
  told.loss = lossText(loss, claim);
  told.epsilon = interpreter::toString(interpreter::claimedEpsilon(question.instance).value());
  return told;
}

Findings examine(const ir::Mechanism &mechanism, const refutation::Counterexample *start, std::uint64_t cells,
                 const SearchLimits &limits) {
  Findings findings;
  witness::Opinion opinion;
  const auto confirmedBy = [&](std::uint64_t most) {
    return [&, most](const Certified &certified) mutable {
      opinion = witness::confirm(mechanism, certified.witness, most);
      if (opinion.answer == witness::Opinion::Answer::Confirmed)
        return true;
      if (findings.doubt.empty())
        findings.doubt = opinion.reason;
      // What is hard to confirm once is so again.
      most /= 2;
      return false;
    };
  };
  auto isConfirmed = confirmedBy(cells);
  SearchResult result = search(mechanism, start, isConfirmed, limits);
  if (!result.question) {
    findings.silence = silenceOf(result);
    return findings;
  }
  if (!result.violation) {
    findings.largest = told(*result.question, result.loss, result.claim);
    if (result.isOutside)
      findings.silence = outside;
    return findings;
  }
  findings.doubt.clear();
  witness::Opinion shown = std::move(opinion);
  ToldReach reach;
  // That the violation stands is known; what takes long is left out.
  auto isConfirmedSoon = confirmedBy(cells / 10);
  if (auto sizes = allSizes(*result.question, isConfirmedSoon)) {
    reach.sizes = {
        sizes->size->name,
        interpreter::toString(sizes->least.instance.named(sizes->least.first).at(sizes->size->name).front()),
        interpreter::print(sizes->least.word)};
    // The shortest one says it best.
    if (sizes->word && sizes->word->first.word != result.question->word) {
      result.question = std::move(sizes->word->first);
      result.violation = std::move(sizes->word->second);
      shown = std::move(opinion);
      Work work(1'000'000);
      result.loss = roughLoss(*result.question, work).value();
    }
  }
  if (auto budgets = allBudgets(*result.question, *result.violation, isConfirmedSoon))
    reach.budgets = {budgets->budget->name,
                     budgets->lossPerUnit ? interpreter::toString(*budgets->lossPerUnit) : "infinite"};
  std::optional<ToldQuestion> larger;
  if (auto found = ascend(*result.question, isConfirmedSoon))
    larger = told(found->question, found->loss, result.claim);
  Certified &certified = *result.violation;
  const bool isDensity = certified.witness.rank > 0;
  findings.violation = Violation{told(*result.question, result.loss, result.claim),
                                 lowText(certified.first),
                                 highText(certified.first, isDensity),
                                 lowText(certified.second),
                                 highText(certified.second, isDensity),
                                 isDensity,
                                 certified.isImpossibleOnSecond,
                                 tellingStatement(*result.question),
                                 std::move(certified.witness),
                                 byCells(shown, isDensity),
                                 std::move(reach),
                                 std::move(larger)};
  return findings;
}

} // namespace plumb::disproof
