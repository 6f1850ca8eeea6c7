// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/moves.h"

#include "checker/interpreter/neighbours.h"
#include "checker/refutation/candidates.h"
#include "frontend/ir/occurrence.h"
#include "frontend/ir/same_term.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <map>
#include <set>

namespace plumb::disproof {

using interpreter::Cell;
using interpreter::Indices;
using interpreter::Inputs;
using interpreter::Instance;
using interpreter::Numbers;
using interpreter::Output;
using interpreter::Result;

namespace {

Exact ratio(std::int64_t above, std::int64_t below) {
  return Exact(above) / Exact(below);
}

bool isQuery(const ir::Variable &variable) {
  return variable.role == ir::Variable::Role::Query;
}

/// Is \p index told by itself, as the winner or one of those selected?
bool isNamed(const Output &word, std::int64_t index) {
  for (const Cell &cell : word.cells)
    for (std::size_t i = 0; i < cell.values.size(); ++i)
      if (cell.tag->components[i] == ir::Sort::Int && cell.indices.empty() && cell.values[i] == Exact(index))
        return true;
  if (word.result.kind == Result::Kind::Scalar)
    return word.result.sort == ir::Sort::Int && word.result.scalar == Exact(index);
  return llvm::is_contained(word.result.selection.indices, index);
}

/// Which index of a cell of \p transcript goes over dimension \p dimension of \p query: that of the loop with
/// the same end, or the one in the same place. Nothing if there is none.
std::optional<std::size_t> indexOver(const ir::Transcript &transcript, const ir::Variable &query,
                                     std::size_t dimension) {
  for (std::size_t i = 0; i < transcript.loops.size(); ++i)
    if (ir::isSameTerm(*transcript.loops[i]->high, *query.extents[dimension]))
      return i;
  return dimension < transcript.loops.size() ? std::optional(dimension) : std::nullopt;
}

/// Does \p cell stand where the element of \p query at \p indices is asked for?
bool isAbout(const Cell &cell, const ir::Variable &query, const Indices &indices) {
  for (std::size_t d = 0; d < indices.size(); ++d) {
    auto at = indexOver(*cell.transcript, query, d);
    if (!at || cell.indices[*at] != indices[d])
      return false;
  }
  return true;
}

/// All numbers of a word that may be moved.
std::vector<Exact *> numbersOf(Output &word, std::vector<bool> &areIntegral) {
  std::vector<Exact *> numbers;
  auto add = [&](Exact &number, ir::Sort sort) {
    if (sort == ir::Sort::Bool)
      return;
    numbers.push_back(&number);
    areIntegral.push_back(sort == ir::Sort::Int);
  };
  for (Cell &cell : word.cells)
    for (std::size_t i = 0; i < cell.values.size(); ++i)
      add(cell.values[i], cell.tag->components[i]);
  if (word.result.kind == Result::Kind::Scalar)
    add(word.result.scalar, word.result.sort);
  for (Exact &value : word.result.selection.values)
    add(value, value.isIntegral() ? ir::Sort::Int : ir::Sort::Real);
  return numbers;
}

/// \p question with the values of a parameter changed; nothing if they stay the same, or if a requirement
/// does not hold of them.
std::optional<Question> withParameter(const Question &question, const ir::Variable &variable,
                                      llvm::function_ref<void(Numbers &)> change) {
  Inputs inputs = question.instance.named(question.first);
  Numbers &values = inputs.at(variable.name);
  const Numbers before = values;
  change(values);
  auto moved = values == before ? std::nullopt : Instance::create(question.instance.mechanism(), inputs);
  auto claimed =
      moved && interpreter::requirementsHold(*moved) ? interpreter::claimedEpsilon(*moved) : std::nullopt;
  if (!claimed || claimed->sign() <= 0)
    return std::nullopt;
  Question changed = question;
  changed.instance = std::move(*moved);
  return changed;
}

class Steps {
public:
  explicit Steps(const Question &of) : from(of) {}

  std::vector<Question> run() {
    auto ranges = from.records ? std::nullopt : answerRanges(from.instance);
    if (ranges) {
      const std::vector<std::size_t> groups = groupsOf(from);
      const std::size_t count = groups.empty() ? 0 : 1 + *std::max_element(groups.begin(), groups.end());
      for (std::size_t group = 0; group < count; ++group)
        moveGroup(*ranges, groups, group);
      if (groups.size() > count)
        for (std::size_t at = 0; at < groups.size(); ++at)
          moveAnswer(*ranges, at);
    }
    moveNumbers();
    if (!from.records)
      moveParameters();
    return std::move(found);
  }

private:
  Question &add() {
    found.push_back(from);
    return found.back();
  }

