// SPDX-License-Identifier: Apache-2.0
#include "checker/coverage/inputs.h"

#include "checker/noise/distribution.h"
#include "checker/proof/lemmas.h"
#include "checker/proof/meaning_of_products.h"
#include "checker/proof/solver_context.h"
#include "checker/proof/some_input.h"
#include "checker/relational/walk.h"
#include "frontend/ir/operators.h"

#include "llvm/Support/Casting.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <compare>
#include <deque>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>

namespace plumb::coverage {

using llvm::cast;
using llvm::dyn_cast;
using relational::Evaluator;
using relational::Side;
using relational::State;
using smt::Term;

namespace {

/// How often a loop is entered on one path, how many paths go on from one way, and how often a model is
/// looked for in vain.
constexpr unsigned mostIterations = 4, mostPaths = 6, mostTries = 12;
constexpr std::size_t mostQuestions = 300, mostElements = 1000;

enum class What : std::uint8_t { Start, False, True, Left, Stopped, Entered, Again, Made, Tie };

/// Of a branch, a loop, a publication, a comparison.
struct Way {
  What what;
  const void *node;
  auto operator<=>(const Way &) const = default;
};

/// What is left of a block; \c loop is null if the block is no body.
struct Rest {
  const ir::Block *block;
  std::size_t position = 0;
  const ir::For *loop = nullptr;
  Term end = {};
  unsigned iterations = 0;
};

/// The beginning of a run, and what has to hold so that it is one.
struct Path {
  State state;
  std::vector<Rest> rest;
  std::vector<Term> draws;

  unsigned iterations() const {
    unsigned sum = 0;
    for (const Rest &block : rest)
      sum += block.iterations;
    return sum;
  }
};

/// All elements of \p variable in the model of the question before.
std::optional<std::vector<Rational>> elementsOf(proof::SolverContext &proving, const ir::Variable &variable) {
  State state = relational::startState(proving.context);
  Evaluator evaluator(proving.context, state);
  std::vector<std::size_t> extents;
  std::size_t count = 1;
  for (const auto &extent : variable.extents) {
    const auto size = proving.solver.value(evaluator.relational(*extent));
    if (!size || *size > mostElements)
      return std::nullopt;
    extents.push_back(*size < 0 ? 0 : size->get_num().get_ui());
    count *= extents.back();
    if (count > mostElements)
      return std::nullopt;
  }
  std::vector<Rational> elements;
  for (std::size_t place = 0; place < count; ++place) {
    std::vector<Term> indices(extents.size());
    std::size_t left = place;
    for (std::size_t dimension = extents.size(); dimension-- > 0; left /= extents[dimension])
      indices[dimension] = proving.store.integer(static_cast<long>(left % extents[dimension]));
    const auto value = proving.solver.value(variable.role == ir::Variable::Role::Query
                                                ? proving.symbols.query(variable, indices)
                                                : proving.symbols.parameter(variable, indices));
    if (!value)
      return std::nullopt;
    // What nothing was asked of may be any number that an answer can be.
    const bool counts =
        variable.definition && variable.definition->aggregate == ir::SchemaQuery::Aggregate::Count;
    elements.push_back(counts && *value < 0 ? Rational(0) : *value);
  }
  return elements;
}

std::optional<std::vector<Values>> valuesOf(proof::SolverContext &proving,
                                            std::initializer_list<ir::Variable::Role> roles) {
  std::vector<Values> all;
  for (const auto &variable : proving.symbols.neighbourhood().variables)
    if (std::find(roles.begin(), roles.end(), variable->role) != roles.end()) {
      auto elements = elementsOf(proving, *variable);
      if (!elements)
        return std::nullopt;
      all.push_back({variable.get(), *std::move(elements)});
    }
  return all;
}

/// Goes along all paths at once, the shortest first.
class Paths {
public:
  Paths(const ir::Mechanism &ofRuns, const proof::EngineMaker &makeEngine)
      : mechanism(ofRuns), proving(mechanism, makeEngine, store) {}

