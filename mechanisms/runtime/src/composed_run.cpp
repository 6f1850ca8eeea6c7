// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/composed_run.h"

#include "plumb/runtime/os_bits.h"
#include "plumb/runtime/saved_stream.h"
#include "plumb/runtime/seal.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace plumb::runtime {

std::vector<ComposedRun::Value> ComposedRun::State::values() const {
  std::vector<Value> all(known.size());
  for (std::size_t value = 0; value < all.size(); ++value)
    if (known[value] != 0)
      all[value] = passed[value];
  return all;
}

/// More than anybody can try.
static constexpr std::size_t wordsOfSecret = 4;

/// 16 hexadecimal digits for each word.
static std::string digitsOf(const std::vector<std::int64_t> &words) {
  std::string digits;
  for (const std::int64_t word : words)
    for (int shift = 60; shift >= 0; shift -= 4)
      digits += "0123456789abcdef"[(static_cast<std::uint64_t>(word) >> shift) & 15U];
  return digits;
}

/// The inverse.
static std::vector<std::int64_t> wordsOf(const std::string &digits) {
  std::vector<std::int64_t> words;
  for (std::size_t begin = 0; begin < digits.size(); begin += 16) {
    std::uint64_t word = 0;
    std::from_chars(digits.data() + begin, digits.data() + begin + 16, word, 16);
    words.push_back(static_cast<std::int64_t>(word));
  }
  return words;
}

std::string ComposedRun::State::nameInLedger() const {
  return digitsOf(run);
}

detail::Receipt ComposedRun::State::last() const {
  const std::uint64_t number = payments();
  return {number, number == 0 ? std::string() : digitsOf(from)};
}

std::uint64_t ComposedRun::State::payments() const {
  return static_cast<std::uint64_t>(std::accumulate(paid.begin(), paid.end(), std::int64_t{0}));
}

ComposedRun::State ComposedRun::sized(const std::vector<Part> &parts,
                                      const std::optional<Sampling> &sampling) {
  std::size_t values = parts.size();
  for (const Part &part : parts)
    values += part.further.size();
  const std::vector<std::int64_t> ofParts(parts.size(), 0), ofValues(values, 0);
  State start{{0, 0}, {0, 0, 0, 0}, ofParts, ofParts, ofValues, ofValues, std::nullopt, {}, {}};
  if (sampling) {
    start.isDrawn = 0;
    start.secret.assign(wordsOfSecret, 0);
    start.sample.assign(sampling->answers, 0);
  }
  return start;
}

std::vector<std::int64_t> ComposedRun::newWords(std::size_t count) {
  OsBits bits;
  std::vector<std::int64_t> words(count);
  for (std::int64_t &word : words)
    word = static_cast<std::int64_t>(bits.next_u64());
  return words;
}

ComposedRun::ComposedRun(std::vector<Part> ofParts, std::string ofComposition,
                         std::optional<Sampling> ofSample, const Budget &account, State start,
                         std::uint64_t generation)
    : parts(std::move(ofParts)), identity(std::move(ofComposition)), sampling(std::move(ofSample)),
      budget(account), state(std::move(start), generation) {}

Expected<ComposedRun> ComposedRun::create(std::vector<Part> parts, const Budget &budget,
                                          std::optional<Sampling> sampling) {
  State start = sized(parts, sampling);
  if (sampling)
    start.run = newWords(start.run.size());
  return ComposedRun(std::move(parts), {}, std::move(sampling), budget, std::move(start), 0);
}

Expected<ComposedRun> ComposedRun::open(std::vector<Part> parts, const std::string &identity,
                                        const Budget &budget, StateFile file, const Turns &turns,
                                        std::optional<Sampling> sampling) {
  if (auto usable = file.usable(); !usable)
    return usable.error();
  if (file.generation() == 0) {
    State start = sized(parts, sampling);
    start.run = newWords(start.run.size());
    ComposedRun begun(std::move(parts), identity, std::move(sampling), budget, start, 0);
    begun.file = std::move(file);
    if (auto kept = begun.keep(std::move(start)); !kept)
      return kept.error();
    return begun;
  }
  auto found = read(std::move(parts), identity, std::move(sampling), budget, file);
  if (!found)
    return Error{"the file holds no state of this composition with these parameters: " +
                 found.error().message};
  found->file = std::move(file);
  if (auto settled = found->settle(turns); !settled)
    return settled.error();
  return found;
}

