// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A run of a composition, part by part: what all emitted compositions have in common.
///
/// Parts run in their order, each as often as it is written, and each is paid for when it runs. The amount,
/// and that it was this payment, made by this state of this run, are in the ledger together and before the
/// first noise is drawn.
/// That the part is over, and what it passes on, are in the state file before its output is returned. Behind
/// a crash the ledger is therefore level with the state, or one payment ahead: then that part is lost. It was
/// paid for, its noise may have been drawn, and it is not run again; what reads its values is left out.
///
/// What is paid is what makes the sum dearer: a composition has a row for each class of changes, parts add to
/// rows what they cost there, and what was told so far costs as much as the dearest row. So no run pays more
/// than was proved of the whole.
///
/// All parts of a run may be on one sample of the records. What they see of it, their answers, is drawn once,
/// kept with the state before the first part is paid for, and never replaced: each state behind it holds the
/// same, and the ledger knows by which state the last payment was made. What it hides cannot be told part by
/// part, so the first part pays for the whole run.

#ifndef PLUMB_RUNTIME_COMPOSED_RUN_H
#define PLUMB_RUNTIME_COMPOSED_RUN_H

#include "plumb/runtime/budget.h"
#include "plumb/runtime/expected.h"
#include "plumb/runtime/integer.h"
#include "plumb/runtime/only_copy.h"
#include "plumb/runtime/process_mark.h"
#include "plumb/runtime/rational.h"
#include "plumb/runtime/state_file.h"
#include "plumb/runtime/wide.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumb::runtime {

/// It moves and is not copied. Not for several threads at once.
class ComposedRun {
public:
  struct Part {
    /// As it is written: "daily(eps / 7)".
    std::string text;
    /// For each row, how many times its price is charged.
    std::vector<unsigned> charges;
    /// The numbers of the values that its arguments read, all of earlier parts.
    std::vector<std::size_t> reads;
    /// The numbers of the values that it passes on beside the first. The first one of a part has the part's
    /// number, and these are counted on from the number of parts.
    std::vector<std::size_t> further = {};
  };
  /// What is known of a part when those before it have run.
  struct Turn {
    std::int64_t times;
    /// Of each time; at least 0.
    Rational price;
  };
  /// All parts run on one sample of the records.
  struct Sampling {
    /// How many answers they get of it together.
    std::size_t answers;
    /// Of the whole run; at least 0.
    Rational price;
  };
  /// The name of a run, which no other one has.
  using Name = std::vector<std::int64_t>;
  /// What a part passes on; nothing if it has not run, was lost, or needs more than 64 bits.
  using Value = std::optional<std::int64_t>;
  /// All that a part passes on, in the order of its numbers.
  class Passed {
  public:
    // One value is what most parts pass on.
    Passed(Value one) : values{one} {}
    Passed(std::initializer_list<Value> several) : values(several) {}
    void add(Value next) { values.push_back(next); }

  private:
    friend class ComposedRun;
    std::vector<Value> values;
  };
  /// The turn of a part, all of whose `reads` are among the values. An error value if it cannot run with
  /// these: it is left out then. The same values give the same turn.
  using Turns = std::function<Expected<Turn>(std::size_t part, const std::vector<Value> &values)>;

  ComposedRun(ComposedRun &&) noexcept = default;
  /// Also from itself.
  ComposedRun &operator=(ComposedRun other) noexcept {
    std::swap(parts, other.parts);
    std::swap(identity, other.identity);
    std::swap(sampling, other.sampling);
    std::swap(budget, other.budget);
    std::swap(state, other.state);
    std::swap(owner, other.owner);
    std::swap(file, other.file);
    std::swap(isTorn, other.isTorn);
    return *this;
  }
  ~ComposedRun() = default;

  /// A run in memory: who ends the process forgets how far it was.
  static Expected<ComposedRun> create(std::vector<Part> parts, const Budget &budget,
                                      std::optional<Sampling> sampling = std::nullopt);
  /// The run that \p file holds, or a new one. An error value also if the file holds another composition than
  /// \p identity (saved_stream.h), or if the payments in the ledger are not those of the run.
  static Expected<ComposedRun> open(std::vector<Part> parts, const std::string &identity,
                                    const Budget &budget, StateFile file, const Turns &turns,
                                    std::optional<Sampling> sampling = std::nullopt);

  /// The part that comes next; nothing behind the last one, and after a move.
  std::optional<std::size_t> next(const Turns &turns) const;
  /// By their numbers. Empty after a move.
  std::vector<Value> values() const;
  /// How often \p part was paid for and lost in a crash; 0 after a move.
  std::uint64_t lost(std::size_t part) const;

