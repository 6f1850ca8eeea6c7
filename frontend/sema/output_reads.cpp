// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/announcement.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/substitution.h"
#include "frontend/sema/expressions.h"
#include "frontend/support/similar_word.h"

#include <algorithm>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::sema {

using namespace ir;

bool ExpressionAnalysis::mayReadOutput(const Written &name) {
  if (elaboration.misnamed.contains(name.text))
    return false;
  if (!allowsOutput(place)) {
    elaboration.report(DiagnosticKind::OutputNotYetKnown, name.range,
                       {name.text, std::string(describe(place))},
                       "only `align`, `invariant` and `claims` read it");
    return false;
  }
  if (name.primed)
    elaboration.report(DiagnosticKind::PrimedPublic, name.range, {name.text},
                       {"drop the prime", Repair{std::nullopt, name.text}});
  return !name.primed;
}

std::string cellText(const std::vector<const For *> &loops) {
  std::string cell = "out";
  for (const For *loop : loops)
    cell += "[" + loop->index.name + "]";
  return cell;
}

static std::string cellText(const Publication &publication) {
  return cellText(publication.transcript->loops);
}

/// A loop of one iteration, as one around an announcement.
static bool runsOnce(const For &loop) {
  const auto *low = llvm::dyn_cast_or_null<Number>(loop.low.get());
  const auto *high = llvm::dyn_cast_or_null<Number>(loop.high.get());
  return low && high && low->value == 0 && high->value == 1;
}

/// How what \p publication publishes is read somewhere else: the one iteration of a loop is 0.
static std::string readElsewhere(const Publication &publication) {
  std::string cell = "out";
  for (const For *loop : publication.transcript->loops)
    cell += "[" + (runsOnce(*loop) ? "0" : loop->index.name) + "]";
  return cell;
}

/// The first tag of \p publication that has values and is seen; null if there is none.
static const Tag *carryingTag(const Publication &publication) {
  const auto carries = [](const Tag *tag) { return !tag->components.empty() && !isAnnounced(*tag); };
  const auto found = std::find_if(publication.tags.begin(), publication.tags.end(), carries);
  return found == publication.tags.end() ? nullptr : *found;
}

std::string ExpressionAnalysis::readingOf(const Publication &publication) const {
  for (const Tag *tag : publication.tags)
    if (elaboration.brokenTags.contains(tag))
      return {};
  const std::string cell = cellText(publication);
  if (const Tag *carrying = carryingTag(publication))
    return "`" + cell + "." + carrying->name + (carrying->components.size() > 1 ? ".1" : "") + "`";
  return publication.tags.empty() ? "" : "`" + cell + " is " + publication.tags.front()->name + "`";
}

static bool publishes(const Publication &publication, const std::string &tagName) {
  return std::any_of(publication.tags.begin(), publication.tags.end(),
                     [&](const Tag *tag) { return tag->name == tagName; });
}

const Publication *ExpressionAnalysis::publicationWith(std::size_t indexCount, const std::string &tagName,
                                                       SourceRange range) {
  std::vector<const Publication *> fitting;
  for (const Publication &publication : elaboration.publications)
    if (publication.transcript->loops.size() == indexCount)
      fitting.push_back(&publication);
  if (fitting.size() == 1)
    return fitting.front();
  // Where one loop alone publishes the tag, the tag says which is meant. A claim says it of no other loop's.
  if (place != Place::Claim) {
    const auto meant = [&](const Publication *one) { return publishes(*one, tagName); };
    const auto first = std::find_if(fitting.begin(), fitting.end(), meant);
    if (first != fitting.end() && std::find_if(first + 1, fitting.end(), meant) == fitting.end())
      return *first;
  }

  std::string indices = count(indexCount, "index", "indices");
  if (fitting.empty() && (elaboration.lacksLoop || elaboration.publishesNothing))
    return nullptr;
  if (fitting.empty()) {
    const bool isOnlyReturned = elaboration.publications.empty() && elaboration.returnsValue;
    elaboration.report(DiagnosticKind::NoSuchCell, range, {indices},
                       isOnlyReturned ? "what is returned is `result`"
                       : elaboration.publications.size() == 1
                           ? "`out` has one index for each loop around the `output`: write `" +
                                 cellText(elaboration.publications.front()) + "`"
                           : "`out` has one index for each loop around the `output`");
    return nullptr;
  }
  for (const Publication *publication : fitting) {
    const std::vector<const For *> &nest = publication->transcript->loops;
    bool isAround = nest.size() <= elaboration.loops.size() &&
                    std::equal(nest.begin(), nest.end(), elaboration.loops.begin());
    if (isAround)
      return publication;
  }
  elaboration.report(
      DiagnosticKind::AmbiguousCell, range, {indices},
      place == Place::Claim
          ? "a claim is about the cells of one loop: publish in one loop, with a tag for each case"
          : "read the cell inside of the loop that publishes it, or give the loops tags of their own");
  return nullptr;
}

