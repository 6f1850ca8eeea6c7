// SPDX-License-Identifier: Apache-2.0
//===- checker/witness/witness.h - Why a guarantee is wrong -----*- C++ -*-===//
///
/// \file
/// The certificate of a violation: neighbouring data D -> D', what is published, and all ways in which a
/// mechanism comes to publish it, as linear forms in its draws. Whoever finds a violation writes one, and
/// whoever checks it needs neither the program nor the search; both know this file and no code of each other.
///
/// With w the word, Pr[D] the sum over the paths of `firstPaths`, and Pr[D'] that over the paths of `second`,
/// the certificate says
///
///   Pr[D] > e^claim * Pr[D'].
///
/// A path contributes its `jacobian` times the integral (for draws over Int: the sum) over its free draws of
/// the product of the densities (masses) of all its draws, over the region in which all its tests hold.
/// The density of a draw that is not free is taken at its `value`.
///
/// Real noise that is published has a density and no probability: then `rank` published numbers were solved
/// for draws, on both sides the same ones, and Pr stands for the density at the published numbers.
///
/// `secondPaths` has every path of D' that publishes the word with a rank of at most `rank`; the paths of
/// `firstPaths` are disjoint and some of those of D. A path whose tests contradict each other may be missing.
/// All numbers are exact.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_WITNESS_WITNESS_H
#define PLUMB_CHECKER_WITNESS_WITNESS_H

#include "checker/interpreter/instance.h"
#include "checker/interpreter/record_neighbours.h"
#include "frontend/ir/law.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::witness {

using interpreter::Exact;

/// constant + sum of coefficient * draw.
struct LinearForm {
  struct Term {
    /// An index of Path::draws.
    std::size_t draw;
    /// Not zero.
    Exact coefficient;
    friend bool operator==(const Term &, const Term &) = default;
  };

  Exact constant;
  /// In ascending order of the draws, none twice.
  std::vector<Term> terms;

  friend bool operator==(const LinearForm &, const LinearForm &) = default;
};

/// One sample that was executed, in the order of the run.
struct Draw {
  ir::Law law;
  /// Positive.
  Exact scale;
  /// Int: the law over the integers, by mass. Real: by density.
  ir::Sort sort;
  /// "lam[0]", for print.
  std::string name;
  /// What the draw is if the published numbers are what the word says: over free draws alone. Nothing for a
  /// free draw.
  std::optional<LinearForm> value;
};

/// form > 0 or form >= 0.
struct Test {
  /// Over free draws, at least one of them.
  LinearForm form;
  bool isStrict = false;

  friend bool operator==(const Test &, const Test &) = default;
};

/// One way in which a run publishes the word.
struct Path {
  std::vector<Draw> draws;
  /// All of them hold. Those in which no draw is left are settled.
  std::vector<Test> tests;
  /// The product of 1 / |coefficient| over the real draws that were solved for.
  Exact jacobian = 1;
};

/// low <= Pr <= high.
struct Likelihood {
  Exact low, high;
};

struct Witness {
  /// Parameters and answers, by name: on D and on D'.
  interpreter::Inputs first, second;
  /// What is published on both. The values are the places at which a density is meant if the rank is not 0.
  interpreter::Output word;
  /// What is guaranteed.
  Exact claim;
  /// How many published numbers were solved for a real draw.
  unsigned rank = 0;
  /// On D, and on D'. No path on D' means that the word is impossible there.
  std::vector<Path> firstPaths, secondPaths;
  /// Pr[D] and Pr[D'], as far as they are known.
  Likelihood firstLikelihood, secondLikelihood;
  /// Whose answers they are. Nothing in the textbook form.
  std::optional<interpreter::RecordPair> records;
  /// The event is that these cells are published, and whatever else: Pr is that of all words that begin so.
  bool isBeginning = false;
};

/// A real parameter that is no rational number, strictly between two of them.
struct Between {
  std::string parameter;
  Exact low, high;
};

/// The parts of a composition run on the same data with noise of their own. So what they publish together is
/// as likely as the product says, and what they lose adds up.
///
/// If they see a sample of the records, D and D' have one record at most. Then the words are published as
/// they are on D with the probability with which a record is sampled, and else as they are without a record,
/// and alike on D'. What is lost between these data bounds what is lost between such mixtures.
struct ComposedWitness {
  /// Parameters and answers of the composition, by name: on D and on D'.
  interpreter::Inputs first, second;
  /// Nothing in the textbook form.
  std::optional<interpreter::RecordPair> records;
  /// What is guaranteed; where the composition defines powers of e, what is not less.
  Exact claim;
  /// The parameter that gives a defined name the value that parts run with (defined.h).
  std::optional<Between> between;
  /// One for each part that runs, in the order of the text. Its `claim` is a rational number that it loses
  /// more than, each time that it runs.
  std::vector<Witness> parts;
  /// Where the parts see a sample and a record is replaced: the same words, on the record of D in the place
  /// of D and on no record in that of D'. Their claims may be negative.
  std::vector<Witness> unsampled;
};

} // namespace plumb::witness

#endif // PLUMB_CHECKER_WITNESS_WITNESS_H
