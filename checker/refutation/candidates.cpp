// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/candidates.h"

#include "checker/interpreter/noise.h"
#include "checker/relational/walk.h"
#include "frontend/ir/adjacency_formulas.h"
#include "frontend/ir/walk.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::refutation {

using interpreter::Exact;

namespace {

Exact ratio(std::int64_t above, std::int64_t below) {
  return Exact(above) / Exact(below);
}

Candidates integersFromZero(std::int64_t largest) {
  Candidates list{{0, 0}};
  for (std::int64_t n = 1; n <= largest; ++n) {
    list.push_back({n, static_cast<unsigned>(n)});
    list.push_back({-n, static_cast<unsigned>(n)});
  }
  return list;
}

void addUnlessThere(Candidates &list, const Exact &value, unsigned weight) {
  bool there = std::any_of(list.begin(), list.end(), [&](const Weighted &w) { return w.value == value; });
  if (!there && value.sign() >= 0)
    list.push_back({value, weight});
}

/// Answers on one dataset.
Candidates answerValues(const interpreter::Instance &instance, ir::Sort sort,
                        const interpreter::DifferenceRange &range) {
  Candidates list;
  for (std::int64_t n = 0; n <= 6; ++n)
    list.push_back({n, static_cast<unsigned>(n)});
  if (sort == ir::Sort::Real)
    list.push_back({ratio(1, 2), 1});
  addUnlessThere(list, range.highest, 2);
  addUnlessThere(list, -range.lowest, 2);
  for (const Exact &value : thresholds(instance))
    for (std::int64_t nearby : {0, -1, 1})
      addUnlessThere(list, value + nearby, 3);
  return list;
}

void collectReads(const ir::Expression &expression, std::vector<const ir::Variable *> &out) {
  if (const auto *read = llvm::dyn_cast<ir::Read>(&expression))
    if (read->variable.role == ir::Variable::Role::Parameter && !read->variable.isArray() &&
        std::find(out.begin(), out.end(), &read->variable) == out.end())
      out.push_back(&read->variable);
  ir::forEachOperand(expression, [&](const ir::Expression &operand) { collectReads(operand, out); });
}

void collectRanges(const ir::Block &block, std::vector<const ir::Variable *> &out) {
  for (const auto &statement : block) {
    if (const auto *loop = llvm::dyn_cast<ir::For>(statement.get())) {
      collectReads(*loop->low, out);
      collectReads(*loop->high, out);
      collectRanges(loop->body, out);
    } else if (const auto *branch = llvm::dyn_cast<ir::If>(statement.get())) {
      collectRanges(branch->thenBlock, out);
      collectRanges(branch->elseBlock, out);
    }
  }
}

} // namespace

Candidates parameterCandidates(ir::Sort sort, ParameterUse use) {
  if (sort == ir::Sort::Bool)
    return {{0, 0}, {1, 1}};
  if (use == ParameterUse::Element) {
    Candidates list = integersFromZero(4);
    if (sort == ir::Sort::Real) {
      list.push_back({ratio(1, 2), 2});
      list.push_back({ratio(-1, 2), 2});
      std::stable_sort(list.begin(), list.end(),
                       [](const Weighted &a, const Weighted &b) { return a.weight < b.weight; });
    }
    return list;
  }
  if (sort == ir::Sort::Real)
    return {{1, 0}, {ratio(1, 2), 1}, {2, 1}, {ratio(1, 10), 2}, {0, 3}, {-1, 4}, {10, 5}};
  if (use == ParameterUse::Size)
    return {{1, 0}, {2, 1}, {3, 2}, {0, 3}, {4, 4}, {5, 5}, {-1, 6}};
  return {{1, 0}, {0, 1}, {2, 1}, {-1, 2}, {3, 2}, {4, 3}, {5, 4}, {-2, 4}, {10, 5}, {20, 6}, {100, 7}};
}