std::optional<ExpressionAnalysis::Cell>
ExpressionAnalysis::cell(const Access &access, const std::string &tagName, SourceRange range) {
  if (!mayReadOutput(*access.base))
    return std::nullopt;
  auto subscripts = indices(access.indices);
  const Publication *publication = publicationWith(access.indices.size(), tagName, range);
  if (!publication || !subscripts)
    return std::nullopt;
  return Cell{publication, std::move(*subscripts)};
}

const Tag *ExpressionAnalysis::tag(const Publication &publication, const std::string &name,
                                   SourceRange range) {
  const bool isClaim = place == Place::Claim;
  const bool announces = std::any_of(publication.tags.begin(), publication.tags.end(),
                                     [](const Tag *published) { return isAnnounced(*published); });
  if (isClaim && announces && (name == "none" || name == announced)) {
    elaboration.report(DiagnosticKind::UnknownTag, range, {name},
                       "what is announced there looks like `none` to whoever reads the output, so a claim "
                       "speaks of neither");
    return nullptr;
  }
  if (name == "none" || name == "unreached")
    return elaboration.tags.at(name);
  std::string known;
  SimilarWord similar(name);
  for (const Tag *published : publication.tags) {
    if (isClaim && isAnnounced(*published))
      continue;
    if (published->name == name) {
      elaboration.tagsAskedFor.insert(published);
      return published;
    }
    similar.consider(published->name);
    known += (known.empty() ? "" : ", ") + ("`" + published->name + "`");
  }
  if (isClaim && elaboration.lacksReturn)
    return nullptr;
  for (const Publication &other : elaboration.publications)
    if (!isClaim && publishes(other, name)) {
      elaboration.report(DiagnosticKind::UnknownTag, range, {name},
                         "it is published in another cell: read `" + readElsewhere(other) + "." + name + "`");
      return nullptr;
    }
  const std::string reading = readingOf(publication);
  const bool isValue = elaboration.scope.find(name) != nullptr && !isClaim && !reading.empty() &&
                       carryingTag(publication) != nullptr;
  elaboration.report(DiagnosticKind::UnknownTag, range, {name},
                     isValue
                         ? Help("`" + name + "` is no tag; a value that is published is read as " + reading)
                         : similar.help("published there: " + known));
  return nullptr;
}

/// `lam + out[i] is above ? a : b` asks for the tag of a sum.
Help ExpressionAnalysis::helpForCell(const Written &tested, const std::string &tagName) const {
  if (place == Place::Argument)
    return "a composition asks for the tag of what an earlier part has published as one cell, as in `seen "
           "is " +
           tagName + "`";
  if (tagName == "result")
    return "what is returned is compared: write `" + elaboration.textOf(tested.range) + " = result`";
  if (tagName == "none" && allowsFields(place))
    return "write `" + elaboration.textOf(tested.range) + " = none`";
  const Written *last = &tested;
  while (last->kind == Written::Kind::Binary || last->kind == Written::Kind::Unary)
    last = last->operands.back().get();
  if (last == &tested || !accessOf(*last).isName("out"))
    return "write `out[i] is " + tagName + "`";
  return "`is` asks about all that stands in front of it; write `(" + elaboration.textOf(last->range) +
         " is " + tagName + " ? ... : ...)`";
}

