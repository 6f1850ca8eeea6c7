// SPDX-License-Identifier: Apache-2.0
#include "checker/report/diagnostic_pages.h"
#include "checker/report/explain_diagnostic.h"
#include "checker/report/explain_markdown.h"

#include <catch2/catch.hpp>

using namespace plumb;
using namespace plumb::report;

TEST_CASE("every page is about a message, and they are in order") {
  std::string last;
  for (const DiagnosticPage &page : diagnosticPages()) {
    CHECK(kindOfCode(page.code));
    CHECK(last < page.code);
    last = page.code;
  }
  CHECK_FALSE(diagnosticPages().empty());
}

TEST_CASE("a code is PL and digits, and nothing else is") {
  for (const char *word : {"PL0201", "pl0201", "PL9", "PL99999"})
    CHECK(looksLikeCode(word));
  for (const char *word : {"", "PL", "PL0201.plumb", "PLx", "XPL0201", "./PL0201", "0201"})
    CHECK_FALSE(looksLikeCode(word));
  CHECK(kindOfCode("pl0201") == DiagnosticKind::UnknownName);
  CHECK_FALSE(kindOfCode("PL0299"));
}

TEST_CASE("a page names its code, the message, the program and the repair") {
  Document document;
  explainDiagnostic(document, DiagnosticKind::UnknownName);
  std::string text = markdown(document);
  CHECK(text.find("# PL0201 UnknownName\n\n**error**: `...` is not declared\n") == 0);
  std::size_t trigger = text.find("```plumb\nmechanism"), repair = text.rfind("```plumb\nmechanism");
  CHECK(trigger != std::string::npos);
  CHECK(trigger < repair);
}

TEST_CASE("open conditions are named, all that a message stands for") {
  Document document;
  explainDiagnostic(document, DiagnosticKind::OutOfSupport);
  CHECK(markdown(document).find("The obligation `support` or `direction` is open") != std::string::npos);
}