  /// All of what is guaranteed: another budget shows little, and shares of several do.
  bool isOnlyBudget(const ir::Variable &variable) const {
    const ir::Mechanism &mechanism = from.instance.mechanism();
    return llvm::all_of(mechanism.variables, [&](const auto &other) {
      return ir::reads(*mechanism.guarantee.epsilon, *other) == (other.get() == &variable);
    });
  }

  /// Those on which no size depends; all elements of a real array together.
  void moveParameters() {
    using Move = llvm::function_ref<Exact(const Exact &)>;
    const std::vector<const ir::Variable *> sizes = refutation::sizeParameters(from.instance.mechanism());
    for (const auto &variable : from.instance.neighbourhood().variables) {
      if (variable->role != ir::Variable::Role::Parameter || variable->sort == ir::Sort::Bool ||
          llvm::is_contained(sizes, variable.get()) || isOnlyBudget(*variable))
        continue;
      const auto move = [&](Move to) { moveParameter(*variable, to); };
      if (variable->sort == ir::Sort::Int) {
        // Elements of arrays are tried one by one, and steps of all together find larger words first.
        if (variable->isArray())
          continue;
        move([](const Exact &value) { return value + 1; });
        move([](const Exact &value) { return value - 1; });
        move([](const Exact &value) { return value + 16; });
        continue;
      }
      move([](const Exact &value) { return value * 2; });
      move([](const Exact &value) { return value / 2; });
      if (!variable->isArray()) {
        move([](const Exact &value) { return value + 1; });
        move([](const Exact &) { return Exact(0); });
      }
    }
  }

  void moveParameter(const ir::Variable &variable, llvm::function_ref<Exact(const Exact &)> to) {
    if (auto moved = withParameter(from, variable, [&](Numbers &values) {
          for (Exact &value : values)
            value = to(value);
        }))
      found.push_back(std::move(*moved));
  }

  static void shift(Question &question, std::size_t at, std::int64_t by) {
    question.first[at] = question.first[at] + by;
    question.second[at] = question.second[at] + by;
  }

  void moveGroup(const std::vector<AnswerRange> &ranges, const std::vector<std::size_t> &groups,
                 std::size_t group) {
    auto each = [&](llvm::function_ref<void(std::size_t)> visit) {
      for (std::size_t at = 0; at < groups.size(); ++at)
        if (groups[at] == group)
          visit(at);
    };
    for (int which : {0, 1, 2}) {
      Question &moved = add();
      each([&](std::size_t at) {
        setDifference(moved, ranges, at,
                      which == 0   ? ranges[at].lowest
                      : which == 1 ? ranges[at].highest
                                   : 0);
      });
    }
    // Noise on a lattice leaves real answers that differ by no multiple of its step no output in common.
    for (std::int64_t share : {2, 7}) {
      Question moved = from;
      each([&](std::size_t at) {
        if (!ranges[at].isIntegral)
          setDifference(moved, ranges, at, (from.first[at] - from.second[at]) / share);
      });
      if (moved.second != from.second)
        found.push_back(std::move(moved));
    }
    for (std::int64_t by : {1, -1, 4, -4, 12, -12}) {
      Question &moved = add();
      each([&](std::size_t at) { shift(moved, at, by); });
    }
  }

  void moveAnswer(const std::vector<AnswerRange> &ranges, std::size_t at) {
    for (const Exact &difference : {ranges[at].lowest, ranges[at].highest, Exact(0)})
      setDifference(add(), ranges, at, difference);
    for (std::int64_t by : {1, -1, 4, -4})
      shift(add(), at, by);
  }

  void moveNumbers() {
    std::vector<bool> areIntegral;
    Output word = from.word;
    const std::size_t count = numbersOf(word, areIntegral).size();
    for (std::size_t i = 0; i < count; ++i)
      for (const Exact &by : {Exact(1), Exact(-1), ratio(1, 2), ratio(-1, 2), Exact(4), Exact(-4),
                              ratio(1, 64), ratio(-1, 64), Exact(16), Exact(-16)}) {
        if (areIntegral[i] && !by.isIntegral())
          continue;
        std::vector<bool> unused;
        Exact &number = *numbersOf(add().word, unused)[i];
        number = number + by;
      }
  }

