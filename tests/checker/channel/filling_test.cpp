// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/filling.h"
#include "frontend/ir/open_channel.h"
#include "frontend/ir/same_channel.h"
#include "tests/checker/channel/channels.h"

using namespace plumb;
using namespace plumb::channel;

namespace {

const EngineMaker engines = [](const smt::Budget &budget) { return smt::makeZ3Engine(budget); };

/// Reads what was filled again, as the tool does.
bool isRead(const ir::Channel &filled) {
  const SourceFile text("", ir::print(filled));
  DiagnosticSink sink;
  const syntax::Program tree = parse(text, sink);
  if (sink.hasErrors())
    return false;
  const ir::Program again = analyze(tree, text, sink);
  return !sink.hasErrors() && again.channels.size() == 1 &&
         ir::isSameChannel(*again.channels.front(), filled);
}

Filling filled(Written &written) {
  Filling filling = fill(*written.program.channels.front(), engines, isRead);
  for (const std::string &reason : filling.conflict)
    UNSCOPED_INFO(reason);
  return filling;
}

std::string response(const std::string &requires_, const std::string &notion, const std::string &body) {
  return "channel response(eps: real, p: real, s: int, n: int)\n  requires eps >= 0, s >= 1, n >= 0, 0 < p, "
         "p < 1" +
         requires_ + "\n  from S[s] | N[n] to S | N\n  guarantees " + notion + "\n{\n" + body + "}\n";
}

/// What was found, and whether it is proved of the channel as it stands then.
std::vector<std::string> found(const std::string &text) {
  Written written(text);
  const Filling filling = filled(written);
  std::vector<std::string> texts;
  for (const Filling::Found &one : filling.found)
    texts.push_back(one.clause);
  CHECK(ir::hasHoles(written.channel()) == texts.empty());
  CHECK((written.checked().verdict() == Verdict::Proved) == !texts.empty());
  return texts;
}

using Texts = std::vector<std::string>;

const std::string urrBody = "  let E = exp(eps)\n"
                            "  x in S, y = x -> E / (s + E - 1)\n"
                            "  y in S -> 1 / (s + E - 1)\n"
                            "  x in N, y = x -> (E - 1) / (s + E - 1)\n";

} // namespace

TEST_CASE("The least budget of a table is found in symbols") {
  CHECK(found(response("", "uldp(S, ?)", urrBody)) == Texts{"guarantees uldp(S, eps)"});
  CHECK(found(response("", "uldp(S, ?), osldp(S, ?)", urrBody)) ==
        Texts{"guarantees uldp(S, eps)", "guarantees osldp(S, eps)"});
  CHECK(found("channel warner(p: real)\n  requires 1 / 2 <= p, p < 1\n  from X[2] to X\n  guarantees ldp(?)\n"
              "{\n  y = x -> p\n  y != x -> 1 - p\n}\n") == Texts{"guarantees ldp(ln(p / (1 - p)))"});
}

TEST_CASE("A budget is tight where a table needs it") {
  Written written(response("", "uldp(S, ?)", urrBody));
  const Filling filling = filled(written);
  CHECK(filling.isSmallestFound);
  CHECK(filling.tightAt);
}

TEST_CASE("Of ratios of which none is always largest all are told") {
  Written written("channel warner(p: real)\n  requires 0 < p, p < 1\n  from X[2] to X\n  guarantees ldp(?)\n"
                  "{\n  y = x -> p\n  y != x -> 1 - p\n}\n");
  const Filling filling = filled(written);
  CHECK(filling.found.empty());
  CHECK(filling.conflict.size() == 2);
  CHECK(written.checked().verdict() == Verdict::NotProved);
}

TEST_CASE("No budget is found where an output tells too much") {
  Written written(response("", "ldp(?)", urrBody));
  CHECK(filled(written).found.empty());
}

TEST_CASE("Probabilities are found for a stated notion") {
  CHECK(found("channel krr(eps: real, k: int)\n  requires eps >= 0, k >= 2\n  from X[k] to X\n  guarantees "
              "ldp(eps)\n"
              "{\n  let stay = ?\n  let move = ?\n  y = x -> stay\n  y != x -> move\n}\n") ==
        Texts{"let stay = exp(eps) / (exp(eps) + k - 1)", "let move = 1 / (exp(eps) + k - 1)"});
  CHECK(found("channel coin(eps: real)\n  requires eps >= 0\n  from X[2] to X\n  guarantees ldp(eps)\n"
              "{\n  let stay = ?\n  y = x -> stay\n  y != x -> 1 - stay\n}\n") ==
        Texts{"let stay = exp(eps) / (exp(eps) + 1)"});
}

TEST_CASE("A square root is found where the notion is asked of two bits") {
  CHECK(found("channel rappor(eps: real, k: int)\n  requires eps >= 0, k >= 2\n  from X[k] to bits of X\n"
              "  guarantees ldp(eps)\n{\n  let p = ?\n  j = x -> p\n  j != x -> 1 - p\n}\n") ==
        Texts{"let p = exp(eps / 2) / (exp(eps / 2) + 1)"});
}

TEST_CASE("Exponents are found for a stated notion") {
  CHECK(found(response("", "uldp(S, eps)",
                       "  let E = exp(?)\n"
                       "  x in S, y = x -> E / (s + E - 1)\n"
                       "  y in S -> 1 / (s + E - 1)\n"
                       "  x in N, y = x -> (E - 1) / (s + E - 1)\n")) == Texts{"let E = exp(eps)"});
}

TEST_CASE("What is left open is never proved") {
  const Written written(response("", "uldp(S, ?)", urrBody));
  CHECK(written.checked().verdict() == Verdict::NotProved);
}
