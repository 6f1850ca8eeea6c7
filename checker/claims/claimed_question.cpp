// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/claimed_question.h"

#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"
#include "frontend/ir/substitution.h"

#include <algorithm>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <map>
#include <set>
#include <vector>

namespace plumb::claims {

namespace {

using interpreter::Exact;
using Op = ir::BinaryOperator;

bool isOrder(Op op) {
  return op == Op::Less || op == Op::LessEqual || op == Op::Greater || op == Op::GreaterEqual;
}

Op turned(Op op) {
  return op == Op::Less        ? Op::Greater
         : op == Op::Greater   ? Op::Less
         : op == Op::LessEqual ? Op::GreaterEqual
                               : Op::LessEqual;
}

Op negated(Op op) {
  return op == Op::Less        ? Op::GreaterEqual
         : op == Op::Greater   ? Op::LessEqual
         : op == Op::LessEqual ? Op::Greater
                               : Op::Less;
}

const ir::Read *queryIn(const ir::Expression &expression) {
  const auto *read = llvm::dyn_cast<ir::Read>(&expression);
  return read && !read->primed && read->variable.role == ir::Variable::Role::Query ? read : nullptr;
}

bool areSame(const std::vector<ir::ExpressionPtr> &a, const std::vector<ir::ExpressionPtr> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto &x, const auto &y) { return ir::isSameTerm(*x, *y); });
}

using Statements = llvm::ArrayRef<std::unique_ptr<ir::Statement>>;

/// What runs if the condition of \p branch fails: the other branch or, behind one that ends the run, \p rest.
Statements otherwiseOf(const ir::If &branch, Statements rest) {
  const bool leaves = !branch.thenBlock.empty() && llvm::isa<ir::Return>(branch.thenBlock.back().get());
  return branch.elseBlock.empty() && leaves ? rest : Statements(branch.elseBlock);
}

/// A claim and the program call the same iteration by two variables. Nothing if the cell is another one.
std::optional<ir::Substitution> iterationsOf(const ClaimedQuestion &question) {
  ir::Substitution names;
  const auto &loops = question.transcript->loops;
  if (question.indices->size() != loops.size())
    return std::nullopt;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const auto *read = llvm::dyn_cast<ir::Read>((*question.indices)[i].get());
    if (!read || read->variable.role != ir::Variable::Role::Bound)
      return std::nullopt;
    names.variables[&read->variable] = &loops[i]->index;
  }
  return names;
}

/// \p statement and all in it.
void addAll(const ir::Statement &statement, std::set<const ir::Statement *> &all) {
  all.insert(&statement);
  const auto add = [&](const ir::Statement &inner, unsigned) { all.insert(&inner); };
  if (const auto *branch = llvm::dyn_cast<ir::If>(&statement)) {
    relational::forEachStatement(branch->thenBlock, add);
    relational::forEachStatement(branch->elseBlock, add);
  } else if (const auto *loop = llvm::dyn_cast<ir::For>(&statement)) {
    relational::forEachStatement(loop->body, add);
  }
}

bool mayEnd(const ir::Statement &statement) {
  std::set<const ir::Statement *> all;
  addAll(statement, all);
  return std::any_of(all.begin(), all.end(), [](const auto *one) { return llvm::isa<ir::Return>(one); });
}

bool draws(const ir::Statement &statement) {
  std::set<const ir::Statement *> all;
  addAll(statement, all);
  return std::any_of(all.begin(), all.end(), [](const auto *one) { return llvm::isa<ir::Sample>(one); });
}

/// The statement if it publishes the cell that the claim is about; null else.
const ir::Output *givenBy(const ir::Statement &statement, const ClaimedQuestion &question) {
  const auto *output = llvm::dyn_cast<ir::Output>(&statement);
  return output && &output->tag == question.tag && &output->transcript == question.transcript ? output
                                                                                              : nullptr;
}