  const Question &from;
  std::vector<Question> found;
};

/// The parameter that is the extent of an array, if it is one.
const ir::Variable *extentOf(const ir::Variable &variable) {
  if (variable.extents.size() != 1)
    return nullptr;
  const auto *read = llvm::dyn_cast<ir::Read>(variable.extents.front().get());
  return read ? &read->variable : nullptr;
}

class Growth {
public:
  explicit Growth(const Question &of) : from(of), mechanism(of.instance.mechanism()) {
    for (const auto &variable : mechanism.variables)
      if (isQuery(*variable) && !size) {
        size = extentOf(*variable);
        query = size ? variable.get() : nullptr;
      }
  }

  std::vector<Question> run(std::int64_t most) {
    std::vector<Question> found;
    auto length = size && !from.records ? from.instance.named(from.first).at(size->name).front().toInt64()
                                        : std::nullopt;
    if (!length)
      return found;
    std::int64_t cells = 0;
    for (const Cell &cell : from.word.cells)
      if (auto index = indexOf(cell))
        cells = std::max(cells, cell.indices[*index] + 1);
    // Where a result alone is told, it is told of all answers together.
    if (from.word.cells.empty())
      for (std::int64_t block : std::set<std::int64_t>{1, *length})
        if (*length > 0 && *length + block <= most)
          if (auto question = repeated(0, block, 1))
            found.push_back(std::move(*question));
    for (std::int64_t block : {1, 2, 3})
      for (std::int64_t at = 0; at + block <= cells; ++at)
        for (std::int64_t times : {1, 3})
          if (*length + block * times <= most)
            if (auto question = repeated(at, block, times))
              found.push_back(std::move(*question));
    return found;
  }

private:
  /// Which index of it goes over the answers.
  std::optional<std::size_t> indexOf(const Cell &cell) const {
    return cell.indices.empty() ? std::nullopt : indexOver(*cell.transcript, *query, 0);
  }

  std::optional<Inputs> longer(const Numbers &answers, std::int64_t at, std::int64_t block,
                               std::int64_t times) const {
    Inputs inputs = from.instance.named(answers);
    for (const auto &variable : mechanism.variables) {
      bool isInput = isQuery(*variable) || variable->role == ir::Variable::Role::Parameter;
      if (!isInput || extentOf(*variable) != size)
        continue;
      Numbers &elements = inputs.at(variable->name);
      // The cells of a loop over something else may reach beyond these.
      if (at < 0 || at + block > static_cast<std::int64_t>(elements.size()))
        return std::nullopt;
      Numbers copied(elements.begin() + at, elements.begin() + at + block);
      for (std::int64_t i = 0; i < times; ++i)
        elements.insert(elements.begin() + at, copied.begin(), copied.end());
    }
    Exact &length = inputs.at(size->name).front();
    length = length + block * times;
    return inputs;
  }

  std::optional<Question> repeated(std::int64_t at, std::int64_t block, std::int64_t times) const {
    auto first = longer(from.first, at, block, times), second = longer(from.second, at, block, times);
    if (!first || !second)
      return std::nullopt;
    auto instance = Instance::create(mechanism, *first);
    if (!instance || !interpreter::requirementsHold(*instance))
      return std::nullopt;
    auto answers = instance->answers(*first), answersPrimed = instance->answers(*second);
    if (!answers || !answersPrimed)
      return std::nullopt;
    Output word{{}, from.word.result};
    for (const Cell &cell : from.word.cells) {
      const auto place = indexOf(cell);
      if (!place) {
        word.cells.push_back(cell);
        continue;
      }
      const std::int64_t index = cell.indices[*place];
      const bool isInside = at <= index && index < at + block;
      for (std::int64_t i = isInside || index < at ? 0 : times; i <= (isInside || index >= at ? times : 0);
           ++i) {
        word.cells.push_back(cell);
        word.cells.back().indices[*place] = index + i * block;
      }
    }
    // In the order in which their iterations begin.
    llvm::stable_sort(word.cells, [](const Cell &a, const Cell &b) {
      return std::lexicographical_compare(a.indices.begin(), a.indices.end(), b.indices.begin(),
                                          b.indices.end());
    });
    interpreter::sortCells(word.cells, mechanism);
    return Question{std::move(*instance), std::move(*answers), std::move(*answersPrimed), std::move(word),
                    std::nullopt};
  }

