// SPDX-License-Identifier: Apache-2.0
#include "checker/refutation/shrink_records.h"

#include <algorithm>

namespace plumb::refutation {

using interpreter::Exact;
using interpreter::FieldShape;
using interpreter::FieldValue;
using interpreter::RecordPair;
using interpreter::RecordValue;

namespace {

/// 0, or what is closest to it in the field's range.
Exact simplest(const FieldShape &field) {
  if (!field.low || (field.low->sign() <= 0 && field.greatest().sign() >= 0))
    return 0;
  return field.low->sign() > 0 ? *field.low : field.greatest();
}

/// None is as simple as can be: what a value is exchanged for would say more, not less.
std::vector<FieldValue> simplerValues(const FieldShape &field, const FieldValue &value) {
  Exact target = simplest(field), distance = value.value - target;
  if (value.isNone || distance.isZero())
    return {};
  std::vector<FieldValue> values{{target}};
  if (distance.absolute() > 1)
    values.push_back({value.value - Exact(distance.sign())});
  return values;
}

class Simpler {
public:
  Simpler(const interpreter::RecordShape &of, const RecordPair &from) : shape(of), pair(from) {}

  std::vector<RecordPair> run() {
    fewerOthers();
    alike();
    for (std::size_t at : commonElements(pair))
      for (const FieldValue &value : simplerValues(shape.fieldAt(at), common(at)))
        setCommon(add(), at, value);
    if (pair.first && pair.second)
      for (std::size_t at = 0; at < shape.size(); ++at)
        apart(at);
    for (std::size_t i = 0; i < pair.others.size(); ++i)
      for (std::size_t at = 0; at < shape.size(); ++at)
        for (const FieldValue &value : simplerValues(shape.fieldAt(at), pair.others[i].record[at]))
          add().others[i].record[at] = value;
    return std::move(pairs);
  }

private:
  RecordPair &add() {
    pairs.push_back(pair);
    return pairs.back();
  }

  const FieldValue &common(std::size_t at) const {
    return pair.first ? (*pair.first)[at] : (*pair.second)[at];
  }

  void fewerOthers() {
    for (std::size_t i = 0; i < pair.others.size(); ++i) {
      RecordPair &without = add();
      without.others.erase(without.others.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (std::size_t i = 0; i < pair.others.size(); ++i) {
      const std::int64_t copies = pair.others[i].copies;
      for (std::int64_t fewer : {std::int64_t{1}, copies / 2, copies - 1})
        if (copies > 1)
          add().others[i].copies = fewer;
    }
  }

  void alike() {
    if (!pair.first || !pair.second)
      return;
    for (std::size_t at = 0; at < shape.size(); ++at)
      if ((*pair.first)[at] != (*pair.second)[at]) {
        (*add().second)[at] = (*pair.first)[at];
        (*add().first)[at] = (*pair.second)[at];
      }
  }

  /// An element that both hold differently.
  void apart(std::size_t at) {
    const FieldValue &first = (*pair.first)[at], &second = (*pair.second)[at];
    if (first == second)
      return;
    for (const FieldValue &value : simplerValues(shape.fieldAt(at), first))
      (*add().first)[at] = value;
    for (const FieldValue &value : simplerValues(shape.fieldAt(at), second))
      (*add().second)[at] = value;
  }

  const interpreter::RecordShape &shape;
  const RecordPair &pair;
  std::vector<RecordPair> pairs;
};

} // namespace

std::vector<RecordPair> simplerPairs(const interpreter::Instance &instance, const RecordPair &pair) {
  return Simpler(*instance.recordShape(), pair).run();
}

std::vector<std::size_t> commonElements(const RecordPair &pair) {
  std::vector<std::size_t> elements;
  for (std::size_t at = 0; at < (pair.first ? pair.first : pair.second)->size(); ++at)
    if (!pair.first || !pair.second || (*pair.first)[at] == (*pair.second)[at])
      elements.push_back(at);
  return elements;
}

void setCommon(RecordPair &pair, std::size_t at, const FieldValue &value) {
  for (std::optional<RecordValue> *record : {&pair.first, &pair.second})
    if (*record)
      (**record)[at] = value;
}

FieldValue fieldValueNear(const FieldShape &field, std::int64_t number) {
  if (field.field->sort == ir::Sort::Bool)
    return {Exact(number % 2 == 0 ? 0 : 1)};
  if (!field.low)
    return {number};
  if (field.greatest() < *field.low)
    return FieldValue::none();
  if (field.field->sort == ir::Sort::Int)
    return {*field.low + interpreter::euclideanRemainder(number, *field.high - *field.low)};
  if (*field.low <= number && number <= *field.high)
    return {number};
  constexpr std::int64_t parts = 4;
  const Exact part = interpreter::euclideanRemainder(number, parts + 1);
  return {*field.low + (*field.high - *field.low) * part / Exact(parts)};
}

} // namespace plumb::refutation