/// Whatever happens on the way.
bool publishes(Statements block, const ClaimedQuestion &question) {
  for (const auto &statement : block) {
    if (givenBy(*statement, question))
      return true;
    if (mayEnd(*statement))
      return false;
  }
  return false;
}

/// What is known where a statement begins, from those before it in its block.
class Known {
public:
  void pass(const ir::Statement &statement) {
    if (const auto *assign = llvm::dyn_cast<ir::Assign>(&statement)) {
      forget(assign->target);
      if (assign->indices.empty() && !ir::reads(*assign->value, assign->target))
        values[&assign->target] = assign->value.get();
    } else if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement)) {
      forget(sample->target);
      draws[&sample->target] = sample;
    } else if (llvm::isa<ir::For, ir::If>(statement)) {
      values.clear();
      // Behind what ends some runs, a draw of before has another law than its own.
      if (mayEnd(statement))
        draws.clear();
    }
  }

  /// What a scalar was assigned; null if that is not known.
  const ir::Expression *value(const ir::Variable &variable) const {
    const auto known = values.find(&variable);
    return known == values.end() ? nullptr : known->second;
  }
  /// The draw that is read, by which no run was sorted out yet; null if there is none.
  const ir::Sample *draw(const ir::Read &read) const {
    const auto known = draws.find(&read.variable);
    return known != draws.end() && areSame(read.indices, known->second->indices) ? known->second : nullptr;
  }

private:
  void forget(const ir::Variable &variable) {
    values.erase(&variable);
    std::erase_if(values, [&](const auto &known) { return ir::reads(*known.second, variable); });
  }

  std::map<const ir::Variable *, const ir::Expression *> values;
  std::map<const ir::Variable *, const ir::Sample *> draws;
};

bool mayChange(const ir::Expression *guard, const ir::Statement &statement) {
  const auto *assign = llvm::dyn_cast<ir::Assign>(&statement);
  return guard && assign && ir::reads(*guard, assign->target);
}

/// Does a guard keep its value as long as no variable is assigned? That of a draw or a loop changes without.
bool isSteady(const ir::Expression *guard) {
  bool steady = true;
  if (guard)
    relational::forEachExpression(*guard, [&](const ir::Expression &part) {
      const auto *read = llvm::dyn_cast<ir::Read>(&part);
      steady &= !read || read->variable.role == ir::Variable::Role::Parameter ||
                read->variable.role == ir::Variable::Role::Local;
    });
  return steady;
}

/// One number in every run and iteration, which scalar parameters decide.
bool isFixed(const ir::Expression &term) {
  bool fixed = true;
  relational::forEachExpression(term, [&](const ir::Expression &part) {
    const auto *read = llvm::dyn_cast<ir::Read>(&part);
    fixed &= !read || (read->variable.role == ir::Variable::Role::Parameter && read->indices.empty());
  });
  return fixed;
}

/// Looks for the branch in which the answer is given.
class Search {
public:
  Search(const ir::Mechanism &of, const ClaimedQuestion &asked) : mechanism(of), question(asked) {}

