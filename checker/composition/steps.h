// SPDX-License-Identifier: Apache-2.0
//===- checker/composition/steps.h - How far apart are r and r'? -*- C++ -*-===//
///
/// \file
/// The reflexive-transitive multiples of a part's neighbours. A part with the guarantee eps loses at most
/// k * eps between D and D' if data sets D = D_0, D_1, ..., D_m = D' lead from one to the other, of which no
/// more than k follow each other as the part's neighbours do and the others have the answers of the one
/// before: Pr[m(D_i) in S] <= exp(eps) Pr[m(D_(i+1)) in S], or both are equal. For k = 1 without anything
/// between D and D' this is that one relation lies inside another (Theorem 5 (2) of Takagi, Cao and
/// Yoshikawa, "Asymmetric Differential Privacy"; Theorem VIII.6 of their ICDM paper, where neighbours of a
/// composition are those of all parts).
///
/// Data sets between D and D' differ from these in the one record. They have none in its place, or one that
/// has some fields of r' and the others of r, or numbers on the way from those of r to those of r'. Such a
/// record is in the ranges of its fields, and meets the premises because these speak of fields that r and r'
/// have in common.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_COMPOSITION_STEPS_H
#define PLUMB_CHECKER_COMPOSITION_STEPS_H

#include "checker/composition/pairs.h"

#include <cstdint>
#include <map>
#include <tuple>

namespace plumb::composition {

struct Stride {
  const ir::Expression *length;
  Gait gait;
};

/// Statements about the pairs of one Writer and one part.
class Steps {
public:
  /// \param stated the kind of change of the pairs of \p writer.
  /// \param mixed fields of which a record in between may have those of r' alone; the others stay in all
  /// pairs, or change all at once.
  Steps(Pairs::Writer &writer, ir::RecordAdjacency::Kind stated, const ir::Mechanism &part,
        const ChangeClass &allowed, const Fields &mixed);

  /// D' is reached from D by no more than \p most steps of the part. It may stand in a goal.
  smt::Term reach(unsigned most);
  /// D' is reached from D by \p count steps in which numbers go by at most \p stride, a term of sort Int over
  /// parameters. It may stand in a goal. \pre the stated neighbours replace a record.
  smt::Term walk(unsigned count, const ir::Expression &stride, Gait gait);
  /// Those that are different for the numbers that change.
  std::vector<Gait> gaits() const;
  /// Terms that the part's neighbours compare something with, each once: strides that may fit. Empty if
  /// no formula tells these neighbours, or if no number changes.
  std::vector<const ir::Expression *> strides() const;

private:
  using Chain = std::vector<Point>;
  /// Where in a chain, how many steps are left, and whether answers may stay from there to the next.
  using Place = std::tuple<std::size_t, unsigned, bool>;

  smt::Term walk(unsigned count, const ir::Expression &stride, Gait gait, const Fields &last);
  smt::Term reach(const Chain &chain, Place from, std::map<Place, smt::Term> &known);
  smt::Term step(const Point &from, const Point &to);
  static bool isLink(const Point &from, const Point &to);

  Pairs::Writer &writer;
  ir::RecordAdjacency::Kind stated;
  const ir::Mechanism &part;
  const ChangeClass &allowed;
  Fields all;
  std::vector<const ir::Field *> mixed;
  /// Those of the changing fields that are always a number, in the order of the record.
  std::vector<const ir::Field *> numbers;
};

/// What no answer of \p part is made of.
Fields unreadBy(const ir::Mechanism &part);

/// So many steps are enough if any number is.
unsigned mostSteps(ir::RecordAdjacency::Kind stated, const ir::Mechanism &part, const Fields &mixed);

} // namespace plumb::composition

#endif // PLUMB_CHECKER_COMPOSITION_STEPS_H
