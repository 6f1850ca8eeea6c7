// SPDX-License-Identifier: Apache-2.0
#include "frontend/support/diagnostic.h"

#include <catch2/catch.hpp>
#include <set>

using namespace plumb;

TEST_CASE("every kind has its own name and its own code of the form PLnnnn") {
  std::set<std::string_view> names, codes;
  for (const DiagnosticKind kind : allDiagnosticKinds()) {
    const DiagnosticInfo &known = info(kind);
    CAPTURE(known.name);
    CHECK(names.insert(known.name).second);
    CHECK(codes.insert(known.code).second);
    CHECK(known.code.size() == 6);
    CHECK(known.code.substr(0, 2) == "PL");
    CHECK(known.code.find_first_not_of("0123456789", 2) == std::string_view::npos);
  }
}

TEST_CASE("a registered text is one clause: no final period, no capital, no line break") {
  for (const DiagnosticKind kind : allDiagnosticKinds()) {
    const std::string_view text = info(kind).text;
    CAPTURE(text);
    REQUIRE_FALSE(text.empty());
    CHECK(text.back() != '.');
    CHECK_FALSE((text.front() >= 'A' && text.front() <= 'Z'));
    CHECK(text.find('\n') == std::string_view::npos);
  }
}

TEST_CASE("the registry lists the kinds in the order of their enumerators") {
  std::size_t next = 0;
  for (const DiagnosticKind kind : allDiagnosticKinds())
    CHECK(static_cast<std::size_t>(kind) == next++);
}

TEST_CASE("a message has its arguments put in, and braces of the arguments are left alone") {
  Diagnostic diagnostic{DiagnosticKind::UnexpectedWord, {}, {"`{1}`", "`{`"}, {}, {}};
  CHECK(diagnostic.message() == "expected `{1}`, found `{`");
}

TEST_CASE("the same kind at the same range is reported once") {
  DiagnosticSink sink;
  sink.report(DiagnosticKind::UnclosedBracket, {1, 2}, {"("});
  sink.report(DiagnosticKind::UnclosedBracket, {1, 2}, {"("});
  sink.report(DiagnosticKind::UnclosedBracket, {2, 3}, {"("});
  sink.report(DiagnosticKind::UnopenedBracket, {1, 2}, {"("});
  CHECK(sink.errorCount() == 3);
  CHECK(sink.diagnostics().size() == 3);
}

TEST_CASE("errors behind the limit are counted but not kept") {
  DiagnosticSink sink(2);
  for (std::uint32_t i = 0; i < 5; ++i)
    sink.report(DiagnosticKind::UnclosedComment, {i, i + 2});
  CHECK(sink.errorCount() == 5);
  REQUIRE(sink.diagnostics().size() == 2);
  CHECK(sink.diagnostics()[1].range.begin == 1);
}

TEST_CASE("a sink without reports has no errors") {
  CHECK_FALSE(DiagnosticSink().hasErrors());
}
