// SPDX-License-Identifier: Apache-2.0
// What was proved and what was found, beside the text that it is about.
#include "tools/plumb/found_text.h"
#include "tools/plumb/language_server/features.h"

#include <algorithm>
#include <llvm/ADT/StringExtras.h>
#include <utility>

namespace plumb::tool::language_server {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

const std::vector<Outcome::Finding> noFindings;

constexpr int errorSeverity = 1, warningSeverity = 2;

Value diagnostic(const Document &document, const Outcome::Finding &finding) {
  const bool isWarning = finding.kind && info(*finding.kind).severity == Severity::Warning;
  Object written{{"range", document.positions.range(finding.range)},
                 {"severity", isWarning ? warningSeverity : errorSeverity},
                 {"source", "plumb"}};
  std::string message = finding.message;
  Array related;
  for (const Note &note : finding.notes)
    if (note.range)
      related.push_back(Object{
          {"location", Object{{"uri", document.uri}, {"range", document.positions.range(*note.range)}}},
          {"message", note.text()}});
    else
      message += "\nnote: " + note.text();
  written["message"] = std::move(message);
  if (finding.kind)
    written["code"] = std::string(info(*finding.kind).code);
  if (!related.empty())
    written["relatedInformation"] = std::move(related);
  return written;
}

Value edited(const Document &document, Array edits) {
  return Object{{"changes", Object{{document.uri, std::move(edits)}}}};
}

Value textEdit(const Document &document, SourceRange range, const std::string &text) {
  return Object{{"range", document.positions.range(range)}, {"newText", text}};
}

bool meet(SourceRange a, SourceRange b) {
  return a.begin <= b.end && b.begin <= a.end;
}

/// The change that a message comes with.
void addRepair(Array &actions, const Document &document, const Outcome::Finding &finding, SourceRange range) {
  const auto &repair = finding.repair;
  const auto isThere = [&](const Outcome::Edit &edit) { return meet(edit.range, range); };
  if (!repair ||
      !(meet(finding.range, range) || std::any_of(repair->edits.begin(), repair->edits.end(), isThere)))
    return;
  std::string title = repair->title;
  title.front() = llvm::toUpper(title.front());
  Array edits;
  for (const Outcome::Edit &edit : repair->edits)
    edits.push_back(textEdit(document, edit.range, edit.text));
  actions.push_back(Object{{"title", std::move(title)},
                           {"kind", "quickfix"},
                           {"isPreferred", true},
                           {"diagnostics", Array{diagnostic(document, finding)}},
                           {"edit", edited(document, std::move(edits))}});
}

/// What was left open, all at once: one part alone need not be a proof.
void addFound(Array &actions, const Document &document, const Examined &one) {
  const std::vector<Outcome::Edit> &found = one.outcome->found;
  if (found.empty())
    return;
  std::vector<FoundText> texts;
  for (const Outcome::Edit &edit : found)
    texts.push_back({{edit.range, edit.text}, edit.from});
  Array edits;
  for (const TextChange &change : changesFor(texts, document.source.text(), document.tokens))
    edits.push_back(textEdit(document, change.range, change.text));
  const std::string &first = found.front().clause;
  const std::string title = found.size() == 1 ? "Write `" + first + "`"
                                              : "Write what was found (" + std::to_string(found.size()) +
                                                    " clauses, `" + first + "` first)";
  actions.push_back(Object{{"title", title},
                           {"kind", "quickfix"},
                           {"isPreferred", true},
                           {"edit", edited(document, std::move(edits))}});
}

void addEnough(Array &actions, const Document &document, const Examined &one) {
  const auto &enough = one.outcome->enough;
  if (!enough)
    return;
  actions.push_back(
      Object{{"title", "Guarantee less: `" + enough->clause + "` is proved as well"},
             {"kind", "refactor.rewrite"},
             {"edit", edited(document, Array{textEdit(document, enough->range, enough->text)})}});
}

/// Takes away the `invariant` clauses of \p range, but for comments: what stands in front of one keeps the
/// end of its line.
Array withoutInvariants(const Document &document, SourceRange range) {
  std::vector<SourceRange> gone;
  bool isInside = false;
  const Token *before = nullptr;
  for (const Token &token : document.tokens) {
    const Token *last = std::exchange(before, &token);
    const bool isOurs = range.begin <= token.range.begin && token.range.end <= range.end;
    if (token.kind == Token::Kind::Comment || !isOurs)
      continue;
    const std::string_view word = document.text(token.range);
    isInside = word == "invariant" || (isInside && word != "{");
    if (!isInside)
      continue;
    const bool isBehindComment = last == nullptr || last->kind == Token::Kind::Comment;
    const std::uint32_t begin = isBehindComment ? token.range.begin : last->range.end;
    if (!gone.empty() && gone.back().end == begin)
      gone.back().end = token.range.end;
    else
      gone.push_back({begin, token.range.end});
  }
  Array edits;
  for (const SourceRange part : gone)
    edits.push_back(textEdit(document, part, ""));
  return edits;
}

void addWithoutInvariants(Array &actions, const Document &document, const Examined &one) {
  if (!one.outcome->isProvedWithoutInvariants)
    return;
  actions.push_back(Object{{"title", "Leave the invariants out: without them it is proved"},
                           {"kind", "quickfix"},
                           {"isPreferred", true},
                           {"edit", edited(document, withoutInvariants(document, one.range))}});
}

/// `decreasing` and `increasing` are each other's converse.
void addTurned(Array &actions, const Document &document, SourceRange range) {
  for (const Token &token : document.tokens) {
    if (token.kind != Token::Kind::Name || !meet(token.range, range))
      continue;
    const std::string_view word = document.text(token.range);
    const bool falls = word == "decreasing";
    if (!falls && word != "increasing")
      continue;
    const std::string other = falls ? "increasing" : "decreasing";
    actions.push_back(Object{{"title", "Turn the direction: `" + other + "`"},
                             {"kind", "refactor.rewrite"},
                             {"edit", edited(document, Array{textEdit(document, token.range, other)})}});
  }
}

} // namespace

