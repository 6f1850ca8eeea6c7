// SPDX-License-Identifier: Apache-2.0
//===- checker/composition/composer.h - Fills in the ledger -----*- C++ -*-===//
///
/// \file
/// The conductor for one composition: finds out which parts pay for which changes of a record, and adds up
/// (Theorem 6 of Takagi, Cao and Yoshikawa, "Asymmetric Differential Privacy"; Theorem VIII.6 of their ICDM
/// paper). Each class of changes is a row: a part costs its epsilon if it allows the change, nothing if no
/// answer of it can change, and else the sum is unbounded.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_COMPOSITION_COMPOSER_H
#define PLUMB_CHECKER_COMPOSITION_COMPOSER_H

#include "checker/composition/composed.h"
#include "checker/composition/pairs.h"
#include "checker/composition/powers.h"
#include "checker/composition/steps.h"
#include "checker/verdict/inquiry.h"
#include "frontend/ir/substitution.h"

#include <deque>
#include <llvm/ADT/STLExtras.h>
#include <map>

namespace plumb::composition {

using verdict::Condition;
using verdict::Evidence;

/// One use: make it, call run().
class Composer {
public:
  Composer(const ir::Composition &composition, const std::vector<const proof::Proof *> &proofs,
           const proof::EngineMaker &makeEngine, const proof::WitnessCheck &check);
  Composed run();

private:
  verdict::Verdict conclude() const;
  /// So many different relations at most (some 4 s, most of it for the charges of each row).
  static constexpr std::size_t mostRelations = 32;

  /// A neighbouring relation that parts have in common, after their arguments are put in.
  struct Relation {
    /// The first of them.
    std::size_t part;
    std::shared_ptr<const ChangeClass> allowed;
  };

  // Is anything protected? (population.cpp)
  void premises();
  void neighbours();
  void populate(Row &row);
  bool isEmpty(const Row &row);
  bool isSeen(const Row &row);
  bool isSeen(const Row &row, long length);
  bool isFound(relational::Context of, Pairs::Writer &writer, const relational::State &state,
               std::vector<smt::Term> wanted);
  bool isNothingSeen();
  smt::Term allAnswersStay(Pairs::Writer &writer);
  Evidence &modelStep(const std::string &name, std::string advice);

  // Does every change have a row? (coverage.cpp)
  void coverage();
  void isCovered(const std::string &about, const std::string &who, SourceRange range, ChangeClass changes);

  // What the parts are given (arguments.cpp).
  void arguments(const ir::Part &part);
  void requirementsOf(const ir::Part &part, const ir::Substitution &given);
  void lengthsOf(const ir::Part &part, const ir::Substitution &given);
  void boundsOf(const ir::Part &part, const ir::Substitution &given);
  bool isDefined(const std::string &subject, const ir::Expression &term);
  const ir::Expression &ofPart(const ir::Expression &expression, const ir::Substitution &given);
  void timesOf(const ir::Part &part);
  /// What a part is given has to be right on all data.
  relational::State headState();

  // Powers of e and logarithms (definitions.cpp).
  void definitions();
  void defineExponential(const ir::Definition &definition);
  void defineLogarithm(const ir::Definition &definition);
  bool isShownMore(const ir::Definition &definition, const std::string &sentence, const PowerTerm &value,
                   bool isStrict);
  PowerTerm powerOf(const relational::RationalFunction &total) const;
  bool showPowers(const std::string &name, Condition condition, const std::string &sentence,
                  SourceRange range, PowerTerm greater, PowerTerm smaller, bool isStrict);

  // Classes of changes (classes.cpp).
  void changesOfRecords();
  void tooManyRelations();
  void findRelations();
  std::size_t firstAlike(std::size_t part) const;
  std::vector<Charge> chargeEach(llvm::function_ref<Charge(std::size_t part)> charge);
  void premisesStay();
  void statedDifferences();
  void byAttributes();
  void byRelation();
  void attributesChange(const std::string &changes, const Fields &fields);
  void allAllow();
  void onlySomeAllow(std::size_t relation);
  /// Of which pairs a question is asked.
  struct About {
    /// Ends the name of the obligation.
    std::string key;
    /// Begins its sentence: "for changes of `age`, ".
    std::string words;
  };
  Charge chargeByAttributes(const ir::Part &part, Pairs &pairs, const Fields &fields, const About &about);
  Charge chargeIfAllowed(std::size_t part, Pairs &pairs, const std::vector<smt::Term> &known,
                         const About &about);
  bool answersStay(const ir::Part &part, Pairs &pairs, const std::vector<smt::Term> &known,
                   const About &about);
  bool showsNothingOf(const ir::Part &part, const Fields &fields, const About &about);