ExpressionPtr ExpressionAnalysis::cellTest(const Written &cellText, const std::string &tagName,
                                           SourceRange tagRange, bool carriesNothing, SourceRange range) {
  Access access = accessOf(cellText);
  const bool isNamed = place == Place::Argument && access.base->kind == Written::Kind::Name;
  if (isNamed && reportKnownElsewhere(*access.base))
    return nullptr;
  if (!access.isName("out")) {
    elaboration.report(DiagnosticKind::NotACell, cellText.range, {}, helpForCell(cellText, tagName));
    return nullptr;
  }
  std::optional<Cell> found = cell(access, tagName, cellText.range);
  const Tag *wanted = found ? tag(*found->publication, tagName, tagRange) : nullptr;
  if (!wanted || elaboration.brokenTags.count(wanted))
    return nullptr;
  if (carriesNothing && !wanted->components.empty()) {
    elaboration.report(DiagnosticKind::TagCarriesValues, tagRange, {tagName},
                       "test for it with `is " + tagName + "`");
    return nullptr;
  }
  return std::make_unique<CellTest>(*found->publication->transcript, std::move(found->indices), *wanted,
                                    range);
}

/// `seen.announced`, `seen.announced.1` and `seen is announced` of a part. \returns whether it was reported.
bool ExpressionAnalysis::reportAnnouncedByPart(const Written &reading) {
  if (reading.operands[0]->kind == Written::Kind::Member)
    return reportAnnouncedByPart(*reading.operands[0]);
  const Written &part = *accessOf(*reading.operands[0]).base;
  const bool isPart = place == Place::Argument && reading.text == announced &&
                      part.kind == Written::Kind::Name && !part.primed &&
                      (passedCell(part) || elaboration.scope.find(part.text));
  if (isPart)
    elaboration.report(DiagnosticKind::UnknownTag, reading.wordRange, {reading.text},
                       "what a part announces, only its own proof sees: what later parts read has to be "
                       "published, with `output` or `return`");
  return isPart;
}

ExpressionPtr ExpressionAnalysis::is(const Written &expression) {
  if (reportAnnouncedByPart(expression))
    return nullptr;
  if (const PassedCell *cell = passedCells(expression))
    return passedRead(*cell, expression);
  return cellTest(*expression.operands[0], expression.text, expression.wordRange, false, expression.range);
}

/// `out[i].tag = above`: of a part that there is not no value can be asked.
bool ExpressionAnalysis::reportTagAsPart(const Written &comparison) {
  for (const bool isLeft : {true, false}) {
    const Written &part = *comparison.operands[isLeft ? 0 : 1], &other = *comparison.operands[isLeft ? 1 : 0];
    if (part.kind != Written::Kind::Member || part.text != "tag" || elaboration.tags.count(part.text) ||
        !accessOf(*part.operands[0]).isName("out") || other.kind != Written::Kind::Name)
      continue;
    const std::string test = elaboration.textOf(part.operands[0]->range) + " is " + other.text;
    const std::string instead = comparison.text == "=" ? test : "not (" + test + ")";
    elaboration.report(DiagnosticKind::UnknownMember, part.range, {"a cell", part.text},
                       {"write `" + instead + "`", Repair{comparison.range, instead}});
    return true;
  }
  return false;
}

ExpressionPtr ExpressionAnalysis::cellComparison(const Written &expression) {
  bool cellIsLeft = accessOf(*expression.operands[0]).isName("out");
  const Written &cellText = *expression.operands[cellIsLeft ? 0 : 1];
  const Written &other = *expression.operands[cellIsLeft ? 1 : 0];
  if (other.kind != Written::Kind::Name || other.primed) {
    if (mayReadOutput(*accessOf(cellText).base))
      elaboration.report(DiagnosticKind::CellIsNoValue, cellText.range, {"a cell of `out`"},
                         "compare it with a tag, or compare its `.value`");
    return nullptr;
  }
  ExpressionPtr test = cellTest(cellText, other.text, other.range, true, expression.range);
  if (!test || expression.text == "=")
    return test;
  return std::make_unique<Unary>(UnaryOperator::Not, Sort::Bool, std::move(test), expression.range);
}

