// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/claim_writer.h"

#include "checker/claims/coming_runs.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/published.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/template.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>
#include <map>
#include <optional>
#include <utility>

namespace plumb::emit {

using claims::ClaimTerms;
using claims::WeightedSum;
using runtime::otp::Comparison;
using runtime::otp::Side;
using Op = ir::BinaryOperator;

/// As an enumerator of otp::Comparison.
static const char *textOf(Comparison comparison) {
  switch (comparison) {
  case Comparison::Less:
    return "Less";
  case Comparison::LessEqual:
    return "LessEqual";
  case Comparison::Greater:
    return "Greater";
  case Comparison::GreaterEqual:
    return "GreaterEqual";
  }
  llvm_unreachable("all comparisons are handled");
}

/// As an enumerator of otp::Side.
static const char *textOf(Side side) {
  switch (side) {
  case Side::OneSided:
    return "OneSided";
  case Side::Mirrored:
    return "Mirrored";
  case Side::TwoSided:
    return "TwoSided";
  }
  llvm_unreachable("all sides are handled");
}

static const char *textOf(bool value) {
  return value ? "true" : "false";
}

static ir::ExpressionPtr number(const Rational &value, ir::Sort sort, SourceRange range) {
  return std::make_unique<ir::Number>(value, sort, range);
}

static ir::ExpressionPtr binary(Op op, ir::Sort sort, ir::ExpressionPtr left, ir::ExpressionPtr right) {
  const SourceRange range = left->range();
  return std::make_unique<ir::Binary>(op, sort, std::move(left), std::move(right), range);
}

static ir::ExpressionPtr asReal(ir::ExpressionPtr term) {
  if (term->sort() != ir::Sort::Int)
    return term;
  const SourceRange range = term->range();
  return std::make_unique<ir::Unary>(ir::UnaryOperator::ToReal, ir::Sort::Real, std::move(term), range);
}

/// One claim, of which terms are written with the arguments of its part.
class ClaimWriter::OneClaim {
public:
  OneClaim(Terms &shared, const ir::Mechanism &program, const ClaimTerms &asked, const ClaimingPart *part)
      : terms(shared), writer(shared, Stage::Checked), mechanism(program), claim(asked), of(part) {
    if (of)
      arguments = ir::argumentsOf(of->composition, of->part);
  }

  /// A member function that makes it.
  std::string function(const std::string &name, const ir::Expression &epsilon);
  std::string accessor(const std::string &name) const;

private:
  /// \p term with the arguments; null if it says more than public scalars do that are known from the
  /// beginning.
  ir::ExpressionPtr known(const ir::Expression &term) const;
  ir::ExpressionPtr known(const WeightedSum &sum) const;
  std::string rational(const ir::Expression &term) { return writer.write(term, ValueType::Rational); }
  std::optional<std::vector<std::string>> conditions(const std::map<std::string, Rational> &values, Op op);
  std::optional<std::string> reachingLeasts();
  std::string attained(const ir::Expression &most);
  void setMovement(Template &text);
  void setNoise(Template &text);
  void setTimes(Template &text);
  std::string partText() const;
  bool hasMovement() const { return claim.movement && claim.movement->most && known(*claim.movement->most); }
  bool hasNoise() const {
    return claim.draw && known(*claim.draw->sample->scale) && known(claim.draw->shift);
  }

