// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/symbols.h - What is fixed for a proof --*- C++ -*-===//
///
/// \file
/// The symbols that stay the same for one whole proof: public parameters, the
/// query answers f on D and the differences d = f - f' (or the two records that make the
/// difference), the output z that is held fixed (cells and result), and the first run's
/// noise.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_SYMBOLS_H
#define PLUMB_CHECKER_RELATIONAL_SYMBOLS_H

#include "checker/relational/quantified.h"
#include "checker/relational/vocabulary.h"
#include "checker/smt/term.h"
#include "frontend/ir/setting.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace plumb::relational {

smt::Sort sortOf(ir::Sort sort);

/// An int of z that there is one of.
struct OutputInteger {
  /// "out.winner.1", for reports.
  std::string text;
  smt::Term value;
  /// What publishes it, as which of its values; null for the result.
  const ir::Output *output = nullptr;
  std::size_t component = 0;
};

class Symbols {
public:
  /// What \p setting is made of and \param store outlive the symbols. Without a mechanism there is neither
  /// noise nor an output.
  Symbols(ir::Setting setting, smt::TermStore &store);

  const ir::Neighbourhood &neighbourhood() const { return source.neighbourhood(); }
  bool hasMechanism() const { return source.hasMechanism(); }
  /// \pre hasMechanism()
  const ir::Mechanism &mechanism() const { return source.mechanism(); }

  /// What the symbols stand for; whoever makes one says so.
  Vocabulary &vocabulary() { return words; }

  /// Position of \p variable in the neighbourhood: the order used for every table.
  unsigned ordinal(const ir::Variable &variable) const { return ordinals.at(&variable); }

  /// A scalar parameter, or an element of a parameter array.
  smt::Term parameter(const ir::Variable &variable, const std::vector<smt::Term> &indices);
  /// f[indices] on D.
  smt::Term query(const ir::Variable &variable, const std::vector<smt::Term> &indices);
  /// f[indices] - f'[indices].
  smt::Term difference(const ir::Variable &variable, const std::vector<smt::Term> &indices);
  /// The index of the one element that may change, for a query that `changes one`.
  const std::vector<smt::Term> &changedIndex(const ir::Variable &query);

  /// What the field holds in the one record in which D and D' differ: r of D, or r' of D' (\p primed).
  /// Of no account if it is none.
  smt::Term field(const ir::Field &field, const std::vector<smt::Term> &indices, bool primed);
  /// Whether it is none; false for a field that is never.
  smt::Term isNone(const ir::Field &field, const std::vector<smt::Term> &indices, bool primed);
  /// For `add or remove`: D has the record more (else D').
  smt::Term isAdded();
  /// Where r' may be r: D has r, and D' has r' in its place. If not, both are any data set, the same one.
  smt::Term isExchanged();

  /// What the records that both data sets have come to, for a query that is an extremum.
  smt::Term ofOthers(const ir::Variable &query, const std::vector<smt::Term> &indices);

  /// The first run's draw of the instance \p indices of a sample array, or of a scalar sample that is
  /// drawn outside all loops: one value for the whole run, so that an alignment may read it early.
  smt::Term draw(const ir::Variable &sample, const std::vector<smt::Term> &indices);
  bool hasNamedDraws(const ir::Variable &sample) const;
  /// Names the instance if \p term is such a draw: the sample variable, else null.
  const ir::Variable *sampleOfDraw(smt::Term term) const;

  /// The index that an aggregate chooses, k standing for any index: of those with \c low <= k < \c high and
  /// \c filter, the first at which \c body is largest; \c low if there is none.
  struct Choice {
    smt::Term low, high, k, filter, body;
  };
  /// One term for one choice: what chooses by the same terms chooses the same.
  smt::Term chosen(const Choice &choice);
  /// Null if \p term is none that \c chosen gave.
  const Choice *choiceOf(smt::Term term) const;
  /// The k of the choices by one aggregate, whose variable is \p bound.
  smt::Term anyIndex(const ir::Variable &bound);
  /// A new int of which nothing is known; for readers it has \p name.
  smt::Term unknownIndex(const std::string &name, Reading::Legend legend);