/// Of a cell of a loop in \p depth others.
std::string ExpressionAnalysis::helpForAnnouncing(std::size_t depth) const {
  for (const Publication &publication : elaboration.publications)
    if (publication.transcript->loops.size() == depth)
      return "nothing is announced, and the cell is that of an `output`; say what the proof needs in a cell "
             "of its "
             "own, as in `for once in 0 .. 1 { announce best }`, and read it as `" +
             cellText(publication) + "[0].announced`";
  return "nothing is announced; say what the proof needs in the body, as in `announce best`";
}

ExpressionPtr ExpressionAnalysis::member(const Written &expression) {
  if (reportAnnouncedByPart(expression))
    return nullptr;
  if (const PassedCell *cell = passedCells(expression))
    return passedRead(*cell, expression);
  if (ownerOf(*expression.operands[0]))
    return fieldRead({&expression, {}}, expression.range);
  if (reportNoRecord(expression))
    return nullptr;
  Access access = accessOf(*expression.operands[0]);
  // `seen[0].above`
  if (const PassedCell *cell = passedCell(*access.base)) {
    const std::string &name = access.base->text;
    const Tag *read = tag(*cell, expression.text, expression.wordRange);
    if (read && cell->extents.empty())
      elaboration.report(DiagnosticKind::WrongIndexCount, expression.operands[0]->range,
                         {name, "no indices", count(access.indices.size(), "index", "indices")},
                         "read " + readingOf(name, *cell));
    else if (read)
      elaboration.report(DiagnosticKind::NotAParameter, expression.range,
                         {std::string(describe(place)), "scalar parameters", name + "." + read->name,
                          "an array, which has no elements here"},
                         "pass all of it, `" + name + "." + read->name +
                             "`, for an array that the part takes");
    return nullptr;
  }
  if (access.base->kind == Written::Kind::Name && elaboration.misnamed.contains(access.base->text))
    return nullptr;
  bool isOutput = access.isName("out");
  if (isOutput && expression.text == "value")
    return cellValue(expression);
  const Written &tagText = *expression.operands[0];
  if (tagText.kind == Written::Kind::Member && accessOf(*tagText.operands[0]).isName("out"))
    return component(*tagText.operands[0], tagText, &expression, expression.range);
  if (isOutput && elaboration.tags.count(expression.text))
    return component(tagText, expression, nullptr, expression.range);
  bool isResult = access.isName("result") && access.indices.empty();
  const Written &owner = *access.base;
  if (!isOutput && !isResult && owner.kind == Written::Kind::Name && elaboration.hasRecordAdjacency &&
      !elaboration.scope.find(owner.text)) {
    elaboration.reportAbout(
        owner.text, DiagnosticKind::UnknownName, owner.range, {owner.text},
        "a mechanism sees records through queries alone: ask for what is needed by `query f = "
        "count " +
            owner.text + ": ... where ...`");
    return nullptr;
  }
  if ((isOutput || isResult) && !mayReadOutput(*access.base))
    return nullptr;
  if (isResult && (expression.text == "indices" || expression.text == "values")) {
    elaboration.report(DiagnosticKind::WrongIndexCount, expression.range,
                       {"result." + expression.text, "1 index", "no indices"},
                       "`result.indices` stands alone only to the right of `in`");
    return nullptr;
  }
  elaboration.report(DiagnosticKind::UnknownMember, expression.range,
                     {isOutput   ? "a cell"
                      : isResult ? "`result`"
                                 : "this",
                      expression.text},
                     isOutput && expression.text == announced ? helpForAnnouncing(access.indices.size())
                     : isOutput ? "what a cell carries is `.value`, or goes by its tag"
                     : isResult ? "its parts are `indices` and `values`"
                                : "only `out[..]` and `result` have parts");
  return nullptr;
}

static std::string valuesOf(const Tag &tag) {
  return count(tag.components.size(), "value", "values");
}

