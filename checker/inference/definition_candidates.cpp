// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/iteration_values.h"
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::ElementPair;
using relational::Invariant;
using relational::Side;
using smt::Term;

namespace {

/// Arrays that the loop fills element by element: `v[i] := e` in its body, i its variable. Behind it element
/// j is what e is at j. In `v[r][i] := e` the variables of loops around it may stand beside i.
class DefinitionCandidates {
public:
  explicit DefinitionCandidates(Templates &templates) : templates(templates) {}

  void make() {
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      if (const ir::Variable *target = targetOf(statement))
        ++writes[target];
    });
    for (const auto &statement : templates.loop.body) {
      define(*statement);
      iteration.pass(*statement);
    }
  }

private:
  /// Gives an invalid term for the run that it does not speak of.
  using Value = std::function<Term(Context, relational::Evaluator &, Side, const std::vector<Term> &indices)>;

  static const ir::Variable *targetOf(const ir::Statement &statement) {
    if (const auto *assign = dyn_cast<ir::Assign>(&statement))
      return &assign->target;
    if (const auto *sample = dyn_cast<ir::Sample>(&statement))
      return &sample->target;
    return nullptr;
  }

  using Indices = std::vector<ir::ExpressionPtr>;
  using Written = std::shared_ptr<const ir::Expression>;

  const ir::Variable *loopIndex(const ir::Expression &expression) const {
    const auto *read = dyn_cast<ir::Read>(&expression);
    return read && read->variable.role == ir::Variable::Role::LoopIndex ? &read->variable : nullptr;
  }

  /// In which dimension the loop's variable stands, if it stands in one, and the variables of loops around it
  /// in the others.
  std::optional<std::size_t> dimensionOf(const Indices &indices) const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const ir::Variable *variable = loopIndex(*indices[i]);
      const bool isOwn = variable == &templates.loop.index;
      const bool isAround = std::any_of(templates.outer().begin(), templates.outer().end(),
                                        [&](const ir::For *around) { return &around->index == variable; });
      if (isOwn ? found.has_value() : !isAround)
        return std::nullopt;
      if (isOwn)
        found = i;
    }
    return found;
  }

  void define(const ir::Statement &statement) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (!assign && !sample)
      return;
    if (templates.pairs && sample && !sample->target.isArray() && writes[&sample->target] == 1 &&
        isDefinite(*sample->aligned, {sample}))
      scalarDraws.push_back(sample);
    const ir::Variable &target = *targetOf(statement);
    const Indices &indices = assign ? assign->indices : sample->indices;
    if (writes[&target] != 1 || !dimensionOf(indices))
      return;
    const auto defines = [&](const std::string &text, Value value) {
      define(target, indices, text, std::move(value));
    };
    if (sample) {
      defines("its draw",
              [sample](Context c, relational::Evaluator &, Side side, const std::vector<Term> &at) {
                return side == Side::First ? c.symbols.draw(sample->target, at) : Term();
              });
      if (templates.pairs && isDefinite(*sample->aligned))
        defines("its aligned draw",
                [sample](Context, relational::Evaluator &evaluator, Side side, const std::vector<Term> &) {
                  return side == Side::Second ? evaluator.relational(*sample->aligned) : Term();
                });
    } else if (const Written value = iteration.at(*assign->value); isDefinite(*value)) {
      for (Side which : {Side::First, Side::Second})
        if (templates.pairs || which == Side::First)
          defines(ir::print(*value), [value, which](Context, relational::Evaluator &evaluator, Side side,
                                                    const std::vector<Term> &) {
            return side == which ? evaluator.program(*value, side) : Term();
          });
    } else if (!scalarDraws.empty() && target.sort != ir::Sort::Bool && isDefinite(*value, scalarDraws)) {
      differs(*assign, value);
    }
    defined.emplace(&target, &indices);
  }

  /// An element keeps a draw that has no name of its own. By how much it differs is told with 0 for the draw,
  /// if both runs add it: a guess like others, which is proved or dropped.
  void differs(const ir::Assign &assign, const Written &value) {
    define(
        assign.target, assign.indices, "some draw, moved as its alignment says",
        [value, draws = scalarDraws](Context c, relational::Evaluator &evaluator, const ElementPair &pair) {
          auto runs = pair.state.runs;
          std::array<Term, 2> values;
          for (const ir::Sample *draw : draws) {
            const unsigned ordinal = c.symbols.ordinal(draw->target);
            const auto scalar = [&](Side side) -> Term & { return pair.state.run(side).scalars[ordinal]; };
            scalar(Side::First) = c.store.literal(0, relational::sortOf(draw->target.sort));
            scalar(Side::Second) = evaluator.relational(*draw->aligned);
          }
          for (Side side : {Side::First, Side::Second})
            values[static_cast<std::size_t>(side)] = evaluator.program(*value, side);
          pair.state.runs = std::move(runs);
          return c.store.equal(c.store.subtract(pair.second, pair.first),
                               c.store.subtract(values[1], values[0]));
        });
  }

  /// Made of what the loop does not change, its variable, elements at it that are defined above, and \p
  /// draws.
  bool isDefinite(const ir::Expression &expression, const std::vector<const ir::Sample *> &draws = {}) const {
    bool all = true;
    relational::forEachExpression(expression, [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      if (!read || read->variable.role == ir::Variable::Role::Bound ||
          llvm::any_of(draws, [&](const ir::Sample *draw) { return &draw->target == &read->variable; }))
        return;
      bool named = read->variable.role == ir::Variable::Role::Sample && read->variable.isArray() &&
                   !read->primed; // The draws of an alignment: fixed symbols.
      const auto known = defined.find(&read->variable);
      bool element =
          known != defined.end() &&
          std::equal(read->indices.begin(), read->indices.end(), known->second->begin(), known->second->end(),
                     [](const auto &a, const auto &b) { return ir::isSameTerm(*a, *b); });
      all &= named || element || !isChanged(read->variable);
    });
    return all;
  }

  bool isChanged(const ir::Variable &variable) const {
    const auto &locals = templates.assigned();
    return std::find(locals.begin(), locals.end(), &variable) != locals.end() || writes.count(&variable);
  }

  void define(const ir::Variable &array, const Indices &indices, const std::string &text, Value value) {
    define(array, indices, "= " + text,
           [value = std::move(value)](Context c, relational::Evaluator &evaluator, const ElementPair &pair) {
             Term fact = c.store.boolean(true);
             for (Side side : {Side::First, Side::Second})
               // What is unknown in it makes it say less where it is assumed, and more where it is proved.
               if (Term is = value(c, evaluator, side, pair.indices); is.isValid())
                 fact = c.store.equal(side == Side::First ? pair.first : pair.second, is);
             return fact;
           });
  }

  /// What is said of an element of which \p fact is true, with the loop's variable at its index.
  using Fact = std::function<Term(Context, relational::Evaluator &, const ElementPair &)>;

  void define(const ir::Variable &array, const Indices &indices, const std::string &what, Fact holds) {
    Invariant invariant;
    const std::string &index = templates.loop.index.name;
    invariant.text = "for every " + index + " passed: " + array.name + ir::printIndices(indices) + " " + what;
    invariant.array = &array;
    invariant.pointwise = [holds = std::move(holds), &indices, dimension = *dimensionOf(indices),
                           pairs = templates.pairs,
                           &loop = templates.loop](Context c, const ElementPair &pair) {
      const Term j = pair.indices[dimension];
      std::vector<Term> conditions = {c.store.lessEqual(pair.low, j), c.store.less(j, pair.index)};
      for (std::size_t i = 0; i < indices.size(); ++i)
        for (Side side : {Side::First, Side::Second})
          if (const auto &around = llvm::cast<ir::Read>(*indices[i]).variable;
              &around != &loop.index && (pairs || side == Side::First))
            conditions.push_back(c.store.equal(pair.indices[i], valueOf(c, pair.state, around, side)));
      unsigned variable = c.symbols.ordinal(loop.index);
      std::array<Term, 2> outer;
      for (Side side : {Side::First, Side::Second}) {
        outer[static_cast<std::size_t>(side)] = pair.state.run(side).scalars[variable];
        pair.state.run(side).scalars[variable] = j;
      }
      relational::Evaluator evaluator(c, pair.state);
      const Term fact = holds(c, evaluator, pair);
      for (Side side : {Side::First, Side::Second})
        pair.state.run(side).scalars[variable] = outer[static_cast<std::size_t>(side)];
      return c.store.implies(c.store.conjunction(std::move(conditions)), fact);
    };
    templates.add(std::move(invariant));
  }

  Templates &templates;
  IterationValues iteration;
  std::map<const ir::Variable *, unsigned> writes;
  std::map<const ir::Variable *, const Indices *> defined;
  /// Those of one draw that is added to what an iteration has.
  std::vector<const ir::Sample *> scalarDraws;
};

} // namespace

void definitionCandidates(Templates &templates) {
  DefinitionCandidates(templates).make();
}

} // namespace plumb::inference