  std::optional<DecidingDraw> run() {
    const auto iterations = iterationsOf(question);
    if (!iterations || timesPublished() != 1)
      return std::nullopt;
    const auto named = [&](const ir::Expression &term) -> const ir::Expression * {
      owned.push_back(ir::substituted(term, *iterations));
      return owned.back().get();
    };
    claimed = named(*question.asked);
    beside = question.threshold ? scaled(*question.threshold, -1) : question.bound->rest;
    for (WeightedSum::Part &part : beside.parts)
      part.term = named(*part.term);
    walk(mechanism.body, false);
    if (!found || !isFixed(*found->sample->scale))
      return std::nullopt;
    found->renamed = std::move(owned);
    return std::move(found);
  }

private:
  unsigned timesPublished() const {
    unsigned times = 0;
    relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      times += givenBy(statement, question) != nullptr;
    });
    return times;
  }

  /// Into branches too, unless something was drawn before in the same iteration, which may have led there:
  /// who asks about a place knows of the runs that begin it, and not of its draws.
  void walk(const ir::Block &block, bool hasDrawn) {
    Known known;
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (const auto *loop = llvm::dyn_cast<ir::For>(block[i].get())) {
        walk(loop->body, hasDrawn);
      } else if (const auto *branch = llvm::dyn_cast<ir::If>(block[i].get())) {
        if (question.threshold)
          decide(*branch, Statements(block).drop_front(i + 1), known);
        if (!found && !hasDrawn) {
          walk(branch->thenBlock, false);
          walk(branch->elseBlock, false);
          if (found)
            found->isBehindBranch = true, found->repeats = false;
        }
      } else if (const ir::Output *output = givenBy(*block[i], question); output && !question.threshold) {
        compare(*output, known);
      }
      known.pass(*block[i]);
      hasDrawn = hasDrawn || draws(*block[i]);
    }
  }

  void decide(const ir::If &branch, Statements rest, const Known &known) {
    const Statements otherwise = otherwiseOf(branch, rest);
    const bool then = publishes(branch.thenBlock, question);
    bool isTrue = then;
    const ir::Expression *condition = branch.condition.get();
    for (const auto *unary = llvm::dyn_cast<ir::Unary>(condition);
         unary && unary->op == ir::UnaryOperator::Not; unary = llvm::dyn_cast<ir::Unary>(condition)) {
      condition = unary->operand.get();
      isTrue = !isTrue;
    }
    const auto *test = llvm::dyn_cast<ir::Binary>(condition);
    if (!test || !isOrder(test->op) || (!then && !publishes(otherwise, question)))
      return;
    const auto left = sumAt(*test->left, known), right = sumAt(*test->right, known);
    if (!left || !right)
      return;
    WeightedSum sum = plus(*left, *right, -1);
    const Exact weight = takeOut(sum, *claimed);
    if (weight.isZero())
      return;
    const Op op = isTrue ? test->op : negated(test->op);
    // weight * (f + sum) against 0 is f + sum - beside against the threshold.
    found =
        drawIn(plus(scaled(sum, Exact(1) / weight), beside, -1), known, weight.sign() < 0 ? turned(op) : op);
    if (found)
      found->repeats = (then ? Statements(branch.thenBlock) : otherwise).size() == 1 &&
                       repeats(then ? otherwise : Statements(branch.thenBlock));
  }

  /// Whoever reads the value compares. One that is cut off where answers cannot be is as good as what was cut
  /// off, or better.
  void compare(const ir::Output &output, const Known &known) {
    const ClaimedQuestion::Bound &bound = *question.bound;
    const ir::Expression *value = output.values[bound.component].get();
    const auto *read = llvm::dyn_cast<ir::Read>(value);
    if (const auto *assigned = read && read->indices.empty() ? known.value(read->variable) : nullptr)
      value = assigned;
    const auto *cut = llvm::dyn_cast<ir::Extremum>(value);
    if (!cut) {
      found = bounding(*value, known);
    } else if (cut->isMaximum == ((bound.weight.sign() > 0) == question.isUpward())) {
      found = bounding(*cut->left, known);
      found = found ? std::move(found) : bounding(*cut->right, known);
      if (found)
        found->isOneOfSeveral = true;
    }
    if (found)
      found->repeats = repeats({});
  }

  std::optional<DecidingDraw> bounding(const ir::Expression &value, const Known &known) const {
    const auto read = sumAt(value, known);
    if (!read)
      return std::nullopt;
    WeightedSum sum = plus(beside, *read, question.bound->weight);
    if (takeOut(sum, *claimed) != 1)
      return std::nullopt;
    const bool isStrict = !question.bound->isStrict;
    return drawIn(sum, known,
                  question.isUpward() ? (isStrict ? Op::Greater : Op::GreaterEqual)
                                      : (isStrict ? Op::Less : Op::LessEqual));
  }

  /// Does the loop go on, but for what is done where the answer is not given?
  bool repeats(Statements otherwise) const {
    const auto &loops = question.transcript->loops;
    if (loops.size() != 1)
      return false;
    std::set<const ir::Statement *> aside;
    for (const auto &statement : otherwise)
      addAll(*statement, aside);
    bool goesOn = true;
    relational::forEachStatement(loops.front()->body, [&](const ir::Statement &statement, unsigned) {
      goesOn &= aside.count(&statement) > 0 ||
                !(llvm::isa<ir::Return>(statement) || mayChange(loops.front()->guard.get(), statement));
    });
    // A range that is drawn may end before the next place.
    return goesOn && isSteady(loops.front()->guard.get()) && isFixed(*loops.front()->low) &&
           isFixed(*loops.front()->high);
  }

  static std::optional<WeightedSum> sumAt(const ir::Expression &term, const Known &known) {
    return weightedSum(term, [&](const ir::Read &read) { return known.value(read.variable); });
  }

  /// If \p sum is a multiple of one draw, and numbers.
  static std::optional<DecidingDraw> drawIn(const WeightedSum &sum, const Known &known, Op comparison) {
    std::optional<DecidingDraw> draw;
    for (const WeightedSum::Part &part : sum.parts) {
      if (isFixed(*part.term))
        continue;
      const auto *read = llvm::dyn_cast<ir::Read>(part.term);
      const bool isDraw = read && read->variable.role == ir::Variable::Role::Sample;
      const ir::Sample *sample = isDraw ? known.draw(*read) : nullptr;
      if (!sample || draw)
        return std::nullopt;
      WeightedSum shift = sum;
      takeOut(shift, *part.term);
      draw = DecidingDraw{sample, part.weight, std::move(shift), comparison, false, false};
    }
    return draw;
  }

  const ir::Mechanism &mechanism;
  const ClaimedQuestion &question;
  std::vector<ir::ExpressionPtr> owned;
  /// The query, and what is taken off or added beside it, in the names of the program.
  const ir::Expression *claimed = nullptr;
  WeightedSum beside;
  std::optional<DecidingDraw> found;
};

