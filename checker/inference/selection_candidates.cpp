// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"

#include <algorithm>
#include <optional>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::MovementBound;
using relational::Polynomial;
using relational::Side;
using smt::Term;

namespace {

/// An Int variable that the loop assigns and that is published behind it, and where z has it.
struct Published {
  const ir::Variable &variable;
  /// "result", "out.winner.1".
  std::string text;
  ValueOfOutput value;
  /// z has nothing there: another tag is published. Invalid: it always has.
  ValueOfOutput isElsewhere;
};

class SelectionCandidates {
public:
  explicit SelectionCandidates(Templates &templates) : templates(templates) {}

  /// For a mechanism that publishes a variable r which the loop assigns (noisy max with a running best), with
  /// i the loop variable: up to i = result the second run's values are no larger, or larger by no more than
  /// an offset; behind it the two runs agree, or the second run is ahead by the offset, or r differs from the
  /// result and the first run cannot end with this result any more. For a running least value with the runs
  /// exchanged.
  void make() {
    for (const Published &published : publishedVariables()) {
      for (const ir::Variable *x : templates.assigned())
        if (!x->isArray())
          agreeBehind(*x, published);
      for (const ir::Variable *x : templates.assignedNumbers())
        for (const MovementBound &offset : offsets())
          for (Side larger : {Side::Second, Side::First}) {
            upTo(*x, published, offset, larger);
            aheadBehind(*x, published, offset, larger);
          }
    }
  }

private:
  std::vector<Published> publishedVariables() {
    std::vector<Published> found;
    relational::forEachStatement(templates.mechanism.body, [&](const ir::Statement &statement, unsigned) {
      if (const auto *exit = dyn_cast<ir::Return>(&statement)) {
        const ir::Variable *selected = exit->value ? assignedInt(*exit->value) : nullptr;
        if (selected)
          found.push_back(
              {*selected, "result",
               [](Context c, const relational::State &) { return c.symbols.resultScalar(ir::Sort::Int); },
               [](Context, const relational::State &) { return Term(); }});
      } else if (const auto *output = dyn_cast<ir::Output>(&statement)) {
        if (output->transcript.loops == templates.outer())
          for (std::size_t i = 0; i < output->values.size(); ++i)
            if (const ir::Variable *selected = assignedInt(*output->values[i]))
              found.push_back(component(*output, i, *selected));
      }
    });
    return found;
  }

  /// The variable that \p expression is, if the loop assigns it and it is an Int; else null.
  const ir::Variable *assignedInt(const ir::Expression &expression) const {
    const auto *read = dyn_cast<ir::Read>(&expression);
    const auto &variables = templates.assigned();
    return read && !read->variable.isArray() && read->sort() == ir::Sort::Int &&
                   std::find(variables.begin(), variables.end(), &read->variable) != variables.end()
               ? &read->variable
               : nullptr;
  }

  Published component(const ir::Output &output, std::size_t position, const ir::Variable &selected) const {
    auto [text, value] = cellComponent(output, position);
    const auto &loops = templates.outer();
    const ir::Block &around = loops.empty() ? templates.mechanism.body : loops.back()->body;
    const bool isAlways = std::any_of(around.begin(), around.end(),
                                      [&](const auto &statement) { return statement.get() == &output; });
    auto isElsewhere = [&output, isAlways](Context c, const relational::State &state) {
      if (isAlways)
        return Term();
      Term tag = c.symbols.cellTag(output.transcript, cellOf(output.transcript, c, state));
      return c.store.negate(c.store.equal(tag, c.store.integer(c.symbols.tagNumber(output.tag))));
    };
    return {selected, std::move(text), std::move(value), isElsewhere};
  }

  /// By how much one run's value may lie above the other's.
  std::vector<MovementBound> offsets() {
    std::vector<MovementBound> result = {{"0", Polynomial()}};
    for (const auto &unit : templates.units())
      for (int multiple : {1, 2})
        result.push_back({(multiple == 1 ? "" : std::to_string(multiple) + " * ") + unit.text,
                          Polynomial::constant(multiple) * unit.value});
    return result;
  }

