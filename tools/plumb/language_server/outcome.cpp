// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/language_server/outcome.h"

#include "checker/relational/rational_text.h"
#include "checker/relational/walk.h"
#include "checker/report/channel_result.h"
#include "checker/report/explain_obligations.h"
#include "checker/report/result.h"
#include "checker/report/text_report.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/same_term.h"
#include "tools/plumb/found_text.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::tool::language_server {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

/// `for`
constexpr std::uint32_t wordOfLoop = 3;

bool contains(SourceRange outer, SourceRange inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

/// Is what moves \p sample counted at \p entry? If there is no other entry, all is.
bool isCountedAt(const ir::Sample &sample, const proof::LedgerEntry &entry, const proof::Proof &proof) {
  return proof.ledger().size() == 1 || ir::isSameTerm(*sample.scale, *entry.written) ||
         llvm::any_of(entry.others,
                      [&](const auto &other) { return ir::isSameTerm(*sample.scale, *other.first); });
}

std::string drawsOf(const ir::Mechanism &mechanism, const proof::Proof &proof,
                    const proof::LedgerEntry &entry) {
  std::vector<std::string> names;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (sample && isCountedAt(*sample, entry, proof))
      names.push_back("`" + sample->target.name + "`");
  });
  return llvm::join(names, ", ");
}

/// What the proof has for the draws, by their scales.
void addCharges(Outcome &outcome, const report::Result &result) {
  const ir::Mechanism &mechanism = *result.mechanism;
  const proof::Proof &proof = result.proof;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    const auto *sample = llvm::dyn_cast<ir::Sample>(&statement);
    if (!sample || !sample->aligned)
      return;
    if (!proof.smallestEpsilon()) {
      outcome.charges.push_back(
          {sample->clause, "Proved: each draw is charged by itself, and all together at most `" +
                               ir::printPromoted(*mechanism.guarantee.epsilon) + "`."});
      return;
    }
    for (const proof::LedgerEntry &entry : proof.ledger()) {
      if (!isCountedAt(*sample, entry, proof))
        continue;
      const relational::RationalFunction cost{entry.bound.numerator * entry.scale.denominator,
                                              entry.bound.denominator * entry.scale.numerator};
      outcome.charges.push_back(
          {sample->clause, "Proved: at scale `" + ir::print(*entry.written) + "` at most `" +
                               relational::print(entry.bound) + "` is moved in a whole run, by " +
                               drawsOf(mechanism, proof, entry) + report::otherScales(entry, "`") +
                               ", which costs `" + relational::print(cost) + "` of `" +
                               ir::printPromoted(*mechanism.guarantee.epsilon) + "`."});
      return;
    }
  });
}

void addMechanism(Outcome &outcome, const report::Result &result) {
  const ir::Mechanism &mechanism = *result.mechanism;
  for (const report::LoopInvariants &one : report::invariantsOf(mechanism, result.proof)) {
    Outcome::Loop &loop = outcome.loops.emplace_back();
    loop.word = {one.loop->range().begin, one.loop->range().begin + wordOfLoop};
    loop.isKept = result.proof.keepsInvariants();
    for (std::size_t i = 0; i < one.invariants.size(); ++i) {
      const bool isOpen = std::any_of(one.places[i].begin(), one.places[i].end(), [&](std::size_t place) {
        return result.proof.openInvariants().count({one.loop, place}) != 0;
      });
      (isOpen ? loop.open : loop.invariants).push_back(one.invariants[i]);
    }
  }
  outcome.isProvedWithoutInvariants = result.alternative && result.alternative->isOnlyInvariants;
  if (!result.isProved())
    return;
  addCharges(outcome, result);
  for (const synthesis::Found &found : result.synthesis.found)
    if (!found.isGone) {
      const FoundText text = foundText(found);
      outcome.found.push_back({text.change.range, text.change.text, found.clause, text.from});
    }
  if (const std::string enough = report::lessIsEnough(result); !enough.empty())
    outcome.enough = {mechanism.guarantee.epsilon->range(), enough, "guarantees private(" + enough + ")"};
}

void addChannel(Outcome &outcome, const report::ChannelResult &result) {
  for (const channel::Filling::Found &found : result.filling.found)
    outcome.found.push_back({found.range, found.text, found.clause});
}

Value toJson(SourceRange range) {
  return Array{range.begin, range.end};
}

Value toJson(const Outcome::Edit &edit) {
  Object object{{"range", toJson(edit.range)}, {"text", edit.text}, {"clause", edit.clause}};
  if (edit.from)
    object["from"] = toJson(*edit.from);
  return object;
}

Array toJson(const std::vector<std::string> &texts) {
  Array array;
  for (const std::string &text : texts)
    array.push_back(text);
  return array;
}