/// A comparison, or its opposite.
struct Literal {
  const ir::Expression *formula;
  bool isNegated;
};
/// What is claimed: one of them is true.
using Clause = std::vector<Literal>;

/// More than this is no question about one answer.
constexpr std::size_t mostLiterals = 8, mostClauses = 64;

/// All clauses of \p formula, or of its opposite. Nothing if they are too many.
std::optional<std::vector<Clause>> clausesOf(const ir::Expression &formula, bool isNegated) {
  if (const auto *unary = llvm::dyn_cast<ir::Unary>(&formula); unary && unary->op == ir::UnaryOperator::Not)
    return clausesOf(*unary->operand, !isNegated);
  const auto *binary = llvm::dyn_cast<ir::Binary>(&formula);
  if (!binary || (binary->op != Op::And && binary->op != Op::Or && binary->op != Op::Implies))
    return std::vector<Clause>{{Literal{&formula, isNegated}}};
  auto left = clausesOf(*binary->left, isNegated != (binary->op == Op::Implies)),
       right = clausesOf(*binary->right, isNegated);
  if (!left || !right)
    return std::nullopt;
  if ((binary->op == Op::And) != isNegated) {
    left->insert(left->end(), right->begin(), right->end());
    return left->size() > mostClauses ? std::nullopt : std::move(left);
  }
  std::vector<Clause> both;
  for (const Clause &a : *left)
    for (const Clause &b : *right) {
      both.push_back(a);
      both.back().insert(both.back().end(), b.begin(), b.end());
      if (both.size() > mostClauses || both.back().size() > mostLiterals)
        return std::nullopt;
    }
  return both;
}

/// What the operators are that \p literal says, of numbers: two of an equation.
std::vector<Op> ordersOf(const Literal &literal) {
  const auto *test = llvm::dyn_cast<ir::Binary>(literal.formula);
  if (!test || test->left->sort() == ir::Sort::Bool)
    return {};
  if (isOrder(test->op))
    return {literal.isNegated ? negated(test->op) : test->op};
  if (test->op == (literal.isNegated ? Op::NotEqual : Op::Equal))
    return {Op::LessEqual, Op::GreaterEqual};
  return {};
}