  static std::string nameIn(Side side, const ir::Variable &x) {
    return side == Side::First ? x.name : x.name + "'";
  }

  static Term plus(Context c, Term value, const Polynomial &amount) {
    return c.store.add(asReal(c, value), c.products.term(amount, smt::Sort::Real));
  }

  /// The values of \p x at \p head, that of run \p larger first; nothing if it has none.
  static std::optional<std::pair<Term, Term>> valuesOf(Context c, const LoopHead &head, const ir::Variable &x,
                                                       Side larger) {
    Term a = valueOf(c, head.state, x, larger);
    Term b = valueOf(c, head.state, x, larger == Side::First ? Side::Second : Side::First);
    if (!a.isValid() || !b.isValid())
      return std::nullopt;
    return std::pair(a, b);
  }

  static std::string offsetText(const ir::Variable &x, const MovementBound &offset, Side larger,
                                const std::string &relation) {
    return nameIn(larger, x) + relation + nameIn(larger == Side::First ? Side::Second : Side::First, x) +
           (offset.value.isZero() ? "" : " + " + offset.text);
  }

  void upTo(const ir::Variable &x, const Published &published, const MovementBound &offset, Side larger) {
    templates.add(
        templates.loop.index.name + " <= " + published.text + " implies " +
            offsetText(x, offset, larger, " <= "),
        [&x, published, amount = offset.value, larger](Context c, const LoopHead &head) {
          const auto values = valuesOf(c, head, x, larger);
          if (!values)
            return c.store.boolean(true);
          Term isBehind = c.store.less(published.value(c, head.state), head.index);
          if (Term elsewhere = published.isElsewhere(c, head.state); elsewhere.isValid())
            isBehind = c.store.conjunction({isBehind, c.store.negate(elsewhere)});
          return c.store.disjunction(
              {isBehind, c.store.lessEqual(asReal(c, values->first), plus(c, values->second, amount))});
        });
  }

  void aheadBehind(const ir::Variable &x, const Published &published, const MovementBound &offset,
                   Side larger) {
    behind(published, offsetText(x, offset, larger, " >= "),
           [&x, published, amount = offset.value, larger](Context c, const LoopHead &head) {
             const auto values = valuesOf(c, head, x, larger);
             if (!values)
               return c.store.boolean(true);
             // Nothing was chosen in this loop.
             Term isBefore = c.store.less(published.value(c, head.state), head.low);
             return c.store.disjunction(
                 {isBefore, c.store.lessEqual(plus(c, values->second, amount), asReal(c, values->first))});
           });
  }

  void agreeBehind(const ir::Variable &x, const Published &published) {
    behind(published, x.name + "' = " + x.name, [&x](Context c, const LoopHead &head) {
      const auto values = valuesOf(c, head, x, Side::First);
      return values ? c.store.equal(values->first, values->second) : c.store.boolean(true);
    });
  }

  /// Behind the published index \p relation holds, or the first run has lost that index.
  void behind(const Published &published, const std::string &text, const Formula &relation) {
    templates.add(templates.loop.index.name + " > " + published.text + " implies " + text + " or " +
                      published.variable.name + " != " + published.text,
                  [published, relation](Context c, const LoopHead &head) {
                    Term r = valueOf(c, head.state, published.variable, Side::First);
                    if (!r.isValid())
                      return c.store.boolean(true);
                    Term place = published.value(c, head.state);
                    std::vector<Term> others = {relation(c, head), c.store.lessEqual(head.index, place),
                                                c.store.negate(c.store.equal(r, place))};
                    if (Term elsewhere = published.isElsewhere(c, head.state); elsewhere.isValid())
                      others.push_back(elsewhere);
                    return c.store.disjunction(std::move(others));
                  });
  }

  Templates &templates;
};

} // namespace

void selectionCandidates(Templates &templates) {
  SelectionCandidates(templates).make();
}

} // namespace plumb::inference