/// \param position the number behind the tag, counted from 1; null if there is none.
ExpressionPtr ExpressionAnalysis::component(const Written &cellText, const Written &tagText,
                                            const Written *position, SourceRange range) {
  std::optional<Cell> found = cell(accessOf(cellText), tagText.text, cellText.range);
  const Tag *read = found ? tag(*found->publication, tagText.text, tagText.wordRange) : nullptr;
  if (!read || elaboration.brokenTags.count(read))
    return nullptr;
  const auto number = valueNumber(*read, tagText, position);
  if (!number)
    return nullptr;
  return std::make_unique<CellRead>(*found->publication->transcript, std::move(found->indices), *read,
                                    *number - 1, read->components[*number - 1], range);
}

std::optional<std::size_t> ExpressionAnalysis::valueNumber(const Tag &tag, const Written &tagText,
                                                           const Written *position) {
  const std::string &name = tagText.text;
  const std::size_t size = tag.components.size();
  if (!position && size > 1) {
    elaboration.report(DiagnosticKind::ValueNotChosen, tagText.wordRange, {name, valuesOf(tag)},
                       "write `." + name + ".1` for the first");
    return std::nullopt;
  }
  std::size_t number = 1;
  bool isNumber = !position || llvm::to_integer(position->text, number, 10);
  if (!isNumber || number == 0 || number > size) {
    elaboration.report(DiagnosticKind::NoSuchValue, position ? position->wordRange : tagText.wordRange,
                       {name, valuesOf(tag), "." + name + (position ? "." + position->text : "")},
                       size == 0 ? "test for it with `is " + name + "`"
                       : size == 1
                           ? "write `." + name + "`"
                           : "they are `." + name + ".1` to `." + name + "." + std::to_string(size) + "`");
    return std::nullopt;
  }
  return number;
}

const PassedCell *ExpressionAnalysis::passedCell(const Written &name) const {
  const bool isName = place == Place::Argument && name.kind == Written::Kind::Name && !name.primed;
  const auto found = isName ? elaboration.passedCells.find(name.text) : elaboration.passedCells.end();
  return found == elaboration.passedCells.end() ? nullptr : &found->second;
}

std::string ExpressionAnalysis::readingOf(const std::string &name, const PassedCell &cell) {
  for (const Tag *tag : cell.tags)
    if (!tag->components.empty())
      return "`" + name + "." + tag->name + (tag->components.size() > 1 ? ".1" : "") + "`" +
             (cell.tags.size() > 1 ? ", or ask for its tag with `is`" : "");
  return "`" + name + " is " + cell.tags.front()->name + "`";
}

/// Null after a report.
const Tag *ExpressionAnalysis::tag(const PassedCell &cell, const std::string &name, SourceRange range) {
  std::string known;
  SimilarWord similar(name);
  for (const Tag *published : cell.tags) {
    if (published->name == name)
      return published;
    similar.consider(published->name);
    known += (known.empty() ? "" : ", ") + ("`" + published->name + "`");
  }
  elaboration.report(DiagnosticKind::UnknownTag, range, {name}, similar.help("published there: " + known));
  return nullptr;
}

/// The cells of which \p reading reads the tag or a value, in `seen[0].above.1` that is `seen[0]`. Null if it
/// reads neither.
static const syntax::Expression *readCells(const syntax::Expression &reading) {
  const bool isMember = reading.kind == syntax::Expression::Kind::Member;
  if (!isMember && reading.kind != syntax::Expression::Kind::Is)
    return nullptr;
  const syntax::Expression &owner = *reading.operands[0];
  return isMember && owner.kind == syntax::Expression::Kind::Member ? owner.operands[0].get() : &owner;
}

/// What a part publishes, of which \p reading reads. Null if it reads of nothing.
const PassedCell *ExpressionAnalysis::passedCells(const Written &reading) const {
  const Written *cells = readCells(reading);
  return cells ? passedCell(*accessOf(*cells).base) : nullptr;
}