Value toJson(const Outcome::Finding &finding) {
  Array notes;
  for (const Note &note : finding.notes) {
    Object written{{"message", note.message}};
    if (note.range)
      written["range"] = toJson(*note.range);
    if (note.kind)
      written["kind"] = static_cast<std::int64_t>(*note.kind);
    notes.push_back(std::move(written));
  }
  Object object{{"range", toJson(finding.range)}, {"message", finding.message}, {"notes", std::move(notes)}};
  if (finding.kind)
    object["kind"] = static_cast<std::int64_t>(*finding.kind);
  if (finding.repair) {
    Array edits;
    for (const Outcome::Edit &edit : finding.repair->edits)
      edits.push_back(toJson(edit));
    object["repair"] = Object{{"title", finding.repair->title}, {"edits", std::move(edits)}};
  }
  return object;
}

bool fromJson(const Value &value, SourceRange &range, llvm::json::Path path) {
  std::vector<std::int64_t> ends;
  if (!llvm::json::fromJSON(value, ends, path) || ends.size() != 2)
    return false;
  range = {static_cast<std::uint32_t>(ends[0]), static_cast<std::uint32_t>(ends[1])};
  return true;
}

} // namespace

/// A kind that may be left out.
static bool readKind(llvm::json::ObjectMapper &map, std::optional<DiagnosticKind> &kind) {
  llvm::Optional<std::int64_t> number;
  if (!map.map("kind", number) ||
      (number && (*number < 0 || static_cast<std::size_t>(*number) >= allDiagnosticKinds().size())))
    return false;
  if (number)
    kind = static_cast<DiagnosticKind>(*number);
  return true;
}

// Found by llvm::json::ObjectMapper, which looks beside the types.
static bool fromJSON(const Value &value, Note &note, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  if (!map || !readKind(map, note.kind) || !map.map("message", note.message))
    return false;
  if (const Value *range = value.getAsObject()->get("range"))
    return fromJson(*range, note.range.emplace(), path);
  return true;
}

static bool fromJSON(const Value &value, Outcome::Edit &edit, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  if (!map || !map.map("text", edit.text) || !map.map("clause", edit.clause))
    return false;
  if (const Value *from = value.getAsObject()->get("from"))
    if (!fromJson(*from, edit.from.emplace(), path))
      return false;
  const Value *range = value.getAsObject()->get("range");
  return range != nullptr && fromJson(*range, edit.range, path);
}

static bool fromJSON(const Value &value, Outcome::Repair &repair, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  const Object *object = value.getAsObject();
  const Array *edits = object == nullptr ? nullptr : object->getArray("edits");
  return map && map.map("title", repair.title) && edits != nullptr &&
         std::all_of(edits->begin(), edits->end(),
                     [&](const Value &edit) { return fromJSON(edit, repair.edits.emplace_back(), path); });
}

static bool fromJSON(const Value &value, Outcome::Finding &finding, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  const Object *object = value.getAsObject();
  const Array *notes = object == nullptr ? nullptr : object->getArray("notes");
  if (!map || !readKind(map, finding.kind) || !map.map("message", finding.message) || notes == nullptr)
    return false;
  for (const Value &note : *notes)
    if (!fromJSON(note, finding.notes.emplace_back(), path))
      return false;
  if (const Value *repair = object->get("repair"))
    if (!fromJSON(*repair, finding.repair.emplace(), path))
      return false;
  const Value *range = object->get("range");
  return range != nullptr && fromJson(*range, finding.range, path);
}

static bool fromJSON(const Value &value, Outcome::Loop &loop, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  if (!map || !map.map("invariants", loop.invariants) || !map.map("open", loop.open) ||
      !map.map("kept", loop.isKept))
    return false;
  const Value *word = value.getAsObject()->get("word");
  return word != nullptr && fromJson(*word, loop.word, path);
}

static bool fromJSON(const Value &value, Outcome::Charge &charge, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  if (!map || !map.map("text", charge.text))
    return false;
  const Value *clause = value.getAsObject()->get("clause");
  return clause != nullptr && fromJson(*clause, charge.clause, path);
}

template <typename Element>
static bool readAll(const Object &object, llvm::StringRef name, std::vector<Element> &elements,
                    llvm::json::Path path) {
  const Array *array = object.getArray(name);
  return array != nullptr && std::all_of(array->begin(), array->end(), [&](const Value &value) {
           return fromJSON(value, elements.emplace_back(), path);
         });
}

