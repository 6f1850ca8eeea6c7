// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/tally.h"

#include "set_bits.h"

#include <algorithm>
#include <string>
#include <utility>

namespace plumb::runtime::estimate {

namespace {

constexpr std::uint64_t maximalReports = std::uint64_t{1} << 53;

std::optional<Error> problemIn(std::uint64_t total, std::uint64_t times) {
  if (times > maximalReports - total)
    return Error{"more than 2^53 reports"};
  return std::nullopt;
}

Error neverSent(Symbol y) {
  return Error{"report of non-sensitive symbol " + std::to_string(y) + ", which at eps = 0 is never sent"};
}

} // namespace

Tally::Tally(Channel channel, Keep keep)
    : source(std::move(channel)), keeps(keep), marked(source.alphabet().size()),
      protectedRows(source.alphabet().sensitive), sensitiveBits(wordsFor(source.alphabet().sensitive)) {}

std::optional<Error> Tally::add(Symbol y, std::uint64_t times) {
  if (source.form() != Channel::Form::OneSymbol)
    abortWith("Tally::add: this channel reports bits, not symbols");
  if (y >= marked.size())
    return Error{"report " + std::to_string(y) + " is outside the alphabet 0 .. " +
                 std::to_string(marked.size() - 1)};
  if (source.mark(y).oneIfOwn == 0)
    return neverSent(y);
  if (auto problem = estimate::problemIn(total, times))
    return problem;
  marked[y] += times;
  total += times;
  return std::nullopt;
}

/// Of the rows of bits, those can be sent that mark at most one symbol of X_N.
std::optional<Error> Tally::problemIn(Bits y) const {
  if (y.size() != wordsFor(marked.size()))
    return Error{"report of " + std::to_string(y.size()) + " words of bits; the alphabet takes " +
                 std::to_string(wordsFor(marked.size()))};
  std::optional<Symbol> revealed;
  std::optional<Error> problem;
  forEachSetBit(y, source.alphabet().sensitive, [&](Symbol j) {
    if (problem)
      return;
    if (j >= marked.size())
      problem = Error{"report sets bit " + std::to_string(j) + ", outside the alphabet 0 .. " +
                      std::to_string(marked.size() - 1)};
    else if (revealed)
      problem = Error{"report sets the bits of non-sensitive symbols " + std::to_string(*revealed) + " and " +
                      std::to_string(j) + "; this channel sets at most one of them"};
    else if (source.mark(j).oneIfOwn == 0)
      problem = neverSent(j);
    else
      revealed = j;
  });
  return problem;
}

std::optional<Error> Tally::add(Bits y, std::uint64_t times) {
  if (source.form() != Channel::Form::BitRow)
    abortWith("Tally::add: this channel reports symbols, not bits");
  if (auto problem = problemIn(y))
    return problem;
  if (auto problem = estimate::problemIn(total, times))
    return problem;
  const std::size_t sensitive = source.alphabet().sensitive;
  bool revealed = false;
  forEachSetBit(y, 0, [&](Symbol j) {
    marked[j] += times;
    revealed |= j >= sensitive;
  });
  total += times;
  if (keeps == Keep::Rows && !revealed) {
    // No bit beyond the sensitive ones is set, so the words need no mask.
    std::copy_n(y.begin(), sensitiveBits.size(), sensitiveBits.begin());
    protectedRows.add(sensitiveBits, times);
  }
  return std::nullopt;
}

} // namespace plumb::runtime::estimate
