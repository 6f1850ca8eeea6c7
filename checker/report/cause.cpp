// SPDX-License-Identifier: Apache-2.0
#include "checker/report/cause.h"

#include "checker/relational/walk.h"
#include "frontend/ir/law.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::report {

using Role = ir::Variable::Role;

namespace {

bool readsField(const ir::Expression &expression, const ir::Field &field) {
  return ir::anyPart(expression, [&](const ir::Expression &part) {
    const auto *read = llvm::dyn_cast<ir::FieldRead>(&part);
    return read && &read->field == &field;
  });
}

/// Can \p term grow with \p field as far as that does?
bool growsWith(const ir::Expression &term, const ir::Field &field) {
  return readsField(term, field) && !ir::anyPart(term, [](const ir::Expression &part) {
           const auto *binary = llvm::dyn_cast<ir::Binary>(&part);
           return llvm::isa<ir::Extremum>(part) || llvm::isa<ir::Conditional>(part) ||
                  (binary && binary->op == ir::BinaryOperator::Modulo);
         });
}

bool isZero(const ir::Expression &expression) {
  if (const auto *number = llvm::dyn_cast<ir::Number>(&expression))
    return number->value == 0;
  const auto *unary = llvm::dyn_cast<ir::Unary>(&expression);
  return unary && isZero(*unary->operand);
}

bool isDivision(ir::BinaryOperator op) {
  return op == ir::BinaryOperator::Divide || op == ir::BinaryOperator::IntegerDivide ||
         op == ir::BinaryOperator::Modulo;
}

/// Is \p variable read by what the program does, alignments aside?
bool isUsed(const ir::Mechanism &mechanism, const ir::Variable &variable) {
  bool found = false;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    for (const ir::Expression *expression : relational::expressionsOf(statement))
      if (!sample || expression != sample->aligned.get())
        found = found || ir::reads(*expression, variable);
  });
  return found;
}

ir::ExpressionPtr readOf(const ir::Variable &variable, const std::vector<ir::ExpressionPtr> &indices,
                         bool primed) {
  std::vector<ir::ExpressionPtr> copies;
  for (const ir::ExpressionPtr &index : indices)
    copies.push_back(ir::copyAt(*index, index->range()));
  return std::make_unique<ir::Read>(variable, primed, std::move(copies), SourceRange{});
}

/// The scale at which noise that hides \p answer costs what is guaranteed.
std::string scaleFor(const ir::Mechanism &mechanism, const ir::Variable &answer) {
  ir::ExpressionPtr bound;
  for (const ir::Difference &stated : mechanism.adjacency)
    if (stated.query == &answer)
      bound = ir::copyAt(*stated.bound, stated.range);
  if (answer.definition && !answer.definition->term)
    bound = std::make_unique<ir::Number>(Rational(1), ir::Sort::Int, SourceRange{});
  const ir::Expression &budget = *mechanism.guarantee.epsilon;
  if (!bound)
    return "... / (" + ir::printPromoted(budget) + ")";
  return ir::printPromoted(ir::Binary(ir::BinaryOperator::Divide, ir::Sort::Real, std::move(bound),
                                      ir::copyAt(budget, budget.range()), SourceRange{}));
}

/// One that names nothing yet.
std::string nameForNoise(const ir::Mechanism &mechanism) {
  std::string name = "noise";
  const auto isTaken = [&](const auto &declared) { return declared->name == name; };
  for (unsigned number = 2; llvm::any_of(mechanism.variables, isTaken) ||
                            llvm::any_of(mechanism.tags, isTaken) || name == mechanism.name;
       ++number)
    name = "noise" + std::to_string(number);
  return name;
}

/// A draw in front of \p place, in \p block or one around it, that nothing has used; null if there is none.
const ir::Sample *unusedDraw(const ir::Mechanism &mechanism, const ir::Block &block,
                             const ir::Statement &place) {
  const ir::Sample *unused = nullptr;
  for (const auto &statement : block) {
    if (statement.get() == &place)
      return unused;
    const auto *sample = llvm::dyn_cast<ir::Sample>(statement.get());
    if (sample && !isUsed(mechanism, sample->target))
      unused = sample;
    const SourceRange around = statement->range(), inside = place.range();
    if (!(around.begin <= inside.begin && inside.end <= around.end))
      continue;
    if (const auto *branch = llvm::dyn_cast<ir::If>(statement.get())) {
      for (const ir::Block *inner : {&branch->thenBlock, &branch->elseBlock})
        if (const ir::Sample *nearer = unusedDraw(mechanism, *inner, place))
          return nearer;
      return unused;
    }
    // What is drawn once in front of a loop is no noise for the answers of all its iterations.
    if (const auto *loop = llvm::dyn_cast<ir::For>(statement.get()))
      return unusedDraw(mechanism, loop->body, place);
  }
  return nullptr;
}