bool Outcome::liesIn(SourceRange range) const {
  const auto isInside = [&](const auto &one) { return contains(range, one.range); };
  const auto isEditInside = [&](const Edit &one) {
    return isInside(one) && (!one.from || contains(range, *one.from));
  };
  return std::all_of(findings.begin(), findings.end(),
                     [&](const Finding &finding) {
                       return isInside(finding) &&
                              (!finding.repair || std::all_of(finding.repair->edits.begin(),
                                                              finding.repair->edits.end(), isInside)) &&
                              std::all_of(finding.notes.begin(), finding.notes.end(), [&](const Note &note) {
                                return !note.range || contains(range, *note.range);
                              });
                     }) &&
         std::all_of(found.begin(), found.end(), isEditInside) && (!enough || isInside(*enough));
}

void Outcome::translate(llvm::function_ref<SourceRange(SourceRange)> place) {
  for (Finding &finding : findings) {
    finding.range = place(finding.range);
    if (finding.repair)
      for (Edit &edit : finding.repair->edits)
        edit.range = place(edit.range);
    for (Note &note : finding.notes)
      if (note.range)
        note.range = place(*note.range);
  }
  for (Edit &edit : found) {
    edit.range = place(edit.range);
    if (edit.from)
      edit.from = place(*edit.from);
  }
  if (enough)
    enough->range = place(enough->range);
  for (Loop &loop : loops)
    loop.word = place(loop.word);
  for (Charge &charge : charges)
    charge.clause = place(charge.clause);
}

Outcome::Finding findingOf(const Diagnostic &diagnostic, std::string_view source) {
  std::string message = diagnostic.message();
  if (!diagnostic.help.empty())
    message += "\nhelp: " + diagnostic.help.text;
  std::optional<Outcome::Repair> repair;
  if (auto change = diagnostic.repair()) {
    repair.emplace().title = change->title(source);
    for (Edit &edit : change->edits)
      repair->edits.push_back({edit.range, std::move(edit.text)});
  }
  return {diagnostic.kind, diagnostic.range, std::move(message), diagnostic.notes, std::move(repair)};
}

Outcome outcomeOf(const report::Subject &subject, std::string_view source, report::Advice advice) {
  Outcome outcome;
  outcome.isProved = subject.isProved();
  outcome.isNotPrivate = subject.verdict == verdict::Verdict::NotPrivate;
  outcome.verdict = subject.verdictText();
  outcome.details = report::textBody(subject);
  DiagnosticSink sink;
  report::reportFindings(subject, sink, advice);
  for (const Diagnostic &diagnostic : sink.diagnostics())
    outcome.findings.push_back(findingOf(diagnostic, source));
  if (const auto *result = dynamic_cast<const report::Result *>(&subject))
    addMechanism(outcome, *result);
  if (const auto *result = dynamic_cast<const report::ChannelResult *>(&subject))
    addChannel(outcome, *result);
  return outcome;
}

Value toJson(const Outcome &outcome) {
  Array findings, found, loops, charges;
  for (const Outcome::Finding &finding : outcome.findings)
    findings.push_back(toJson(finding));
  for (const Outcome::Edit &edit : outcome.found)
    found.push_back(toJson(edit));
  for (const Outcome::Loop &loop : outcome.loops)
    loops.push_back(Object{{"word", toJson(loop.word)},
                           {"invariants", toJson(loop.invariants)},
                           {"open", toJson(loop.open)},
                           {"kept", loop.isKept}});
  for (const Outcome::Charge &charge : outcome.charges)
    charges.push_back(Object{{"clause", toJson(charge.clause)}, {"text", charge.text}});
  Object object{{"proved", outcome.isProved},
                {"notPrivate", outcome.isNotPrivate},
                {"verdict", outcome.verdict},
                {"details", outcome.details},
                {"findings", std::move(findings)},
                {"found", std::move(found)},
                {"loops", std::move(loops)},
                {"charges", std::move(charges)},
                {"withoutInvariants", outcome.isProvedWithoutInvariants}};
  if (outcome.enough)
    object["enough"] = toJson(*outcome.enough);
  return object;
}

std::optional<Outcome> outcomeFrom(const Value &value) {
  llvm::json::Path::Root root;
  llvm::json::ObjectMapper map(value, root);
  Outcome outcome;
  if (!map || !map.map("proved", outcome.isProved) || !map.map("notPrivate", outcome.isNotPrivate) ||
      !map.map("verdict", outcome.verdict) || !map.map("details", outcome.details) ||
      !map.map("withoutInvariants", outcome.isProvedWithoutInvariants))
    return std::nullopt;
  const Object &object = *value.getAsObject();
  if (!readAll(object, "findings", outcome.findings, root) ||
      !readAll(object, "found", outcome.found, root) || !readAll(object, "loops", outcome.loops, root) ||
      !readAll(object, "charges", outcome.charges, root))
    return std::nullopt;
  if (const Value *enough = object.get("enough"))
    if (!fromJSON(*enough, outcome.enough.emplace(), root))
      return std::nullopt;
  return outcome;
}

} // namespace plumb::tool::language_server
