// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/expressions.h - Names and sorts ------------*- C++ -*-===//
///
/// \file
/// Written expressions to checked ones: names are resolved, sorts found, chains and conversions made
/// explicit. Which names may be read depends on where the expression stands (place.h).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_EXPRESSIONS_H
#define PLUMB_FRONTEND_SEMA_EXPRESSIONS_H

#include "frontend/sema/access.h"
#include "frontend/sema/elaboration.h"
#include "frontend/sema/place.h"

#include <string_view>

namespace plumb::sema {

/// `abs`, `min`, ...: what may be called in an expression.
bool isFunction(std::string_view name);
/// Or something that is written for one of them: misspelt, or as other languages call it.
bool resemblesFunction(const std::string &name);

/// Turns written expressions of one place into checked ones. Every function returns null
/// after it has reported a mistake; a null operand makes a null result without a further
/// report, so that each mistake is told once.
class ExpressionAnalysis {
public:
  /// \param sample the one that is being aligned, if \p place is an alignment.
  ExpressionAnalysis(Elaboration &shared, Place where, const ir::Variable *sample = nullptr)
      : elaboration(shared), place(where), alignedSample(sample) {}

  /// What stands there is summed or compared, and so a number of each record.
  ExpressionAnalysis &ofEachRecord() {
    isOfEachRecord = true;
    return *this;
  }

  /// "did you mean ...?" of the words of the language that look like \p name, or nothing.
  Help similarWord(const std::string &name) const;

  /// Reports \p name, which is unknown here, if the text introduces it for other places. \returns whether it
  /// does.
  bool reportKnownElsewhere(const syntax::Expression &name);

  /// A Bool, Int or Real. Not a field that may be none: that is no value.
  ir::ExpressionPtr value(const syntax::Expression &expression);

  /// A value of \p sort; a public Int is promoted where a Real is wanted.
  /// \param what for the message: "the condition".
  ir::ExpressionPtr value(ir::Sort sort, const syntax::Expression &expression, const char *what);

  /// \p term as one of \p sort, or null. Accepts and passes on null.
  ir::ExpressionPtr convert(ir::ExpressionPtr term, ir::Sort sort, const char *what);

  /// Is it `seen is above`, or `seen.above`, where `seen` names the cells of loops of an earlier part?
  bool isOfPassedArray(const syntax::Expression &reading) const;
  /// The array that it names, of the composition's head. Null after a report. \pre isOfPassedArray(reading)
  const ir::Variable *passedArray(const syntax::Expression &reading);

private:
  using Written = syntax::Expression;

  /// What can be done where \p field, which may be none, has to have a value.
  std::string helpForNone(const ir::FieldRead &field) const;
  /// The same, or a field that may be none.
  ir::ExpressionPtr valueOrNone(const Written &expression);
  ir::ExpressionPtr number(const Written &expression);
  ir::ExpressionPtr unary(const Written &expression);
  ir::ExpressionPtr binary(const Written &expression);
  ir::ExpressionPtr conditional(const Written &expression);
  ir::ExpressionPtr call(const Written &expression);
  /// What a quantifier says of each index.
  ir::ExpressionPtr quantified(const Written &written);
  ir::ExpressionPtr forall(const Written &expression);
  ir::ExpressionPtr forallRecord(const Written &expression);
  ir::ExpressionPtr minimumOrMaximum(const Written &expression);
  /// `max(k in a .. b: e)` and its relatives; `argmax(v)`, over all of v.
  ir::ExpressionPtr aggregate(const Written &expression);
  ir::ExpressionPtr overWholeArray(const Written &call);
  bool mayAggregate(const Written &expression);
  ir::ExpressionPtr toReal(const Written &expression);
  ir::ExpressionPtr moved(const Written &expression);

  /// Gives both one sort. False, after a report, if that cannot be.
  bool unify(ir::ExpressionPtr &left, ir::ExpressionPtr &right);
  void warnOfOneRecord(ir::BinaryOperator op, const ir::Expression &left, const ir::Expression &right);
  bool isNumeric(const ir::Expression &term, const char *what);
  /// What takes the place of \p condition, a bool, where a number of \p sort has to stand.
  std::string choiceAdvice(const ir::Expression &condition, ir::Sort sort) const;
  void reportMixed(const ir::Expression &integer, const ir::Expression *counterpart = nullptr);
  /// Where `cost` and `moved` stand elsewhere than in an invariant.
  static const char *helpForCost();
  /// How \p term becomes one of \p sort, if there is a usual way.
  std::string conversionAdvice(const ir::Expression &term, ir::Sort sort) const;

