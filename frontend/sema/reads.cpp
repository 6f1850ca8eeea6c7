// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/expressions.h"
#include "frontend/support/similar_word.h"

#include <algorithm>
#include <llvm/ADT/StringRef.h>

namespace plumb::sema {

using namespace ir;
using Role = Variable::Role;

const char *ExpressionAnalysis::helpForCost() {
  return "what a run costs is bounded by `guarantees`, and said in between by an `invariant` of a loop";
}

ExpressionPtr ExpressionAnalysis::access(const Written &expression) {
  Access access = accessOf(expression);
  if (access.base->kind == Written::Kind::Name && elaboration.misnamed.contains(access.base->text))
    return nullptr;
  if (access.isName("out")) {
    if (mayReadOutput(*access.base))
      elaboration.report(DiagnosticKind::CellIsNoValue, expression.range, {"a cell of `out`"},
                         "test its tag with `is`, or read `.value`");
    return nullptr;
  }
  if (const PassedCell *cell = passedCell(*access.base)) {
    elaboration.report(DiagnosticKind::CellIsNoValue, expression.range,
                       {"`" + access.base->text + "`, a cell with its tag,"},
                       "read " + readingOf(access.base->text, *cell));
    return nullptr;
  }
  if (access.base->kind == Written::Kind::Member) {
    if (ownerOf(*access.base->operands[0]))
      return fieldRead(access, expression.range);
    return resultElement(access, expression.range);
  }
  if (access.base->kind != Written::Kind::Name) {
    elaboration.report(DiagnosticKind::NotAnArray, access.base->range, {"this"});
    return nullptr;
  }
  if (const RecordVariable *implied = elaboration.record("");
      implied && implied->record->field(access.base->text))
    return fieldRead(access, expression.range);
  if (access.base->text == "none") {
    elaboration.report(DiagnosticKind::MisplacedNone, access.base->range, {},
                       "`x.place = none` asks whether a field that is declared `or none` holds nothing");
    return nullptr;
  }
  if (access.base->text == "result")
    return wholeResult(expression);
  if (access.base->text == "cost" && access.indices.empty()) {
    if (place == Place::Invariant)
      return std::make_unique<Cost>(expression.range);
    elaboration.report(DiagnosticKind::CostOutsideInvariant, expression.range, {"cost"}, helpForCost());
    return nullptr;
  }
  return read(access, expression.range);
}

static std::string helpForScalar(const NameFacts &facts, std::size_t dimensions) {
  const Variable &variable = *facts.variable;
  const std::string asItIs = "it is one value; read it without indices";
  if (variable.role == Role::Query && variable.sort == Sort::Int)
    return asItIs + ", or declare `" + variable.name + ": query[n]`";
  if (variable.role == Role::Parameter && variable.sort != Sort::Bool && dimensions == 1)
    return asItIs + ", or declare `" + variable.name +
           (variable.sort == Sort::Int ? ": int[n]`" : ": real[n]`");
  const bool isSample = variable.role == Role::Sample;
  const std::size_t count = isSample ? facts.loops.size() : dimensions;
  if (facts.loops.empty() || count > facts.loops.size() || (isSample && dimensions != count))
    return asItIs;
  std::string indices;
  for (auto loop = facts.loops.end() - static_cast<std::ptrdiff_t>(count); loop != facts.loops.end(); ++loop)
    indices += "[" + *loop + "]";
  const std::string element = variable.name + indices;
  return isSample
             ? "to keep the noise of each iteration, draw `" + element + " ~ ...` and align `" +
                   variable.name + "'" + indices + " = " + element + " + ...`; or read it without indices"
             : "to keep the value of each iteration, write `" + element +
                   " := ...`; or read it without indices";
}

ExpressionPtr ExpressionAnalysis::read(const Access &access, SourceRange range) {
  const Written &name = *access.base;
  Variable *variable = elaboration.scope.find(name.text);
  if (!variable) {
    reportUnknown(name, access.indices.empty() ? Use::Value : Use::Element);
    return nullptr;
  }
  if (!mayRead(*variable, name) || !mayPrime(*variable, name))
    return nullptr;
  NameFacts *facts = elaboration.scope.global(name.text);
  bool isGlobal = facts && facts->variable == variable;
  std::size_t dimensions = isGlobal ? facts->dimensions : 0;
  if (access.indices.size() != dimensions) {
    if (elaboration.misshapen.contains(name.text))
      return nullptr;
    const bool isWhole = variable->role == Role::Local && place == Place::Program && dimensions == 1 &&
                         access.indices.empty() && elaboration.loops.empty();
    if (dimensions == 0)
      reportScalar(*variable, access.indices.size(), range);
    else
      elaboration.reportAbout(
          name.text, DiagnosticKind::WrongIndexCount, range,
          {name.text, count(dimensions, "index", "indices"),
           count(access.indices.size(), "index", "indices")},
          "say which element is meant" +
              std::string(dimensions == 1 ? ", as in `" + name.text + (facts->isPassedOn ? "[0]`" : "[i]`")
                                          : "") +
              (isWhole ? "; all of them are published by `output " + name.text + "[i]` in the loop" : ""));
    return nullptr;
  }
  auto subscripts = indices(access.indices);
  if (!hasValue(*variable, name) || !subscripts || (isGlobal && !facts->hasSort))
    return nullptr;
  return std::make_unique<Read>(*variable, name.primed, std::move(*subscripts), range);
}

bool reportNoElements(Elaboration &elaboration, const NameFacts &facts, const std::string &looker,
                      SourceRange place) {
  const Variable &variable = *facts.variable;
  if (facts.dimensions != 0 || facts.loops.empty() || variable.role != Role::Local)
    return false;
  elaboration.misshapen.insert(variable.name); // Read with indices elsewhere, it is the same mistake.
  elaboration.report({DiagnosticKind::NotAnArray,
                      variable.range,
                      {"`" + variable.name + "`"},
                      {{"`" + looker + "` looks through its elements", place}},
                      "to keep the value of each iteration, write `" + variable.name + "[" +
                          facts.loops.back() + "] := ...`",
                      variable.name});
  return true;
}

void ExpressionAnalysis::reportScalar(const Variable &variable, std::size_t indexCount, SourceRange range) {
  const NameFacts *facts = elaboration.scope.global(variable.name);
  const bool isGlobal = facts && facts->variable == &variable;
  std::vector<Note> notes;
  if (isGlobal && !facts->loops.empty())
    notes.push_back({variable.role == Role::Sample ? "drawn here" : "assigned here", variable.range});
  elaboration.report(
      {DiagnosticKind::NotAnArray,
       range,
       {"`" + variable.name + "`"},
       std::move(notes),
       isGlobal ? helpForScalar(*facts, indexCount) : "it is one value; read it without indices",
       variable.name});
}

std::optional<std::vector<ExpressionPtr>>
ExpressionAnalysis::indices(const std::vector<const Written *> &written) {
  std::vector<ExpressionPtr> result;
  bool complete = true;
  for (const Written *index : written) {
    // A name that the loop would have if it were one over a range.
    if (elaboration.lacksLoop && index->kind == Written::Kind::Name && !elaboration.scope.find(index->text))
      return std::nullopt;
    result.push_back(value(Sort::Int, *index, "an index"));
    complete = complete && result.back();
  }
  if (!complete)
    return std::nullopt;
  return result;
}

constexpr const char *helpForHead = "what stands here is known before anything runs: say it in parameters";

// Of the places that introduce a name the last in front of \p reader, or the first behind.
static const Introduced &nearest(const std::vector<Introduced> &all, SourceRange reader) {
  const Introduced *result = &all.front();
  for (const Introduced &each : all)
    if (each.range.begin < reader.begin)
      result = &each;
  return *result;
}

static std::string helpForParameter(const Introduced &parameter) {
  const std::string of = " of `" + std::string(parameter.of) + "`", &type = parameter.parameter->type.text;
  if ((type != "int" && type != "size") || !parameter.parameter->dimensions.empty())
    return "what the file declares reads fields and sizes of the file, and no parameter" + of;
  const std::string &name = parameter.parameter->name.text;
  return "declare it above as `size " + name +
         "`, a size of the file, which is at least 0, and drop the parameter" + of;
}

bool ExpressionAnalysis::reportKnownElsewhere(const Written &name) {
  using As = Introduced::As;
  const auto found = elaboration.introduced.find(name.text);
  if (found == elaboration.introduced.end())
    return false;
  const Introduced &other = nearest(found->second, name.range);
  const bool isAbove = other.range.begin < name.range.begin;
  const bool isInHead = place == Place::Requirement || isScalarTerm(place) || allowsFields(place);
  const auto unknown = [&](std::string where, std::string help) {
    elaboration.report({DiagnosticKind::UnknownName,
                        name.range,
                        {name.text},
                        {{std::move(where), other.range}},
                        std::move(help),
                        name.text});
    return true;
  };
  const auto notAParameter = [&](std::string help) {
    reportNotAParameter(name, std::string(describe(other.as)),
                        {{"`" + name.text + "` was introduced here", other.range}}, std::move(help));
    return true;
  };
  switch (other.as) {
  case As::Sample:
  case As::Local:
    return isInHead && notAParameter(helpForHead);
  case As::LoopIndex:
    if (isInHead)
      return notAParameter(helpForHead);
    // A claim has names for iterations of its own.
    return place != Place::Claim &&
           unknown("the variable of this loop", "it is known inside of its loop only: read it there, or keep "
                                                "it in a variable that is assigned "
                                                "before the loop, too");
  case As::Bound:
    return unknown(
        "bound here",
        allowsForall(place)
            ? "it is known only in what follows its range: bind it here again, or join both with `and`"
            : "it is known only behind its range, up to the closing parenthesis: read it there");
  case As::Definition:
    if (place == Place::Argument)
      return unknown("defined here",
                     isAbove ? "a `let` does not read what it defines"
                             : "a `let` further down defines it: move that one up, in front of this");
    return notAParameter("a `let` has no word here: say it of the parameters that `" + name.text +
                         "` is made of");
  case As::Published:
    if (place == Place::Argument)
      return unknown("published here",
                     isAbove ? "a part does not read what it publishes itself"
                             : "a part further down publishes it: move that part up, in front of those that "
                               "read it");
    return notAParameter(helpForHead);
  case As::Parameter:
    return unknown("a parameter of `" + std::string(other.of) + "`", helpForParameter(other));
  }
  return false;
}

void ExpressionAnalysis::reportNotAParameter(const Written &name, const std::string &what,
                                             std::vector<Note> notes, Help help) {
  elaboration.report({DiagnosticKind::NotAParameter,
                      name.range,
                      {std::string(describe(place)),
                       isScalarTerm(place)   ? "scalar parameters"
                       : allowsFields(place) ? "fields and parameters"
                                             : "parameters",
                       name.text, what},
                      std::move(notes),
                      std::move(help)});
}

void ExpressionAnalysis::reportUnknown(const Written &name, Use use) {
  // A field goes by its record, whatever is called like it.
  const bool isOfRecord =
      std::any_of(elaboration.records.begin(), elaboration.records.end(), [&](const RecordVariable *record) {
        return record->name == name.text || record->record->field(name.text);
      });
  if (!isOfRecord && reportKnownElsewhere(name))
    return;
  Help help = helpForUnknown(name.text, use);
  // What is meant has the prime that is written.
  for (Repair &repair : help.repair)
    if (name.primed && !repair.range && !llvm::StringRef(repair.text).endswith("'"))
      repair.text += "'";
  elaboration.reportAbout(name.text, DiagnosticKind::UnknownName, name.range, {name.text}, std::move(help));
  elaboration.mayLackName |= elaboration.hasRecordAdjacency && elaboration.similarName(name.text).empty() &&
                             similarWord(name.text).empty();
}

// What is meant by an unknown name that is no name of the program.
Help ExpressionAnalysis::similarWord(const std::string &name) const {
  for (const char *function : {"moved", "top_k", "abs", "min", "max", "argmin", "argmax"})
    if (name == function)
      return "write `" + name + "(...)`";
  SimilarWord similar(name);
  for (const char *word : {"true", "false", "result", "out"})
    similar.consider(word);
  if (place == Place::Invariant)
    similar.consider("cost");
  if (place == Place::Attribute)
    for (const std::unique_ptr<Field> &field : elaboration.records.back()->record->fields)
      similar.consider(field->name);
  return similar.help();
}

/// As other languages and papers write what is beyond all numbers.
static bool isInfinite(const std::string &name) {
  static constexpr std::string_view words[] = {"inf",       "infty",  "infinity", "oo",      "max_value",
                                               "min_value", "maxint", "minint",   "int_max", "int_min"};
  const std::string lower = llvm::StringRef(name).lower();
  return std::find(std::begin(words), std::end(words), lower) != std::end(words);
}

Help ExpressionAnalysis::helpForUnknown(const std::string &name, Use use) const {
  if (place == Place::RecordPair && use == Use::Record && elaboration.hasRecordAdjacency)
    return {"the two records are called `r` and `r'`", Repair{std::nullopt, "r"}};
  const bool isInBody = place == Place::Program || place == Place::Scale || place == Place::Alignment;
  if (isInBody && elaboration.names && elaboration.names->records.contains(name))
    return "a mechanism sees records through queries alone, as in `query f = count x: " + name +
           " where ...`";
  if (use == Use::Record && elaboration.records.size() == 1)
    return {"what is asked here is asked of one record, `" + elaboration.records.back()->name + "`",
            Repair{std::nullopt, elaboration.records.back()->name}};
  // As papers write it.
  for (const std::string_view suffix : {"_hat", "hat", "_prime", "prime"})
    if (name.size() > suffix.size() && name.ends_with(suffix)) {
      const Variable *first = elaboration.scope.find(name.substr(0, name.size() - suffix.size()));
      if (first && (first->role == Role::Query || first->role == Role::Sample))
        return {"the second run of `" + first->name + "` is `" + first->name + "'`",
                Repair{std::nullopt, first->name + "'"}};
    }
  for (const RecordVariable *record : elaboration.records)
    if (record->name == name)
      return "`" + name + "` is a whole record; name a field of it" +
             (record->record->fields.empty()
                  ? ""
                  : ", as in `" + name + "." + record->record->fields.front()->name + "`");
    else if (record->record->field(name))
      return writeInstead(record->name + "." + name);
  if (place == Place::Argument && elaboration.names && elaboration.names->queries.contains(name))
    return "a composition computes with parameters and what earlier parts publish, never with a query";
  if (isInBody && isInfinite(name))
    return "every value is a number; a running maximum or minimum begins with the first answer, as in `if i "
           "= 0 "
           "or v > best { best := v }` behind `best := 0`";
  std::string similar = elaboration.similarName(name);
  if (!similar.empty())
    return didYouMean(std::move(similar));
  if (Help word = similarWord(name); !word.empty())
    return word;
  if (place == Place::Attribute)
    return fieldsOf(*elaboration.records.back()->record) + "; sizes of the file may be read, too";
  if (elaboration.lacksQuery && elaboration.hasRecordAdjacency)
    return "ask it of the records, as in `query " + name + " = count x: R where ...`";
  // What the file declares has no parameters.
  if (place == Place::Extent && elaboration.names)
    return {"declare it as a parameter: `" + name + ": size`", elaboration.oneMoreParameter(name + ": size")};
  if (place == Place::Guarantee && name.starts_with("eps"))
    return {"declare it as a parameter, `" + name + ": real`, and say `requires " + name + " > 0`",
            {elaboration.oneMoreParameter(name + ": real"),
             Repair{SourceRange{elaboration.neighbourhood.clauses, elaboration.neighbourhood.clauses},
                    "\n  requires " + name + " > 0"}}};
  if (place == Place::Claim && (name == "Pr" || name == "P" || name == "E" || name == "Prob"))
    return "a claim holds in every run; how likely an output is, is no claim: `plumb bounds` tells how often "
           "a "
           "one-sided answer is right";
  if (place == Place::Claim && use != Use::Element)
    return "a free name of a claim stands for an iteration and is a direct index of `out`";
  if (place == Place::Claim)
    return "declare it as a parameter, as in `" + name + ": int[n]`";
  if (place == Place::Program || place == Place::Scale || place == Place::Range ||
      place == Place::Alignment || place == Place::Invariant)
    return "declare it as a parameter, or assign it first";
  if (place == Place::RecordPair && use != Use::Record)
    return "declare it as a `size` of the file, or say for which indices, as in `forall " + name +
           " in 0 .. n: ...`";
  return elaboration.names ? "declare it as a parameter" : "declare it as a `size` of the file";
}

bool ExpressionAnalysis::mayRead(const Variable &variable, const Written &name) {
  std::string role(describe(variable.role));
  bool isBound = variable.role == Role::Bound;
  bool isParameter = variable.role == Role::Parameter;
  bool isAboutRecords = place == Place::Requirement || allowsFields(place);
  if (isScalarTerm(place) || (isAboutRecords && !isBound)) {
    NameFacts *facts = elaboration.scope.global(name.text);
    bool isArray = facts && facts->dimensions != 0 && !(place == Place::Argument && facts->isPassedOn);
    if (isParameter && !(isScalarTerm(place) && isArray))
      return true;
    bool isPremise = place == Place::Requirement || place == Place::Premise;
    if (isPremise && variable.role == Role::Query) {
      elaboration.report(
          DiagnosticKind::PremiseAboutData, name.range, {name.text},
          elaboration.hasRecordAdjacency
              ? "a fact about every record is `requires forall v in data: ...`, over its fields"
              : "a requirement is checked in public and may speak of parameters only");
      return false;
    }
    const bool isOfRun =
        variable.role == Role::Sample || variable.role == Role::Local || variable.role == Role::LoopIndex;
    reportNotAParameter(name, isParameter ? "an array" : role, {},
                        isOfRun ? Help(helpForHead)
                        : variable.role == Role::Query
                            ? Help("an answer is secret, and what stands here is known to all: "
                                   "say it in parameters")
                            : Help());
    return false;
  }
  if (place != Place::Claim || isParameter || isBound || variable.role == Role::Query)
    return true;
  // What counts the rounds of such a loop would be its index.
  if (!elaboration.lacksLoop)
    elaboration.reportAbout(name.text, DiagnosticKind::ClaimAboutInside, name.range, {name.text, role},
                            "a claim speaks of parameters, queries, `out` and `result`");
  return false;
}

bool ExpressionAnalysis::mayPrime(const Variable &variable, const Written &name) {
  if (!name.primed)
    return true;
  if (!allowsPrimes(place) && place != Place::RecordPair) {
    elaboration.report(DiagnosticKind::PrimeOutsideProof, name.range,
                       {name.text, std::string(describe(place))},
                       {"drop the prime", Repair{std::nullopt, name.text}});
    return false;
  }
  bool isPublic =
      variable.role == Role::Parameter || variable.role == Role::LoopIndex || variable.role == Role::Bound;
  if (isPublic) {
    elaboration.report(DiagnosticKind::PrimedPublic, name.range, {name.text},
                       {"drop the prime", Repair{std::nullopt, name.text}});
    return false;
  }
  if (&variable == alignedSample) {
    elaboration.report(DiagnosticKind::PrimedOwnSample, name.range, {name.text},
                       "write it in terms of `" + name.text + "`, the noise of the first run");
    return false;
  }
  return true;
}

bool ExpressionAnalysis::hasValue(const Variable &variable, const Written &name) {
  NameFacts *facts = elaboration.scope.global(name.text);
  bool isFlowing = variable.role == Role::Local || variable.role == Role::Sample;
  if (!isFlowing || facts->dimensions != 0 || elaboration.assigned.contains(name.text))
    return true;
  // An alignment may look ahead to noise that exists exactly once in every run.
  if (place == Place::Alignment && (&variable == alignedSample || facts->isDrawnOnce))
    return true;
  bool isSample = variable.role == Role::Sample;
  const bool isTooEarly = place == Place::Alignment && !isSample;
  // Alignments are analysed last: a value that the program lacks, too, was told there.
  if (!isTooEarly)
    elaboration.valueless.insert(name.text);
  else if (elaboration.valueless.contains(name.text))
    return false;
  elaboration.report(
      {DiagnosticKind::ReadBeforeAssignment,
       name.range,
       {name.text},
       {{isSample ? "drawn here" : "first assigned here", variable.range}},
       isTooEarly ? "an alignment is fixed where its noise is drawn; of what comes later it reads what "
                    "is published, as in `out[i] is above`"
       : isSample ? "draw it on every path that leads here"
                  : "assign it before, on every path; a loop may run zero times",
       name.text});
  return false;
}

} // namespace plumb::sema
