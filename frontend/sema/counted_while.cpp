// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/counted_while.h"

#include "frontend/support/rational.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace plumb::sema {

namespace {

bool isBinary(const syntax::Expression &expression, std::string_view operation) {
  return expression.kind == syntax::Expression::Kind::Binary && expression.text == operation;
}

bool isScalarName(const syntax::Expression &expression) {
  return expression.kind == syntax::Expression::Kind::Name && !expression.primed;
}

/// What has to hold for another round, one by one.
void collectConjuncts(const syntax::Expression &condition, std::vector<const syntax::Expression *> &into) {
  if (!isBinary(condition, "and")) {
    into.push_back(&condition);
    return;
  }
  for (const syntax::ExpressionPtr &operand : condition.operands)
    collectConjuncts(*operand, into);
}

/// A number or a truth value that is written out.
std::optional<Rational> literal(const syntax::Expression &value) {
  if (value.kind == syntax::Expression::Kind::Boolean)
    return Rational(value.text == "true" ? 1 : 0);
  if (value.kind == syntax::Expression::Kind::Unary && value.text == "-") {
    const std::optional<Rational> number = literal(*value.operands[0]);
    return number ? std::optional(Rational(-*number)) : std::nullopt;
  }
  if (value.kind != syntax::Expression::Kind::Number ||
      !std::all_of(value.text.begin(), value.text.end(),
                   [](char digit) { return '0' <= digit && digit <= '9'; }))
    return std::nullopt;
  return Rational(value.text);
}

std::optional<bool> compared(std::string_view operation, const Rational &left, const Rational &right) {
  if (operation == "<")
    return left < right;
  if (operation == "<=")
    return left <= right;
  if (operation == ">")
    return left > right;
  if (operation == ">=")
    return left >= right;
  if (operation == "=")
    return left == right;
  if (operation == "!=")
    return left != right;
  return std::nullopt;
}

/// What \p condition says where \p name has that value, if nothing else decides it.
std::optional<bool> truth(const syntax::Expression &condition, const std::string &name,
                          const Rational &value) {
  if (isScalarName(condition) && condition.text == name)
    return value != 0;
  if (condition.kind == syntax::Expression::Kind::Unary && condition.text == "not") {
    const std::optional<bool> inner = truth(*condition.operands[0], name, value);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  if (condition.kind != syntax::Expression::Kind::Binary)
    return std::nullopt;
  const auto side = [&](const syntax::Expression &operand) {
    return isScalarName(operand) && operand.text == name ? std::optional(value) : literal(operand);
  };
  const std::optional<Rational> left = side(*condition.operands[0]), right = side(*condition.operands[1]);
  return left && right ? compared(condition.text, *left, *right) : std::nullopt;
}

/// Everything that \p block draws, assigns or counts in loops of its own.
void collectChanged(const syntax::Block &block, std::set<std::string> &names) {
  for (const std::unique_ptr<syntax::Statement> &statement : block) {
    if (!statement->target.text.empty())
      names.insert(statement->target.text);
    if (statement->value && statement->value->kind == syntax::Expression::Kind::Aggregate)
      names.insert(statement->value->operands[0]->text);
    collectChanged(statement->thenBlock, names);
    collectChanged(statement->elseBlock, names);
  }
}

void collectAssignments(const syntax::Block &block, const std::string &name,
                        std::vector<const syntax::Statement *> &into) {
  for (const std::unique_ptr<syntax::Statement> &statement : block) {
    if (statement->target.text == name)
      into.push_back(statement.get());
    collectAssignments(statement->thenBlock, name, into);
    collectAssignments(statement->elseBlock, name, into);
  }
}

/// Of all paths through the body behind which there may be another round: how near the number comes on that
/// which brings it least. Nothing where there is none.
using Nearer = std::optional<Rational>;

class Body {
public:
  /// \param up whether the number has to grow.
  Body(const syntax::Statement &of, std::string counted, bool grows,
       const std::vector<const syntax::Expression *> &conditions)
      : loop(of), name(std::move(counted)), up(grows), conjuncts(conditions) {}

  /// Does each round but the last begin nearer than the one before?
  bool comesNearer() {
    Nearer nearer = Rational(0);
    follow(loop.thenBlock, nearer);
    return !isUnknown && (!nearer || *nearer > 0);
  }

private:
  void follow(const syntax::Block &block, Nearer &nearer) {
    for (const std::unique_ptr<syntax::Statement> &statement : block)
      follow(*statement, nearer);
  }

  void follow(const syntax::Statement &statement, Nearer &nearer) {
    switch (statement.kind) {
    case syntax::Statement::Kind::Sample:
    case syntax::Statement::Kind::Output:
      isUnknown |= statement.target.text == name;
      break;
    case syntax::Statement::Kind::Return:
      nearer.reset();
      break;
    case syntax::Statement::Kind::Assign:
      assign(statement, nearer);
      break;
    case syntax::Statement::Kind::If: {
      Nearer other = nearer;
      follow(statement.thenBlock, nearer);
      follow(statement.elseBlock, other);
      if (other && (!nearer || *other < *nearer))
        nearer = other;
      break;
    }
    case syntax::Statement::Kind::For:
    case syntax::Statement::Kind::While: {
      // It may go round not at all, so it brings nothing nearer for certain.
      isUnknown |= statement.target.text == name;
      std::vector<const syntax::Statement *> assignments;
      collectAssignments(statement.thenBlock, name, assignments);
      for (const syntax::Statement *assignment : assignments)
        isUnknown |= !step(*assignment);
      break;
    }
    }
  }

  void assign(const syntax::Statement &statement, Nearer &nearer) {
    if (statement.target.text == name) {
      const std::optional<Rational> by = step(statement);
      isUnknown |= !by;
      if (nearer)
        *nearer += by.value_or(0);
    } else if (makesFalse(statement)) {
      nearer.reset();
    }
  }

  /// `i := i + 1`: by how much it comes nearer; nothing for anything else.
  std::optional<Rational> step(const syntax::Statement &statement) const {
    if (statement.kind != syntax::Statement::Kind::Assign || !statement.indices.empty() || !statement.value)
      return std::nullopt;
    const syntax::Expression &value = *statement.value;
    const bool isSum = isBinary(value, "+"), isDifference = isBinary(value, "-");
    if (!isSum && !isDifference)
      return std::nullopt;
    const syntax::Expression &left = *value.operands[0], &right = *value.operands[1];
    const auto isItself = [&](const syntax::Expression &operand) {
      return isScalarName(operand) && operand.text == name;
    };
    std::optional<Rational> by;
    if (isItself(left))
      by = literal(right);
    else if (isSum && isItself(right))
      by = literal(left);
    if (!by)
      return std::nullopt;
    const Rational nearer = isSum == up ? *by : Rational(-*by);
    return nearer >= 0 ? std::optional(nearer) : std::nullopt;
  }

  /// Does it say what ends the loop, and does nothing in the body take that back?
  bool makesFalse(const syntax::Statement &statement) const {
    const std::string &flag = statement.target.text;
    std::vector<const syntax::Statement *> assignments;
    collectAssignments(loop.thenBlock, flag, assignments);
    return std::any_of(conjuncts.begin(), conjuncts.end(), [&](const syntax::Expression *conjunct) {
      return std::all_of(assignments.begin(), assignments.end(), [&](const syntax::Statement *assignment) {
        const bool isAssigned =
            assignment->kind == syntax::Statement::Kind::Assign && assignment->indices.empty();
        const std::optional<Rational> value = isAssigned ? literal(*assignment->value) : std::nullopt;
        const std::optional<bool> holds = value ? truth(*conjunct, flag, *value) : std::nullopt;
        return holds && !*holds;
      });
    });
  }

  const syntax::Statement &loop;
  std::string name;
  bool up;
  const std::vector<const syntax::Expression *> &conjuncts;
  bool isUnknown = false;
};

/// A term of what keeps its value as long as the loop runs.
bool isFixed(const syntax::Expression &term, const std::set<std::string> &changed) {
  if (isScalarName(term))
    return !changed.count(term.text);
  const bool isTerm = term.kind == syntax::Expression::Kind::Unary
                          ? term.text == "-"
                          : isBinary(term, "+") || isBinary(term, "-") || isBinary(term, "*");
  return literal(term) || (isTerm && std::all_of(term.operands.begin(), term.operands.end(),
                                                 [&](const syntax::ExpressionPtr &operand) {
                                                   return isFixed(*operand, changed);
                                                 }));
}

} // namespace

std::optional<Rounds> mostRounds(const syntax::Statement &loop) {
  std::vector<const syntax::Expression *> conjuncts;
  collectConjuncts(*loop.condition, conjuncts);
  std::set<std::string> changed;
  collectChanged(loop.thenBlock, changed);
  for (const syntax::Expression *conjunct : conjuncts) {
    if (conjunct->kind != syntax::Expression::Kind::Binary)
      continue;
    const bool isStrict = conjunct->text == "<" || conjunct->text == ">";
    if (!isStrict && conjunct->text != "<=" && conjunct->text != ">=")
      continue;
    const syntax::Expression *less = conjunct->operands[0].get(), *more = conjunct->operands[1].get();
    if (conjunct->text.front() == '>')
      std::swap(less, more);
    for (const bool up : {true, false}) {
      const syntax::Expression &counted = up ? *less : *more, &bound = up ? *more : *less;
      if (!isScalarName(counted) || !isFixed(bound, changed))
        continue;
      if (Body(loop, counted.text, up, conjuncts).comesNearer())
        return Rounds{more, less, isStrict ? 0 : 1};
    }
  }
  return std::nullopt;
}

static bool areInts(const syntax::Expression &term, Scope &scope) {
  if (term.kind == syntax::Expression::Kind::Name) {
    const ir::Variable *variable = scope.find(term.text);
    const NameFacts *facts = scope.global(term.text);
    return variable && variable->sort == ir::Sort::Int &&
           (!facts || (facts->dimensions == 0 && facts->hasSort));
  }
  return std::all_of(term.operands.begin(), term.operands.end(),
                     [&](const syntax::ExpressionPtr &operand) { return areInts(*operand, scope); });
}

bool areInts(const Rounds &rounds, Scope &scope) {
  return areInts(*rounds.more, scope) && areInts(*rounds.less, scope);
}

} // namespace plumb::sema
