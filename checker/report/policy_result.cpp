// SPDX-License-Identifier: Apache-2.0
#include "checker/report/policy_result.h"

#include "checker/report/entry.h"
#include "checker/report/json_text.h"
#include "checker/report/sensitivity_check.h"
#include "checker/report/sensitivity_result.h"

#include <algorithm>

namespace plumb::report {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using policy::AboutProposition;
using policy::Answer;
using policy::Comparison;
using policy::Risk;
using policy::Secret;
using smt::Outcome;
using Texts = std::vector<std::pair<std::string, std::string>>;

namespace {

std::string joined(const Texts &texts) {
  std::string all;
  for (const auto &[name, value] : texts)
    all += (all.empty() ? "" : ", ") + name + ": " + value;
  return "{" + all + "}";
}

/// "n = 1, r = {visited: [true]} may not become r' = {visited: [false]}", with \p verb between the two.
std::string pairText(const Answer &answer, const std::string &verb) {
  const ir::Neighbourhood &neighbourhood = answer.among->neighbourhood();
  const ir::Record &record = *neighbourhood.recordAdjacency->record;
  std::string text;
  for (const auto &[name, value] : parameterTexts(neighbourhood, *answer.pair))
    text += name + " = " + value + ", ";
  return text + "r = " + joined(fieldTexts(record, *answer.pair->first, true, nullptr)) + " " + verb +
         " r' = " + joined(fieldTexts(record, *answer.pair->second, false, nullptr));
}

constexpr const char *mayBecome = "may become", *mayNotBecome = "may not become";

bool isOpen(const Answer &answer) {
  return answer.status == Outcome::Unknown;
}

/// \p word, which is so; \p isDecided: nothing else is to be found out that would be told here.
std::string known(const std::string &word, bool isDecided) {
  return isDecided ? word : word + " (not all decided)";
}

/// Behind the word that something is hidden, or given away.
constexpr const char *atMostExpEps = ", odds at most e^eps times what they were",
                     *infinite = ", odds may become infinite";

/// In one word, for a table.
std::string wordFor(const Secret &secret) {
  return secret.isNone()                   ? "no secret"
         : secret.fromEverybody.isProved() ? known("hidden", secret.isDecided())
         : secret.fromInformed.isProved()  ? known("hidden by the rest", secret.isDecided())
         : secret.givenAway.isProved()     ? known("given away", secret.isDecided())
         : secret.isDecided()              ? "partly"
                                           : "not decided";
}

/// Of the elements of a record that the proposition does not read.
std::string wordForRest(const AboutProposition &about, const Answer &nothingElse, const Answer &givenAway) {
  const bool isDecided = !isOpen(nothingElse) && !isOpen(givenAway);
  return !about.hasRest           ? known("none", isDecided)
         : nothingElse.isProved() ? known("hidden", isDecided)
         : givenAway.isProved()   ? known("given away", isDecided)
         : isDecided              ? "not all"
                                  : "not decided";
}

/// Which counts can be certain.
std::string wordForCounts(const Answer &below, const Answer &above) {
  const bool isDecided = !isOpen(below) && !isOpen(above);
  return below.isProved() && above.isProved() ? "below, at least"
         : below.isProved()                   ? known("below", isDecided)
         : above.isProved()                   ? known("at least", isDecided)
         : isDecided                          ? "none"
                                              : "not decided";
}

class PolicyLines {
public:
  void add(unsigned indent, const std::string &line) { all += std::string(indent, ' ') + line + "\n"; }
  const std::string &text() const { return all; }

