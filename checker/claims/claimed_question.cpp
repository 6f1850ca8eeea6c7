// SPDX-License-Identifier: Apache-2.0
#include "checker/claims/claimed_question.h"

#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"

#include <algorithm>
#include <llvm/ADT/ArrayRef.h>
#include <map>
#include <set>
#include <vector>

namespace plumb::claims {

namespace {

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

bool readsNoQuery(const ir::Expression &expression) {
  bool reads = false;
  relational::forEachExpression(expression,
                                [&](const ir::Expression &part) { reads |= queryIn(part) != nullptr; });
  return !reads;
}

/// A claim and the program call the same iteration by two variables.
using Renaming = std::map<const ir::Variable *, const ir::Variable *>;

bool areAlike(const std::vector<ir::ExpressionPtr> &a, const std::vector<ir::ExpressionPtr> &b,
              const Renaming &names);

bool isAlike(const ir::Expression &a, const ir::Expression &b, const Renaming &names) {
  if (a.kind() != b.kind() || a.sort() != b.sort())
    return false;
  if (const auto *number = llvm::dyn_cast<ir::Number>(&a))
    return number->value == llvm::cast<ir::Number>(b).value;
  if (const auto *read = llvm::dyn_cast<ir::Read>(&a)) {
    const auto &other = llvm::cast<ir::Read>(b);
    auto renamed = names.find(&read->variable);
    const ir::Variable *variable = renamed == names.end() ? &read->variable : renamed->second;
    return variable == &other.variable && read->primed == other.primed &&
           areAlike(read->indices, other.indices, names);
  }
  if (const auto *unary = llvm::dyn_cast<ir::Unary>(&a))
    return unary->op == llvm::cast<ir::Unary>(b).op &&
           isAlike(*unary->operand, *llvm::cast<ir::Unary>(b).operand, names);
  if (const auto *binary = llvm::dyn_cast<ir::Binary>(&a)) {
    const auto &other = llvm::cast<ir::Binary>(b);
    return binary->op == other.op && isAlike(*binary->left, *other.left, names) &&
           isAlike(*binary->right, *other.right, names);
  }
  return false;
}

bool areAlike(const std::vector<ir::ExpressionPtr> &a, const std::vector<ir::ExpressionPtr> &b,
              const Renaming &names) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](const auto &x, const auto &y) { return isAlike(*x, *y, names); });
}

using Statements = llvm::ArrayRef<std::unique_ptr<ir::Statement>>;

/// What runs if the condition of \p branch fails: the other branch or, behind one that ends the run, \p rest.
Statements otherwiseOf(const ir::If &branch, Statements rest) {
  const bool leaves = !branch.thenBlock.empty() && llvm::isa<ir::Return>(branch.thenBlock.back().get());
  return branch.elseBlock.empty() && leaves ? rest : Statements(branch.elseBlock);
}