Candidates noiseCandidates(ir::Law law, ir::Sort sort) {
  Candidates all = integersFromZero(8);
  if (sort == ir::Sort::Real)
    for (std::int64_t half : {1, -1, 3, -3})
      all.push_back({ratio(half, 2), static_cast<unsigned>(half < 0 ? -half : half)});
  Candidates list;
  for (const Weighted &candidate : all)
    if (interpreter::inSupport(law, sort, candidate.value))
      list.push_back(candidate);
  std::stable_sort(list.begin(), list.end(),
                   [](const Weighted &a, const Weighted &b) { return a.weight < b.weight; });
  return list;
}

std::vector<AnswerPair> answerCandidates(const interpreter::Instance &instance, const ir::Variable &query,
                                         const interpreter::DifferenceRange &range) {
  std::vector<AnswerPair> pairs;
  if (range.isEmpty())
    return pairs;
  Candidates values = answerValues(instance, query.sort, range);
  for (const Weighted &first : values)
    for (const Weighted &second : values)
      if (range.contains(first.value - second.value))
        pairs.push_back({first.value, second.value, std::max(first.weight, second.weight)});
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const AnswerPair &a, const AnswerPair &b) { return a.weight < b.weight; });
  return pairs;
}

void collectConstants(const ir::Expression &expression, interpreter::Numbers &out) {
  std::optional<Exact> constant;
  if (const auto *number = llvm::dyn_cast<ir::Number>(&expression))
    constant = Exact(number->value);
  if (const auto *negation = llvm::dyn_cast<ir::Unary>(&expression);
      negation && negation->op == ir::UnaryOperator::Negate)
    if (const auto *number = llvm::dyn_cast<ir::Number>(negation->operand.get()))
      constant = -Exact(number->value);
  if (const auto *ratio = llvm::dyn_cast<ir::Binary>(&expression);
      ratio && ratio->op == ir::BinaryOperator::Divide) {
    const auto *above = llvm::dyn_cast<ir::Number>(ratio->left.get());
    const auto *below = llvm::dyn_cast<ir::Number>(ratio->right.get());
    if (above && below && sgn(below->value) != 0)
      constant = Exact(above->value) / Exact(below->value);
  }
  if (!constant)
    return ir::forEachOperand(expression,
                              [&](const ir::Expression &operand) { collectConstants(operand, out); });
  if (std::find(out.begin(), out.end(), *constant) == out.end())
    out.push_back(*constant);
}

interpreter::Numbers farConstants(const ir::Mechanism &mechanism) {
  interpreter::Numbers constants;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (!llvm::isa<ir::Sample>(statement))
      for (const ir::Expression *expression : relational::expressionsOf(statement))
        collectConstants(*expression, constants);
  });
  const Exact near = 5;
  std::erase_if(constants, [&](const Exact &constant) { return constant.absolute() < near; });
  return constants;
}

interpreter::Numbers thresholds(const interpreter::Instance &instance) {
  interpreter::Numbers values = integerParameters(instance);
  if (instance.hasMechanism())
    for (const Exact &constant : farConstants(instance.mechanism()))
      values.push_back(constant);
  return values;
}

/// Those in what is said of the records: queries, policies, adjacency, premises.
static interpreter::Numbers constantsOfRecords(const ir::Neighbourhood &neighbourhood) {
  interpreter::Numbers constants;
  auto add = [&](const ir::ExpressionPtr &expression) {
    if (expression)
      collectConstants(*expression, constants);
  };
  for (const auto &variable : neighbourhood.variables)
    if (const ir::SchemaQuery *query = variable->definition) {
      add(query->where);
      add(query->term);
    }
  for (const ir::Expression *formula : ir::formulasOf(*neighbourhood.recordAdjacency))
    collectConstants(*formula, constants);
  for (const ir::RecordPremise &premise : neighbourhood.premises)
    add(premise.formula);
  return constants;
}