/// The parameter of the composition that stands for \p part of \p cell.
const Variable &ExpressionAnalysis::passedPart(const PassedCell &cell, const Variable::CellPart &part,
                                               Sort sort) {
  const std::string name = printCellPart(part);
  if (const NameFacts *known = elaboration.scope.global(name))
    return *known->variable;
  NameFacts &declared = elaboration.scope.declare(Variable::Role::Parameter, name, sort, cell.range);
  declared.variable->cellPart = part;
  declared.dimensions = cell.extents.size();
  declared.isPassedOn = true;
  for (const ExpressionPtr &extent : cell.extents)
    declared.variable->extents.push_back(substituted(*extent, {}));
  return *declared.variable;
}

/// The parameter for what \p reading reads; null after a report. \pre passedCells(reading) is \p cell.
const Variable *ExpressionAnalysis::passedPart(const PassedCell &cell, const Written &reading) {
  const std::string &name = accessOf(*readCells(reading)).base->text;
  if (reading.kind == Written::Kind::Is) {
    const Tag *asked = tag(cell, reading.text, reading.wordRange);
    return asked ? &passedPart(cell, {name, asked, std::nullopt}, Sort::Bool) : nullptr;
  }
  const Written &owner = *reading.operands[0];
  const bool isNumbered = owner.kind == Written::Kind::Member;
  const Written &tagText = isNumbered ? owner : reading;
  const Tag *read = tag(cell, tagText.text, tagText.wordRange);
  const auto number = read ? valueNumber(*read, tagText, isNumbered ? &reading : nullptr) : std::nullopt;
  return number ? &passedPart(cell, {name, read, *number - 1}, read->components[*number - 1]) : nullptr;
}

ExpressionPtr ExpressionAnalysis::passedRead(const PassedCell &cell, const Written &reading) {
  const Variable *variable = passedPart(cell, reading);
  if (!variable)
    return nullptr;
  const Written &cells = *readCells(reading);
  const Access access = accessOf(cells);
  const std::string &name = access.base->text;
  const std::size_t dimensions = cell.extents.size();
  if (access.indices.size() == dimensions) {
    auto subscripts = indices(access.indices);
    return subscripts ? std::make_unique<Read>(*variable, false, std::move(*subscripts), reading.range)
                      : nullptr;
  }
  if (dimensions == 0)
    elaboration.report(DiagnosticKind::NotAnArray, cells.range, {"`" + name + "`"},
                       "it is one cell; read it without indices");
  else
    elaboration.report(
        DiagnosticKind::WrongIndexCount, cells.range,
        {name, count(dimensions, "index", "indices"), count(access.indices.size(), "index", "indices")},
        "say of which element" + std::string(dimensions == 1 ? ", as in `" + name + "[0]`" : "") +
            ", or pass all of it, for an array that the part takes");
  return nullptr;
}

bool ExpressionAnalysis::isOfPassedArray(const Written &reading) const {
  const PassedCell *cells = passedCells(reading);
  return cells && !cells->extents.empty() && accessOf(*readCells(reading)).indices.empty();
}

const Variable *ExpressionAnalysis::passedArray(const Written &reading) {
  return passedPart(*passedCells(reading), reading);
}

ExpressionPtr ExpressionAnalysis::cellValue(const Written &expression) {
  std::optional<Cell> found = cell(accessOf(*expression.operands[0]), "", expression.operands[0]->range);
  if (!found)
    return nullptr;
  bool hasTuple = false;
  std::vector<const Tag *> single;
  for (const Tag *tag : found->publication->tags) {
    if (elaboration.brokenTags.count(tag))
      return nullptr;
    hasTuple = hasTuple || (tag->name == "value" && tag->components.size() > 1);
    // What is announced goes by its name.
    if (tag->components.size() != 1 || isAnnounced(*tag))
      continue;
    if (tag->name == "value")
      single.clear();
    single.push_back(tag);
    if (tag->name == "value")
      break;
  }
  if (hasTuple)
    return component(*expression.operands[0], expression, nullptr, expression.range);
  if (single.size() != 1) {
    elaboration.report(DiagnosticKind::NoCellValue, expression.range, {},
                       "`.value` needs exactly one tag that carries exactly one value");
    return nullptr;
  }
  return std::make_unique<CellRead>(*found->publication->transcript, std::move(found->indices),
                                    *single.front(), 0, single.front()->components.front(), expression.range);
}

} // namespace plumb::sema