  Terms &terms;
  ExpressionWriter writer;
  const ir::Mechanism &mechanism;
  const ClaimTerms &claim;
  const ClaimingPart *of;
  ir::Substitution arguments;
};

ir::ExpressionPtr ClaimWriter::OneClaim::known(const ir::Expression &term) const {
  const auto isKnown = [](const ir::Variable &variable) {
    return variable.role == ir::Variable::Role::Parameter && !variable.isArray();
  };
  const auto isOther = [&](const ir::Expression &part, auto test) {
    const auto *read = llvm::dyn_cast<ir::Read>(&part);
    return read ? !test(read->variable) : llvm::isa<ir::Forall, ir::CellRead, ir::CellTest>(part);
  };
  if (ir::anyPart(term, [&](const ir::Expression &part) { return isOther(part, isKnown); }))
    return nullptr;
  ir::ExpressionPtr put = ir::substituted(term, arguments);
  const auto isGiven = [&](const ir::Variable &variable) {
    return isKnown(variable) && (!of || ir::isGiven(of->composition, variable));
  };
  if (ir::anyPart(*put, [&](const ir::Expression &part) { return isOther(part, isGiven); }))
    return nullptr;
  return put;
}

/// As one term.
ir::ExpressionPtr ClaimWriter::OneClaim::known(const WeightedSum &sum) const {
  const SourceRange range = claim.question.asked->range();
  ir::ExpressionPtr all;
  if (sum.parts.empty() || !sum.constant.isZero())
    all = number(sum.constant.rational(), ir::Sort::Real, range);
  for (const WeightedSum::Part &part : sum.parts) {
    ir::ExpressionPtr term = known(*part.term);
    if (!term)
      return nullptr;
    term = asReal(std::move(term));
    const Rational weight = part.weight.rational();
    const bool isTakenOff = all && weight == -1;
    if (weight != 1 && !isTakenOff)
      term = binary(Op::Multiply, ir::Sort::Real, number(weight, ir::Sort::Real, range), std::move(term));
    all = !all ? std::move(term)
               : binary(isTakenOff ? Op::Subtract : Op::Add, ir::Sort::Real, std::move(all), std::move(term));
  }
  return all;
}

/// "2 <= parameters.k && 1 <= parameters.n": a condition on each of \p values, by name. Nothing where that is
/// not known from the beginning.
std::optional<std::vector<std::string>>
ClaimWriter::OneClaim::conditions(const std::map<std::string, Rational> &values, Op op) {
  const SourceRange range = claim.question.asked->range();
  std::vector<std::string> all;
  for (const auto &variable : mechanism.variables) {
    const auto value = values.find(variable->name);
    if (value == values.end() || variable->role != ir::Variable::Role::Parameter)
      continue;
    ir::ExpressionPtr given = known(ir::Read(*variable, false, {}, range));
    if (!given)
      return std::nullopt;
    if (variable->sort == ir::Sort::Bool) {
      all.push_back((sgn(value->second) == 0 ? "!" : "") + operand(writer.write(*given), Level::Postfix));
      continue;
    }
    ir::ExpressionPtr least = number(value->second, given->sort(), range);
    const ir::ExpressionPtr test = binary(op, ir::Sort::Bool, std::move(least), std::move(given));
    all.push_back(operand(writer.write(*test), Level::And));
  }
  return all;
}

/// A condition: parameters are no less than what is known of steps asks for. Nothing where that is not known
/// from the beginning.
std::optional<std::string> ClaimWriter::OneClaim::reachingLeasts() {
  const auto all = conditions(claim.movement->leasts, Op::LessEqual);
  if (!all)
    return std::nullopt;
  return all->empty() ? "true" : joined(*all, " && ");
}

/// A condition: steps of the length \p most are there.
std::string ClaimWriter::OneClaim::attained(const ir::Expression &most) {
  const claims::GeneralMovement &movement = *claim.movement;
  if (movement.isEverywhere)
    if (auto reaching = reachingLeasts())
      return *std::move(reaching);
  if (!movement.steps)
    return "false";
  auto all = conditions(movement.steps->values, Op::Equal);
  if (!all)
    return "false";
  const Rational length = movement.steps->length.rational();
  if (const auto *always = llvm::dyn_cast<ir::Number>(&most); !always || always->value != length)
    all->push_back(rational(most) + " == " + rational(*number(length, ir::Sort::Real, most.range())));
  return all->empty() ? "true" : joined(*all, " && ");
}

void ClaimWriter::OneClaim::setMovement(Template &text) {
  text.when("movement", hasMovement());
  if (!hasMovement())
    return;
  const claims::GeneralMovement &movement = *claim.movement;
  const ir::ExpressionPtr most = known(*movement.most);
  text.set("falls", textOf(movement.falls))
      .set("rises", textOf(movement.rises))
      .set("returns", textOf(movement.returns))
      .set("returnsAtOnce", textOf(movement.returnsAtOnce))
      .set("most", rational(*most))
      .set("attained", attained(*most))
      .set("belowZero", textOf(movement.isBelowZero))
      .set("aboveZero", textOf(movement.isAboveZero))
      .set("eachLength", (movement.hasEachLength ? reachingLeasts() : std::nullopt).value_or(textOf(false)));
}

void ClaimWriter::OneClaim::setNoise(Template &text) {
  text.when("noise", hasNoise());
  if (!hasNoise())
    return;
  const claims::DecidingDraw &draw = *claim.draw;
  text.set("side", textOf(*claims::sideOf(draw.sample->law)))
      .set("scale", rational(*known(*draw.sample->scale)))
      .set("shift", rational(*known(draw.shift)))
      .set("weight", rational(*number(draw.weight.rational(), ir::Sort::Real, claim.question.asked->range())))
      .set("decides", textOf(claims::comparisonOf(draw.comparison)))
      .set("several", textOf(draw.isOneOfSeveral))
      .set("repeats", textOf(draw.repeats));
}

/// Where a part runs several times, and every run of it comes to the first place.
void ClaimWriter::OneClaim::setTimes(Template &text) {
  const auto conditions = of && of->part.times && hasNoise() && !claim.draw->isBehindBranch
                              ? claims::comingIf(mechanism, *claim.question.transcript)
                              : std::nullopt;
  ir::ExpressionPtr times = conditions ? known(*of->part.times) : nullptr;
  std::vector<std::string> asked;
  if (conditions)
    for (const ir::ExpressionPtr &condition : *conditions) {
      const ir::ExpressionPtr put = known(*condition);
      if (put)
        asked.push_back(operand(writer.write(*put), Level::And));
      else
        times = nullptr;
    }
  text.when("times", times != nullptr);
  if (times)
    text.set("times", writer.write(*times).text)
        .set("comes", joined(asked, " && "))
        .when("asked", !asked.empty());
}

std::string ClaimWriter::OneClaim::partText() const {
  if (!of)
    return {};
  return " of part " + std::to_string(of->number) + ", `" + commentText(ir::print(of->part)) + "`";
}

std::string ClaimWriter::OneClaim::function(const std::string &name, const ir::Expression &epsilon) {
  const claims::ClaimedQuestion &question = claim.question;
  Template text("claim_terms.h");
  const ir::ExpressionPtr threshold = question.threshold ? known(*question.threshold) : nullptr;
  text.set("claim", commentText(question.text))
      .set("part", partText())
      .set("name", name)
      .set("comparison", textOf(claims::comparisonOf(question.comparison)))
      .set("epsilon", rational(epsilon))
      .set("loop", textOf(!question.transcript->loops.empty()))
      .when("threshold", threshold != nullptr);
  if (threshold)
    text.set("threshold", rational(*threshold));
  setMovement(text);
  setNoise(text);
  setTimes(text);
  return text.when("divides", writer.usesIsDefined()).text(terms.includes);
}

std::string ClaimWriter::OneClaim::accessor(const std::string &name) const {
  const claims::ClaimedQuestion &question = claim.question;
  std::string moves = "How far neighbours move `" + question.asked->variable.name + "` is not derived";
  if (hasMovement()) {
    const claims::GeneralMovement &known = *claim.movement;
    const auto *number = llvm::dyn_cast<ir::Number>(known.most.get());
    moves = claims::movementText(
        question,
        {known.falls, known.rises, known.returns, known.returnsAtOnce,
         number ? claims::numberOf(interpreter::Exact(number->value)) : runtime::Rational(),
         known.isEverywhere || known.steps, known.isBelowZero, known.isAboveZero, known.hasEachLength},
        ir::print(*known.most));
  }
  return Template("claim.h")
      .set("claim", commentText(question.text))
      .set("part", partText())
      .set("movement", commentText(moves))
      .set("gap", commentText(claims::gapText(question, isGapRounded(question))))
      .set("name", name)
      .when("noise", hasNoise())
      .when("branch", hasNoise() && claim.draw->isBehindBranch)
      .set("ofRuns", claims::ofRunsAtDraw)
      .text();
}

/// With a capital in front.
static std::string capital(std::string name) {
  if (name[0] >= 'a' && name[0] <= 'z')
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

/// "belowClaim", "part1BelowClaim": what is published and, if several answers are asked about by it, which.
static std::string nameOf(const ClaimTerms &claim, const std::vector<ClaimTerms> &all,
                          const ClaimingPart *part) {
  const claims::ClaimedQuestion &question = claim.question;
  const ir::Variable &query = question.asked->variable;
  const bool isShared = llvm::any_of(all, [&](const ClaimTerms &other) {
    return other.question.tag == question.tag && &other.question.asked->variable != &query;
  });
  const std::string name = question.tag->name + (isShared ? capital(query.name) : "") + "Claim";
  return part ? "part" + std::to_string(part->number) + capital(name) : name;
}

void ClaimWriter::add(const ir::Mechanism &mechanism, const std::vector<ClaimTerms> &claims,
                      const ClaimingPart *part) {
  for (const ClaimTerms &claim : claims) {
    const std::string name = terms.names.fresh(nameOf(claim, claims, part));
    OneClaim one(terms, mechanism, claim, part);
    all.accessors.push_back(one.accessor(name));
    all.functions.push_back(one.function(name, guarantee));
    all.creations.line("auto " + name + " = " + name + "At(parameters);");
    all.creations.under("if (!" + name + ")", "return " + name + ".error();");
    all.arguments.push_back("*std::move(" + name + ")");
    all.parameters.push_back("otp::ClaimedAnswer " + name + "Made");
    all.initializers.push_back(name + "Answer(std::move(" + name + "Made))");
    all.members.line("otp::ClaimedAnswer " + name + "Answer;");
  }
}

} // namespace plumb::emit