  const Question &from;
  const ir::Mechanism &mechanism;
  const ir::Variable *size = nullptr;
  /// The first one of that size.
  const ir::Variable *query = nullptr;
};

} // namespace

std::optional<std::vector<AnswerRange>> answerRanges(const Instance &instance) {
  std::vector<AnswerRange> ranges(instance.answerCount());
  for (const auto &variable : instance.neighbourhood().variables) {
    if (!isQuery(*variable))
      continue;
    interpreter::DifferenceRange range = interpreter::differenceRange(instance, *variable);
    if (range.isEmpty())
      return std::nullopt;
    if (variable->sort == ir::Sort::Int) {
      range.lowest = -Exact(Rational(floorOf((-range.lowest).rational())));
      range.highest = Exact(Rational(floorOf(range.highest.rational())));
    }
    const interpreter::Place &place = instance.place(*variable);
    for (std::size_t i = 0; i < place.size; ++i)
      ranges[place.offset + i] = {range.lowest,
                                  range.highest,
                                  range.onlyOne,
                                  place.offset,
                                  place.offset + place.size,
                                  variable->sort == ir::Sort::Int};
  }
  return ranges;
}

void setDifference(Question &question, const std::vector<AnswerRange> &ranges, std::size_t at,
                   const Exact &difference) {
  if (ranges[at].isOnlyOne)
    for (std::size_t i = ranges[at].first; i < ranges[at].last; ++i)
      question.second[i] = question.first[i];
  question.second[at] = question.first[at] - difference;
}

std::vector<std::size_t> groupsOf(const Question &question) {
  std::vector<std::size_t> groups(question.first.size());
  std::map<std::string, std::size_t> numbers;
  for (const auto &variable : question.instance.neighbourhood().variables) {
    if (!isQuery(*variable))
      continue;
    const interpreter::Place &place = question.instance.place(*variable);
    for (std::size_t i = 0; i < place.size; ++i) {
      const Indices indices = place.indicesOf(i);
      std::string told = variable->name;
      if (!indices.empty()) {
        for (const Cell &cell : question.word.cells)
          if (isAbout(cell, *variable, indices))
            told += ":" + (cell.tag ? cell.tag->name : "");
        told += isNamed(question.word, indices.front()) ? "!" : "";
      }
      groups[place.offset + i] = numbers.emplace(told, numbers.size()).first->second;
    }
  }
  return groups;
}

std::vector<Question> steps(const Question &question) {
  return Steps(question).run();
}

std::vector<Question> stretched(const Question &question) {
  std::vector<Question> found;
  if (question.records)
    return found;
  for (const auto &variable : question.instance.neighbourhood().variables) {
    if (variable->role != ir::Variable::Role::Parameter || variable->sort != ir::Sort::Int ||
        !variable->isArray())
      continue;
    const std::size_t count = question.instance.place(*variable).size;
    for (std::size_t at = 0; at < count; ++at)
      for (std::int64_t by : {16, -16})
        if (auto moved =
                withParameter(question, *variable, [&](Numbers &values) { values[at] = values[at] + by; }))
          found.push_back(std::move(*moved));
  }
  return found;
}

std::vector<Question> larger(const Question &question) {
  std::vector<Question> found;
  if (!question.records)
    return found;
  const auto tryPair = [&](interpreter::RecordPair pair) {
    if (!interpreter::areNeighbours(question.instance, pair))
      return;
    auto answers = interpreter::answersOf(question.instance, pair);
    if (answers && (answers->first != question.first || answers->second != question.second))
      found.push_back(
          {question.instance, std::move(answers->first), std::move(answers->second), question.word, pair});
  };
  for (auto side : {&interpreter::RecordPair::first, &interpreter::RecordPair::second}) {
    const auto &record = (*question.records).*side;
    for (std::size_t at = 0; record && at < record->size(); ++at) {
      const interpreter::FieldValue &held = (*record)[at];
      if (held.isNone || question.instance.recordShape()->fieldAt(at).field->sort == ir::Sort::Bool)
        continue;
      for (const Exact &to : {held.value * 16, held.value + 16, held.value - 16}) {
        interpreter::RecordPair pair = *question.records;
        (*(pair.*side))[at].value = to;
        tryPair(std::move(pair));
      }
    }
  }
  return found;
}

std::vector<Question> grown(const Question &question, std::int64_t most) {
  return Growth(question).run(most);
}

} // namespace plumb::disproof
