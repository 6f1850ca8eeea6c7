// SPDX-License-Identifier: Apache-2.0
// Certificates as text: what is read, and which line is complained about.
#include "kernel/certificate.h"
#include "kernel/refutation.h"

#include <catch2/catch.hpp>
#include <string>

using namespace plumb::kernel;

namespace {

const std::string head = "plumb-evidence 2\nprogram 1\nmechanism m\nsubject m\n";
// u < v and v <= u.
const std::string rows = "symbol u Real\nsymbol v Real\napply 0\napply 1\n< 0 1\n<= 1 0\nfalse\n";
const std::string good = head + rows + "obligation o 4 2 3\nsum 1 f2 1 f3\nend\ndone\n";

std::string complaint(const std::string &text) {
  try {
    readCertificate(text);
    return "";
  } catch (const NotShown &found) {
    return std::string("not shown ") + found.what();
  } catch (const Rejected &found) {
    return found.what();
  }
}

std::string with(std::string text, const std::string &from, const std::string &to) {
  REQUIRE(text.find(from) != std::string::npos);
  return text.replace(text.find(from), from.size(), to);
}

} // namespace

TEST_CASE("a certificate is read with its program and its obligations") {
  const auto programs = readCertificate(good);
  REQUIRE(programs.size() == 1);
  CHECK(programs[0].text == "mechanism m\n");
  REQUIRE(programs[0].subjects.size() == 1);
  REQUIRE(programs[0].subjects[0].shown.size() == 1);
  CHECK(programs[0].subjects[0].shown[0].hypotheses.size() == 2);
}

TEST_CASE("evidence that does not show its obligation is told with its line") {
  CHECK(complaint(with(good, "sum 1 f2 1 f3", "sum 1 f2 2 f3")) ==
        "not shown 14: m.o: a case does not end in a contradiction");
  CHECK(complaint(with(good, "sum 1 f2 1 f3", "sum 1 f2 -1 f3")) ==
        "not shown 13: m.o: an inequality is not multiplied by a positive number");
  CHECK(complaint(with(good, "sum 1 f2 1 f3\n", "")) ==
        "not shown 13: m.o: a case does not end in a contradiction");
  CHECK(complaint(with(good, "o 4 2 3", "o 4 2")) ==
        "not shown 13: m.o: a row rests on a comparison that is not known");
  CHECK(complaint(with(good, "end\n", "unit 2\nend\n")) ==
        "not shown 14: m.o: there is a step behind the last contradiction");
}

TEST_CASE("what is no certificate is told with its line") {
  CHECK(complaint("") == "1: the certificate ends too early");
  CHECK(complaint("plumb-evidence 1\n") == "1: a certificate begins with the line 'plumb-evidence 2'");
  CHECK(complaint(with(good, "done\n", "")) == "15: the certificate ends too early");
  CHECK(complaint(good + "more\n") == "15: there is something behind the last line, 'done'");
  CHECK(complaint(with(good, "program 1", "program 9000")) == "16: the certificate ends too early");
  CHECK(complaint(with(good, "< 0 1", "< 0 9")) == "9: there is no term '9' yet");
  CHECK(complaint(with(good, "< 0 1", "< 0")) == "9: a comparison takes two numbers of one sort");
  CHECK(complaint(with(good, "< 0 1", "<  0 1")) ==
        "9: there is an empty word; words are parted by one space");
  CHECK(complaint(with(good, "< 0 1", "\x01\xff 0 1")) == "9: '?"
                                                          "?' is no word of a certificate");
  CHECK(complaint(with(good, "symbol v Real", "symbol u Int")) == "6: a symbol has two signatures");
  CHECK(complaint(with(good, "symbol v Real", "symbol v Complex")) == "6: 'Complex' is no sort");
  CHECK(complaint(with(good, "apply 1", "apply 2")) == "8: there is no such symbol yet");
  CHECK(complaint(with(good, "sum 1", "sum 1/0")) == "13: '1/0' divides by 0");
  CHECK(complaint(with(good, "sum 1", "sum 0x1")) == "13: '0x1' is no fraction");
  CHECK(complaint(with(good, "f3", "z3")) == "13: 'z3' is no source of a row");
  CHECK(complaint(with(good, "f3", "c3")) == "13: '' is no number of a line, a term or a row");
  CHECK(complaint(with(good, "f3", "f3 1")) == "13: the line ends too early");
  CHECK(complaint(with(good, "false", "false 1")) == "11: a truth value has no arguments");
  CHECK(complaint(with(good, "o 4 2 3", "o 4 0 3")) ==
        "12: a part of an obligation is no formula, or has a variable that nothing binds");
  CHECK(complaint(with(good, "end\n", "end\nbelieved o\n")) == "15: there are two obligations called 'o'");
  CHECK(complaint(with(good, "subject m\n", "")) == "4: this stands in no subject");
  CHECK(complaint(with(good, "end\ndone", "end\nsubject n\nobligation o 4\nend\ndone")) ==
        "16: there is no term '4' yet");
  CHECK(complaint(with(good, "program 1\nmechanism m\n", "")) == "2: there is no program yet");
  CHECK(complaint(with(good, "sum 1 f2 1 f3", "done")) == "13: 'done' is no step");
}

