// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/small_records.h - Neighbours by weight -*- C++ -*-===//
///
/// \file
/// Neighbouring data of a mechanism about records, lightest first. All of it is real: the
/// one record on both sides and the others are listed, and the answers are theirs.
///
/// A record weighs what its fields weigh together, two that replace each other as much as
/// the heavier one, and each other record one more than itself. A run depends on the records
/// through the answers alone, so that of all data with the same answers one is tried.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_SMALL_RECORDS_H
#define PLUMB_CHECKER_REFUTATION_SMALL_RECORDS_H

#include "checker/interpreter/record_neighbours.h"
#include "checker/refutation/budget.h"
#include "checker/refutation/candidates.h"

#include <map>
#include <set>

namespace plumb::refutation {

/// The answers on D and on D'.
struct Neighbours {
  interpreter::Numbers first;
  interpreter::Numbers second;
  /// Whose answers they are. Nothing in the textbook form.
  std::optional<interpreter::RecordPair> records;
};

/// All small neighbours of one instance.
class SmallRecords {
public:
  /// \pre \p of has a recordShape.
  explicit SmallRecords(interpreter::Instance of) : instance(std::move(of)) {}

  /// Those that weigh exactly \p weight; found when first asked for, which spends one unit for every few
  /// records, pairs and sums that are looked at. Some are missing once the budget is spent.
  const std::vector<Neighbours> &ofWeight(unsigned weight, Budget &budget);

private:
  /// A possible record.
  struct Candidate {
    interpreter::RecordValue record;
    unsigned weight;
    /// What it contributes, as an index of `contributions`.
    std::size_t kind;
  };
  /// What records contribute, and the lightest one that does.
  struct Contribution {
    interpreter::Numbers answers;
    std::size_t candidate;
  };
  /// Candidates in which D and D' differ.
  struct Pair {
    std::optional<std::size_t> first, second;
  };
  /// Other records.
  struct Rest {
    interpreter::Numbers sum;
    std::vector<interpreter::OtherRecords> records;
    std::int64_t count = 0;
    /// The kind added last; others are added in ascending order.
    std::size_t last = 0;
  };

  /// Counts something that was looked at. False once the budget is spent.
  bool look(Budget &budget);
  void findRecords(std::size_t next, unsigned left, interpreter::RecordValue &chosen, Budget &budget);
  void findPairs(Budget &budget);
  void tryPair(std::optional<std::size_t> first, std::optional<std::size_t> second, Budget &budget);
  void findRests(Budget &budget);
  void tryRest(const Rest &smaller, std::size_t kind, std::int64_t copies, Budget &budget);
  void combine(Budget &budget);
  Neighbours neighboursOf(const Pair &pair, const Rest &rest) const;

  /// The weight that is being looked for.
  unsigned current() const { return static_cast<unsigned>(byWeight.size()); }

  interpreter::Instance instance;
  std::uint64_t looks = 0;
  /// For each number of a record.
  std::vector<std::vector<WeightedField>> fields;
  std::vector<Candidate> candidates;
  std::vector<Contribution> contributions;
  std::map<interpreter::Numbers, std::size_t> kinds;
  /// By weight.
  std::vector<std::vector<Pair>> pairs;
  std::set<std::pair<std::size_t, std::size_t>> pairKinds;
  std::vector<std::vector<Rest>> rests;
  std::set<interpreter::Numbers> restSums;
  std::set<std::pair<interpreter::Numbers, interpreter::Numbers>> answers;
  std::vector<std::vector<Neighbours>> byWeight;
};

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_SMALL_RECORDS_H