Array diagnostics(const Document &document) {
  Array all;
  for (const Outcome::Finding &mistake : document.mistakes)
    all.push_back(diagnostic(document, mistake));
  for (const Examined &one : document.examined)
    if (one.outcome)
      for (const Outcome::Finding &finding : one.outcome->findings)
        all.push_back(diagnostic(document, finding));
  return all;
}

Value codeLenses(const Document &document) {
  Array lenses;
  for (const Examined &one : document.examined) {
    std::string title = one.outcome ? one.outcome->verdict : "being proved ...";
    // Whoever asks for the explanation sees the data and the output that tell.
    if (one.outcome && one.outcome->isNotPrivate)
      title += ": show";
    if (one.outcome && one.outcome->enough)
      title += "; " + one.outcome->enough->text + " is enough";
    lenses.push_back(
        Object{{"range", document.positions.range(one.nameRange)},
               {"command", Object{{"title", std::move(title)},
                                  {"command", "plumb.explain"},
                                  {"arguments", Array{Object{{"uri", document.uri}, {"name", one.name}}}}}}});
  }
  return lenses;
}

Value codeActions(const Document &document, SourceRange range) {
  Array actions;
  for (const Outcome::Finding &mistake : document.mistakes)
    addRepair(actions, document, mistake, range);
  for (const Examined &one : document.examined)
    for (const Outcome::Finding &finding : one.outcome ? one.outcome->findings : noFindings)
      addRepair(actions, document, finding, range);
  for (const Examined &one : document.examined)
    if (one.outcome && meet(one.range, range)) {
      addFound(actions, document, one);
      addEnough(actions, document, one);
      addWithoutInvariants(actions, document, one);
    }
  if (!document.keepsAnswers)
    addTurned(actions, document, range);
  return actions;
}

} // namespace plumb::tool::language_server