TEST_CASE("long and deep input is bounded") {
  // A number squared again and again.
  std::string text = head + "symbol x Int\nnumber Int 3\n";
  for (int i = 0; i < 64; ++i)
    text += "* " + std::to_string(i) + " " + std::to_string(i) + "\n";
  text += "< 64 64\nobligation o 65\nsum 1 f65\nend\ndone\n";
  CHECK(complaint(text).find("a coefficient has too many digits") != std::string::npos);
  // A deep term is no deep stack.
  std::string deep = head + "symbol x Int\napply 0\n";
  const int depth = 200'000;
  for (int i = 0; i < depth; ++i)
    deep += "+ " + std::to_string(i) + "\n";
  deep += "< " + std::to_string(depth) + " 0\nnot " + std::to_string(depth + 1) + "\n";
  deep +=
      "obligation o " + std::to_string(depth + 2) + "\nsum 1 f" + std::to_string(depth + 1) + "\nend\ndone\n";
  CHECK(complaint(deep).empty());
}

TEST_CASE("what the text of a mechanism calls for is neither left out nor exchanged") {
  const std::string mechanism = "mechanism m(f: query)\n  adjacency f changes by 1\n  guarantees private(1)\n"
                                "{ lam ~ laplace(1) align lam' = lam\n  output lam }\n";
  const std::string text = "plumb-evidence 2\nprogram 5\n" + mechanism + "mechanism 5\n" + mechanism;
  CHECK(complaint(text + "done\n") ==
        "not shown 14: m.cost.line_3.3: the text calls for this, and nothing shows it");
  CHECK(complaint(text + "true\nobligation other 0\n") ==
        "not shown 15: m.other: the text does not call for this");
  CHECK(complaint(text + "true\nobligation cost.line_3.3 0\n") ==
        "not shown 15: m.cost.line_3.3: the text calls for another goal");
  CHECK(complaint(text + "believed other\n") == "not shown 14: m.other: the text does not call for this");
  CHECK(complaint(text + "elsewhere cost.line_3.3 z3\n") ==
        "14: what a mechanism calls for is shown here, or believed");
  CHECK(complaint(text + "reached 9 0\n") ==
        "not shown 14: m.reached.line_9: the text does not call for this");
  CHECK(complaint(text + "reached 0 7\n") ==
        "not shown 14: m.reached.line_0: the text does not call for this");
  // Nobody differs where all is 0.
  CHECK(complaint(text + "reached 0 0\nend\n") ==
        "not shown 15: m.reached.line_0: a formula is not seen to be true of these values");
  CHECK(complaint(text + "symbol f-f%27 Int\nreached 0 0\nis 0 1\nend\ndone\n") ==
        "not shown 18: m.cost.line_3.3: the text calls for this, and nothing shows it");
  CHECK(complaint(text + "symbol f-f%27 Int\nreached 0 0\nis 0 2\nend\n") ==
        "not shown 17: m.reached.line_0: a formula is not seen to be true of these values");
  CHECK(complaint(with(text, "  output lam }", "  spends := 1 output lam }")) ==
        "13: this is no declaration of the program");
  CHECK(complaint(with(text, "changes by 1", "changes by 2")) == "13: this is no declaration of the program");
  // What is found may be said in addition, and nothing else on its line.
  const std::string none = "13: this is no declaration of the program";
  const auto declared = [](const std::string &program, const std::string &own) {
    return complaint("plumb-evidence 2\nprogram 5\n" + program + "mechanism 5\n" + own + "done\n");
  };
  CHECK(declared(mechanism, with(mechanism, "(1)\n", "(1) spends 0 at 1\n")).substr(0, 9) == "not shown");
  CHECK(declared(mechanism, with(mechanism, "(1)\n", "(1) spends 0 at 1 requires 1 < 0\n")) == none);
  CHECK(declared(with(mechanism, "(1)\n", "(1) spends 0 at 1\n"), mechanism) == none);
  CHECK(declared("/*" + mechanism.substr(0, mechanism.size() - 1) + "*/\n", mechanism) == none);
  CHECK(declared(mechanism, with(mechanism, "lam\n  output", "lam output") + "\n") ==
        "13: line 4: two draws or publications stand on one line");
  CHECK(complaint("plumb-evidence 2\nprogram 10\n" + mechanism + mechanism + "mechanism 5\n" + mechanism) ==
        "18: this is no declaration of the program");
  CHECK(complaint("plumb-evidence 2\nprogram 0\nmechanism 1\nrecord R { a: int }\n") ==
        "4: line 1: `record` is outside of what the kernel re-derives");
}

