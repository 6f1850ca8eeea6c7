// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/structure.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <rapidcheck.h>

namespace plumb::test {

/// Writes declarations and mechanisms about them, from a list of choices as RandomText does.
class RandomSchema {
public:
  explicit RandomSchema(std::vector<std::uint8_t> numbers) : choices(std::move(numbers)) {}

  std::string program();

private:
  unsigned pick(unsigned count) { return next < choices.size() ? choices[next++] % count : 0; }
  /// Over the fields that the names in \p owners have: "x.", "r'.", or "" for bare names.
  std::string formula(const std::vector<std::string> &owners, int depth);
  std::string integer(const std::vector<std::string> &owners, int depth);
  std::string rule(const std::string &field, const std::string &element);
  std::string adjacency();

  std::vector<std::uint8_t> choices;
  std::size_t next = 0;
  unsigned bound = 0;
};

std::string RandomSchema::integer(const std::vector<std::string> &owners, int depth) {
  const std::string &owner = owners[pick(owners.size())];
  switch (depth <= 0 ? pick(3) : pick(6)) {
  case 0:
    return owner + "a";
  case 1:
    return std::to_string(pick(9));
  case 2:
    return "n";
  case 3:
    return owner + "A[" + integer(owners, depth - 1) + "]";
  case 4:
    return "(" + formula(owners, depth - 1) + " ? " + integer(owners, 0) + " : " + integer(owners, 0) + ")";
  default: {
    static const char *operators[] = {" + ", " - ", " * ", " div ", " mod "};
    std::string left = integer(owners, depth - 1);
    return "(" + left + operators[pick(5)] + integer(owners, depth - 1) + ")";
  }
  }
}

std::string RandomSchema::formula(const std::vector<std::string> &owners, int depth) {
  static const char *comparisons[] = {" < ", " <= ", " > ", " >= ", " = ", " != "};
  const std::string &owner = owners[pick(owners.size())];
  switch (depth <= 0 ? pick(4) : pick(9)) {
  case 0:
    return owner + "b";
  case 1:
    return "(" + owner + "o" + (pick(2) ? " = none)" : " != none)");
  case 2:
    return "(" + owner + "o" + comparisons[pick(6)] + owners.back() + "o)";
  case 3:
    return "(" + owner + "h" + comparisons[pick(6)] + (pick(2) ? "0.5" : owners.back() + "h * n") + ")";
  case 4:
    return "(" + integer(owners, depth - 1) + comparisons[pick(6)] + owner + "o)";
  case 5: {
    std::string left = integer(owners, depth - 1);
    return "(" + left + comparisons[pick(6)] + integer(owners, depth - 1) + ")";
  }
  case 6:
    return "(not " + formula(owners, depth - 1) + ")";
  case 7:
    return "(forall j" + std::to_string(bound++) + " in 0 .. n: " + formula(owners, depth - 1) + ")";
  default: {
    static const char *connectives[] = {" and ", " or ", " implies ", " iff ", " = "};
    std::string left = formula(owners, depth - 1);
    return "(" + left + connectives[pick(5)] + formula(owners, depth - 1) + ")";
  }
  }
}

std::string RandomSchema::rule(const std::string &field, const std::string &element) {
  switch (pick(3)) {
  case 0:
    return "public " + field + "; ";
  case 1:
    return "sensitive " + element + " ";
  default:
    return "sensitive " + element + " when " + formula({""}, 2) + "\n";
  }
}

std::string RandomSchema::adjacency() {
  switch (pick(7)) {
  case 0:
    return "add R";
  case 1:
    return "remove R";
  case 2:
    return "add or remove R";
  case 3:
    return "replace R when " + formula({"r."}, 3);
  case 4:
    return "replace R along " + formula({"r.", "r'."}, 3);
  case 5:
    return "replace R under p";
  default:
    return "replace R under q";
  }
}

std::string RandomSchema::program() {
  std::string text = "size n\nrecord R { a: int, o: int in 0 .. n or none, b: bool, A: int[n] in -n .. 3, "
                     "h: real in -0.5 .. n }\n";
  text += "policy p on R { " + rule("a", "a") + rule("A", "A[i]") + rule("b", "b") + rule("o", "o") +
          rule("h", "h") + "}\n";
  text += "policy q on R allows r' where " + formula({"r.", "r'."}, 3) + "\n";
  text += "query f[i in 0 .. n][j in 0 .. n + 1] = count x: R where " + formula({"x."}, 3) + "\n";
  text +=
      "query g = sum x: R of " + integer({"x."}, 3) + (pick(2) ? " where " + formula({"x."}, 2) : "") + "\n";
  text += "query s = sum x: R of " + std::string(pick(2) ? "x.h * 2 - 0.5" : "real(x.a)") + "\n";
  text += "query ends = " + std::string(pick(2) ? "max" : "min") + " x: R of " +
          (pick(2) ? "x.h" : "x.A[" + integer({"x."}, 1) + "]") + " where " + formula({"x."}, 1) + "\n";
  text += "mechanism m(eps: real)\nrequires forall v in data, t in 0 .. n: " + formula({"v."}, 3) + "\n";
  return text + "adjacency " + adjacency() + "\nguarantees private(eps) { output f[0, 1] + g }\n";
}

struct ReadSchema {
  explicit ReadSchema(std::string text) : file("random.plumb", std::move(text)), sink(5) {
    syntax::Program written = parse(file, sink);
    if (!sink.hasErrors())
      program = analyze(written, file, sink);
  }
  /// Warnings are none: a policy at random may compare a field with itself.
  std::string mistakes() const {
    std::string text;
    for (const Diagnostic &diagnostic : sink.diagnostics())
      if (info(diagnostic.kind).severity == Severity::Error)
        text += render(diagnostic, file);
    return text;
  }
  SourceFile file;
  DiagnosticSink sink;
  ir::Program program;
};

TEST_CASE("declarations that are printed read back as the same declarations") {
  setenv("RC_PARAMS", "seed=20240 max_success=400 max_size=300", 0);
  bool holds = rc::check([](const std::vector<std::uint8_t> &choices) {
    ReadSchema first(RandomSchema(choices).program());
    RC_ASSERT(first.mistakes() == "");
    RC_ASSERT(first.program.mechanisms.size() == 1u);
    std::string printed = print(first.program);
    ReadSchema second(printed);
    RC_ASSERT(second.mistakes() == "");
    RC_ASSERT(print(second.program) == printed);
    RC_ASSERT(structure(second.program) == structure(first.program));
  });
  CHECK(holds);
}

} // namespace plumb::test
