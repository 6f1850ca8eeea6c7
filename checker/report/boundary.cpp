// SPDX-License-Identifier: Apache-2.0
#include "checker/report/boundary.h"

#include "frontend/ir/print_expression.h"

namespace plumb::report {

namespace {

/// What is private of one or two answers alone is hardly worth a proof: most of what is wrong is wrong then.
constexpr std::int64_t leastBeyond = 3;

/// Of a search within a boundary: where there is a violation, most are found with less.
constexpr std::uint64_t workWithin = 200'000;

bool isWhole(const ir::Variable &variable) {
  return variable.role == ir::Variable::Role::Parameter && variable.sort == ir::Sort::Int &&
         !variable.isArray();
}

std::int64_t valueIn(const disproof::ToldQuestion &question, const ir::Variable &variable) {
  for (const refutation::NamedNumber &parameter : question.parameters)
    if (parameter.element.declared == variable.name)
      return parameter.value.toInt64().value_or(0);
  return 0;
}

ir::ExpressionPtr literal(std::int64_t value) {
  return std::make_unique<ir::Number>(Rational(value), ir::Sort::Int, SourceRange{});
}

ir::ExpressionPtr readOf(const ir::Variable &variable) {
  return std::make_unique<ir::Read>(variable, false, std::vector<ir::ExpressionPtr>(), SourceRange{});
}

/// \p factor times \p variable.
ir::ExpressionPtr multipleOf(const ir::Variable &variable, std::int64_t factor) {
  if (factor == 1)
    return readOf(variable);
  return std::make_unique<ir::Binary>(ir::BinaryOperator::Multiply, ir::Sort::Int, literal(factor),
                                      readOf(variable), SourceRange{});
}

ir::ExpressionPtr boundedBy(const ir::Variable &variable, ir::ExpressionPtr bound) {
  return std::make_unique<ir::Binary>(ir::BinaryOperator::LessEqual, ir::Sort::Bool, readOf(variable),
                                      std::move(bound), SourceRange{});
}

class Boundaries {
public:
  Boundaries(ir::Mechanism &of, const proof::Proof &asWritten, const refutation::Counterexample *runs,
             const proof::EngineMaker &engines, const synthesis::IsText &test, WhenProved visit)
      : mechanism(of), written(asWritten), failing(runs), makeEngine(engines), isText(test),
        whenProved(visit) {}

  std::optional<Boundary> run(const disproof::ToldQuestion &violation) {
    for (const auto &variable : mechanism.variables)
      if (isWhole(*variable) && valueIn(violation, *variable) >= leastBeyond)
        if (auto found = boundaryOf(*variable, violation))
          return found;
    return std::nullopt;
  }

private:
  std::optional<Boundary> boundaryOf(const ir::Variable &variable, disproof::ToldQuestion violation) {
    std::string word;
    std::int64_t value = valueIn(violation, variable);
    while (auto smaller = violationWithin(boundedBy(variable, literal(value - 1)))) {
      violation = std::move(*smaller);
      word = violation.word;
      value = valueIn(violation, variable);
      if (value < leastBeyond)
        return std::nullopt;
    }
    auto found = provedWithin(boundedBy(variable, literal(value - 1)));
    if (!found)
      return std::nullopt;
    // What grows with another number says more.
    for (const auto &other : mechanism.variables) {
      const std::int64_t unit = isWhole(*other) && other.get() != &variable ? valueIn(violation, *other) : 0;
      if (unit < 1 || (value - 1) % unit != 0)
        continue;
      if (auto more = provedWithin(boundedBy(variable, multipleOf(*other, (value - 1) / unit)))) {
        found = std::move(more);
        break;
      }
    }
    found->beyond = std::move(violation.parameters);
    found->word = std::move(word);
    return found;
  }

  std::optional<disproof::ToldQuestion> violationWithin(ir::ExpressionPtr premise) {
    mechanism.requirements.push_back(std::move(premise));
    disproof::SearchLimits limits;
    limits.work = workWithin;
    auto findings = disproof::examine(mechanism, nullptr, witness::mostCells, limits);
    mechanism.requirements.pop_back();
    if (!findings.violation)
      return std::nullopt;
    return std::move(findings.violation->question);
  }

  std::optional<Boundary> provedWithin(ir::ExpressionPtr premise) {
    Boundary boundary;
    boundary.premise = ir::print(*premise);
    mechanism.requirements.push_back(std::move(premise));
    const bool isProved = isText(mechanism) && prove(boundary);
    mechanism.requirements.pop_back();
    return isProved ? std::optional(std::move(boundary)) : std::nullopt;
  }

  /// With the alignments that are written, or with others.
  bool prove(Boundary &boundary) {
    std::optional<proof::Proof> within;
    if (!failsWithin())
      within = proof::prove(mechanism, makeEngine);
    if (within && within->verdict() == proof::Verdict::Proved) {
      whenProved(mechanism);
      return true;
    }
    auto another =
        synthesis::findAlternative(mechanism, within ? *within : written, makeEngine, isText, whenProved);
    if (!another)
      return false;
    boundary.alignments = std::move(another->alignments);
    boundary.isWithoutInvariants = another->isWithoutInvariants;
    return true;
  }

  /// Do the requirements hold, with a boundary among them, where what is written fails?
  bool failsWithin() const {
    if (!failing)
      return false;
    interpreter::Inputs inputs;
    for (const refutation::NamedNumber &parameter : failing->parameters)
      inputs[parameter.element.declared].push_back(parameter.value);
    auto instance = interpreter::Instance::create(mechanism, inputs);
    return instance && interpreter::requirementsHold(*instance);
  }

  ir::Mechanism &mechanism;
  const proof::Proof &written;
  const refutation::Counterexample *failing;
  const proof::EngineMaker &makeEngine;
  const synthesis::IsText &isText;
  WhenProved whenProved;
};

} // namespace

std::optional<Boundary> findBoundary(ir::Mechanism &mechanism, const disproof::Violation &violation,
                                     const proof::Proof &written, const refutation::Counterexample *failing,
                                     const proof::EngineMaker &makeEngine, const synthesis::IsText &isText,
                                     WhenProved whenProved) {
  return Boundaries(mechanism, written, failing, makeEngine, isText, whenProved).run(violation.question);
}

} // namespace plumb::report
