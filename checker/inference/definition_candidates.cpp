// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::ElementPair;
using relational::Invariant;
using relational::Side;
using smt::Term;

namespace {

/// Arrays that the loop fills element by element: `v[i] := e` in its body, i its variable. Behind it element
/// j is what e is at j.
class DefinitionCandidates {
public:
  explicit DefinitionCandidates(Templates &templates) : templates(templates) {}

  void make() {
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      if (const ir::Variable *target = targetOf(statement))
        ++writes[target];
    });
    for (const auto &statement : templates.loop.body)
      define(*statement);
  }

private:
  static const ir::Variable *targetOf(const ir::Statement &statement) {
    if (const auto *assign = dyn_cast<ir::Assign>(&statement))
      return &assign->target;
    if (const auto *sample = dyn_cast<ir::Sample>(&statement))
      return &sample->target;
    return nullptr;
  }

  bool isLoopVariable(const ir::Expression &expression) const {
    const auto *read = dyn_cast<ir::Read>(&expression);
    return read && &read->variable == &templates.loop.index;
  }

  void define(const ir::Statement &statement) {
    const auto *assign = dyn_cast<ir::Assign>(&statement);
    const auto *sample = dyn_cast<ir::Sample>(&statement);
    if (!assign && !sample)
      return;
    const ir::Variable &target = *targetOf(statement);
    const auto &indices = assign ? assign->indices : sample->indices;
    if (writes[&target] != 1 || indices.size() != 1 || !isLoopVariable(*indices.front()))
      return;
    if (sample) {
      define(target, "its draw", [sample](Context c, relational::Evaluator &, Side side, Term j) {
        return side == Side::First ? c.symbols.draw(sample->target, {j}) : Term();
      });
      if (isDefinite(*sample->aligned))
        define(target, "its aligned draw",
               [sample](Context, relational::Evaluator &evaluator, Side side, Term) {
                 return side == Side::Second ? evaluator.relational(*sample->aligned) : Term();
               });
    } else if (isDefinite(*assign->value)) {
      for (Side which : {Side::First, Side::Second})
        define(target, ir::print(*assign->value),
               [assign, which](Context, relational::Evaluator &evaluator, Side side, Term) {
                 return side == which ? evaluator.program(*assign->value, side) : Term();
               });
    }
    defined.insert(&target);
  }

  /// Made of what the loop does not change, its variable, and elements at it that are defined above.
  bool isDefinite(const ir::Expression &expression) const {
    bool all = true;
    relational::forEachExpression(expression, [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      if (!read || read->variable.role == ir::Variable::Role::Bound)
        return;
      bool named = read->variable.role == ir::Variable::Role::Sample && read->variable.isArray() &&
                   !read->primed; // The draws of an alignment: fixed symbols.
      bool element = defined.count(&read->variable) && read->indices.size() == 1 &&
                     isLoopVariable(*read->indices.front());
      all &= named || element || !isChanged(read->variable);
    });
    return all;
  }

  bool isChanged(const ir::Variable &variable) const {
    const auto &locals = templates.assigned();
    return std::find(locals.begin(), locals.end(), &variable) != locals.end() || writes.count(&variable);
  }

  /// \p value gives an invalid term for the run that it does not speak of.
  void define(const ir::Variable &array, const std::string &text,
              std::function<Term(Context, relational::Evaluator &, Side, Term)> value) {
    Invariant invariant;
    const std::string &index = templates.loop.index.name;
    invariant.text = "for every " + index + " passed: " + array.name + "[" + index + "] = " + text;
    invariant.array = &array;
    invariant.pointwise = [value = std::move(value), &loop = templates.loop](Context c,
                                                                             const ElementPair &pair) {
      Term j = pair.indices.front(), fact = c.store.boolean(true);
      unsigned variable = c.symbols.ordinal(loop.index);
      std::array<Term, 2> outer;
      for (Side side : {Side::First, Side::Second}) {
        outer[static_cast<std::size_t>(side)] = pair.state.run(side).scalars[variable];
        pair.state.run(side).scalars[variable] = j;
      }
      relational::Evaluator evaluator(c, pair.state);
      for (Side side : {Side::First, Side::Second})
        // What is unknown in it makes it say less where it is assumed, and more where it is proved.
        if (Term is = value(c, evaluator, side, j); is.isValid())
          fact = c.store.equal(side == Side::First ? pair.first : pair.second, is);
      for (Side side : {Side::First, Side::Second})
        pair.state.run(side).scalars[variable] = outer[static_cast<std::size_t>(side)];
      Term passed = c.store.conjunction({c.store.lessEqual(pair.low, j), c.store.less(j, pair.index)});
      return c.store.implies(passed, fact);
    };
    templates.add(std::move(invariant));
  }

  Templates &templates;
  std::map<const ir::Variable *, unsigned> writes;
  std::set<const ir::Variable *> defined;
};

} // namespace

void definitionCandidates(Templates &templates) {
  DefinitionCandidates(templates).make();
}

} // namespace plumb::inference
