// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_diagnostic.h"

#include "checker/report/diagnostic_pages.h"
#include "checker/verdict/condition.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace plumb::report {

namespace {

std::string upperCase(std::string_view word) {
  std::string result(word);
  for (char &c : result)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Paragraphs between blank lines, and code between fences; the first word behind a fence is its language.
void appendPage(Document &document, std::string_view page) {
  std::string prose, program, language;
  bool inCode = false;
  const auto endParagraph = [&] {
    if (!prose.empty())
      document.paragraph(line(prose));
    prose.clear();
  };
  for (std::string_view row : linesOf(page)) {
    bool fence = row.substr(0, 3) == "```";
    if (fence && inCode) {
      document.code(std::move(program), language);
      program.clear();
    } else if (fence) {
      endParagraph();
      language = row.substr(3, row.find(' ', 3) - 3);
    } else if (inCode) {
      program += std::string(row) + "\n";
    } else if (row.empty()) {
      endParagraph();
    } else {
      prose += (prose.empty() ? "" : " ") + std::string(row);
    }
    inCode = inCode != fence;
  }
  endParagraph();
}

/// "`...` is not declared" for "`{0}` is not declared".
std::string withoutNumbers(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    bool isPlace = text[at] == '{' && at + 2 < text.size() && text[at + 2] == '}';
    result += isPlace ? "..." : std::string(1, text[at]);
    at += isPlace ? 2 : 0;
  }
  return result;
}

constexpr verdict::Condition conditions[] = {
#define CONDITION(id, shortName, kind, advice, holds, fails) verdict::Condition::id,
#include "checker/verdict/conditions.def"
#undef CONDITION
};

/// For the messages that stand for an open condition of the theorem: what was to be proved. Several may have
/// one message.
Line toBeProved(DiagnosticKind kind) {
  std::string names, sentences;
  for (const verdict::Condition condition : conditions) {
    const verdict::ConditionInfo &about = verdict::info(condition);
    if (about.kind != kind || about.holds.empty())
      continue;
    names += (names.empty() ? "`" : " or `") + std::string(about.shortName) + "`";
    sentences += (sentences.empty() ? "" : "; or: ") + withoutNumbers(about.holds);
  }
  return names.empty() ? Line()
                       : line("The obligation " + names + " is open. To be proved: " + sentences + ".");
}

} // namespace

bool looksLikeCode(std::string_view word) {
  return word.size() > 2 && upperCase(word.substr(0, 2)) == "PL" &&
         word.find_first_not_of("0123456789", 2) == std::string_view::npos;
}

std::optional<DiagnosticKind> kindOfCode(std::string_view word) {
  const std::string code = upperCase(word);
  for (DiagnosticKind kind : allDiagnosticKinds())
    if (info(kind).code == code)
      return kind;
  return std::nullopt;
}

std::string registeredCodes() {
  std::string text, last;
  for (DiagnosticKind kind : allDiagnosticKinds()) {
    std::string code(info(kind).code);
    if (last.substr(0, 4) != code.substr(0, 4))
      text += (last.empty() ? "" : " to " + last + ", ") + code;
    last = code;
  }
  return text + " to " + last;
}

std::string_view diagnosticPage(std::string_view code) {
  for (const DiagnosticPage &page : diagnosticPages())
    if (page.code == code)
      return page.text;
  return {};
}

void explainDiagnostic(Document &document, DiagnosticKind kind) {
  const DiagnosticInfo &about = info(kind);
  document.heading(1, line(std::string(about.code) + " " + std::string(about.name)));
  if (about.text != "{0}")
    document.paragraph(strong(std::string(about.severity == Severity::Error ? "error" : "warning")) +
                       line(": " + withoutNumbers(about.text)));
  else if (Line condition = toBeProved(kind); !condition.empty())
    document.paragraph(std::move(condition));
  appendPage(document, diagnosticPage(about.code));
}

} // namespace plumb::report
