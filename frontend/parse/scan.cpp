// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/scan.h"

#include "frontend/parse/bracket_scan.h"
#include "frontend/support/utf8.h"

#include <algorithm>
#include <cstdio>

namespace plumb {

namespace {

std::string hexadecimal(const char *format, char32_t value) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, format, static_cast<unsigned>(value));
  return buffer;
}

// A byte order mark in front is what some editors write; anywhere else it is invisible.
bool isAllowedControl(std::string_view text, std::size_t at, char32_t value) {
  const bool lineBreak = value == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
  return value == '\t' || value == '\n' || lineBreak || (value == 0xFEFF && at == 0);
}

// One report is enough: what follows the first bad byte is seldom a program.
bool hasOnlyVisibleText(std::string_view text, DiagnosticSink &sink) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decodeUtf8(text, at);
    const SourceRange range{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + point.length)};
    if (!point.valid) {
      sink.report(DiagnosticKind::InvalidUtf8, range, {hexadecimal("0x%02X", point.value)},
                  "save the file as UTF-8");
      return false;
    }
    if (isControl(point.value) && !isAllowedControl(text, at, point.value)) {
      sink.report(DiagnosticKind::ControlCharacter, range, {hexadecimal("U+%04X", point.value)}, "delete it");
      return false;
    }
    at += point.length;
  }
  return true;
}

} // namespace

bool scan(const SourceFile &file, DiagnosticSink &sink) {
  return scanBrackets(file, sink) == Brackets::Match;
}

bool scanCharacters(const SourceFile &file, DiagnosticSink &sink) {
  const std::string_view text = file.text();
  if (text.size() > maximalTextSize) {
    sink.report(DiagnosticKind::TextTooLarge, {0, 0},
                {std::to_string(text.size()), std::to_string(maximalTextSize)});
    return false;
  }
  return hasOnlyVisibleText(text, sink);
}

Brackets scanBrackets(const SourceFile &file, DiagnosticSink &sink) {
  const std::string_view text = file.text();
  if (!scanCharacters(file, sink))
    return Brackets::Wrong;
  if (BracketScan(text, sink).run())
    return Brackets::Match;
  const auto isSurplus = [&](const Diagnostic &told) {
    return told.kind == DiagnosticKind::SurplusBrace ||
           (told.kind == DiagnosticKind::UnopenedBracket && text[told.range.begin] == '}');
  };
  const bool onlySurplus =
      sink.hasErrors() && std::all_of(sink.diagnostics().begin(), sink.diagnostics().end(), isSurplus);
  return onlySurplus ? Brackets::SurplusBrace : Brackets::Wrong;
}

} // namespace plumb
