// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/sensitivity.h - How far answers may differ -*- C++ -*-===//
///
/// \file
/// Definitions 11 and 12 of Takagi, Cao and Yoshikawa (asymmetric differential privacy), derived
/// from the records, the adjacency and the queries of a neighbourhood: what may be the
/// differences d = f(D) - f(D') of neighbours D -> D' that differ in one record.
///
/// A bound holds for all sizes and all pairs; the solver proved it. Whatever is refuted, and
/// every "attained", rests on a concrete pair of records that was evaluated exactly.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_SENSITIVITY_H
#define PLUMB_CHECKER_PROOF_SENSITIVITY_H

#include "checker/proof/proof.h"
#include "checker/proof/record_witness.h"

#include <memory>

namespace plumb::proof {

/// Pairs of records without end: \c pair, with M added to some of its numbers.
struct RecordFamily {
  RecordWitness pair;
  struct Growth {
    bool inFirst, inSecond;
    const ir::Field *field;
    /// Row-major.
    std::size_t element;
    /// Minus M.
    bool falls;
  };
  Growth growth;
};

/// The supremum of a sum of |d|.
struct DifferenceBound {
  enum class Kind : std::uint8_t { Undecided, Finite, Infinite };
  Kind kind = Kind::Undecided;
  /// Finite: a term over sizes and parameters, "1", "2 * n", that is proved to be an upper bound. Not null
  /// then; sort Int, or Real for real answers.
  std::shared_ptr<const ir::Expression> most;
  /// Finite and attained: by this pair. A term that is no number was attained at three of its values.
  std::optional<RecordWitness> attained;
  /// Infinite: for every M >= 0 the sum is at least M here.
  std::optional<RecordFamily> family;
};

/// A property of all pairs of neighbours.
struct DifferenceProperty {
  /// Refuted comes with \c against.
  smt::Outcome status = smt::Outcome::Unknown;
  std::optional<RecordWitness> against;
};

/// About one query, or about all its queries together.
struct QuerySensitivity {
  /// Null: all queries.
  const ir::Variable *query = nullptr;
  /// The largest |d| of one answer; also the joint L-infinity sensitivity.
  DifferenceBound largest;
  /// The sum of all |d|: the L1 sensitivity.
  DifferenceBound sum;
  /// d >= 0 and d <= 0, for each answer.
  DifferenceProperty decreasing, increasing;
  /// At most one answer changes.
  DifferenceProperty onlyOne;

  /// False if an upper bound or a property is open; an upper bound need not be attained.
  bool isDecided() const;
};

struct Sensitivity {
  const ir::Neighbourhood *neighbourhood;
  /// Owns the terms of the evidence.
  std::unique_ptr<smt::TermStore> store;
  /// That queries, policy and adjacency have values; see askRecordValues. If one of them is open, nothing
  /// else is derived: what is proved of values says nothing where there is none.
  std::vector<Evidence> evidence;
  /// Some pair of different records that are neighbours; nothing if none was found.
  std::optional<RecordWitness> neighbours;
  /// In the order of the neighbourhood's variables.
  std::vector<QuerySensitivity> queries;
  /// Only if there are several queries.
  std::optional<QuerySensitivity> together;

  bool hasValues() const;
  bool isDecided() const;
};

/// \param check confirms what is to be called refuted or attained.
/// \pre \p neighbourhood has a recordAdjacency; its body and guarantee are not looked at.
Sensitivity deriveSensitivity(const ir::Neighbourhood &neighbourhood, const EngineMaker &makeEngine,
                              const WitnessCheck &check);

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_SENSITIVITY_H