/// The claim's names of iterations, as the loops of the transcript call them. Nothing if the cell is another
/// one.
std::optional<Renaming> iterationsOf(const ClaimedQuestion &question) {
  Renaming names;
  const auto &loops = question.transcript->loops;
  if (question.indices->size() != loops.size())
    return std::nullopt;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const auto *read = llvm::dyn_cast<ir::Read>((*question.indices)[i].get());
    if (!read || read->variable.role != ir::Variable::Role::Bound)
      return std::nullopt;
    names[&read->variable] = &loops[i]->index;
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
    return known != draws.end() && areAlike(read.indices, known->second->indices, {}) ? known->second
                                                                                      : nullptr;
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
  Search(const ir::Mechanism &of, const ClaimedQuestion &asked, const ir::Read &read)
      : mechanism(of), question(asked), claimed(read) {}

  std::optional<DecidingDraw> run() {
    auto iterations = iterationsOf(question);
    if (!iterations || timesPublished() != 1)
      return std::nullopt;
    names = std::move(*iterations);
    walk(mechanism.body);
    return found && isFixed(*found->sample->scale) ? found : std::nullopt;
  }

private:
  unsigned timesPublished() const {
    unsigned times = 0;
    relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      times += givenBy(statement, question) != nullptr;
    });
    return times;
  }

  void walk(const ir::Block &block) {
    Known known;
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (const auto *loop = llvm::dyn_cast<ir::For>(block[i].get()))
        walk(loop->body);
      else if (const auto *branch = llvm::dyn_cast<ir::If>(block[i].get()); branch && question.threshold)
        decide(*branch, Statements(block).drop_front(i + 1), known);
      else if (const ir::Output *output = givenBy(*block[i], question); output && !question.threshold)
        compare(*output, known);
      known.pass(*block[i]);
    }
  }

  void decide(const ir::If &branch, Statements rest, const Known &known) {
    const Statements otherwise = otherwiseOf(branch, rest);
    const bool then = publishes(branch.thenBlock, question);
    const auto *test = llvm::dyn_cast<ir::Binary>(branch.condition.get());
    if (!test || !isOrder(test->op) || (!then && !publishes(otherwise, question)))
      return;
    for (bool isLeft : {true, false}) {
      const ir::Sample *draw = drawIn(isLeft ? *test->left : *test->right, known);
      const Op op = isLeft ? test->op : turned(test->op);
      if (draw && (then ? op : negated(op)) == question.comparison &&
          isAlike(*question.threshold, isLeft ? *test->right : *test->left, names))
        found = DecidingDraw{draw, (then ? Statements(branch.thenBlock) : otherwise).size() == 1 &&
                                       repeats(then ? otherwise : Statements(branch.thenBlock))};
    }
  }

  /// Whoever reads the value compares.
  void compare(const ir::Output &output, const Known &known) {
    if (const ir::Sample *draw = drawIn(*output.values.front(), known))
      found = DecidingDraw{draw, repeats({})};
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

  /// The draw that is added to the query.
  const ir::Sample *drawIn(const ir::Expression &expression, const Known &known) const {
    if (const auto *read = llvm::dyn_cast<ir::Read>(&expression)) {
      const ir::Expression *value = read->indices.empty() ? known.value(read->variable) : nullptr;
      return value ? drawIn(*value, known) : nullptr;
    }
    const auto *sum = llvm::dyn_cast<ir::Binary>(&expression);
    if (!sum || sum->op != Op::Add)
      return nullptr;
    for (auto [answer, noise] :
         {std::pair(sum->left.get(), sum->right.get()), {sum->right.get(), sum->left.get()}}) {
      const auto *read = llvm::dyn_cast<ir::Read>(noise);
      if (read && read->variable.role == ir::Variable::Role::Sample && isAlike(claimed, *answer, names))
        return known.draw(*read);
    }
    return nullptr;
  }

  const ir::Mechanism &mechanism;
  const ClaimedQuestion &question;
  const ir::Read &claimed;
  Renaming names;
  std::optional<DecidingDraw> found;
};

} // namespace

namespace {

/// "the published value is at least f", or at most.
std::optional<ClaimedQuestion> questionOfValue(const ir::Binary &test) {
  if (test.op != Op::LessEqual && test.op != Op::GreaterEqual)
    return std::nullopt;
  for (bool isLeft : {true, false}) {
    const auto *value = llvm::dyn_cast<ir::CellRead>((isLeft ? test.left : test.right).get());
    const ir::Read *query = queryIn(isLeft ? *test.right : *test.left);
    if (value && query && value->tag.components.size() == 1)
      return ClaimedQuestion{
          query,           (isLeft ? test.op : turned(test.op)) == Op::GreaterEqual ? Op::Less : Op::Greater,
          nullptr,         &value->transcript,
          &value->indices, &value->tag};
  }
  return std::nullopt;
}

} // namespace

std::optional<ClaimedQuestion> claimedQuestion(const ir::Claim &claim) {
  const auto *implies = llvm::dyn_cast<ir::Binary>(claim.formula.get());
  if (implies && isOrder(implies->op))
    return questionOfValue(*implies);
  if (!implies || implies->op != Op::Implies)
    return std::nullopt;
  const auto *answer = llvm::dyn_cast<ir::CellTest>(implies->left.get());
  const auto *test = llvm::dyn_cast<ir::Binary>(implies->right.get());
  if (!answer || !test || !isOrder(test->op))
    return std::nullopt;
  for (bool isLeft : {true, false}) {
    const ir::Expression &side = isLeft ? *test->left : *test->right,
                         &other = isLeft ? *test->right : *test->left;
    if (const ir::Read *read = queryIn(side); read && readsNoQuery(other))
      return ClaimedQuestion{
          read,        isLeft ? test->op : turned(test->op), &other, &answer->transcript, &answer->indices,
          &answer->tag};
  }
  return std::nullopt;
}

std::optional<DecidingDraw> decidingDraw(const ir::Mechanism &mechanism, const ClaimedQuestion &question) {
  return Search(mechanism, question, *question.asked).run();
}

} // namespace plumb::claims