  std::vector<Input> inputs() {
    countWays();
    Path start{relational::startOfAnyData(proving.context), {{&mechanism.body}}, {}};
    if (!find(start, {What::Start, &mechanism}))
      return {};
    paths.push_back(std::move(start));
    while (!paths.empty() && open != 0 && questions < mostQuestions && !proving.solver.isSpent()) {
      Path path = std::move(paths.front());
      paths.pop_front();
      goOn(std::move(path));
    }
    return std::move(found);
  }

private:
  /// What branches, loops and publications have; ties are found beside them.
  void countWays() {
    relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      if (const auto *loop = dyn_cast<ir::For>(&statement))
        open += loop->guard ? 4 : 3;
      else
        open += llvm::isa<ir::If>(statement) ? 2 : llvm::isa<ir::Output>(statement) ? 1 : 0;
    });
  }

  /// To the next fork.
  void goOn(Path path) {
    while (!path.rest.empty()) {
      Rest &here = path.rest.back();
      if (here.position == here.block->size()) {
        if (here.loop)
          return iterate(std::move(path));
        path.rest.pop_back();
        continue;
      }
      const ir::Statement &statement = *(*here.block)[here.position++];
      switch (statement.kind()) {
      case ir::Statement::Kind::Sample:
        draw(path, cast<ir::Sample>(statement));
        break;
      case ir::Statement::Kind::Assign:
        assign(path, cast<ir::Assign>(statement));
        break;
      case ir::Statement::Kind::If:
        return branch(std::move(path), cast<ir::If>(statement));
      case ir::Statement::Kind::For:
        return enter(std::move(path), cast<ir::For>(statement));
      case ir::Statement::Kind::Output:
        for (const auto &value : cast<ir::Output>(statement).values)
          valueOf(path, *value);
        find(path, {What::Made, &statement});
        break;
      case ir::Statement::Kind::Return:
        if (const auto *value = cast<ir::Return>(statement).value.get(); value && !llvm::isa<ir::TopK>(value))
          valueOf(path, *value);
        return;
      }
    }
  }

  Term valueOf(Path &path, const ir::Expression &expression) {
    Evaluator evaluator(proving.context, path.state);
    const Term value = evaluator.program(expression, Side::First);
    path.state.know(evaluator.takeDefinedness());
    ties(path, expression, store.boolean(true));
    return value;
  }

  /// Where the numbers of a comparison in \p expression are equal, which is asked for if \p under holds.
  void ties(const Path &path, const ir::Expression &expression, Term under) {
    using Op = ir::BinaryOperator;
    // What an aggregate or a quantifier compares are many numbers.
    if (llvm::isa<ir::Aggregate>(expression) || llvm::isa<ir::Forall>(expression))
      return;
    State state = path.state;
    const auto termOf = [&](const ir::Expression &part) {
      return Evaluator(proving.context, state).program(part, Side::First);
    };
    const auto *binary = dyn_cast<ir::Binary>(&expression);
    if (binary && (binary->op == Op::And || binary->op == Op::Or || binary->op == Op::Implies)) {
      const Term left = termOf(*binary->left);
      ties(path, *binary->left, under);
      return ties(path, *binary->right,
                  store.conjunction({under, binary->op == Op::Or ? store.negate(left) : left}));
    }
    if (const auto *conditional = dyn_cast<ir::Conditional>(&expression)) {
      const Term condition = termOf(*conditional->condition);
      ties(path, *conditional->condition, under);
      ties(path, *conditional->whenTrue, store.conjunction({under, condition}));
      return ties(path, *conditional->whenFalse, store.conjunction({under, store.negate(condition)}));
    }
    ir::forEachOperand(expression, [&](const ir::Expression &part) { ties(path, part, under); });
    if (!binary || !ir::isComparison(binary->op) || binary->left->sort() == ir::Sort::Bool ||
        isMet({What::Tie, binary}))
      return;
    Path tied = path;
    Evaluator evaluator(proving.context, tied.state);
    const Term left = evaluator.program(*binary->left, Side::First),
               right = evaluator.program(*binary->right, Side::First);
    tied.state.know(under);
    tied.state.know(evaluator.takeDefinedness());
    tied.state.know(store.equal(left, right));
    find(tied, {What::Tie, binary});
  }