/// The number that \p expression is; nothing if it is none.
std::optional<Rational> numberOf(const ir::Expression &expression) {
  if (const auto *number = llvm::dyn_cast<ir::Number>(&expression))
    return number->value;
  const auto *unary = llvm::dyn_cast<ir::Unary>(&expression);
  const auto operand = unary ? numberOf(*unary->operand) : std::nullopt;
  if (!operand)
    return std::nullopt;
  if (unary->op == ir::UnaryOperator::Negate)
    return Rational(-*operand);
  return unary->op == ir::UnaryOperator::ToReal ? operand : std::nullopt;
}

} // namespace

std::optional<std::pair<SourceRange, std::string>> causeOfNoNeighbours(const ir::Mechanism &mechanism) {
  for (const ir::Difference &stated : mechanism.adjacency)
    if (const auto bound = stated.bound ? numberOf(*stated.bound) : std::nullopt; bound && *bound < 0)
      return {{stated.bound->range(),
               "a bound says how far apart answers are at most, and is not below 0: which way they "
               "move is said by `decreasing` and `increasing`"}};
  if (!mechanism.recordAdjacency)
    return std::nullopt;
  for (const std::unique_ptr<ir::Field> &field : mechanism.recordAdjacency->record->fields) {
    const auto low = field->low ? numberOf(*field->low) : std::nullopt;
    const auto high = field->high ? numberOf(*field->high) : std::nullopt;
    if (low && high && !field->orNone && (field->reachesHigh() ? *low > *high : *low >= *high))
      return {{cover(field->low->range(), field->high->range()),
               field->reachesHigh() ? "no value is in this range: the smaller end stands first"
                                    : "no value is in this range: the smaller end stands first, and the last "
                                      "one is left out, so that `0 .. 1` holds 0 alone"}};
  }
  return std::nullopt;
}

std::string adviceForEarlyRead(const ir::Mechanism &mechanism, SourceRange range) {
  const ir::Variable *returned = nullptr;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *end = llvm::dyn_cast<ir::Return>(&statement);
    const auto *read =
        end && end->range() == range && end->value ? llvm::dyn_cast<ir::Read>(end->value.get()) : nullptr;
    if (read && read->variable.role == Role::Local && !read->variable.isArray())
      returned = &read->variable;
  });
  std::string advice;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (returned && advice.empty() && sample && sample->aligned && ir::reads(*sample->aligned, *returned))
      advice = "the alignment of `" + sample->target.name + "` reads `" + returned->name +
               "` as it is at that draw; what is returned in the end is read as `result`";
  });
  return advice;
}

std::string adviceForUnboundedField(const ir::Mechanism &mechanism) {
  const auto &adjacency = mechanism.recordAdjacency;
  if (!adjacency || adjacency->policy || adjacency->when || adjacency->along)
    return {}; // What they keep as it is needs no range.
  for (const std::unique_ptr<ir::Variable> &variable : mechanism.variables) {
    const ir::SchemaQuery *query = variable->definition;
    if (!query || !query->term)
      continue;
    for (const std::unique_ptr<ir::Field> &field : query->record->record->fields) {
      const bool isLimited = (query->where && readsField(*query->where, *field)) ||
                             llvm::any_of(mechanism.premises, [&](const ir::RecordPremise &premise) {
                               return readsField(*premise.formula, *field);
                             });
      if (!isLimited && !field->low && growsWith(*query->term, *field))
        return "`" + field->name + "` of `" + query->record->record->name +
               "` has no range, so one record changes `" + query->name + "` by any amount: declare `" +
               field->name + ": " + std::string(ir::name(field->sort)) + " in 0 .. 100`";
    }
  }
  return {};
}

bool dividesByZero(const ir::Mechanism &mechanism, SourceRange range) {
  bool found = false;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    for (const ir::Expression *expression : relational::expressionsOf(statement))
      found = found || ir::anyPart(*expression, [&](const ir::Expression &part) {
                const auto *binary = llvm::dyn_cast<ir::Binary>(&part);
                return binary && isDivision(binary->op) && isZero(*binary->right) &&
                       range.begin <= part.range().begin && part.range().end <= range.end;
              });
  });
  return found;
}