/// left - right \p op 0, solved for its query, with \p given as the premise or null. Nothing if it has no
/// query or several, or values of another cell.
std::optional<ClaimedQuestion> questionOf(const WeightedSum &difference, Op op, const ir::CellTest *given,
                                          const std::string &text) {
  const ir::Read *query = nullptr;
  const ir::CellRead *value = nullptr;
  for (const WeightedSum::Part &part : difference.parts) {
    const bool isQuery = queryIn(*part.term), isValue = llvm::isa<ir::CellRead>(part.term);
    const bool isPlain = !ir::anyPart(*part.term, [&](const ir::Expression &one) {
      return queryIn(one) || llvm::isa<ir::CellRead, ir::CellTest, ir::ResultRead, ir::Membership>(one);
    });
    if ((!isPlain && !isQuery && !isValue) || (isQuery && query) || (isValue && value))
      return std::nullopt;
    query = isQuery ? queryIn(*part.term) : query;
    value = isValue ? llvm::cast<ir::CellRead>(part.term) : value;
  }
  if (!query || (!value && !given))
    return std::nullopt;
  if (value && given &&
      (&value->transcript != &given->transcript || &value->tag != &given->tag ||
       !areSame(value->indices, given->indices)))
    return std::nullopt;
  WeightedSum rest = difference;
  const Exact weight = takeOut(rest, *query);
  op = weight.sign() < 0 ? turned(op) : op;
  rest = scaled(rest, Exact(-1) / weight);
  ClaimedQuestion question{query,
                           op,
                           std::nullopt,
                           std::nullopt,
                           value ? &value->transcript : &given->transcript,
                           value ? &value->indices : &given->indices,
                           value ? &value->tag : &given->tag,
                           text};
  if (!value) {
    question.threshold = std::move(rest);
    return question;
  }
  const bool areWhole = isWhole(rest);
  const Exact factor = takeOut(rest, *value);
  question.bound = {value->component, factor, std::move(rest), question.isStrict(), areWhole};
  // A bound below T tells that f < T.
  question.comparison = question.isUpward() ? Op::Greater : Op::Less;
  return question;
}

std::string textOf(const Literal &literal) {
  const std::string text = ir::print(*literal.formula);
  return literal.isNegated ? "not (" + text + ")" : text;
}

} // namespace

std::vector<ClaimedQuestion> claimedQuestions(const ir::Claim &claim) {
  std::vector<ClaimedQuestion> all;
  const auto clauses = clausesOf(*claim.formula, false);
  for (const Clause &clause : clauses ? *clauses : std::vector<Clause>{}) {
    const Literal *comparison = nullptr;
    const ir::CellTest *given = nullptr;
    bool isOther = false;
    for (const Literal &literal : clause) {
      const auto *test = llvm::dyn_cast<ir::CellTest>(literal.formula);
      isOther |= test ? !literal.isNegated || given : comparison != nullptr;
      if (test)
        given = test;
      else
        comparison = &literal;
    }
    const auto *compared = comparison ? llvm::dyn_cast<ir::Binary>(comparison->formula) : nullptr;
    if (isOther || !compared)
      continue;
    const auto left = weightedSum(*compared->left), right = weightedSum(*compared->right);
    const std::string text = clauses->size() == 1
                                 ? ir::print(*claim.formula)
                                 : (given ? ir::print(*given) + " implies " : "") + textOf(*comparison);
    for (Op op : left &&right ? ordersOf(*comparison) : std::vector<Op>{})
      if (auto question = questionOf(plus(*left, *right, -1), op, given, text))
        all.push_back(*std::move(question));
  }
  return all;
}

std::optional<DecidingDraw> decidingDraw(const ir::Mechanism &mechanism, const ClaimedQuestion &question) {
  return Search(mechanism, question).run();
}

} // namespace plumb::claims