  void secret(unsigned indent, const Secret &secret, const std::string &label) {
    const std::string start = label.empty() ? "" : label + ": ";
    if (secret.isNone())
      return add(indent, start + "no secret: of all records, or of none");
    if (secret.fromEverybody.isProved()) {
      add(indent, start + "hidden from everybody" + atMostExpEps);
      return open(indent + 2, "there is anything to know", secret.givenAway);
    }
    if (secret.fromInformed.isProved()) {
      add(indent, start + "hidden from those who know the rest of the record" + atMostExpEps);
      open(indent + 2, "from everybody", secret.fromEverybody);
      denied(indent + 2, "not from everybody", secret.fromEverybody, mayNotBecome);
      return open(indent + 2, "there is anything to know", secret.givenAway);
    }
    if (secret.givenAway.isProved()) {
      add(indent, start + "given away" + infinite);
      return open(indent + 2, "there is anything to know", secret.fromInformed);
    }
    add(indent, start + (secret.isDecided() ? "neither always hidden nor always given away" : "not decided"));
    denied(indent + 2, "not hidden", secret.fromInformed, mayNotBecome);
    denied(indent + 2, "not given away", secret.givenAway, mayBecome);
  }

  void open(unsigned indent, const std::string &question, const Answer &answer) {
    if (isOpen(answer))
      add(indent, "not decided whether " + question);
  }

  void denied(unsigned indent, const std::string &label, const Answer &answer, const char *verb) {
    if (answer.pair)
      add(indent, label + ": " + pairText(answer, verb));
  }

  void proposition(const AboutProposition &about) {
    add(2, about.isTrue.text);
    if (about.isConstant())
      add(4, "no secret: true of all records, or of none");
    else {
      secret(4, about.isTrue, "where it is true");
      secret(4, about.isFalse, "where it is false");
      certainty(about);
      const Answer nothingElse = about.nothingElse();
      if (nothingElse.isProved())
        add(4, std::string("all else is hidden from those who know whether it is true") + atMostExpEps);
      if (nothingElse.status == Outcome::Refuted) {
        add(4, "something else is not hidden from those who know whether it is true");
        denied(6, "for example", nothingElse, mayNotBecome);
      }
    }
    open(4, "all else is hidden from those who know that it is true", about.nothingElseIfTrue);
    open(4, "all else is hidden from those who know that it is false", about.nothingElseIfFalse);
    open(4, "all else is given away where it is true", about.allElseIfTrue);
    open(4, "all else is given away where it is false", about.allElseIfFalse);
  }

  void neighbours(const Listed &listed) {
    constexpr std::size_t most = 16;
    const Neighbourhoods &found = listed.found;
    add(2, "neighbours of " +
               (listed.proposition.empty() ? "each record" : "each record with " + listed.proposition) +
               (found.sizes.empty() ? "" : ", " + found.sizes));
    if (!found.problem.empty())
      return add(4, "not listed: " + found.problem);
    if (found.all.empty())
      add(4, "there is no such record");
    const auto further = [&](unsigned indent, std::size_t all) {
      if (all > most)
        add(indent, "and " + std::to_string(all - most) + " more");
    };
    for (std::size_t i = 0; i < std::min(most, found.all.size()); ++i) {
      const Neighbourhood &one = found.all[i];
      add(4, one.record);
      for (std::size_t j = 0; j < std::min(most, one.neighbours.size()); ++j)
        add(6, one.neighbours[j]);
      further(6, one.neighbours.size());
      if (one.neighbours.empty())
        add(6, "none but itself");
    }
    further(4, found.all.size());
  }

  void comparison(const std::string &text, const std::vector<Comparison> &others, const std::string &relation,
                  const AboutProposition &own) {
    add(2, "compared, for " + text);
    std::vector<std::vector<std::string>> rows{
        {"relation", "where true", "where false", "unread, true", "unread, false", "counts"}};
    for (const Comparison &other : others)
      rows.push_back(row(other.relation, other.about));
    rows.push_back(row(relation, own));
    std::vector<std::size_t> widths(rows.front().size());
    for (const auto &cells : rows)
      for (std::size_t i = 0; i < cells.size(); ++i)
        widths[i] = std::max(widths[i], cells[i].size());
    for (const auto &cells : rows) {
      std::string line;
      for (std::size_t i = 0; i < cells.size(); ++i)
        line += cells[i] + (i + 1 < cells.size() ? std::string(widths[i] - cells[i].size() + 2, ' ') : "");
      add(4, line);
    }
  }

private:
  void certainty(const AboutProposition &about) {
    if (about.isFalse.givenAway.isProved())
      add(4, "that fewer than T records have it can be told for certain: no step makes it true");
    if (about.isTrue.givenAway.isProved())
      add(4, "that at least T records have it can be told for certain: no step makes it false");
  }