std::string termAt(const ir::Mechanism &mechanism, SourceRange range) {
  std::string text;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    for (const ir::Expression *expression : relational::expressionsOf(statement))
      relational::forEachExpression(*expression, [&](const ir::Expression &part) {
        if (text.empty() && part.range() == range)
          text = ir::print(part);
      });
  });
  return text;
}

/// The number or the sign with which a product or quotient begins.
static bool beginsBelowZero(const ir::Expression &term) {
  if (const auto *number = llvm::dyn_cast<ir::Number>(&term))
    return number->value < 0;
  if (const auto *unary = llvm::dyn_cast<ir::Unary>(&term))
    return unary->op == ir::UnaryOperator::Negate ||
           (unary->op == ir::UnaryOperator::ToReal && beginsBelowZero(*unary->operand));
  const auto *binary = llvm::dyn_cast<ir::Binary>(&term);
  return binary && (binary->op == ir::BinaryOperator::Multiply || binary->op == ir::BinaryOperator::Divide) &&
         beginsBelowZero(*binary->left);
}

/// The first `real(..)` in \p scale of what the program computes; null if there is none.
static const ir::Expression *convertedLocal(const ir::Expression &scale) {
  const ir::Expression *found = nullptr;
  ir::anyPart(scale, [&](const ir::Expression &part) {
    const auto *unary = llvm::dyn_cast<ir::Unary>(&part);
    if (unary && unary->op == ir::UnaryOperator::ToReal &&
        ir::anyPart(*unary->operand, [](const ir::Expression &inner) {
          const auto *read = llvm::dyn_cast<ir::Read>(&inner);
          return read && read->variable.role == ir::Variable::Role::Local;
        }))
      found = unary->operand.get();
    return found != nullptr;
  });
  return found;
}

/// It is a maximum with a positive number.
static bool isCutOff(const ir::Expression &term) {
  const auto *extremum = llvm::dyn_cast<ir::Extremum>(&term);
  const auto isPositive = [](const ir::Expression &side) {
    const auto *number = llvm::dyn_cast<ir::Number>(&side);
    return number && number->value > 0;
  };
  return extremum && extremum->isMaximum && (isPositive(*extremum->left) || isPositive(*extremum->right));
}

std::string adviceForScale(const ir::Mechanism &mechanism, SourceRange range) {
  std::string advice;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (!sample || sample->scale->range() != range)
      return;
    const auto *number = llvm::dyn_cast<ir::Number>(sample->scale.get());
    if (number && number->value == 0)
      advice = "a scale is larger than 0: the larger it is, the more noise is drawn";
    else if (beginsBelowZero(*sample->scale))
      advice = "a scale is larger than 0, and the law itself says to which side its noise falls: leave out "
               "the `-`";
    else if (const ir::Expression *computed = convertedLocal(*sample->scale))
      advice = "a scale is the same number above 0 in both runs: make it of what is published" +
               (isCutOff(*computed) ? std::string(" or public")
                                    : ", and cut it off, as in `real(max(1, " + ir::print(*computed) + "))`");
  });
  return advice;
}

std::string adviceForClaim(const ir::Mechanism &mechanism, SourceRange range) {
  const auto claim =
      llvm::find_if(mechanism.claims, [&](const ir::Claim &one) { return one.range == range; });
  if (claim == mechanism.claims.end())
    return {};
  bool readsValue = false, isConditional = false, isTwoSided = false, isTested = false;
  relational::forEachExpression(*claim->formula, [&](const ir::Expression &part) {
    const auto *result = llvm::dyn_cast<ir::ResultRead>(&part);
    readsValue |= llvm::isa<ir::CellRead>(part) || (result && result->part != ir::ResultRead::Part::Index);
    isConditional |= llvm::isa<ir::CellTest>(part);
  });
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    isTwoSided |= sample && ir::row(sample->law).support == ir::Support::AllNumbers;
    isTested |= llvm::isa<ir::If>(statement);
  });
  if (readsValue && !isConditional && isTwoSided)
    return "noise of both sides comes as far below as above: a value stays on one side of an answer with "
           "noise "
           "of one side, such as `exponential`";
  return isTested || !readsValue
             ? ""
             : "nothing is tested before it is published: claim what holds wherever the noise falls";
}