TEST_CASE("what holds has a value, and every place is reached") {
  const std::string divides =
      "mechanism m(x: real, f: query)\n  requires 1 / x <= 5\n  adjacency f changes by 1\n"
      "  guarantees private(1)\n{ output 1 }\n";
  const std::string text = "plumb-evidence 2\nprogram 5\n" + divides + "mechanism 5\n" + divides +
                           "symbol f-f%27 Int\nsymbol x Real\nreached 0 0\nis 0 1\nis 1 ";
  CHECK(complaint(text + "0\nend\n") ==
        "not shown 19: m.reached.line_0: a formula is not seen to be true of these values");
  CHECK(complaint(text + "1\nend\n") == "20: the certificate ends too early");
  const std::string behind = "mechanism m(f: query)\n  adjacency f changes by 1\n  guarantees private(1)\n"
                             "{ output 1\n  stop\n  output zz(f) }\n";
  const std::string file = "plumb-evidence 2\nprogram 6\n" + behind + "mechanism 6\n" + behind;
  CHECK(complaint(file + "reached 6 0\nend\n") ==
        "not shown 16: m.reached.line_6: the text does not call for this");
  CHECK(complaint(file + "done\n").find("the text calls for this, and nothing shows it") !=
        std::string::npos);
}

TEST_CASE("names of the file are names of the mechanism") {
  const std::string mechanism = "mechanism m(f: query)\n  adjacency f changes by 1\n  guarantees private(1)\n"
                                "{ output g }\n";
  const auto beside = [&](const std::string &declaration) {
    return complaint("plumb-evidence 2\nprogram 5\n" + declaration + mechanism + "mechanism 4\n" + mechanism +
                     "done\n");
  };
  // Published is a tag, or what the file calls so: a size, of which nothing is to be shown but that it is.
  CHECK(beside("size k, g\n").find("the text calls for this, and nothing shows it") != std::string::npos);
  CHECK(beside("query g = count r: R\n") ==
        "12: line 1: `g`, a query of another record, is outside of what the kernel re-derives");
  // It is about one place, and not about every iteration.
  const std::string claimed = "mechanism m(f: query)\n  adjacency f changes by 1\n  guarantees private(1)\n"
                              "  claims out[g].value >= 1\n{ for i in 0 .. 9 { output 1 } }\n";
  const auto readBeside = [&](const std::string &file) {
    Terms terms;
    const Obligations obligations = obligationsOf(terms, readMechanism(claimed, file));
    return std::count_if(obligations.all.begin(), obligations.all.end(), [&](const Obligation &each) {
      return each.name.starts_with("claim.") && terms[each.goal].op == Operator::False;
    });
  };
  CHECK(readBeside("size k\n") == 0);
  CHECK(readBeside("size g\n") > 0);
  CHECK(beside("size f\n") == "12: line 2: `f` is declared twice");
}

TEST_CASE("subjects are paid for") {
  std::string subjects = head;
  for (int i = 0; i < 70'000; ++i)
    subjects += "subject x\n";
  CHECK(complaint(subjects).find("more work than is spent on a certificate") != std::string::npos);
}

TEST_CASE("sums of fractions stay short while they are added up") {
  // Denominators without a common factor: 10^k + 1, and so on.
  std::string digits(9000, '0'), rounded = head + "number Int 0\n", parts, hypotheses;
  for (int i = 0; i < 8; ++i) {
    const std::string at = std::to_string(i);
    rounded += "symbol x" + at + " Int\napply " + at + "\n<= 0 " + std::to_string(2 * i + 1) + "\n";
    hypotheses += " " + std::to_string(2 * i + 2);
    parts += " 1/1" + digits + std::to_string(2 * i + 1) + " f" + std::to_string(2 * i + 2);
  }
  rounded += "false\nobligation o 17" + hypotheses + "\nsum" + parts + "\nround r0\n";
  CHECK(complaint(rounded).find("a common denominator has too many digits") != std::string::npos);
}