Expected<ComposedRun> ComposedRun::read(std::vector<Part> parts, const std::string &identity,
                                        std::optional<Sampling> sampling, const Budget &budget,
                                        const StateFile &file) {
  auto reader = StreamReader::open(Keeping::InFile, file.content().text(), identity);
  if (!reader)
    return reader.error();
  State saved = sized(parts, sampling);
  State::eachField(saved, [&](std::string_view name, auto &value) { reader->field(name, value); });
  if (!reader->isComplete() || reader->generation() != file.generation())
    return Error{"it is not whole"};
  return ComposedRun(std::move(parts), identity, std::move(sampling), budget, std::move(saved),
                     file.generation());
}

/// The payment that this state is about to make.
detail::Receipt ComposedRun::upcoming() const {
  return {state.value().payments() + 1, sealOf(textOf(state.value(), state.generation()), {})};
}

/// This state, and that \p part was paid for from here.
ComposedRun::State ComposedRun::behind(std::size_t part) const {
  State later = state.value();
  ++later.paid[part];
  later.from = wordsOf(upcoming().from);
  return later;
}

/// A payment that the state knows nothing of was for the part that came next, if it was paid by this state.
/// Another state of the run with as many payments was put back: its next part may be another one.
Expected<void> ComposedRun::settle(const Turns &turns) {
  const auto paid = budget.lastReceipt(state.value().nameInLedger());
  if (!paid)
    return paid.error();
  const std::uint64_t known = state.value().payments();
  if (!*paid || **paid == state.value().last())
    return {};
  const auto next = position(turns);
  if (**paid != upcoming() || !next)
    return Error{"the ledger holds " + std::to_string((*paid)->number) +
                 " payments of this run, and its state " + std::to_string(known) +
                 ((*paid)->number == known || (*paid)->number == known + 1
                      ? ", and the last one was made by another state"
                      : "") +
                 ": one of the two was put back, or belongs to something else"};
  State later = behind(next->part);
  ++later.lost[next->part];
  return keep(std::move(later));
}

/// The first part that has not run as often as it is written, and can run.
std::optional<ComposedRun::Position> ComposedRun::position(const Turns &turns) const {
  const std::vector<Value> known = state.value().values();
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const auto &reads = parts[part].reads;
    if (!std::all_of(reads.begin(), reads.end(), [&](std::size_t read) { return known[read].has_value(); }))
      continue;
    auto turn = turns(part, known);
    if (turn && state.value().paid[part] < turn->times)
      return Position{part, *std::move(turn)};
  }
  return std::nullopt;
}

std::optional<std::size_t> ComposedRun::next(const Turns &turns) const {
  const auto found = state.isEmpty() ? std::nullopt : position(turns);
  return found ? std::optional(found->part) : std::nullopt;
}

std::vector<ComposedRun::Value> ComposedRun::values() const {
  return state.isEmpty() ? std::vector<Value>() : state.value().values();
}

std::uint64_t ComposedRun::lost(std::size_t part) const {
  const bool isKnown = !state.isEmpty() && part < state.value().lost.size();
  return isKnown ? static_cast<std::uint64_t>(state.value().lost[part]) : 0;
}

const std::vector<Wide> *ComposedRun::sample() const {
  const bool isThere = !state.isEmpty() && state.value().isDrawn == 1;
  return isThere ? &state.value().sample : nullptr;
}

static Error compositionMovedAway() {
  return Error{"the composition was moved away"};
}

Expected<void> ComposedRun::keepSample(const Name &drawnFor, std::vector<Wide> answers) {
  if (state.isEmpty())
    return compositionMovedAway();
  if (auto here = checkProcess(); !here)
    return here;
  if (!sampling)
    return Error{"the parts of this run are on no sample"};
  const State &now = state.value();
  if (now.isDrawn != 0)
    return Error{"the run has its sample already, and none is drawn twice"};
  if (drawnFor != now.run || answers.size() != now.sample.size())
    return Error{"the sample was drawn for another run"};
  State later = now;
  later.isDrawn = 1;
  later.secret = newWords(later.secret.size());
  later.sample = std::move(answers);
  return keep(std::move(later));
}

std::string ComposedRun::named(std::size_t part) const {
  return "part " + std::to_string(part + 1) + ", `" + parts[part].text + "`,";
}

/// The part that passes on \p value.
std::size_t ComposedRun::publisherOf(std::size_t value) const {
  const auto publishes = [&](const Part &part) {
    return std::find(part.further.begin(), part.further.end(), value) != part.further.end();
  };
  const auto found = std::find_if(parts.begin(), parts.end(), publishes);
  return found == parts.end() ? value : static_cast<std::size_t>(found - parts.begin());
}

