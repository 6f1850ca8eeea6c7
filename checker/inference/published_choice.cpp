// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/published_choice.h"

#include "checker/relational/walk.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

class Choices {
public:
  explicit Choices(const Templates &of) : templates(of) {}

  std::vector<Published> choices() const {
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
          addComponents(*output, found);
      }
    });
    return found;
  }

  const ir::For *loopTold(const ir::Variable &x) const {
    for (const ir::For *loop : nest())
      if (isAssigned(x, loop->index))
        return loop;
    return nullptr;
  }

private:
  void addPublished(const ir::Variable &selected, const std::string &text, const ValueOfOutput &value,
                    const ValueOfOutput &isElsewhere, std::vector<Published> &found) const {
    found.push_back(alone({selected, text, value}, text, value, isElsewhere));
    if (const ir::Expression *place = offsetOf(templates.loop, selected))
      found.push_back(alone(
          {selected, text, value}, "the iteration of " + text,
          [place, value, &loop = templates.loop](Context c, const relational::State &state) {
            return iterationAt(c, state, loop, *place, value(c, state));
          },
          isElsewhere));
  }

  /// \param iteration that which assigns to it what z has.
  Published alone(Part part, const std::string &iterationText, const ValueOfOutput &iteration,
                  const ValueOfOutput &isElsewhere) const {
    const std::string &index = templates.loop.index.name;
    return {{std::move(part)},
            index + " > " + iterationText,
            index + " <= " + iterationText,
            [iteration](Context c, const LoopHead &head) {
              return c.store.less(iteration(c, head.state), head.index);
            },
            [iteration](Context c, const LoopHead &head) {
              return c.store.less(iteration(c, head.state), head.low);
            },
            nullptr,
            isElsewhere};
  }

  /// A loop, and what its index is assigned to.
  struct Place {
    const ir::For *loop;
    const Part *part;
  };

  /// The loops around, this one, and those in it, in this order.
  std::vector<const ir::For *> nest() const {
    std::vector<const ir::For *> loops = templates.outer();
    loops.push_back(&templates.loop);
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      if (const auto *inner = dyn_cast<ir::For>(&statement))
        loops.push_back(inner);
    });
    return loops;
  }

  /// Those whose indices are assigned to one of \p parts.
  std::vector<Place> placesOf(const std::vector<Part> &parts) const {
    std::vector<Place> places;
    for (const ir::For *loop : nest())
      for (const Part &part : parts)
        if (isAssigned(part.variable, loop->index)) {
          places.push_back({loop, &part});
          break;
        }
    return places;
  }

  bool isAssigned(const ir::Variable &variable, const ir::Variable &index) const {
    bool is = false;
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      const auto *read = assign ? dyn_cast<ir::Read>(assign->value.get()) : nullptr;
      is |= read && &assign->target == &variable && &read->variable == &index;
    });
    return is;
  }

  bool isCurrent(const ir::For &loop) const {
    const auto &outer = templates.outer();
    return &loop == &templates.loop || std::find(outer.begin(), outer.end(), &loop) != outer.end();
  }

  /// Where loops in one another each tell their own index, what is passed is told by the order of the
  /// iterations: the row is smaller, or it is the same and the column is.
  void addTogether(std::vector<Part> parts, const ValueOfOutput &isElsewhere,
                   std::vector<Published> &found) const {
    struct Told {
      const ir::For *loop;
      ValueOfOutput value;
    };
    std::vector<Told> current, all;
    std::string passedText, same;
    for (const Place &place : placesOf(parts)) {
      const std::string &index = place.loop->index.name;
      if (isCurrent(*place.loop)) {
        current.push_back({place.loop, place.part->value});
        passedText += (passedText.empty() ? "" : " or ") + same + index + " > " + place.part->text;
        same += index + " = " + place.part->text + " and ";
      }
      if (isCurrent(*place.loop) || overParameters(*place.loop->low))
        all.push_back({place.loop, place.part->value});
    }
    if (current.empty())
      return;
    const auto indexOf = [own = &templates.loop](Context c, const LoopHead &head, const ir::For &loop) {
      return &loop == own ? head.index : valueOf(c, head.state, loop.index, Side::First);
    };
    const auto lowOf = [own = &templates.loop](Context c, const LoopHead &head, const ir::For &loop) {
      return &loop == own ? head.low : relational::Evaluator(c, head.state).relational(*loop.low);
    };
    const Formula isPassed = [current, indexOf](Context c, const LoopHead &head) {
      Term passed = c.store.boolean(false);
      for (auto one = current.rbegin(); one != current.rend(); ++one) {
        const Term at = one->value(c, head.state), index = indexOf(c, head, *one->loop);
        passed = c.store.disjunction(
            {c.store.less(at, index), c.store.conjunction({c.store.equal(at, index), passed})});
      }
      return passed;
    };
    const Formula isBefore = [all, lowOf](Context c, const LoopHead &head) {
      std::vector<Term> below;
      for (const Told &one : all)
        below.push_back(c.store.less(one.value(c, head.state), lowOf(c, head, *one.loop)));
      return c.store.disjunction(std::move(below));
    };
    const Formula hasBegun = [current, indexOf, lowOf](Context c, const LoopHead &head) {
      std::vector<Term> above;
      for (const Told &one : current)
        above.push_back(c.store.less(lowOf(c, head, *one.loop), indexOf(c, head, *one.loop)));
      return c.store.disjunction(std::move(above));
    };
    found.push_back({std::move(parts), passedText, "not (" + passedText + ")", isPassed, isBefore, hasBegun,
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

  /// How many of the loops of \p transcript are around this one.
  std::size_t loopsAround(const ir::Transcript &transcript) const {
    const auto &loops = templates.outer();
    const auto end =
        std::mismatch(transcript.loops.begin(), transcript.loops.end(), loops.begin(), loops.end());
    return static_cast<std::size_t>(end.first - transcript.loops.begin());
  }

  /// Is the cell that of iterations around, or the one cell of a loop in them that has one iteration?
  bool isOfIterationsAround(const ir::Transcript &transcript) const {
    const std::size_t known = loopsAround(transcript);
    return known == transcript.loops.size() ||
           (known + 1 == transcript.loops.size() && transcript.loops.back() != &templates.loop &&
            runsOnce(*transcript.loops.back()));
  }

  /// Does each iteration around come to \p output?
  bool isAlwaysReached(const ir::Output &output) const {
    const auto stands = [](const ir::Block &block, const ir::Statement &statement) {
      return std::any_of(block.begin(), block.end(),
                         [&](const auto &one) { return one.get() == &statement; });
    };
    const auto &loops = output.transcript.loops;
    const std::size_t known = loopsAround(output.transcript);
    const ir::Block &around = known == 0 ? templates.mechanism.body : loops[known - 1]->body;
    return known == loops.size() ? stands(around, output)
                                 : stands(around, *loops.back()) && stands(loops.back()->body, output);
  }

  /// What \p output publishes of what the loop assigns: each by itself, and all together.
  void addComponents(const ir::Output &output, std::vector<Published> &found) const {
    const bool isAlways = isAlwaysReached(output);
    const auto cell = [&output, known = loopsAround(output.transcript)](Context c,
                                                                        const relational::State &state) {
      return cellAround(output.transcript, known, c, state);
    };
    const auto isElsewhere = [&output, isAlways, cell](Context c, const relational::State &state) {
      if (isAlways)
        return Term();
      Term tag = c.symbols.cellTag(output.transcript, cell(c, state));
      return c.store.negate(c.store.equal(tag, c.store.integer(c.symbols.tagNumber(output.tag))));
    };
    std::vector<Part> parts;
    for (std::size_t position = 0; position < output.values.size(); ++position)
      if (const ir::Variable *selected = assignedInt(*output.values[position]))
        parts.push_back({*selected, cellText(output, position, loopsAround(output.transcript)),
                         [&output, position, cell](Context c, const relational::State &state) {
                           return c.symbols.cellValue(output.transcript, output.tag, position,
                                                      cell(c, state));
                         }});
    for (const Part &part : parts)
      addPublished(part.variable, part.text, part.value, isElsewhere, found);
    if (parts.size() > 1)
      addTogether(std::move(parts), isElsewhere, found);
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
    return text + ir::printComponent(output.tag, position);
  }

  const Templates &templates;
};

} // namespace

Term Published::isChosen(Context c, const relational::State &state, const relational::State &output) const {
  std::vector<Term> equal;
  for (const Part &part : parts) {
    const Term now = valueOf(c, state, part.variable, Side::First);
    if (!now.isValid())
      return {};
    equal.push_back(c.store.equal(now, part.value(c, output)));
  }
  return c.store.conjunction(std::move(equal));
}

std::string Published::text(const std::string &relation, const std::string &joint) const {
  std::string all;
  for (const Part &part : parts)
    all += (all.empty() ? "" : joint) + part.variable.name + relation + part.text;
  return all;
}

std::vector<Published> publishedChoices(const Templates &templates) {
  return Choices(templates).choices();
}

const ir::For *loopTold(const Templates &templates, const ir::Variable &x) {
  return Choices(templates).loopTold(x);
}

} // namespace plumb::inference