std::vector<WeightedField> fieldCandidates(const interpreter::Instance &instance,
                                           const interpreter::FieldShape &field) {
  constexpr std::size_t most = 12;
  std::vector<WeightedField> list;
  auto offer = [&](const Exact &value, unsigned weight) {
    bool there =
        std::any_of(list.begin(), list.end(), [&](const WeightedField &w) { return w.value.value == value; });
    if (!there && field.admits({value}))
      list.push_back({{value}, weight});
  };
  offer(0, 0);
  if (field.low && list.empty())
    offer(field.low->sign() > 0 ? *field.low : field.greatest(), 0);
  offer(1, 1);
  if (field.low)
    for (const Exact &end : {*field.low, field.greatest()})
      offer(end, 1);
  if (field.field->sort == ir::Sort::Real)
    offer(ratio(1, 2), 2);
  if (field.field->sort != ir::Sort::Bool) {
    for (const Exact &value : integerParameters(instance))
      offer(value, 1);
    for (std::int64_t small : {2, -1})
      offer(small, 2);
    for (const Exact &value : integerParameters(instance))
      for (std::int64_t nearby : {-1, 1})
        offer(value + nearby, 2);
    offer(3, 3);
    for (const Exact &constant : constantsOfRecords(instance.neighbourhood()))
      for (std::int64_t nearby : {0, -1})
        offer(constant + nearby, 3);
  }
  if (list.size() > most)
    list.resize(most);
  if (field.field->orNone)
    list.push_back({interpreter::FieldValue::none(), 1});
  std::stable_sort(list.begin(), list.end(),
                   [](const WeightedField &a, const WeightedField &b) { return a.weight < b.weight; });
  return list;
}

namespace {

class LightRecords {
public:
  LightRecords(const interpreter::Instance &of, std::size_t atMost) : most(atMost) {
    const interpreter::RecordShape &shape = *of.recordShape();
    for (std::size_t i = 0; i < shape.size(); ++i)
      fields.push_back(fieldCandidates(of, shape.fieldAt(i)));
    interpreter::RecordValue chosen(shape.size());
    constexpr unsigned heaviest = 8;
    for (unsigned weight = 0; weight <= heaviest; ++weight)
      add(0, weight, chosen);
  }

  std::vector<interpreter::RecordValue> list;

private:
  void add(std::size_t next, unsigned left, interpreter::RecordValue &chosen) {
    if (list.size() == most)
      return;
    if (next == chosen.size()) {
      if (left == 0)
        list.push_back(chosen);
      return;
    }
    for (const WeightedField &field : fields[next])
      if (field.weight <= left) {
        chosen[next] = field.value;
        add(next + 1, left - field.weight, chosen);
      }
  }

  std::size_t most;
  std::vector<std::vector<WeightedField>> fields;
};

} // namespace

std::vector<interpreter::RecordValue> lightRecords(const interpreter::Instance &instance, std::size_t most) {
  return LightRecords(instance, most).list;
}

interpreter::Numbers integerParameters(const interpreter::Instance &instance) {
  interpreter::Numbers values;
  for (const auto &variable : instance.neighbourhood().variables)
    if (variable->role == ir::Variable::Role::Parameter && !variable->isArray() &&
        variable->sort == ir::Sort::Int)
      values.push_back(instance.parameters()[instance.place(*variable).offset]);
  return values;
}

std::vector<const ir::Variable *> sizeParameters(ir::Setting setting) {
  const ir::Neighbourhood &neighbourhood = setting.neighbourhood();
  std::vector<const ir::Variable *> out;
  for (const auto &variable : neighbourhood.variables)
    if (variable->fileSize)
      out.push_back(variable.get());
  for (const auto &variable : neighbourhood.variables)
    for (const ir::ExpressionPtr &extent : variable->extents)
      collectReads(*extent, out);
  if (setting.hasMechanism())
    collectRanges(setting.mechanism().body, out);
  return out;
}

} // namespace plumb::refutation