  /// Whether the `forall` holds. One term for one formula, as long as what it reads is the same.
  smt::Term truthOf(Quantified met);
  /// Null if \p term is none that \c truthOf gave.
  const Quantified *quantifiedOf(smt::Term term) const;
  /// An index in its range at which it fails, if it does. \pre \c truthOf gave \p truth.
  smt::Term failureOf(smt::Term truth);
  /// Null if \p term is none that \c failureOf gives.
  const Quantified *failingAt(smt::Term term) const;
  /// How many ints from 0 to below \p at are named, \p index standing for each in turn: see image.h. What
  /// else \p met binds is kept.
  smt::Term namedBelow(Quantified met, const ir::Variable &index, smt::Term at);
  /// What names an index, the index, and the int up to which that is counted.
  struct NamedBelow {
    const Quantified &met;
    const ir::Variable &index;
    smt::Term at;
  };
  /// Nothing if \p term is none that \c namedBelow gave.
  std::optional<NamedBelow> namedBelowOf(smt::Term term) const;

  /// True for what does not depend on the noise once z is held fixed: parameters, query answers and their
  /// differences, cells and result.
  bool isFixed(const smt::Symbol &symbol) const { return fixed.count(&symbol) != 0; }

  /// The tag of a cell of z, as a number: see tagNumber.
  smt::Term cellTag(const ir::Transcript &transcript, const std::vector<smt::Term> &indices);
  long tagNumber(const ir::Tag &tag) const;
  /// What a cell of z carries.
  smt::Term cellValue(const ir::Transcript &transcript, const ir::Tag &tag, std::size_t component,
                      const std::vector<smt::Term> &indices);

  /// z's result: a scalar.
  smt::Term resultScalar(ir::Sort sort);
  /// The ints of z that there is one of: the result, and what is published outside all loops.
  std::vector<OutputInteger> outputIntegers();
  /// z's result: a selection. Membership of an index, the number of members below an index, and the
  /// j-th index and value.
  smt::Term inSelection(smt::Term index);
  smt::Term membersBelow(smt::Term index);
  smt::Term selectedIndex(smt::Term position);
  smt::Term selectedValue(smt::Term position, ir::Sort sort);
  /// The `top_k` that the mechanism returns, or null.
  const ir::TopK *selection() const { return topK; }
  /// False if two returns select differently (another count or array), or if the count is no term over
  /// scalar parameters: then nothing may be assumed of the selection, and the exits fail.
  bool selectionIsUniform() const { return uniform; }

private:
  enum class What : std::uint8_t {
    Value,
    Difference,
    ChangedIndex,
    Field,
    PrimedField,
    None,
    PrimedNone,
    Added,
    Exchanged,
    Others,
    CellTag,
    CellValue,
    Result,
    InSelection,
    MembersBelow,
    SelectedIndex,
    SelectedValue,
  };
  /// What a symbol stands for: never its name, which two things may have in common.
  struct Meaning {
    What what;
    /// The variable (see ir::identityOf), field or transcript; null if there is one of its kind.
    const void *subject = nullptr;
    const ir::Tag *tag = nullptr;
    /// Of a dimension or component.
    std::size_t number = 0;
    auto operator<=>(const Meaning &) const = default;
  };
  void readStatements();
  const smt::Symbol &functionFor(Meaning meaning, const std::string &name, std::size_t arity,
                                 smt::Sort range);

  static Reading readingOf(const Meaning &meaning, const std::string &name);

  ir::Setting source;
  smt::TermStore &store;
  Vocabulary words;
  std::unordered_map<const ir::Variable *, unsigned> ordinals;
  std::map<Meaning, const smt::Symbol *> functions;
  std::unordered_set<const smt::Symbol *> fixed;
  std::unordered_map<const smt::Symbol *, const ir::Variable *> draws;
  std::map<std::array<std::uint32_t, 4>, smt::Term> choices;
  std::unordered_map<std::uint32_t, Choice> choiceOfTerm;
  std::unordered_map<const ir::Variable *, smt::Term> anyIndices;
  struct Truth {
    /// Readers know it, too.
    std::shared_ptr<const Quantified> met;
    smt::Term value, failure;
  };
  std::vector<Truth> truths;
  struct Naming {
    /// Without the index.
    Quantified met;
    const ir::Variable *index;
    const smt::Symbol *below;
  };
  std::vector<Naming> namings;
  std::vector<bool> drawnOutsideLoops;
  std::map<unsigned, std::vector<smt::Term>> changed;
  const ir::TopK *topK = nullptr;
  bool uniform = true;
};

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_SYMBOLS_H