  static std::vector<std::string> row(const std::string &relation, const AboutProposition &about) {
    return {relation,
            wordFor(about.isTrue),
            wordFor(about.isFalse),
            wordForRest(about, about.nothingElseIfTrue, about.allElseIfTrue),
            wordForRest(about, about.nothingElseIfFalse, about.allElseIfFalse),
            wordForCounts(about.isFalse.givenAway, about.isTrue.givenAway)};
  }

  std::string all;
};

Value valueOf(const Answer &answer) {
  const char *status = answer.status == Outcome::Proved    ? "proved"
                       : answer.status == Outcome::Refuted ? "refuted"
                                                           : "not decided";
  if (!answer.pair)
    return Object{{"status", status}, {"against", nullptr}};
  const ir::Neighbourhood &neighbourhood = answer.among->neighbourhood();
  const ir::Record &record = *neighbourhood.recordAdjacency->record;
  return Object{
      {"status", status},
      {"against", Object{{"parameters", textsByName(parameterTexts(neighbourhood, *answer.pair))},
                         {"r", textsByName(fieldTexts(record, *answer.pair->first, true, nullptr))},
                         {"r'", textsByName(fieldTexts(record, *answer.pair->second, false, nullptr))}}}};
}

Value valueOf(const Listed &listed) {
  Array records;
  for (const Neighbourhood &one : listed.found.all) {
    Array neighbours;
    for (const std::string &other : one.neighbours)
      neighbours.push_back(jsonText(other));
    records.push_back(Object{{"record", jsonText(one.record)}, {"neighbours", std::move(neighbours)}});
  }
  return Object{{"proposition", jsonText(listed.proposition)},
                {"sizes", jsonText(listed.found.sizes)},
                {"problem", listed.found.problem.empty() ? Value(nullptr) : jsonText(listed.found.problem)},
                {"records", std::move(records)}};
}

Value valueOf(std::optional<Risk> risk) {
  if (!risk)
    return nullptr;
  switch (*risk) {
  case Risk::None:
    return "1";
  case Risk::AtMostExpEps:
    return "e^eps";
  case Risk::Infinite:
    return "infinite";
  }
  return nullptr;
}

Value valueOf(const Secret &secret) {
  return Object{{"about", jsonText(secret.text)},
                {"hiddenFromEverybody", valueOf(secret.fromEverybody)},
                {"hiddenFromInformed", valueOf(secret.fromInformed)},
                {"givenAway", valueOf(secret.givenAway)},
                {"riskToEverybody", valueOf(secret.riskToEverybody())},
                {"riskToInformed", valueOf(secret.riskToInformed())}};
}

Object valueOf(const AboutProposition &about) {
  return Object{{"proposition", jsonText(about.isTrue.text)},
                {"true", valueOf(about.isTrue)},
                {"false", valueOf(about.isFalse)},
                {"nothingElseWhereTrue", valueOf(about.nothingElseIfTrue)},
                {"nothingElseWhereFalse", valueOf(about.nothingElseIfFalse)},
                {"hasRest", about.hasRest},
                {"restGivenAwayWhereTrue", valueOf(about.allElseIfTrue)},
                {"restGivenAwayWhereFalse", valueOf(about.allElseIfFalse)},
                {"riskOfRestWhereTrue", valueOf(about.riskOfRest(true))},
                {"riskOfRestWhereFalse", valueOf(about.riskOfRest(false))}};
}

} // namespace

PolicyResult::PolicyResult(const ir::RecordAdjacency &of, const ir::Mechanism *named, policy::Exposure found)
    : adjacency(&of), exposure(std::move(found)), ownName(named       ? named->name
                                                          : of.policy ? of.policy->name
                                                                      : ""),
      isOfMechanism(named != nullptr) {
  for (const proof::RecordValues &asked : exposure.values)
    values.insert(values.end(), asked.evidence.begin(), asked.evidence.end());
  if (exposure.isDecided())
    verdict = Verdict::Proved;
}

std::vector<Diagnostic> PolicyResult::findings() const {
  std::vector<Diagnostic> list;
  for (const Evidence &evidence : values)
    if (!evidence.isProved())
      list.push_back(evidence.finding());
  return list;
}

std::string PolicyResult::verdictText() const {
  return isProved() ? "decided" : "not decided";
}

std::string PolicyResult::details() const {
  std::string text = entry("neighbours", exposure.relation + ", one record (event level)");
  if (exposure.hasValues)
    text += entry("odds",
                  "of what somebody wants to know, after an output of a mechanism that is private(eps) for "
                  "these neighbours");
  // What is known of it at all rests on them.
  if (!isProved())
    for (const Assumption &assumption : assumptions)
      text += "  " + assumptionText(assumption) + "\n";
  return text;
}

std::string PolicyResult::closing() const {
  PolicyLines lines;
  if (!exposure.notAsked.empty())
    lines.add(2, "not asked: " + exposure.notAsked);
  for (const Evidence &evidence : values)
    if (!evidence.isProved())
      lines.add(2, "not decided: " + evidence.text());
  for (const LeftOut &one : leftOut) {
    lines.add(2, one.proposition);
    lines.add(4, "not asked of `" + adjacency->record->name + "`: " + one.reason);
  }
  for (const Listed &one : listed)
    lines.neighbours(one);
  for (const Secret &secret : exposure.fields) {
    lines.add(2, secret.text);
    lines.secret(4, secret, "");
  }
  for (const AboutProposition &about : exposure.propositions)
    lines.proposition(about);
  const std::size_t first = exposure.propositions.size() - exposure.comparisons.size();
  for (std::size_t i = 0; i < exposure.comparisons.size(); ++i)
    if (!exposure.propositions[first + i].isConstant())
      lines.comparison(exposure.propositions[first + i].isTrue.text, exposure.comparisons[i],
                       exposure.relation, exposure.propositions[first + i]);
  return lines.text();
}

void PolicyResult::writeClaims(llvm::json::OStream &json) const {
  // The key that is not kind()'s.
  json.attribute(isOfMechanism ? "policy" : "mechanism", nullptr);
  json.attribute("adjacency", jsonText(exposure.relation));
  json.attribute("notAsked", exposure.notAsked.empty() ? Value(nullptr) : jsonText(exposure.notAsked));
}

void PolicyResult::writeDetails(llvm::json::OStream &json) const {
  Array fields, propositions;
  for (const Secret &secret : exposure.fields)
    fields.push_back(valueOf(secret));
  const std::size_t first = exposure.propositions.size() - exposure.comparisons.size();
  for (std::size_t i = 0; i < exposure.propositions.size(); ++i) {
    Object about = valueOf(exposure.propositions[i]);
    Array compared;
    if (i >= first)
      for (const Comparison &other : exposure.comparisons[i - first])
        compared.push_back(Object{{"adjacency", jsonText(other.relation)}, {"about", valueOf(other.about)}});
    about["compared"] = std::move(compared);
    propositions.push_back(std::move(about));
  }
  json.attribute("values", std::move(fields));
  json.attribute("propositions", std::move(propositions));
  json.attributeArray("listed", [&] {
    for (const Listed &one : listed)
      json.value(valueOf(one));
  });
  json.attributeArray("leftOut", [&] {
    for (const LeftOut &one : leftOut)
      json.value(Object{{"proposition", jsonText(one.proposition)}, {"reason", jsonText(one.reason)}});
  });
}

PolicyResult policyResultOf(const ir::Program &program, const ir::RecordAdjacency &relation,
                            const ir::Mechanism *named, const std::vector<ir::Proposition> &asked,
                            const proof::EngineMaker &makeEngine) {
  PolicyResult result(relation, named, policy::exposureOf(program, relation, asked, makeEngine, confirms));
  for (Assumption &assumption : assumptionsOf(policy::Pairs(program, *relation.record).neighbourhood()))
    if (assumption.kind == Assumption::Kind::DataPremise)
      result.assumptions.push_back(std::move(assumption));
  return result;
}

} // namespace plumb::report
