// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/obligation_maker.h - Cases to questions --*- C++ -*-===//
///
/// \file
/// From a channel to its obligations: that each row is a distribution, and that each notion holds in each
/// case in which two inputs and an output can meet.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_OBLIGATION_MAKER_H
#define PLUMB_CHECKER_CHANNEL_OBLIGATION_MAKER_H

#include "checker/channel/cases.h"
#include "checker/channel/obligations.h"

#include <unordered_set>

namespace plumb::channel {

/// Makes the obligations of one channel, in the order of their names' first words.
class ObligationMaker {
public:
  /// Both outlive this.
  ObligationMaker(Algebra &translation, const Guess &whetherTrue)
      : algebra(translation), guess(whetherTrue), channel(translation.subject()) {}

  void table();
  void notion(std::size_t number);

  std::vector<Obligation> made;

private:
  using Notion = ir::Channel::Notion;
  using Number = std::size_t;

  /// The entry, and where it stands in the program.
  struct Entry {
    Fraction value;
    SourceRange range;
  };
  Entry entry(const Cell &cell, Number output);

  /// The facts under which classes have as many members; nothing if one has fewer, whatever the parameters.
  std::optional<std::vector<Fact>> factsFor(const LeastSizes &sizes) const;
  /// That \p greater is at least \p lesser; or, \p isStrict, greater. \p guard says for which sizes. Nothing
  /// is added for a case that no parameters have.
  void add(const std::string &name, std::string text, Guard guard, const Fraction &greater,
           const Fraction &lesser, SourceRange range, bool isStrict = false);
  void addDefined(const std::string &name, const std::string &text, const LeastSizes &sizes,
                  const Fraction &value, SourceRange range);
  std::string unusedName(const std::string &stem);
  void entries(Number input, Number output);
  void row(Number input);
  void untouchedBits();
  void untouchedBits(Number left, Number right, Number output);

  void ratios(const Notion &notion, Number output);
  void invertible(const Notion &notion, Number output);
  void protectedAlone(const Notion &notion, Number output);
  void bitsInvertible(const Notion &notion, Number output);
  void silent(const Cell &cell, Number output, const std::string &name, const std::string &text);
  void single(const PairCase &pair, Number output, const std::string &text);

  /// A choice of bits, with its probability for x in one class and x' in another.
  struct Weighed {
    BitChoice choice;
    Fraction left, right;
    /// Of the class of the bits.
    unsigned least;
    /// The number of the choice that bounds this one; its own if it takes part in products.
    std::size_t bounder = 0;
  };
  /// Two inputs of these classes.
  struct Pair {
    Number left, right;
    LeastSizes sizes;
  };
  void bitRatios(const Notion &notion);
  void bitRatios(const Notion &notion, const Pair &pair);
  std::vector<Weighed> weighedChoices(const Notion &notion, const Pair &pair, Number output);
  Weighed weighed(BitChoice choice, const Pair &pair);
  bool isDefined(const Weighed &choice, const std::vector<Fact> &facts) const;
  bool isNoLarger(const Weighed &lesser, const Weighed &greater, const std::vector<Fact> &facts) const;
  static bool mayBeNoProbability(const Weighed &lesser, const Weighed &greater);
  bool isNoMoreTelling(const Weighed &lesser, const Weighed &greater, const std::vector<Fact> &facts) const;
  void chooseBounders(std::vector<Weighed> &choices, const Pair &pair) const;
  void bounded(const Weighed &lesser, const Weighed &greater, const Pair &pair, SourceRange range);
  void product(const std::vector<const Weighed *> &choices, const Pair &pair, SourceRange range);
  LeastSizes sizesWith(const Pair &pair, Number output, unsigned least) const;
  std::string described(const BitChoice &choice) const;

  bool isGuarded(const Notion &notion, Number output) const;
  static bool isSensitive(const Notion &notion, Number input);
  bool compares(const Notion &notion, Number left) const;

  std::string className(Number number) const { return channel.classes[number].name; }
  std::string cellName(const Cell &cell) const;
  std::string described(const Cell &cell, Number output, const char *prime) const;
  std::string outputName() const { return channel.isBitwise ? "j" : "y"; }

  Algebra &algebra;
  const Guess &guess;
  const ir::Channel &channel;
  std::optional<std::size_t> current;
  /// e^budget of the current notion.
  std::optional<Fraction> bound;
  /// In front of the names of its obligations.
  std::string prefix;
  std::unordered_set<std::string> names;
};

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_OBLIGATION_MAKER_H
