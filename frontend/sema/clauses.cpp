// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/clauses.h"

#include "frontend/ir/open_part.h"
#include "frontend/sema/expressions.h"
#include "frontend/sema/record_adjacency.h"
#include "frontend/support/similar_word.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/Casting.h>
#include <map>

namespace plumb::sema {

using namespace ir;

/// `eps1 = ?`: a name that no text has.
static bool isOpenPart(const syntax::Expression &requirement) {
  return requirement.kind == syntax::Expression::Kind::Binary && requirement.operands[1]->text == "?";
}

static void analyzeOpenPart(Elaboration &elaboration, const syntax::Expression &written) {
  const syntax::Expression &name = *written.operands[0];
  ExpressionAnalysis analysis(elaboration, Place::Requirement);
  const ExpressionPtr part = analysis.value(name);
  if (!part)
    return;
  if (const auto *read = llvm::dyn_cast<Read>(part.get()); read && read->sort() == Sort::Real)
    elaboration.neighbourhood.requirements.push_back(
        openEquation(read->variable, written.range, written.operands[1]->range));
  else
    elaboration.report(DiagnosticKind::NotAParameter, name.range,
                       {"a part of the guarantee", "real parameters", name.text,
                        "of type `" + std::string(ir::name(part->sort())) + "`"},
                       "declare it as in `eps1: real`");
}

void analyzeRequirements(Elaboration &elaboration, const syntax::Mechanism &written) {
  for (const syntax::ExpressionPtr &requirement : written.requirements) {
    if (isOpenPart(*requirement)) {
      analyzeOpenPart(elaboration, *requirement);
      continue;
    }
    if (isPremise(*requirement)) {
      analyzePremise(elaboration, *requirement);
      continue;
    }
    ExpressionAnalysis analysis(elaboration, Place::Requirement);
    elaboration.neighbourhood.requirements.push_back(
        analysis.value(Sort::Bool, *requirement, "a requirement"));
  }
}

static std::optional<Difference::Direction> directionNamed(const std::string &word) {
  return llvm::StringSwitch<std::optional<Difference::Direction>>(word)
      .Case("decreasing", Difference::Direction::Decreasing)
      .Case("increasing", Difference::Direction::Increasing)
      .Case("changes", Difference::Direction::Changes)
      .Default(std::nullopt);
}

/// Where nothing else is data, \p named is what was meant, and nothing more is told of it.
static Help helpForNonQuery(Elaboration &elaboration, const Variable &named) {
  if (!elaboration.lacksQuery || named.role != Variable::Role::Parameter)
    return "name a query";
  elaboration.mayLackName = true;
  elaboration.misnamed.insert(named.name);
  std::string declared = named.name + (named.sort == ir::Sort::Real ? ": query real" : ": query");
  for (const ir::ExpressionPtr &extent : named.extents)
    declared += "[" + elaboration.textOf(extent->range()) + "]";
  return "what is secret is a query: declare `" + declared + "`";
}

static const Variable *queryOf(Elaboration &elaboration, const syntax::AdjacencyClause &clause) {
  NameFacts *facts = elaboration.scope.global(clause.query.text);
  if (!facts) {
    std::string similar = elaboration.similarName(clause.query.text);
    elaboration.reportAbout(
        clause.query.text, DiagnosticKind::UnknownName, clause.query.range, {clause.query.text},
        similar.empty() ? Help("declare it as a parameter, as in `f: query`") : didYouMean(similar));
    elaboration.mayLackName |= similar.empty();
    return nullptr;
  }
  if (facts->variable->role == Variable::Role::Query && !elaboration.names->queries.count(clause.query.text))
    return facts->variable;
  if (facts->variable->role == Variable::Role::Query) {
    elaboration.report({DiagnosticKind::MixedAdjacency,
                        clause.range,
                        {},
                        {{"`" + clause.query.text + "` asks about records", facts->variable->range}},
                        "write an adjacency of records, as in `adjacency replace R`"});
    return nullptr;
  }
  elaboration.report({DiagnosticKind::AdjacencyOfNonQuery,
                      clause.query.range,
                      {clause.query.text, std::string(describe(facts->variable->role))},
                      {{"declared here", facts->variable->range}},
                      helpForNonQuery(elaboration, *facts->variable)});
  return nullptr;
}

static std::string clauseFor(const std::string &query) {
  return "write `adjacency " + query + " decreasing by 1`, or `increasing` or `changes`";
}

/// Queries over records, but for those that some clause names: it was told there.
static void reportMissingRecordAdjacency(Elaboration &elaboration, const syntax::Mechanism &written) {
  for (const auto &[name, query] : elaboration.names->queries) {
    auto mention = elaboration.mentions.find(name);
    const std::string &word = query.written->name.text;
    bool hasClause = std::any_of(written.adjacency.begin(), written.adjacency.end(),
                                 [&](const auto &clause) { return clause.query.text == word; });
    const std::string &record = query.written->sources.front().record.text;
    // Where no clause stands, one about the records is enough for all queries.
    if (mention != elaboration.mentions.end() && query.checked && !hasClause)
      elaboration.reportAbout(written.adjacency.empty() ? record : name, DiagnosticKind::MissingAdjacency,
                              mention->second, {name},
                              "write `adjacency replace " + record +
                                  "`, or `add`, `remove`, or `replace ... under` a policy");
  }
}

/// Is \p query said to go the other way before?
static bool isOtherDirection(const Elaboration &elaboration, const Variable &query,
                             Difference::Direction direction) {
  return std::any_of(elaboration.neighbourhood.adjacency.begin(), elaboration.neighbourhood.adjacency.end(),
                     [&](const Difference &stated) {
                       return stated.query == &query && stated.direction != direction &&
                              stated.direction != Difference::Direction::Changes &&
                              direction != Difference::Direction::Changes;
                     });
}

void analyzeAdjacency(Elaboration &elaboration, const syntax::Mechanism &written) {
  if (elaboration.hasRecordAdjacency)
    return; // Clauses are told to be too many there, and none is missing.
  std::map<std::string, SourceRange> seen;
  bool isOfAnother = false;
  for (const syntax::AdjacencyClause &clause : written.adjacency) {
    const Variable *query = queryOf(elaboration, clause);
    const bool isOpen = clause.direction.text == "?";
    std::optional<Difference::Direction> direction =
        isOpen ? Difference::Direction::Changes : directionNamed(clause.direction.text);
    assert(direction && "the grammar has no other directions");
    ExpressionPtr bound;
    if (clause.bound) {
      ExpressionAnalysis analysis(elaboration, Place::AdjacencyBound);
      bound = query ? analysis.value(query->sort, *clause.bound, "the bound") : analysis.value(*clause.bound);
    }
    isOfAnother = isOfAnother || !query;
    if (!query)
      continue;
    if (clause.openBound)
      bound = std::make_unique<Number>(1, query->sort, *clause.openBound);
    auto [first, isFirst] = seen.emplace(query->name, clause.range);
    if (!isFirst)
      elaboration.report(
          {DiagnosticKind::DuplicateAdjacency,
           clause.query.range,
           {query->name},
           {{"the first one", first->second}},
           isOtherDirection(elaboration, *query, *direction)
               ? "answers that move either way are said once: `" + query->name + " changes by ...`"
               : "keep one of them"});
    elaboration.neighbourhood.adjacency.push_back(
        {query, *direction, clause.onlyOne, std::move(bound), clause.range,
         isOpen ? Hole{true, clause.direction.range} : Hole{},
         clause.openBound ? Hole{true, *clause.openBound} : Hole{}});
  }
  if (isOfAnother)
    return; // The query that it should name would seem to have no clause.
  for (const syntax::Parameter &parameter : written.parameters)
    if (parameter.type.text == "query" && !seen.count(parameter.name.text))
      elaboration.report(DiagnosticKind::MissingAdjacency, parameter.name.range, {parameter.name.text},
                         clauseFor(parameter.name.text));
  reportMissingRecordAdjacency(elaboration, written);
}

ir::Guarantee analyzeGuarantee(Elaboration &elaboration, const syntax::Mechanism &written) {
  ir::Guarantee guarantee;
  if (written.guarantees.empty())
    elaboration.report(DiagnosticKind::MissingGuarantee, written.name.range, {written.name.text},
                       "write `guarantees private(eps)`");
  for (const syntax::GuaranteeClause &clause : written.guarantees) {
    if (&clause != &written.guarantees.front()) {
      elaboration.report({DiagnosticKind::DuplicateGuarantee,
                          clause.range,
                          {},
                          {{"the first one", written.guarantees.front().range}},
                          "keep one of them"});
      continue;
    }
    if (clause.notion.text != "private") {
      elaboration.report(
          DiagnosticKind::UnknownNotion, clause.notion.range, {clause.notion.text},
          helpForWord(clause.notion.text, std::array{"private"}, "what is known is `private(eps)`"));
      continue;
    }
    if (clause.hole) {
      guarantee = {std::make_unique<Number>(1, Sort::Real, *clause.hole), clause.range, {true, *clause.hole}};
      continue;
    }
    if (clause.arguments.size() != 1) {
      elaboration.report(
          DiagnosticKind::WrongArgumentCount, clause.range,
          {"private", "1 argument", count(clause.arguments.size(), "argument", "arguments")},
          clause.arguments.size() == 2
              ? "the argument is the budget; there is no delta, as what is proved holds of every "
                "output"
              : "the argument is the budget");
      continue;
    }
    ExpressionAnalysis analysis(elaboration, Place::Guarantee);
    guarantee = {analysis.value(Sort::Real, *clause.arguments.front(), "the budget"), clause.range, {}};
  }
  return guarantee;
}

} // namespace plumb::sema