  // Neighbours that the composition states itself (stated.cpp).
  void statedNeighbours();
  Row statedRow(ir::RecordAdjacency::Kind stated, bool mayBeOpen);
  void statementsAreSound();
  void statedPremisesStay();
  void assumedPremises(const ir::Part &part);
  Fields changingWhereStated();
  std::optional<unsigned> stepsTo(std::size_t part, ir::RecordAdjacency::Kind stated, const Fields &mixed,
                                  bool mayBeOpen, std::shared_ptr<const Walk> &walk);
  Evidence &askSteps(std::size_t part, ir::RecordAdjacency::Kind stated, const Fields &changing,
                     unsigned steps, std::optional<Stride> stride = std::nullopt);
  std::optional<unsigned> stridesTo(std::size_t part, const Fields &changing,
                                    std::shared_ptr<const Walk> &walk);
  unsigned longestWalk() const;
  std::optional<proof::RecordWitness> pairBeyond(std::size_t part, const Fields &mixed, unsigned most);
  void budgetIsNotNegative(const ir::Part &part);

  // Parts that run on a sample of the records (sampled.cpp).
  void sampledNeighbours();
  bool isSampled();
  bool isProbability();
  bool isLessThanOne();
  bool isCoveredByPowers(const Row &row, const relational::RationalFunction &most, const std::string &loss);
  bool probabilityIs(const std::string &words, llvm::function_ref<smt::Term(smt::Term p)> holds);
  void addSampled(Row row, bool isRemoved);
  void coverSampled(
      Row &row, bool mayBeOpen,
      llvm::function_ref<smt::Term(const relational::RationalFunction &most, relational::State &state)>
          isWithin);
  smt::Term isAmplifiedWithin(const relational::RationalFunction &most,
                              const relational::RationalFunction &total, bool isRemoved);
  smt::Term isLeftOutWithin(const relational::RationalFunction &most);
  /// Nothing: it is no quotient of terms.
  std::optional<relational::RationalFunction> probability();

  // Sums (sums.cpp).
  void addRow(std::string changes, std::vector<Charge> charges,
              std::vector<std::shared_ptr<const ChangeClass>> allowed,
              std::vector<std::shared_ptr<const ChangeClass>> notAll);
  void addRow(Row row);
  /// \p function >= 0, multiplied out: a goal.
  smt::Term isNotNegative(const relational::RationalFunction &function);
  /// \p term, a rational function in each of its cases. Empty: it is none in some, or there are too many
  /// cases.
  std::vector<Row::CaseTotal> rationalCases(const ir::Expression &term);
  /// \p goal, if all of these are so. \p state comes to know what their parts are.
  smt::Term where(const std::vector<Decided> &under, relational::State &state, smt::Term goal);
  smt::Term isCovered(const std::vector<Row::CaseTotal> &most, const std::vector<Row::CaseTotal> &totals,
                      relational::State &state);
  ir::ExpressionPtr totalOf(const Row &row) const;
  void cover(Row &row, const ir::Expression &total);

  Evidence &record(std::string name, std::string text, SourceRange range, relational::Context context,
                   const std::vector<smt::Term> &facts, smt::Term goal);
  /// Records an obligation, whatever comes of it. \returns whether it is proved.
  bool require(std::string name, std::string whenProved, std::string whenOpen, SourceRange range,
               const std::vector<smt::Term> &facts, smt::Term goal);
  /// Records what is proved and nothing else.
  bool finds(std::string name, std::string text, SourceRange range, relational::Context context,
             const std::vector<smt::Term> &facts, smt::Term goal);

  const ir::Composition &composition;
  const std::vector<const proof::Proof *> &proofs;
  const proof::WitnessCheck &confirms;
  Composed composed;
  smt::TermStore &store;
  smt::Solver solver;
  verdict::Inquiry inquiry;
  struct ProvedQuestion {
    std::string logic, engine;
  };
  /// By the goal and its hypotheses, in their order.
  std::map<std::vector<std::uint32_t>, ProvedQuestion> provedBefore;
  /// Of the head: parameters alone.
  relational::Symbols symbols;
  relational::Products products;
  relational::Scales scales;
  relational::Context context;
  Powers powers;
  /// What is known of what is defined.
  std::vector<smt::Term> ofDefinitions;
  /// What formulas of \c context may point to.
  Copies copies;
  /// What parts assume of the data, with their arguments.
  std::deque<ir::RecordPremise> assumed;
  /// Only if the parts are about records; for each part the number of its relation.
  std::vector<Relation> relations;
  std::vector<std::size_t> relationOf;
  /// Where some pair of a row has different answers.
  std::vector<smt::Term> seen;
  /// Conditions that \c context may point to.
  std::vector<Decided> decided;
};

} // namespace plumb::composition

#endif // PLUMB_CHECKER_COMPOSITION_COMPOSER_H
