// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/concrete_records.h - Pairs of known size ---*- C++ -*-===//
///
/// \file
/// The two records in which neighbours differ, once all sizes are numbers: every element of
/// every field is a term with its facts, so that a model of them is a pair of records and
/// not just of the elements that a question happened to read.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_CONCRETE_RECORDS_H
#define PLUMB_CHECKER_PROOF_CONCRETE_RECORDS_H

#include "checker/proof/record_witness.h"
#include "checker/proof/subscripts.h"
#include "checker/relational/evaluator.h"
#include "checker/smt/solver.h"

namespace plumb::proof {

/// Sizes by name.
using Sizes = std::map<std::string, long>;

class ConcreteRecords {
public:
  /// One element of a field: what r and r' hold there, and whether it is none. Invalid where the
  /// adjacency gives the data no such record.
  struct Element {
    const ir::Field *field;
    /// Row-major.
    std::size_t number;
    smt::Term first, second, firstNone, secondNone;
  };
  struct Answer {
    const ir::Variable *query;
    Subscripts indices;
    /// f[indices](D) - f[indices](D').
    smt::Term difference;
  };

  /// Nothing if an array has a negative size or is too large to be looked at in full.
  /// \pre the context's neighbourhood has a recordAdjacency, and \p sizes gives all that arrays are made of.
  static std::optional<ConcreteRecords> create(relational::Context context, const Sizes &sizes);

  /// What is known of the elements, the parameters and the sizes.
  const std::vector<smt::Term> &facts() const { return known; }
  const std::vector<Element> &elements() const { return fields; }
  const std::vector<Answer> &answers() const { return differences; }
  /// Under which the queries and the adjacency are defined for both records.
  smt::Term definedness() const { return defined; }
  /// By name, in the order of the declaration; arrays in row-major order.
  using Parameters = std::vector<std::pair<std::string, std::vector<smt::Term>>>;
  const Parameters &parameters() const { return values; }

  /// \p term over scalar parameters at these sizes, multiplied out.
  smt::Term atSizes(smt::Term term) const;
  /// The pair in which terms have these values. Nothing if one that is needed has none.
  std::optional<RecordWitness> read(const std::function<std::optional<Rational>(smt::Term)> &valueOf) const;
  /// What makes a pair easier to read, most telling first: equal elements, zeros.
  std::vector<smt::Term> simplifications() const;

private:
  explicit ConcreteRecords(relational::Context of) : context(of) {}
  void fixSizes(const Sizes &sizes, relational::State &state);
  bool addParameters(relational::Evaluator &evaluator);
  bool addFields(relational::Evaluator &evaluator);
  bool addAnswers(relational::Evaluator &evaluator);
  void addDefinedness(relational::Evaluator &evaluator);
  void expandQuantifiers(relational::State &state);
  std::optional<smt::Term> meaningOf(const relational::Quantified &met, relational::State &state) const;
  std::optional<std::vector<Subscripts>> subscripts(const std::vector<ir::ExpressionPtr> &extents,
                                                    relational::Evaluator &evaluator);
  std::vector<smt::Term> literals(const Subscripts &indices);

  relational::Context context;
  std::unordered_map<smt::Term, smt::Term, smt::TermHash> sizeNumbers;
  std::vector<smt::Term> known;
  std::vector<Element> fields;
  std::vector<Answer> differences;
  Parameters values;
  smt::Term defined;
  /// The largest extent so far.
  long longest = 0;
};

/// The scalar parameters of which lengths of arrays are made, in the order of its variables.
std::vector<const ir::Variable *> sizesOfArrays(const ir::Neighbourhood &neighbourhood);

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_CONCRETE_RECORDS_H