  void draw(Path &path, const ir::Sample &sample) {
    const Term drawn = store.freshVariable(sample.target.name, relational::sortOf(sample.target.sort));
    // May be assumed: asked is for draws that a run can make.
    path.state.know(noise::inSupport(store, sample.law, drawn));
    path.draws.push_back(drawn);
    write(path, sample.target, sample.indices, drawn);
  }

  void assign(Path &path, const ir::Assign &assign) {
    const Term value = valueOf(path, *assign.value);
    write(path, assign.target, assign.indices, value);
  }

  void write(Path &path, const ir::Variable &target, const std::vector<ir::ExpressionPtr> &subscripts,
             Term value) {
    std::vector<Term> indices;
    for (const auto &subscript : subscripts)
      indices.push_back(valueOf(path, *subscript));
    relational::RunState &run = path.state.run(Side::First);
    const unsigned place = proving.symbols.ordinal(target);
    if (target.isArray())
      run.arrays[place].writes.push_back({std::move(indices), value, Term()});
    else
      run.scalars[place] = value;
  }

  void branch(Path path, const ir::If &branch) {
    const Term condition = valueOf(path, *branch.condition);
    for (const bool holds : {false, true}) {
      Path onwards = path;
      onwards.rest.push_back({holds ? &branch.thenBlock : &branch.elseBlock});
      take(std::move(onwards), {holds ? What::True : What::False, &branch},
           holds ? condition : store.negate(condition));
    }
  }

  void enter(Path path, const ir::For &loop) {
    const Term low = valueOf(path, *loop.low), high = valueOf(path, *loop.high);
    write(path, loop.index, {}, low);
    path.rest.push_back({&loop.body, 0, &loop, high});
    head(std::move(path));
  }

  void iterate(Path path) {
    const ir::For &loop = *path.rest.back().loop;
    path.rest.back().position = 0;
    write(path, loop.index, {}, store.add(indexOf(path, loop), store.integer(1)));
    head(std::move(path));
  }

  Term indexOf(const Path &path, const ir::For &loop) const {
    return path.state.run(Side::First).scalars[proving.symbols.ordinal(loop.index)];
  }

  /// Here another iteration follows, or the loop is left.
  void head(Path path) {
    Rest &here = path.rest.back();
    const ir::For &loop = *here.loop;
    const Term goesOn = store.less(indexOf(path, loop), here.end);
    Path behind = path;
    behind.rest.pop_back();
    take(std::move(behind), {What::Left, &loop}, store.negate(goesOn));
    if (here.iterations == mostIterations)
      return;
    path.state.know(goesOn);
    Term guard = store.boolean(true);
    if (loop.guard) {
      guard = valueOf(path, *loop.guard);
      Path stopped = path;
      stopped.rest.pop_back();
      take(std::move(stopped), {What::Stopped, &loop}, store.negate(guard));
    }
    ++here.iterations;
    take(std::move(path), {here.iterations == 1 ? What::Entered : What::Again, &loop}, guard);
  }

  /// Goes on with \p path if a run takes it.
  void take(Path path, Way way, Term condition) {
    path.state.know(condition);
    if (!isPossible(path))
      return;
    find(path, way);
    if (++taken[{way, path.iterations()}] <= mostPaths)
      paths.push_back(std::move(path));
  }

  bool isPossible(const Path &path) {
    ++questions;
    const std::vector<Term> facts = proof::withLemmas(proving.context, path.state.facts, {});
    smt::Solver::Scope scope(proving.solver, facts);
    return !proving.solver.satisfiable(store.boolean(true)).isUnsat();
  }

  bool isMet(Way way) const { return met.count(way) != 0; }