  /// `x`, `f'[i]`, `out[i]`, `result.indices[j]`.
  ir::ExpressionPtr access(const Written &expression);
  ir::ExpressionPtr read(const Access &access, SourceRange range);
  void reportScalar(const ir::Variable &variable, std::size_t indexCount, SourceRange range);
  bool mayRead(const ir::Variable &variable, const Written &name);
  bool mayPrime(const ir::Variable &variable, const Written &name);
  bool hasValue(const ir::Variable &variable, const Written &name);
  std::optional<std::vector<ir::ExpressionPtr>> indices(const std::vector<const Written *> &written);
  /// How an unknown name stands there.
  enum class Use : std::uint8_t { Value, Element, Record };
  void reportUnknown(const Written &name, Use use = Use::Value);
  void reportNotAParameter(const Written &name, const std::string &what, std::vector<Note> notes = {},
                           Help help = {});
  Help helpForUnknown(const std::string &name, Use use) const;

  /// `t.visited[i]`, `r'.place`, and in a rule for a field `visited[i]`.
  const ir::RecordVariable *ownerOf(const Written &name) const;
  ir::ExpressionPtr fieldRead(const Access &access, SourceRange range);
  bool reportNoRecord(const Written &member);
  ir::ExpressionPtr noneTest(const Written &expression);

  /// The output.
  struct Cell {
    const Publication *publication;
    std::vector<ir::ExpressionPtr> indices;
  };
  bool mayReadOutput(const Written &name);
  /// \param tagName which of its tags is asked about; empty: none.
  std::optional<Cell> cell(const Access &access, const std::string &tagName, SourceRange range);
  /// How the program reads what \p publication has: "`out[i].value`", "`out is above`"; empty if it is empty.
  std::string readingOf(const Publication &publication) const;
  const Publication *publicationWith(std::size_t indexCount, const std::string &tagName, SourceRange range);
  const ir::Tag *tag(const Publication &publication, const std::string &name, SourceRange range);
  ir::ExpressionPtr cellTest(const Written &cell, const std::string &tag, SourceRange tagRange,
                             bool carriesNothing, SourceRange range);
  Help helpForCell(const Written &tested, const std::string &tagName) const;
  bool reportTagAsPart(const Written &comparison);
  ir::ExpressionPtr cellComparison(const Written &expression);
  ir::ExpressionPtr is(const Written &expression);
  ir::ExpressionPtr member(const Written &expression);
  ir::ExpressionPtr cellValue(const Written &expression);
  ir::ExpressionPtr component(const Written &cellText, const Written &tagText, const Written *position,
                              SourceRange range);
  std::optional<std::size_t> valueNumber(const ir::Tag &tag, const Written &tagText, const Written *position);

  /// What an earlier part of a composition has published; null if \p name is none.
  const PassedCell *passedCell(const Written &name) const;
  std::string helpForAnnouncing(std::size_t depth) const;
  bool reportAnnouncedByPart(const Written &reading);
  static std::string readingOf(const std::string &name, const PassedCell &cell);
  const ir::Tag *tag(const PassedCell &cell, const std::string &name, SourceRange range);
  const PassedCell *passedCells(const Written &reading) const;
  ir::ExpressionPtr passedRead(const PassedCell &cell, const Written &reading);
  const ir::Variable &passedPart(const PassedCell &cell, const ir::Variable::CellPart &part, ir::Sort sort);
  const ir::Variable *passedPart(const PassedCell &cell, const Written &reading);

  ir::ExpressionPtr wholeResult(const Written &expression);
  ir::ExpressionPtr resultElement(const Access &access, SourceRange range);
  ir::ExpressionPtr membership(const Written &expression);
  bool returnsSelection(SourceRange range);

  Elaboration &elaboration;
  Place place;
  const ir::Variable *alignedSample;
  bool isOfEachRecord = false;
  /// "total div 10", while the operands of `total / 10` are made reals and both are ints.
  std::string wholeQuotient;
};

/// Reports a local with one value, assigned in a loop alone, whose elements \p looker ("argmax") looks
/// through at \p place. \returns whether \p facts are of such a one.
bool reportNoElements(Elaboration &elaboration, const NameFacts &facts, const std::string &looker,
                      SourceRange place);

/// "its fields: `a`, `b`", for a help.
std::string fieldsOf(const ir::Record &record);
/// A field that looks like \p unknown, or all of them.
Help helpForField(const ir::Record &record, const std::string &unknown);

/// "out[i]": the cell of the innermost of \p loops.
std::string cellText(const std::vector<const ir::For *> &loops);

/// Reports \p word if it is reserved or already names something. \returns whether it is free.
/// \param help what to do where it names something; else to choose another name.
bool checkFresh(Elaboration &elaboration, const std::string &word, SourceRange range, Help help = {});

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_EXPRESSIONS_H
