// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/same_term.h"
#include "frontend/ir/structure.h"
#include "frontend/ir/walk.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"
#include "tests/frontend/ir/random_text.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <llvm/Support/Casting.h>
#include <rapidcheck.h>

namespace plumb::test {

using ir::Sort;

unsigned RandomText::pick(unsigned count) {
  return next < choices.size() ? choices[next++] % count : 0;
}

std::string RandomText::integerName(const Place &place) {
  std::vector<std::string> names = {"k", "n", "T[0]", "T[k]"};
  if (!place.index.empty())
    names.insert(names.end(), {place.index, "T[" + place.index + "]"});
  if (!place.isPublic)
    names.insert(names.end(), {"g", "f[0]"});
  if (place.hasLocals)
    names.insert(names.end(), {"a", "lam", "v[k]"});
  if (place.hasPrimes)
    names.insert(names.end(), {"g'", "f'[k]", "a'", "v'[0]"});
  if (place.hasOutput)
    names.insert(names.end(), {"result.indices[0]", "out[k].pair.1"});
  return names[pick(names.size())];
}

std::string RandomText::realName(const Place &place) {
  std::vector<std::string> names = {"x", "eps", "R[0]"};
  if (!place.isPublic)
    names.insert(names.end(), {"q", "h[k]"});
  if (place.hasLocals)
    names.insert(names.end(), {"r", "mu"});
  if (place.hasPrimes)
    names.insert(names.end(), {"q'", "r'", "mu'"});
  if (place.hasOutput)
    names.insert(names.end(), {"result.values[1]", "out[0].value", "out[n].pair.2"});
  if (place.hasCost)
    names.insert(names.end(), {"cost", "moved(1)", "moved(k / eps)"});
  return names[pick(names.size())];
}

std::string RandomText::number(const Place &place, Sort sort, int depth) {
  return sort == Sort::Int ? integer(place, depth) : real(place, depth);
}

/// Only in statements and alignments; elsewhere a name.
std::string RandomText::aggregate(const Place &place, Sort sort, int depth) {
  if (!place.hasLocals || place.hasCost)
    return number(place, sort, 0);
  if (sort == Sort::Int && pick(4) == 0)
    return std::vector<std::string>{"argmax(v)", "max(f)", "argmin(h)", "min(T)"}[pick(4)];
  Place ends = place, inside = place;
  ends.hasPrimes = ends.hasOutput = false;
  inside.index = "j" + std::to_string(next);
  std::string position = sort == Sort::Int && pick(2) ? "arg" : "";
  std::string text = position + (pick(2) ? "max(" : "min(") + inside.index + " in " +
                     integer(ends, depth - 1) + " .. " + integer(ends, depth - 1);
  if (pick(2))
    text += " where " + boolean(inside, depth - 1);
  return text + ": " +
         number(inside,
                position.empty() ? sort
                : pick(2)        ? Sort::Int
                                 : Sort::Real,
                depth - 1) +
         ")";
}

std::string RandomText::integer(const Place &place, int depth) {
  auto sub = [&] { return integer(place, depth - 1); };
  static const char *operators[] = {" + ", " - ", " * ", " div ", " mod "};
  switch (depth <= 0 ? pick(2) : pick(10)) {
  case 0:
    return integerName(place);
  case 1:
    return std::to_string(pick(20));
  case 2:
    return "(-" + sub() + ")";
  case 3:
    return "abs(" + sub() + ")";
  case 4:
    return "max(" + sub() + ", " + sub() + ")";
  case 5:
    return "(" + boolean(place, depth - 1) + " ? " + sub() + " : " + sub() + ")";
  case 6:
    return aggregate(place, Sort::Int, depth);
  default: {
    std::string left = sub();
    return "(" + left + operators[pick(5)] + sub() + ")";
  }
  }
}

/// Public ints stand among the reals, sometimes bare and sometimes in real(..).
std::string RandomText::real(const Place &place, int depth) {
  auto sub = [&] { return real(place, depth - 1); };
  Place open = place;
  open.isPublic = true;
  open.hasLocals = open.hasPrimes = open.hasOutput = open.hasCost = false;
  static const char *operators[] = {" + ", " - ", " * "};
  switch (depth <= 0 ? pick(3) : pick(14)) {
  case 0:
    return realName(place);
  case 1:
    return std::to_string(pick(20)) + ".0";
  case 2:
    return std::to_string(pick(20)) + ".125";
  case 3:
    return "(-" + sub() + ")";
  case 4:
    return "abs(" + sub() + ")";
  case 5:
    return "min(" + sub() + ", " + integer(open, depth - 1) + ")";
  case 6:
    return "(" + boolean(place, depth - 1) + " ? " + integer(open, depth - 1) + " : " + sub() + ")";
  case 7:
    return "real(" + integer(place, depth - 1) + ")";
  case 8: {
    std::string left = integer(open, depth - 1);
    return "(" + left + operators[pick(3)] + sub() + ")";
  }
  case 9:
    return "(" + integer(open, depth - 1) + " / " + sub() + ")";
  case 10:
    return "(" + integer(open, depth - 1) + " / " + integer(open, depth - 1) + ")";
  case 11:
    return aggregate(place, Sort::Real, depth);
  default: {
    std::string left = sub();
    return "(" + left + operators[pick(3)] + sub() + ")";
  }
  }
}

std::string RandomText::boolean(const Place &place, int depth) {
  auto sub = [&] { return boolean(place, depth - 1); };
  static const char *comparisons[] = {" < ", " <= ", " > ", " >= ", " = ", " != "};
  static const char *connectives[] = {" and ", " or ", " implies ", " iff ", " = "};
  switch (depth <= 0 ? pick(2) : pick(8)) {
  case 0:
    return "b";
  case 1:
    return "true";
  case 2:
    return "(not " + sub() + ")";
  case 3:
    return "(" + sub() + " ? " + sub() + " : " + sub() + ")";
  case 4: {
    Sort sort = pick(2) ? Sort::Int : Sort::Real;
    std::string left = number(place, sort, depth - 1);
    return "(" + left + comparisons[pick(6)] + number(place, sort, depth - 1) + ")";
  }
  case 5: {
    if (!place.hasOutput)
      return "(x >= " + integer(Place{true, false, false, false, false, ""}, 0) + ")";
    static const char *tests[] = {"(out[k] is low)", "(out[0] = none)", "(out[n] != unreached)",
                                  "(k in result.indices)", "(out[1] is value)"};
    return tests[pick(5)];
  }
  default: {
    std::string left = sub();
    return "(" + left + connectives[pick(5)] + sub() + ")";
  }
  }
}

std::string RandomText::statement(const Place &place) {
  switch (pick(6)) {
  case 0:
    return "a := " + integer(place, 3);
  case 1:
    return "r := " + real(place, 3);
  case 2:
    return "if " + boolean(place, 3) + " { a := " + integer(place, 1) + " }";
  case 3:
    return "if " + boolean(place, 2) + " { r := " + real(place, 2) + " } else { a := 1 }";
  case 4: {
    Place inside = place;
    inside.hasLocals = false;
    inside.index = "j" + std::to_string(next);
    return "a := sum(" + inside.index + " in 0 .. n" + (pick(2) ? " where " + boolean(inside, 1) : "") +
           ": " + integer(inside, 2) + ")";
  }
  default: {
    std::string name = "j" + std::to_string(next);
    return "for " + name + " in " + integer(place, 1) + " .. " + integer(place, 1) + " { a := " + name + " }";
  }
  }
}

std::string RandomText::program() {
  Place parameters{true, false, false, false, false, ""};
  Place bound{true, false, false, false, false, "j"};
  Place claim{false, false, true, false, false, "j"};
  Place code{false, false, false, true, false, "i"};
  Place alignment{false, true, true, true, false, "i"};
  Place invariant{false, true, true, true, true, "i"};
  std::string text = "mechanism m(eps: real, x: real, n: int, k: int, b: bool, T: int[n], R: real[2],\n"
                     "  f: query[n], g: query, h: query real[n], q: query real)\n";
  text += "requires " + boolean(parameters, 3) + ", forall j in 0 .. n: " + boolean(bound, 3) + "\n";
  text += "adjacency f decreasing by 1, one h changes by x, q increasing by 2, g changes by 1\n";
  text += "guarantees private(" + std::string(pick(2) ? "1" : "eps / 2") + ")\n";
  text += "claims forall j in 0 .. n: (out[j] is low or " + boolean(claim, 3) + ")\n{\n";
  text += "for i in 0 .. n { v[i] := 0 }\na := 0\nr := 0.5\nlam ~ laplace(2) align lam' = lam\nmu: real ~ "
          "exponential(eps) align mu' = mu\n";
  text += "for i in 0 .. n while " + boolean(code, 2) + " invariant " + boolean(invariant, 3) + " {\n";
  text += "s: real ~ laplace(" + real(parameters, 2) + ") align s' = s + " + real(alignment, 3) + "\n";
  text += "nu[i] ~ neg_exponential(1 / eps) align nu'[i] = nu[i] + " + integer(alignment, 3) + "\n";
  text += "v[i] := " + integer(code, 3) + "\n" + statement(code) + "\n" + statement(code) + "\n";
  text += "w[i] := q\nif " + boolean(code, 2) + " { output " + real(code, 2) + " } else if b { output pair(" +
          integer(code, 1) + ", " + real(code, 1) + ") } else { output low }\n";
  return text + "}\nreturn top_k(" + integer(Place{false, false, false, false, false, ""}, 1) + ", w)\n}\n";
}

struct Read {
  explicit Read(std::string text) : file("random.plumb", std::move(text)), sink(5) {
    syntax::Program written = parse(file, sink);
    if (!sink.hasErrors())
      program = analyze(written, file, sink);
  }
  std::string mistakes() const {
    std::string text;
    for (const Diagnostic &diagnostic : sink.diagnostics())
      text += render(diagnostic, file);
    return text;
  }
  SourceFile file;
  DiagnosticSink sink;
  ir::Program program;
};

bool isCopied(const ir::Expression &expression) {
  return ir::isSameTerm(*ir::copyAt(expression, {}), expression);
}

/// Is each expression of \p block the same as its copy?
bool areCopied(const ir::Block &block) {
  bool all = true;
  for (const auto &statement : block) {
    if (const auto *sample = llvm::dyn_cast<ir::Sample>(statement.get()))
      all &= isCopied(*sample->scale) && isCopied(*sample->aligned);
    else if (const auto *assign = llvm::dyn_cast<ir::Assign>(statement.get()))
      all &= isCopied(*assign->value);
    else if (const auto *branch = llvm::dyn_cast<ir::If>(statement.get()))
      all &= isCopied(*branch->condition) && areCopied(branch->thenBlock) && areCopied(branch->elseBlock);
    else if (const auto *loop = llvm::dyn_cast<ir::For>(statement.get()))
      all &= isCopied(*loop->low) && isCopied(*loop->high) && areCopied(loop->body);
    else if (const auto *output = llvm::dyn_cast<ir::Output>(statement.get()))
      for (const auto &value : output->values)
        all &= isCopied(*value);
    else if (const auto *end = llvm::dyn_cast<ir::Return>(statement.get()))
      all &= !end->value || isCopied(*end->value);
  }
  return all;
}

TEST_CASE("what is printed reads back as the same program, and so does a copy") {
  setenv("RC_PARAMS", "seed=20240 max_success=400 max_size=300", 0);
  bool holds = rc::check([](const std::vector<std::uint8_t> &choices) {
    Read first(RandomText(choices).program());
    RC_ASSERT(first.mistakes() == "");
    RC_ASSERT(first.program.mechanisms.size() == 1u);
    std::string printed = print(first.program);
    Read second(printed);
    RC_ASSERT(second.mistakes() == "");
    RC_ASSERT(print(second.program) == printed);
    RC_ASSERT(structure(*second.program.mechanisms[0]) == structure(*first.program.mechanisms[0]));
    RC_ASSERT(areCopied(first.program.mechanisms[0]->body));
  });
  CHECK(holds);
}

} // namespace plumb::test