  /// \returns true if some input goes that way, which is \p path.
  bool find(const Path &path, Way way) {
    if (isMet(way))
      return true;
    if (tries[way]++ == mostTries || questions >= mostQuestions)
      return false;
    ++questions;
    if (!proof::someInput(proving.context, proving.solver, path.state.facts, store.boolean(true))
             .answer.isSat())
      return false;
    std::optional<Input> input = inputOf(path);
    if (!input)
      return false;
    met.insert(way);
    open -= way.what != What::Start && way.what != What::Tie ? 1 : 0;
    found.push_back(*std::move(input));
    return true;
  }

  /// By the model of the question before; nothing if it has numbers that no replay takes.
  std::optional<Input> inputOf(const Path &path) {
    auto values = valuesOf(proving, {ir::Variable::Role::Parameter, ir::Variable::Role::Query});
    if (!values)
      return std::nullopt;
    Input input{*std::move(values), {}};
    for (const Term drawn : path.draws) {
      const auto value = proving.solver.value(drawn);
      if (!value)
        return std::nullopt;
      input.noise.push_back(*value);
    }
    return input;
  }

  const ir::Mechanism &mechanism;
  smt::TermStore store;
  proof::SolverContext proving;
  std::deque<Path> paths;
  /// Ways that are not met yet, and what was asked.
  std::size_t open = 0, questions = 0;
  std::set<Way> met;
  std::map<Way, unsigned> tries;
  std::map<std::pair<Way, unsigned>, unsigned> taken;
  std::vector<Input> found;
};

/// Premises at all indices of ranges of up to \c length.
class Premises {
public:
  Premises(const ir::Mechanism &ofParameters, const proof::EngineMaker &makeEngine)
      : mechanism(ofParameters), proving(mechanism, makeEngine, store) {}

  std::optional<std::vector<Values>> breaking(std::size_t which) {
    State state = relational::startOfAnyData(proving.context);
    state.facts.clear();
    state.reasons.clear();
    state.factIds.clear();
    Evaluator evaluator(proving.context, state, Evaluator::Mode::Relational);
    std::vector<Term> all;
    for (std::size_t i = 0; i < mechanism.requirements.size(); ++i) {
      const Term holds = whole(evaluator, *mechanism.requirements[i]);
      all.push_back(i == which ? store.negate(holds) : holds);
    }
    all.insert(all.end(), ends.begin(), ends.end());
    ends.clear();
    const std::vector<Term> known = proof::withLemmas(proving.context, state.facts, all);
    smt::Solver::Scope scope(proving.solver, known);
    if (!proving.solver.satisfiable(store.conjunction(all)).isSat() ||
        !proof::meaningOfProducts(proving.context, proving.solver, known, all))
      return std::nullopt;
    return valuesOf(proving, {ir::Variable::Role::Parameter});
  }

private:
  static constexpr long length = 4;

  Term whole(Evaluator &evaluator, const ir::Expression &premise) {
    const auto *forall = dyn_cast<ir::Forall>(&premise);
    if (!forall)
      return evaluator.relational(premise);
    const Term low = evaluator.relational(*forall->low), high = evaluator.relational(*forall->high);
    ends.push_back(store.lessEqual(high, store.add(low, store.integer(length))));
    std::vector<Term> each;
    for (long i = 0; i < length; ++i) {
      const Term index = store.add(low, store.integer(i));
      evaluator.bind(forall->variable, index);
      each.push_back(store.implies(store.less(index, high), whole(evaluator, *forall->body)));
    }
    return store.conjunction(std::move(each));
  }

  const ir::Mechanism &mechanism;
  smt::TermStore store;
  proof::SolverContext proving;
  /// What has to hold so that no range is longer.
  std::vector<Term> ends;
};

} // namespace

std::vector<std::optional<std::vector<Values>>> parametersThatBreak(const ir::Mechanism &mechanism,
                                                                    const proof::EngineMaker &makeEngine) {
  Premises premises(mechanism, makeEngine);
  std::vector<std::optional<std::vector<Values>>> found;
  for (std::size_t i = 0; i < mechanism.requirements.size(); ++i)
    found.push_back(premises.breaking(i));
  return found;
}

std::vector<Input> inputsOfWays(const ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine) {
  return Paths(mechanism, makeEngine).inputs();
}

} // namespace plumb::coverage
