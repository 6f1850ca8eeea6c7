// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/template.h"
#include "mechanisms/emit/writer.h"

#include <catch2/catch.hpp>

using namespace plumb;
using Catch::Contains;
using emit::Includes;
using emit::Template;

TEST_CASE("a lone hole takes lines and indents them") {
  CHECK(Template("t", "begin\n  @body@\nend\n").set("body", "one\n\n  two\n").text() ==
        "begin\n  one\n\n    two\nend\n");
  CHECK(Template("t", "begin\n  @body@\nend\n").set("body", "").text() == "begin\nend\n");
  CHECK(Template("t", "@body@\n").set("body", "one\n\n").text() == "one\n\n");
}

TEST_CASE("further lines of a hole inside a line begin in its column") {
  CHECK(Template("t", "f(@a@, @b@);\n").set("a", "x").set("b", "y,\nz").text() == "f(x, y,\n     z);\n");
  CHECK(Template("t", "[@a@]\n").set("a", "").text() == "[]\n");
}

TEST_CASE("what fills a hole is no template") {
  CHECK(Template("t", "@a@\nm@a@\n").set("a", "@b@").text() == "@b@\nm@b@\n");
}

TEST_CASE("parts are written under their conditions, with what they include") {
  const auto filled = [](bool outer, bool inner) {
    Includes includes;
    return Template("t", "@includes@\n@if outer\n@include <span>\nx\n@if inner\n@include \"y.h\"\ny\n@end\n"
                         "@else\nz\n@end\n@unless inner\n@// not seen\nw\n@end\n")
        .when("outer", outer)
        .when("inner", inner)
        .text(includes);
  };
  CHECK(filled(true, true) == "#include \"y.h\"\n\n#include <span>\nx\ny\n");
  CHECK(filled(true, false) == "#include <span>\nx\nw\n");
  CHECK(filled(false, true) == "z\n");
}

TEST_CASE("mistakes in and around a template are found") {
  const auto mistake = [](const char *content) { return Template("t", content).set("a", "1").text(); };
  CHECK_THROWS_WITH(mistake("@b@ @a@\n"), "template `t`, line 1: nothing fills `b`");
  CHECK_THROWS_WITH(mistake("x\n"), Contains("`a` is set and stands nowhere"));
  CHECK_THROWS_WITH(mistake("@a@\n@if c\n@end\n"), Contains("line 2: nobody says whether `c` holds"));
  CHECK_THROWS_WITH(mistake("@a@\n@else\n"), Contains("an @else without an @if"));
  CHECK_THROWS_WITH(mistake("@a@\n@end\n"), Contains("an @end without an @if"));
  CHECK_THROWS_WITH(mistake("@a@\n@wenn c\n"), Contains("a hole that does not end"));
  CHECK_THROWS_WITH(mistake("@a@\n@a b@\n"), Contains("no directive and no name of a hole: @a b@"));
  CHECK_THROWS_WITH(mistake("x@a\n"), Contains("a hole that does not end"));
  CHECK_THROWS_WITH(mistake("@a@\n@include span\n"), "no header to include: span");
  CHECK_THROWS_WITH(mistake("@a@\n@include <span>\n"), Contains("includes what nobody asks for"));
  CHECK_THROWS_WITH(Template("t", "@a@\n@if c\n").when("c", true).set("a", "1").text(),
                    Contains("an @if without an @end"));
  CHECK_THROWS_WITH(Template("t", "@a@\n").set("a", "1").set("a", "2"), "set twice: `a`");
  CHECK_THROWS_WITH(Template("nothing.h"), "no template `nothing.h`");
}

TEST_CASE("a writer indents what stands in blocks") {
  emit::Writer lines;
  lines.open("if (a)").line("b;\n\n  c;").reopen("else").under("if (d)", "e;").close();
  CHECK(lines.line("").text() == "if (a) {\n  b;\n\n    c;\n} else {\n  if (d)\n    e;\n}\n");
  CHECK(emit::joined({"a", "", "b"}) == "a, , b");
}
