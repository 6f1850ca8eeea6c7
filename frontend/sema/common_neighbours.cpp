// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/common_neighbours.h"

#include "frontend/ir/same_term.h"
#include "frontend/ir/stated_neighbours.h"
#include "frontend/ir/substitution.h"

#include <algorithm>

namespace plumb::sema {

using namespace ir;

namespace {

std::string changeText(const RecordAdjacency &adjacency) {
  RecordAdjacency bare{adjacency.kind, adjacency.record, nullptr, nullptr, nullptr, nullptr, adjacency.range};
  return "`" + print(bare) + "`";
}

std::string directionText(const Difference &clause) {
  const char *words[] = {"decreasing", "increasing", "changing"};
  return (clause.onlyOne ? "in one place " : "") + std::string(words[static_cast<int>(clause.direction)]);
}

/// What \p part says of each query of the composition.
std::vector<Difference> statedBy(const Composition &composition, const Part &part) {
  Substitution arguments = argumentsOf(composition, part);
  std::vector<Difference> clauses;
  for (const Difference &clause : part.mechanism->adjacency)
    clauses.push_back({arguments.variables.at(clause.query), clause.direction, clause.onlyOne,
                       substituted(*clause.bound, arguments), clause.range});
  return clauses;
}

const Difference *clauseFor(const std::vector<Difference> &clauses, const Variable &query) {
  auto found = std::find_if(clauses.begin(), clauses.end(),
                            [&](const Difference &clause) { return clause.query == &query; });
  return found == clauses.end() ? nullptr : &*found;
}

/// Why the statements are not the same assumption; empty if they may be.
std::string statementsDiffer(const std::vector<Difference> &first, const std::vector<Difference> &second) {
  for (const auto *clauses : {&first, &second})
    for (const Difference &clause : *clauses)
      if (!clauseFor(first, *clause.query) || !clauseFor(second, *clause.query))
        return "only one of them says how `" + clause.query->name +
               "` differs, so there is no one set of neighbours";
  for (const Difference &clause : second) {
    const Difference &other = *clauseFor(first, *clause.query);
    if (clause.direction != other.direction || clause.onlyOne != other.onlyOne)
      return "the first says that `" + clause.query->name + "` is " + directionText(other) +
             ", the second that it is " + directionText(clause);
  }
  return {};
}

std::string difference(const Composition &composition, const Part &first, const Part &second) {
  const auto &a = first.mechanism->recordAdjacency, &b = second.mechanism->recordAdjacency;
  if (a.has_value() != b.has_value())
    return std::string("the ") + (a ? "first" : "second") +
           " is about records, the other about stated differences of answers";
  if (!a)
    return statementsDiffer(statedBy(composition, first), statedBy(composition, second));
  if (a->record != b->record || a->kind != b->kind)
    return "the neighbours of the first are those of " + changeText(*a) + ", those of the second of " +
           changeText(*b);
  return {};
}

/// One part may have one query twice: then both clauses are about it.
std::string contradiction(const Composition &composition, const Part &part) {
  return statementsDiffer(statedBy(composition, part), statedBy(composition, part));
}

/// What several parts assume alike is one assumption.
void addPremises(Composition &composition, const Part &part) {
  std::vector<RecordPremise> &all = composition.head.premises;
  for (const RecordPremise &premise : part.mechanism->premises) {
    RecordPremise due = substituted(premise, argumentsOf(composition, part), composition.head.variables);
    if (std::none_of(all.begin(), all.end(),
                     [&](const RecordPremise &known) { return isSamePremise(known, due); }))
      all.push_back(std::move(due));
  }
}

/// How far the stated neighbours are those of a part is left to a proof.
void areAboutStatedRecords(Elaboration &elaboration, const Composition &composition) {
  const RecordAdjacency &stated = *composition.head.recordAdjacency;
  for (const Part &part : composition.parts) {
    const auto &own = part.mechanism->recordAdjacency;
    if (own && own->record == stated.record)
      continue;
    const std::string theirs = own ? "those of " + changeText(*own) : "stated differences of answers";
    elaboration.report({DiagnosticKind::PartsDoNotCompose,
                        part.range,
                        {composition.head.name, part.mechanism->name,
                         "the first states the neighbours of " + changeText(stated) +
                             ", the neighbours of the second are " + theirs},
                        {{"stated here", stated.range}},
                        "compose mechanisms that are about the records of the stated neighbours"});
  }
}

} // namespace

void agreeOnNeighbours(Elaboration &elaboration, Composition &composition) {
  if (statesNeighbours(composition))
    return areAboutStatedRecords(elaboration, composition);
  const Part &first = composition.parts.front();
  for (const Part &part : composition.parts) {
    std::string reason =
        &part == &first ? contradiction(composition, part) : difference(composition, first, part);
    if (!reason.empty())
      elaboration.report({DiagnosticKind::PartsDoNotCompose,
                          part.range,
                          {first.mechanism->name, part.mechanism->name, reason},
                          {{"the first one", first.range}},
                          "compose mechanisms with the same kind of neighbours only"});
  }
  if (elaboration.failed)
    return;
  Neighbourhood &head = composition.head;
  if (const auto &adjacency = first.mechanism->recordAdjacency)
    head.recordAdjacency = RecordAdjacency{adjacency->kind, adjacency->record, nullptr,         nullptr,
                                           nullptr,         nullptr,           adjacency->range};
  else
    for (Difference &clause : statedBy(composition, first))
      if (!clauseFor(head.adjacency, *clause.query))
        head.adjacency.push_back(std::move(clause));
  for (const Part &part : composition.parts)
    addPremises(composition, part);
}

} // namespace plumb::sema