/// Why \p part cannot run now. \p next is another one.
std::string ComposedRun::refusal(std::size_t part, const std::optional<Position> &next,
                                 const Turns &turns) const {
  const State &now = state.value();
  const std::vector<Value> known = now.values();
  if (next && part > next->part)
    return named(part) + " does not come next: " + named(next->part) + " has run " +
           std::to_string(now.paid[next->part]) + " of " + std::to_string(next->turn.times) + " times";
  for (const std::size_t read : parts[part].reads)
    if (!known[read])
      return named(part) + " is left out: it reads what " + named(publisherOf(read)) +
             " passes on, and that was lost, or needs more than 64 bits";
  const auto turn = turns(part, known);
  if (!turn)
    return named(part) + " is left out: " + turn.error().message;
  return named(part) + " was paid for " + std::to_string(now.paid[part]) + " of " +
         std::to_string(turn->times) + " times" +
         (now.lost[part] != 0 ? ", and lost " + std::to_string(now.lost[part]) + " of them in a crash" : "") +
         "; it does not run again";
}

/// By how much \p next makes the dearest row dearer. On a sample what all parts cost together is no sum.
Expected<Rational> ComposedRun::amount(const Position &next, const Turns &turns) const {
  const State &now = state.value();
  if (sampling)
    return now.payments() == 0 ? sampling->price : Rational(0);
  const std::vector<Value> known = now.values();
  std::vector<Rational> rows(parts[next.part].charges.size(), Rational(0));
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (now.paid[part] == 0)
      continue;
    const auto turn = turns(part, known);
    if (!turn)
      return turn.error();
    for (std::size_t row = 0; row < rows.size(); ++row)
      rows[row] += turn->price * Rational(now.paid[part]) * Rational(parts[part].charges[row]);
  }
  Rational before, behind;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    before = std::max<Rational>(before, rows[row]);
    behind =
        std::max<Rational>(behind, rows[row] + next.turn.price * Rational(parts[next.part].charges[row]));
  }
  return behind - before;
}

Expected<Budget> ComposedRun::begin(std::size_t part, const Turns &turns) {
  if (state.isEmpty())
    return compositionMovedAway();
  if (auto here = checkProcess(); !here)
    return here.error();
  if (isTorn)
    return Error{"an earlier part was not brought to its end; open the composition again"};
  const auto next = position(turns);
  if (!next || next->part != part)
    return Error{refusal(part, next, turns)};
  if (sampling && !sample())
    return Error{"the sample of this run is not drawn yet; parts run on it"};
  auto due = amount(*next, turns);
  if (!due)
    return due.error();
  if (file)
    if (auto storable = file->tryToStore(textOf(state.value(), state.generation()).size()); !storable)
      return storable.error();
  Budget payment = budget.paying({file ? state.value().nameInLedger() : std::string(),
                                  file ? upcoming() : detail::Receipt{}, Exact(*std::move(due))});
  isTorn = true;
  return payment;
}

Expected<void> ComposedRun::checkProcess() const {
  if (processMark() != owner)
    return Error{"the composition belongs to the process that began it"};
  return {};
}

/// \pre `begin`. A child that was forked while the part ran has its output, too, and may not give it away.
Expected<void> ComposedRun::complete(std::size_t part, const Passed &passed) {
  if (auto here = checkProcess(); !here)
    return here;
  State later = behind(part);
  const std::vector<std::size_t> &further = parts[part].further;
  for (std::size_t i = 0; i <= further.size() && i < passed.values.size(); ++i) {
    const std::size_t number = i == 0 ? part : further[i - 1];
    later.known[number] = passed.values[i] ? 1 : 0;
    later.passed[number] = passed.values[i].value_or(0);
  }
  if (auto kept = keep(std::move(later)); !kept)
    return kept;
  isTorn = false;
  return {};
}

/// On the disk, if there is a file, and then here.
Expected<void> ComposedRun::keep(State next) {
  const std::uint64_t generation = state.generation() + 1;
  if (file)
    if (auto stored = file->replace(generation, textOf(next, generation)); !stored)
      return stored.error();
  state.advance(std::move(next));
  return {};
}

std::string ComposedRun::textOf(const State &saved, std::uint64_t generation) const {
  StreamSaver saver(Keeping::InFile, identity, generation);
  State::eachField(saved, [&](std::string_view name, const auto &value) { saver.field(name, value); });
  return std::move(saver).sealed();
}

} // namespace plumb::runtime
