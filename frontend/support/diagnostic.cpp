// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/diagnostic.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>

namespace plumb {

namespace {

constexpr DiagnosticInfo registry[] = {
#define DIAGNOSTIC(id, code, severity, text) {#id, code, Severity::severity, text},
#include "frontend/support/diagnostic_kinds.def"
#undef DIAGNOSTIC
};

// The number N of a placeholder "{N}" at the front of \p text, if there is one.
std::optional<std::size_t> placeholder(std::string_view text) {
  if (text.size() < 3 || text[0] != '{' || text[1] < '0' || text[1] > '9' || text[2] != '}')
    return std::nullopt;
  return static_cast<std::size_t>(text[1] - '0');
}

} // namespace

const DiagnosticInfo &info(DiagnosticKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  assert(index < std::size(registry));
  return registry[index];
}

const std::vector<DiagnosticKind> &allDiagnosticKinds() {
  static const std::vector<DiagnosticKind> kinds = {
#define DIAGNOSTIC(id, code, severity, text) DiagnosticKind::id,
#include "frontend/support/diagnostic_kinds.def"
#undef DIAGNOSTIC
  };
  return kinds;
}

std::string Note::label() const {
  return kind ? "note[" + std::string(info(*kind).code) + "]" : "note";
}

std::string Note::text() const {
  return kind ? "[" + std::string(info(*kind).code) + "] " + message : message;
}

std::string Diagnostic::message() const {
  std::string_view rest = info(kind).text;
  std::string message;
  while (!rest.empty()) {
    const auto index = placeholder(rest);
    if (!index) {
      message += rest.front();
      rest.remove_prefix(1);
      continue;
    }
    assert(*index < arguments.size());
    message += arguments[*index];
    rest.remove_prefix(3);
  }
  return message;
}

std::optional<Change> Diagnostic::repair() const {
  if (help.repair.empty())
    return std::nullopt;
  Change change;
  for (const Repair &repair : help.repair)
    change.edits.push_back({repair.range.value_or(range), repair.text});
  std::stable_sort(change.edits.begin(), change.edits.end(),
                   [](const Edit &a, const Edit &b) { return a.range.begin < b.range.begin; });
  return change;
}

void Diagnostic::addConsequence(Diagnostic consequence) {
  // Two may say different things of one place.
  std::string told = consequence.message();
  const auto isTold = [&](const Note &note) {
    return note.kind == consequence.kind && note.range == consequence.range && note.message == told;
  };
  if ((kind == consequence.kind && range == consequence.range && message() == told) ||
      std::any_of(notes.begin(), notes.end(), isTold))
    return;
  notes.push_back({std::move(told), consequence.range, consequence.kind});
  std::move(consequence.notes.begin(), consequence.notes.end(), std::back_inserter(notes));
  if (help.empty())
    help = std::move(consequence.help);
}

void DiagnosticSink::report(Diagnostic diagnostic) {
  const auto same = [&](const Diagnostic &other) {
    return other.kind == diagnostic.kind && other.range == diagnostic.range;
  };
  if (std::any_of(kept.begin(), kept.end(), same))
    return;
  if (info(diagnostic.kind).severity == Severity::Error && ++errors > errorLimit)
    return;
  kept.push_back(std::move(diagnostic));
}

void DiagnosticSink::report(DiagnosticKind kind, SourceRange range, std::vector<std::string> arguments,
                            Help help) {
  report({kind, range, std::move(arguments), {}, std::move(help)});
}

} // namespace plumb