std::string adviceForSubscript(const ir::Mechanism &mechanism, SourceRange range) {
  std::vector<const ir::For *> loops;
  const ir::Read *element = nullptr;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *loop = llvm::dyn_cast<ir::For>(&statement))
      loops.push_back(loop);
    for (const ir::Expression *expression : relational::expressionsOf(statement))
      relational::forEachExpression(*expression, [&](const ir::Expression &part) {
        const auto *read = llvm::dyn_cast<ir::Read>(&part);
        if (!element && read && read->range() == range)
          element = read;
      });
  });
  for (std::size_t i = 0; element && i < element->indices.size(); ++i) {
    const auto *index = llvm::dyn_cast<ir::Read>(element->indices[i].get());
    const auto loop =
        llvm::find_if(loops, [&](const ir::For *one) { return index && &one->index == &index->variable; });
    const ir::Expression &extent = *element->variable.extents[i];
    if (loop != loops.end() && !ir::isSameTerm(*(*loop)->high, extent))
      return "`" + element->variable.name + "` has the subscripts from 0 on that are less than `" +
             ir::print(extent) + "`, and `" + index->variable.name + "` runs in `" +
             ir::print(*(*loop)->low) + " .. " + ir::print(*(*loop)->high) +
             "`: let the loop end where the array does, or test the index first";
  }
  return {};
}

std::string adviceForSelection(const ir::Mechanism &mechanism, SourceRange range) {
  std::string advice;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    for (const ir::Expression *expression : relational::expressionsOf(statement)) {
      const auto *selection = llvm::dyn_cast<ir::TopK>(expression);
      const auto *count = selection ? llvm::dyn_cast<ir::Read>(selection->count.get()) : nullptr;
      if (!count || selection->range() != range || count->variable.role != Role::Parameter ||
          !count->indices.empty())
        continue;
      const std::string text = ir::print(*count), extent = ir::print(*selection->array.extents.front());
      advice = "write `requires 0 <= " + text + " <= " + extent + "`, as there are `" + extent +
               "` elements to select from";
    }
  });
  return advice;
}

std::string adviceForBareShift(const ir::Mechanism &mechanism, SourceRange range) {
  std::string advice;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (!sample || !sample->aligned || sample->aligned->range() != range ||
        ir::reads(*sample->aligned, Role::Sample) ||
        ir::anyPart(*sample->aligned, [](const ir::Expression &part) {
          return llvm::isa<ir::CellRead>(part) || llvm::isa<ir::ResultRead>(part);
        }))
      return;
    const ir::Binary whole(ir::BinaryOperator::Add, sample->target.sort,
                           readOf(sample->target, sample->indices, false),
                           ir::copyAt(*sample->aligned, range), range);
    advice = "what is added to the noise is not all of it: write `align " +
             ir::print(*readOf(sample->target, sample->indices, true)) + " = " + ir::print(whole) + "`";
  });
  return advice;
}

std::string adviceForExactValue(const ir::Mechanism &mechanism, const ir::Statement &statement) {
  const ir::Read *answer = nullptr;
  for (const ir::Expression *expression : relational::expressionsOf(statement)) {
    const auto *read = llvm::dyn_cast<ir::Read>(expression);
    const bool isAnswer = read && read->variable.role == Role::Query;
    if (ir::reads(*expression, Role::Sample) || ir::reads(*expression, Role::Local))
      return {};
    answer = isAnswer ? read : answer;
  }
  if (!answer)
    return {};
  const std::string text = ir::print(*answer);
  const std::string shown = "`" + ir::printHead(statement) + "` shows an answer as it is: ";
  if (const ir::Sample *unused = unusedDraw(mechanism, mechanism.body, statement))
    return shown + "add noise to it, as in `" + text + " + " +
           ir::print(*readOf(unused->target, unused->indices, false)) + "`";
  const std::string name = nameForNoise(mechanism);
  return shown + "draw noise for it alone, `" + name +
         (answer->variable.sort == ir::Sort::Real ? ": real" : "") + " ~ laplace(" +
         scaleFor(mechanism, answer->variable) + ") align " + name + "' = " + name + " + " + text + " - " +
         ir::print(*readOf(answer->variable, answer->indices, true)) + "`, publish `" + text + " + " + name +
         "`, and pay for it in `guarantees`";
}

} // namespace plumb::report
