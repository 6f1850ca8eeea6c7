// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/templates.h"
#include "checker/relational/walk.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"

#include <algorithm>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::Side;
using smt::Term;

namespace {

/// A truth value that is told behind the loop.
struct Told {
  const ir::Expression *truth;
  /// What z says of it, and the text; false where it says nothing.
  std::string text;
  ValueOfOutput isTrue, isFalse;
};

class ToldBehind {
public:
  explicit ToldBehind(Templates &of) : templates(of) {}

  void make() {
    walk(templates.mechanism.body);
    for (const Told &told : found)
      agreesOnceTold(told);
  }

private:
  void walk(const ir::Block &block) {
    for (const auto &statement : block) {
      if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
        branches(*branch);
        walk(branch->thenBlock);
        walk(branch->elseBlock);
      } else if (const auto *loop = dyn_cast<ir::For>(statement.get())) {
        walk(loop->body);
      } else if (const auto *output = dyn_cast<ir::Output>(statement.get())) {
        for (std::size_t at = 0; isBehind(*output) && at < output->values.size(); ++at) {
          const auto [text, value] = cellComponent(*output, at);
          add(*output->values[at], text, value);
        }
      } else if (const auto *exit = dyn_cast<ir::Return>(statement.get()); exit && exit->value) {
        add(*exit->value, "result",
            [](Context c, const relational::State &) { return c.symbols.resultScalar(ir::Sort::Bool); });
      }
    }
  }

  void add(const ir::Expression &truth, const std::string &text, const ValueOfOutput &value) {
    const ir::Expression &meant = named(truth);
    if (meant.sort() == ir::Sort::Bool && isOfLocals(meant))
      found.push_back({&meant, text, value, [value](Context c, const relational::State &state) {
                         return c.store.negate(value(c, state));
                       }});
  }

  /// `x or y` where that has a name, which is assigned once: `either := x or y`.
  const ir::Expression &named(const ir::Expression &truth) const {
    const auto *name = dyn_cast<ir::Read>(&truth);
    if (!name || name->variable.role != ir::Variable::Role::Local || name->variable.isArray())
      return truth;
    const ir::Assign *only = nullptr;
    unsigned often = 0;
    relational::forEachStatement(templates.mechanism.body, [&](const ir::Statement &statement, unsigned) {
      const auto *assign = dyn_cast<ir::Assign>(&statement);
      if (assign && &assign->target == &name->variable) {
        only = assign;
        ++often;
      }
    });
    return often == 1 ? *only->value : truth;
  }

  /// `if x { output some } else { output nobody }`
  void branches(const ir::If &branch) {
    const ir::Output *then = outputIn(branch.thenBlock), *otherwise = outputIn(branch.elseBlock);
    if (!then || !otherwise || &then->tag == &otherwise->tag || !isOfLocals(*branch.condition))
      return;
    const auto isTold = [](const ir::Output &output) {
      return [&output](Context c, const relational::State &state) {
        return c.store.equal(c.symbols.cellTag(output.transcript, cellOf(output.transcript, c, state)),
                             c.store.integer(c.symbols.tagNumber(output.tag)));
      };
    };
    found.push_back({branch.condition.get(), then->tag.name + " or " + otherwise->tag.name, isTold(*then),
                     isTold(*otherwise)});
  }

  const ir::Output *outputIn(const ir::Block &block) const {
    for (const auto &statement : block)
      if (const auto *output = dyn_cast<ir::Output>(statement.get()); output && isBehind(*output))
        return output;
    return nullptr;
  }

  /// Does it stand in an iteration around the loop? In front of the loop nothing follows from it.
  bool isBehind(const ir::Output &output) const {
    const auto &loops = output.transcript.loops;
    return loops.size() <= templates.outer().size() &&
           std::equal(loops.begin(), loops.end(), templates.outer().begin());
  }

  /// Is it made of scalars alone, of which the loop assigns one?
  bool isOfLocals(const ir::Expression &truth) const {
    const auto &assigned = templates.assigned();
    const auto isAssigned = [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      return read && std::find(assigned.begin(), assigned.end(), &read->variable) != assigned.end();
    };
    const auto isForeign = [](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      const auto *binary = dyn_cast<ir::Binary>(&part);
      const bool divides =
          binary && (binary->op == ir::BinaryOperator::IntegerDivide ||
                     binary->op == ir::BinaryOperator::Modulo || binary->op == ir::BinaryOperator::Divide);
      return divides ||
             (read && read->variable.role != ir::Variable::Role::Local && !overParameters(*read)) ||
             (read && read->variable.isArray()) ||
             !llvm::isa<ir::Read, ir::Binary, ir::Unary, ir::Number, ir::Boolean, ir::Extremum>(part);
    };
    return ir::anyPart(truth, isAssigned) && !ir::anyPart(truth, isForeign);
  }

  /// What the first run tells already, the second one does, too: as long as the first may still end with z,
  /// it may have to change, and then both do.
  void agreesOnceTold(const Told &told) {
    std::vector<const ir::Variable *> locals;
    std::vector<std::size_t> stronger;
    relational::forEachExpression(*told.truth, [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      if (!read || read->variable.role != ir::Variable::Role::Local)
        return;
      locals.push_back(&read->variable);
      const auto &assigned = templates.assigned();
      if (std::find(assigned.begin(), assigned.end(), &read->variable) != assigned.end())
        stronger.push_back(templates.equalTwin(read->variable));
    });
    if (locals.size() > 1)
      stronger = {agrees(*told.truth, locals, stronger)};
    templates.add(
        "the runs agree on `" + ir::print(*told.truth) + "` where it is what " + told.text + " says",
        [told, locals](Context c, const LoopHead &head) {
          for (const ir::Variable *x : locals)
            if (!hasValues(c, head, *x))
              return c.store.boolean(true);
          relational::Evaluator evaluator(c, head.state);
          const Term first = evaluator.program(*told.truth, Side::First),
                     second = evaluator.program(*told.truth, Side::Second);
          return c.store.conjunction(
              {c.store.implies(c.store.conjunction({first, told.isTrue(c, head.state)}), second),
               c.store.implies(c.store.conjunction({second, told.isFalse(c, head.state)}), first)});
        },
        std::move(stronger));
  }

  /// Of several flags that are told as one, as of `x or y`, it may not matter which it is.
  std::size_t agrees(const ir::Expression &truth, const std::vector<const ir::Variable *> &locals,
                     std::vector<std::size_t> stronger) {
    return templates.add(
        "the runs agree on `" + ir::print(truth) + "`",
        [&truth, locals](Context c, const LoopHead &head) {
          for (const ir::Variable *x : locals)
            if (!hasValues(c, head, *x))
              return c.store.boolean(true);
          relational::Evaluator evaluator(c, head.state);
          return c.store.equal(evaluator.program(truth, Side::First), evaluator.program(truth, Side::Second));
        },
        std::move(stronger));
  }

  static bool hasValues(Context c, const LoopHead &head, const ir::Variable &x) {
    return valueOf(c, head.state, x, Side::First).isValid() &&
           valueOf(c, head.state, x, Side::Second).isValid();
  }

  Templates &templates;
  std::vector<Told> found;
};

} // namespace

void toldBehindCandidates(Templates &templates) {
  ToldBehind(templates).make();
}

} // namespace plumb::inference
