// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/vocabulary.h - What symbols stand for -*- C++ -*-===//
///
/// \file
/// What the symbols of one proof stand for, for readers: a query's answer, a variable at the head of a loop,
/// a cell of the output. No proof depends on it; who tells why something was proved reads it
/// (checker/report/chain_text.h).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_VOCABULARY_H
#define PLUMB_CHECKER_RELATIONAL_VOCABULARY_H

#include "checker/smt/term.h"
#include "frontend/ir/record.h"
#include "frontend/ir/statement.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace plumb::relational {

struct Quantified;

/// What one symbol stands for; its arguments are subscripts.
struct Reading {
  enum class Kind : std::uint8_t {
    Named,           ///< `name`, in words that are no program's
    Variable,        ///< `variable`, of the second run if `isPrimed`
    Difference,      ///< `variable` less its value in the second run
    Tag,             ///< the number of the tag in a cell of `transcript`
    Cell,            ///< what a cell of `transcript` carries under `tag`, at `component`
    Result,          ///< what is returned
    Member,          ///< whether an index is selected
    SelectedIndex,   ///< the index at a position of the selection
    SelectedValue,   ///< and its value
    Field,           ///< `field` of the record of D, or of D' if `isPrimed`
    NoField,         ///< whether that is none
    Quotient,        ///< its two arguments divided, of Reals
    IntegerQuotient, ///< the same of Ints
    Quantified,      ///< whether `quantified` is true
  };
  Kind kind = Kind::Named;
  std::string name = {};
  const ir::Variable *variable = nullptr;
  bool isPrimed = false;
  const ir::Transcript *transcript = nullptr;
  const ir::Tag *tag = nullptr;
  std::size_t component = 0;
  const ir::Field *field = nullptr;
  std::shared_ptr<const relational::Quantified> quantified = nullptr;
  /// Of a name that is no program's, what a reader has to be told of it.
  enum class Legend : std::uint8_t {
    None,
    Chosen,    ///< what an argmax or argmin, or an extremum, is taken at
    Changed,   ///< where the one answer stands that differs
    Charged,   ///< what draws have cost that are charged one by one
    Witness,   ///< where a `forall` that is false fails
    Selected,  ///< some index that is selected
    Other,     ///< some index that is not selected
    Element,   ///< some index of an array
    Some,      ///< some whole number
    Added,     ///< whether D has the record more, or D'
    Exchanged, ///< whether the two data sets differ in a record
    Others,    ///< what the records of both data sets come to
    Times,     ///< how often a variable has been counted on
    Guard,     ///< whether the condition of a loop lets it go on
    Below,     ///< how many selected indices lie below one
    Named,     ///< how many numbers below one are named by something
  };
  Legend legend = Legend::None;

  static Reading named(std::string name, Legend legend = Legend::None) {
    Reading made{Kind::Named, std::move(name)};
    made.legend = legend;
    return made;
  }
  static Reading of(const ir::Variable &variable, bool isPrimed = false) {
    return {Kind::Variable, {}, &variable, isPrimed};
  }
  static Reading of(std::shared_ptr<const relational::Quantified> met) {
    Reading made{Kind::Quantified};
    made.quantified = std::move(met);
    return made;
  }
};

/// That a term is what a variable has in one run less what it has in the other: of a query f - f', of aligned
/// noise lam' - lam.
struct NamedDifference {
  smt::Term difference;
  /// What it has in the first run.
  smt::Term first;
  const ir::Variable *variable;
  std::vector<smt::Term> indices;
  /// The second run's less the first's, and not the other way round.
  bool isOfSecond;
};

class Vocabulary {
public:
  void add(const smt::Symbol &symbol, Reading reading) { readings.emplace(&symbol, std::move(reading)); }
  /// \pre \p term is a variable
  void add(smt::Term term, Reading reading) { add(term.symbol(), std::move(reading)); }
  void add(NamedDifference difference) {
    if (known.insert(difference.difference.id()).second)
      named.push_back(std::move(difference));
  }

  /// Null if nothing is known of it.
  const Reading *find(const smt::Symbol &symbol) const {
    const auto found = readings.find(&symbol);
    return found == readings.end() ? nullptr : &found->second;
  }
  const std::vector<NamedDifference> &differences() const { return named; }

private:
  std::unordered_map<const smt::Symbol *, Reading> readings;
  std::vector<NamedDifference> named;
  /// The terms among these.
  std::unordered_set<std::uint32_t> known;
};

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_VOCABULARY_H
