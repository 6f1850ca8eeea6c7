// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// From records to answers: what the emitted class Data makes of records, compared with what the interpreter
/// of the checker has said of them. For harnesses, never for releases.

#ifndef PLUMB_RUNTIME_REPLAY_COUNTING_H
#define PLUMB_RUNTIME_REPLAY_COUNTING_H

#include "plumb/runtime/replay/failure.h"
#include "plumb/runtime/replay/subject.h"

#include <cstdint>
#include <set>

namespace plumb::runtime::replay {

/// Adds \p more to \p sums. \pre alike in sizes.
template <class Program> void addAnswers(typename Program::Answers &sums, typename Program::Answers more) {
  std::vector<Int> numbers;
  Program::eachQuery(more, [&](auto &answers) {
    for (const Int &number : each(answers))
      numbers.push_back(number);
  });
  std::size_t next = 0;
  Program::eachQuery(sums, [&](auto &answers) {
    for (Int &number : each(answers))
      number = number + numbers[next++];
  });
}

/// \p Program has records, in groups that share parameters.
template <class Program> class Counting {
public:
  /// Every record of the group of \p subject, alone and all together. Once for each group.
  void check(const Subject<Program> &subject, const typename Program::Compiled &compiled) {
    if (!seen.insert(subject.parameters.group).second)
      return;
    typename Program::Answers sums(subject.parameters);
    auto all = compiled.data();
    for (const auto &alone : Program::records) {
      if (alone.group != subject.parameters.group)
        continue;
      const auto record = Program::recordOf(alone.record);
      auto one = compiled.data();
      const auto added = one.add(record);
      if (added.has_value() != (alone.answers != nullptr) || all.add(record).has_value() != added.has_value())
        fail(alone.record,
             added ? "is counted, where no data may hold it" : "is refused: " + added.error().message);
      if (!added) {
        ++refusedRecords;
        continue;
      }
      ++countedRecords;
      const auto wanted = Program::answersOf(subject.parameters, alone.answers);
      compare(alone.record, Program::answersOf(subject.parameters, one), wanted);
      addAnswers<Program>(sums, wanted);
    }
    compare("all together", Program::answersOf(subject.parameters, all), sums);
  }

  std::uint64_t counted() const { return countedRecords; }
  std::uint64_t refused() const { return refusedRecords; }

private:
  using Answers = typename Program::Answers;

  [[noreturn]] static void fail(const std::string &record, const std::string &what) {
    throw Failure{"records", "the record `" + record + "` " + what, {}};
  }
  static void compare(const std::string &record, const Answers &found, const Answers &wanted) {
    if (Program::text(found) != Program::text(wanted))
      fail(record, "counts as " + Program::text(found) + ", and in the program as " + Program::text(wanted));
  }

  std::set<std::size_t> seen;
  std::uint64_t countedRecords = 0, refusedRecords = 0;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_COUNTING_H