  /// What a sample is drawn for; empty after a move.
  Name name() const { return state.isEmpty() ? Name() : state.value().run; }
  /// The answers on the sample of this run; null before `keepSample`, and after a move.
  const std::vector<Wide> *sample() const;
  /// \p answers are on the sample of this run from now on. With a file they are on the disk when this returns
  /// a value.
  ///
  /// An error value, and nothing kept, if the run has its sample already, if this one was drawn for another
  /// run than \p drawnFor, or has another number of answers than was said, and if the state could not be
  /// stored.
  Expected<void> keepSample(const Name &drawnFor, std::vector<Wide> answers);

  /// Runs \p part once. \p draw gets the budget that it pays from, and gives the output or, before it has
  /// paid, an error value. \p passOn gives what is Passed of an output: published, so that whoever reads the
  /// file learns nothing else.
  ///
  /// An error value, and nothing done, if another part comes next, if the ledger has too little left, or if
  /// the state could not be stored. If the state cannot be stored behind the draw, or if something throws,
  /// the run is over in this process: opened again, it goes on behind what was paid for.
  template <class Draw, class PassOn>
  auto run(std::size_t part, const Turns &turns, const Draw &draw, const PassOn &passOn)
      -> decltype(draw(std::declval<const Budget &>())) {
    const auto payment = begin(part, turns);
    if (!payment)
      return payment.error();
    auto output = draw(*payment);
    if (!output) {
      isTorn = false;
      return output;
    }
    if (auto kept = complete(part, passOn(*output)); !kept)
      return kept.error();
    return output;
  }

private:
  struct State {
    /// The name of the run in the ledger. Zeros of a run in memory, unless it has a sample.
    Name run;
    /// The seal of the state that has made the last payment; zeros before the first.
    std::vector<std::int64_t> from;
    /// For each part.
    std::vector<std::int64_t> paid, lost;
    /// For each value.
    std::vector<std::int64_t> known, passed;
    /// The sample was drawn; nothing if the parts run on all records.
    std::optional<std::int64_t> isDrawn;
    /// Drawn with the sample and told by nobody. Seals of states stand in the ledger and in the record of the
    /// generation, where a guess of the answers could be held against them if all else were known.
    std::vector<std::int64_t> secret;
    std::vector<Wide> sample;

    template <class Self, class Each> static void eachField(Self &self, const Each &each) {
      each("run", self.run);
      each("from", self.from);
      each("paid", self.paid);
      each("lost", self.lost);
      each("known", self.known);
      each("passed", self.passed);
      if (!self.isDrawn)
        return;
      each("drawn", *self.isDrawn);
      each("secret", self.secret);
      each("sample", self.sample);
    }
    std::vector<Value> values() const;
    std::string nameInLedger() const;
    std::uint64_t payments() const;
    detail::Receipt last() const;
  };
  struct Position {
    std::size_t part;
    Turn turn;
  };

  ComposedRun(std::vector<Part> ofParts, std::string ofComposition, std::optional<Sampling> ofSample,
              const Budget &account, State start, std::uint64_t generation);

  static State sized(const std::vector<Part> &parts, const std::optional<Sampling> &sampling);
  static std::vector<std::int64_t> newWords(std::size_t count);
  static Expected<ComposedRun> read(std::vector<Part> parts, const std::string &identity,
                                    std::optional<Sampling> sampling, const Budget &budget,
                                    const StateFile &file);
  detail::Receipt upcoming() const;
  State behind(std::size_t part) const;
  Expected<void> settle(const Turns &turns);
  std::optional<Position> position(const Turns &turns) const;
  std::string refusal(std::size_t part, const std::optional<Position> &next, const Turns &turns) const;
  Expected<Rational> amount(const Position &next, const Turns &turns) const;
  Expected<void> checkProcess() const;
  Expected<Budget> begin(std::size_t part, const Turns &turns);
  Expected<void> complete(std::size_t part, const Passed &passed);
  Expected<void> keep(State next);
  std::string textOf(const State &saved, std::uint64_t generation) const;
  std::string named(std::size_t part) const;
  std::size_t publisherOf(std::size_t value) const;

  std::vector<Part> parts;
  std::string identity;
  std::optional<Sampling> sampling;
  Budget budget;
  OnlyCopy<State> state;
  std::uint64_t owner = processMark();
  std::optional<StateFile> file;
  /// Also while a part runs.
  bool isTorn = false;
};

// The Value of what a part publishes.
inline ComposedRun::Value passedOn(std::int64_t value) {
  return value;
}
inline ComposedRun::Value passedOn(bool value) {
  return value ? 1 : 0;
}
inline ComposedRun::Value passedOn(const Integer &value) {
  const auto narrow = value.int64();
  return narrow ? ComposedRun::Value(*narrow) : std::nullopt;
}

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_COMPOSED_RUN_H
