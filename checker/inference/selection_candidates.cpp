// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"

#include <algorithm>
#include <optional>
#include <set>

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
  /// The iteration that assigns this to it, and its text.
  std::string iterationText;
  ValueOfOutput iteration;
  /// z has nothing there: another tag is published. Invalid: it always has.
  ValueOfOutput isElsewhere;
};

/// A number that two runs are compared by: a scalar, or the element of an array at the variable that is
/// published, as `v[best]`.
struct Compared {
  std::string name, twin;
  std::function<Term(Context, const LoopHead &, Side)> value;
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
      for (const Compared &x : comparedWith(published))
        for (const MovementBound &offset : offsets())
          for (Side larger : {Side::Second, Side::First}) {
            upTo(x, published, offset, larger);
            aheadBehind(x, published, offset, larger);
            if (isChosenBefore(published)) {
              untilChosen(x, published, offset, larger);
              aheadOnceChosen(x, published, offset, larger);
            }
          }
      if (isChosenBefore(published))
        agreesOnceChosen(published);
    }
  }

private:
  std::vector<Published> publishedVariables() {
    std::vector<Published> found;
    relational::forEachStatement(templates.mechanism.body, [&](const ir::Statement &statement, unsigned) {
      if (const auto *exit = dyn_cast<ir::Return>(&statement)) {
        const ir::Variable *selected = exit->value ? assignedInt(*exit->value) : nullptr;
        if (selected)
          addPublished(
              *selected, "result",
              [](Context c, const relational::State &) { return c.symbols.resultScalar(ir::Sort::Int); },
              [](Context, const relational::State &) { return Term(); }, found);
      } else if (const auto *output = dyn_cast<ir::Output>(&statement)) {
        if (isOfIterationsAround(output->transcript))
          for (std::size_t i = 0; i < output->values.size(); ++i)
            if (const ir::Variable *selected = assignedInt(*output->values[i]))
              addComponent(*output, i, *selected, found);
      }
    });
    return found;
  }

  void addPublished(const ir::Variable &selected, const std::string &text, const ValueOfOutput &value,
                    const ValueOfOutput &isElsewhere, std::vector<Published> &found) const {
    found.push_back({selected, text, value, text, value, isElsewhere});
    if (const ir::Expression *place = offsetOf(templates.loop, selected))
      found.push_back({selected, text, value, "the iteration of " + text,
                       [place, value, &loop = templates.loop](Context c, const relational::State &state) {
                         return iterationAt(c, state, loop, *place, value(c, state));
                       },
                       isElsewhere});
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

  /// Is the cell that of the iterations around, or the one cell of a loop in them that has one iteration?
  bool isOfIterationsAround(const ir::Transcript &transcript) const {
    const auto &loops = templates.outer();
    return transcript.loops == loops ||
           (transcript.loops.size() == loops.size() + 1 && transcript.loops.back() != &templates.loop &&
            std::equal(loops.begin(), loops.end(), transcript.loops.begin()) &&
            runsOnce(*transcript.loops.back()));
  }

  /// Does each iteration around come to \p output?
  bool isAlwaysReached(const ir::Output &output) const {
    const auto stands = [](const ir::Block &block, const ir::Statement &statement) {
      return std::any_of(block.begin(), block.end(),
                         [&](const auto &one) { return one.get() == &statement; });
    };
    const auto &loops = templates.outer();
    const ir::Block &around = loops.empty() ? templates.mechanism.body : loops.back()->body;
    if (output.transcript.loops.size() == loops.size())
      return stands(around, output);
    const ir::For &own = *output.transcript.loops.back();
    return stands(around, own) && stands(own.body, output);
  }

  void addComponent(const ir::Output &output, std::size_t position, const ir::Variable &selected,
                    std::vector<Published> &found) const {
    const bool isAlways = isAlwaysReached(output);
    const auto cell = [&output, known = templates.outer().size()](Context c, const relational::State &state) {
      return cellAround(output.transcript, known, c, state);
    };
    auto value = [&output, position, cell](Context c, const relational::State &state) {
      return c.symbols.cellValue(output.transcript, output.tag, position, cell(c, state));
    };
    auto isElsewhere = [&output, isAlways, cell](Context c, const relational::State &state) {
      if (isAlways)
        return Term();
      Term tag = c.symbols.cellTag(output.transcript, cell(c, state));
      return c.store.negate(c.store.equal(tag, c.store.integer(c.symbols.tagNumber(output.tag))));
    };
    addPublished(selected, cellText(output, position, templates.outer().size()), value, isElsewhere, found);
  }

  static bool runsOnce(const ir::For &loop) {
    const auto is = [](const ir::Expression &term, const Rational &value) {
      const auto *number = dyn_cast<ir::Number>(&term);
      return number && number->value == value;
    };
    return is(*loop.low, 0) && is(*loop.high, 1) && !loop.guard;
  }

  /// The cell of \p transcript in the iterations of its first \p known loops; those inside of them run once.
  static std::vector<Term> cellAround(const ir::Transcript &transcript, std::size_t known, Context c,
                                      const relational::State &state) {
    std::vector<Term> cell;
    for (std::size_t depth = 0; depth < transcript.loops.size(); ++depth)
      cell.push_back(depth < known ? valueOf(c, state, transcript.loops[depth]->index, Side::First)
                                   : c.store.integer(0));
    return cell;
  }

  /// "out[r][0].winner.1"
  static std::string cellText(const ir::Output &output, std::size_t position, std::size_t known) {
    std::string text = "out";
    for (std::size_t depth = 0; depth < output.transcript.loops.size(); ++depth)
      text += "[" + (depth < known ? output.transcript.loops[depth]->index.name : "0") + "]";
    return text + "." + output.tag.name + "." + std::to_string(position + 1);
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

  static Term plus(Context c, Term value, const Polynomial &amount) {
    return c.store.add(asReal(c, value), c.products.term(amount, smt::Sort::Real));
  }

  std::vector<Compared> comparedWith(const Published &published) const {
    std::vector<Compared> found;
    for (const ir::Variable *x : templates.assignedNumbers())
      found.push_back({x->name, x->name + "'", [x](Context c, const LoopHead &head, Side side) {
                         return valueOf(c, head.state, *x, side);
                       }});
    const ir::Variable &at = published.variable;
    std::set<const ir::Variable *> known;
    const auto element = [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      const auto *index =
          read && read->indices.size() == 1 ? dyn_cast<ir::Read>(read->indices.front().get()) : nullptr;
      if (!index || &index->variable != &at || read->sort() == ir::Sort::Bool ||
          read->variable.role == ir::Variable::Role::Parameter || !known.insert(&read->variable).second)
        return;
      const std::string name = read->variable.name;
      found.push_back({name + "[" + at.name + "]", name + "'[" + at.name + "']",
                       [&array = read->variable, &at](Context c, const LoopHead &head, Side side) {
                         const Term place = valueOf(c, head.state, at, side);
                         return place.isValid()
                                    ? relational::Evaluator(c, head.state).element(array, {place}, side)
                                    : Term();
                       }});
    };
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      for (const ir::Expression *expression : relational::expressionsOf(statement))
        relational::forEachExpression(*expression, element);
    });
    return found;
  }

  /// The values of \p x at \p head, that of run \p larger first; nothing if it has none.
  static std::optional<std::pair<Term, Term>> valuesOf(Context c, const LoopHead &head, const Compared &x,
                                                       Side larger) {
    Term a = x.value(c, head, larger);
    Term b = x.value(c, head, larger == Side::First ? Side::Second : Side::First);
    if (!a.isValid() || !b.isValid())
      return std::nullopt;
    return std::pair(a, b);
  }

  static std::string offsetText(const Compared &x, const MovementBound &offset, Side larger,
                                const std::string &relation) {
    return (larger == Side::First ? x.name : x.twin) + relation + (larger == Side::First ? x.twin : x.name) +
           (offset.value.isZero() ? "" : " + " + offset.text);
  }

  static Formula noLarger(const Compared &x, const MovementBound &offset, Side larger) {
    return [x, amount = offset.value, larger](Context c, const LoopHead &head) {
      const auto values = valuesOf(c, head, x, larger);
      return values ? c.store.lessEqual(asReal(c, values->first), plus(c, values->second, amount))
                    : c.store.boolean(true);
    };
  }

  static Formula ahead(const Compared &x, const MovementBound &offset, Side larger) {
    return [x, amount = offset.value, larger](Context c, const LoopHead &head) {
      const auto values = valuesOf(c, head, x, larger);
      return values ? c.store.lessEqual(plus(c, values->second, amount), asReal(c, values->first))
                    : c.store.boolean(true);
    };
  }

  void upTo(const Compared &x, const Published &published, const MovementBound &offset, Side larger) {
    templates.add(templates.loop.index.name + " <= " + published.iterationText + " implies " +
                      offsetText(x, offset, larger, " <= "),
                  [published, relation = noLarger(x, offset, larger)](Context c, const LoopHead &head) {
                    Term isBehind = c.store.less(published.iteration(c, head.state), head.index);
                    if (Term elsewhere = published.isElsewhere(c, head.state); elsewhere.isValid())
                      isBehind = c.store.conjunction({isBehind, c.store.negate(elsewhere)});
                    return c.store.disjunction({isBehind, relation(c, head)});
                  });
  }

  void aheadBehind(const Compared &x, const Published &published, const MovementBound &offset, Side larger) {
    behind(published, offsetText(x, offset, larger, " >= "),
           [published, relation = ahead(x, offset, larger)](Context c, const LoopHead &head) {
             // Nothing was chosen in this loop.
             Term isBefore = c.store.less(published.iteration(c, head.state), head.low);
             return c.store.disjunction({isBefore, relation(c, head)});
           });
  }

  /// Is something chosen before the loop begins, as the first of all? Then what is published may be that.
  bool isChosenBefore(const Published &published) const {
    bool isChosen = false;
    const auto visit = [&](const ir::Block &block, const auto &self) -> void {
      for (const auto &statement : block) {
        if (const auto *assign = dyn_cast<ir::Assign>(statement.get());
            assign && &assign->target == &published.variable) {
          const auto *number = dyn_cast<ir::Number>(assign->value.get());
          isChosen |= number ? number->value >= 0
                             : dyn_cast<ir::Binary>(assign->value.get()) && overParameters(*assign->value);
        } else if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
          self(branch->thenBlock, self);
          self(branch->elseBlock, self);
        } else if (const auto *loop = dyn_cast<ir::For>(statement.get()); loop && loop != &templates.loop) {
          self(loop->body, self);
        }
      }
    };
    visit(templates.mechanism.body, visit);
    return isChosen;
  }

  /// As long as the first run has not chosen what is published, and may still do so.
  void untilChosen(const Compared &x, const Published &published, const MovementBound &offset, Side larger) {
    templates.add(
        templates.loop.index.name + " <= " + published.iterationText + " and " + published.variable.name +
            " != " + published.text + " implies " + offsetText(x, offset, larger, " <= "),
        [published, relation = noLarger(x, offset, larger)](Context c, const LoopHead &head) {
          const Term place = published.value(c, head.state),
                     r = valueOf(c, head.state, published.variable, Side::First);
          if (!r.isValid())
            return c.store.boolean(true);
          Term isOver = c.store.disjunction(
              {c.store.less(published.iteration(c, head.state), head.index), c.store.equal(r, place)});
          if (Term elsewhere = published.isElsewhere(c, head.state); elsewhere.isValid())
            isOver = c.store.conjunction({isOver, c.store.negate(elsewhere)});
          return c.store.disjunction({isOver, relation(c, head)});
        });
  }

  void aheadOnceChosen(const Compared &x, const Published &published, const MovementBound &offset,
                       Side larger) {
    onceChosen(published, offsetText(x, offset, larger, " >= "), ahead(x, offset, larger));
  }

  void agreesOnceChosen(const Published &published) {
    const ir::Variable &x = published.variable;
    onceChosen(published, x.name + "' = " + x.name, [&x](Context c, const LoopHead &head) {
      const Term a = valueOf(c, head.state, x, Side::First), b = valueOf(c, head.state, x, Side::Second);
      return a.isValid() && b.isValid() ? c.store.equal(a, b) : c.store.boolean(true);
    });
  }

  /// \p relation holds where the first run has what is published.
  void onceChosen(const Published &published, const std::string &text, const Formula &relation) {
    templates.add(published.variable.name + " = " + published.text + " implies " + text,
                  [published, relation](Context c, const LoopHead &head) {
                    const Term r = valueOf(c, head.state, published.variable, Side::First);
                    if (!r.isValid())
                      return c.store.boolean(true);
                    std::vector<Term> others = {
                        relation(c, head), c.store.negate(c.store.equal(r, published.value(c, head.state)))};
                    if (Term elsewhere = published.isElsewhere(c, head.state); elsewhere.isValid())
                      others.push_back(elsewhere);
                    return c.store.disjunction(std::move(others));
                  });
  }

  void agreeBehind(const ir::Variable &x, const Published &published) {
    behind(published, x.name + "' = " + x.name, [&x](Context c, const LoopHead &head) {
      const Term a = valueOf(c, head.state, x, Side::First), b = valueOf(c, head.state, x, Side::Second);
      return a.isValid() && b.isValid() ? c.store.equal(a, b) : c.store.boolean(true);
    });
  }

  /// Behind the published index \p relation holds, or the first run has lost that index.
  void behind(const Published &published, const std::string &text, const Formula &relation) {
    templates.add(templates.loop.index.name + " > " + published.iterationText + " implies " + text + " or " +
                      published.variable.name + " != " + published.text,
                  [published, relation](Context c, const LoopHead &head) {
                    Term r = valueOf(c, head.state, published.variable, Side::First);
                    if (!r.isValid())
                      return c.store.boolean(true);
                    Term place = published.value(c, head.state);
                    std::vector<Term> others = {
                        relation(c, head), c.store.lessEqual(head.index, published.iteration(c, head.state)),
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
