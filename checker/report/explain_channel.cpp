// SPDX-License-Identifier: Apache-2.0
#include "checker/report/channel_result.h"
#include "checker/report/explain_document.h"

namespace plumb::report {

using channel::Result;
using ir::Channel;
using verdict::Evidence;
using verdict::Verdict;

namespace {

void explainGuarantees(Document &document, const Result &result) {
  const bool isProved = result.verdict() == Verdict::Proved;
  document.paragraph(line(isProved ? "Guaranteed for all parameters that meet the requirements:"
                                   : "Claimed, and not proved:"));
  std::vector<Line> items;
  for (const Channel::Notion &notion : result.channel().notions)
    items.push_back(code(print(result.channel(), notion)) + line(": " + meaning(result.channel(), notion)));
  document.items(std::move(items));
}

void explainFailure(Document &document, const Result &result) {
  if (result.counterexample()) {
    const auto &notion = result.counterexample()->notion;
    document.heading(2, line("Where it fails"));
    document.paragraph(
        line(notion ? "Against " : "The entries are no distributions. ") +
        (notion ? code(print(result.channel(), result.channel().notions[*notion])) + line(": ") : Line()) +
        line(failureText(*result.counterexample()) +
             ". All numbers are exact, and come from the rules at these values."));
  }
  if (!result.unsupported().empty())
    document.paragraph(line("Nothing is decided: " + result.unsupported() + "."));
}

void explainMethod(Document &document, const Result &result) {
  document.heading(2, line("How it is proved"));
  std::string roots;
  for (std::size_t i = 0; i < result.channel().parameters.size(); ++i)
    if (result.channel().parameters[i].isExponent)
      roots += (roots.empty() ? " " : ", ") + ("`" + result.variables()[i] + "`");
  document.paragraph(line(
      "Members of a class are treated alike, so that x, x' and y meet in finitely many ways: by their "
      "classes, "
      "and by which of them are equal. Each way is one inequality between entries, multiplied out to a "
      "polynomial in the parameters" +
      (roots.empty() ? std::string() : "; of the budgets, in" + roots) +
      ". Below, each polynomial is written as a sum that has no negative part: of numbers, of variables less "
      "their least values such as `(s - 1)`, and of requirements. A requirement `a <= b` is the factor "
      "`(b - a)`. Where two members of a class are told apart, the class has two members at least. Plumb has "
      "multiplied each of these sums out again and compared every coefficient."));
}

Line written(const Evidence &evidence) {
  const std::string &text = evidence.subject;
  if (!evidence.isProved())
    return strong("open") + line(": " + text + ": ") + code(evidence.identity->goal());
  if (evidence.condition == verdict::Condition::Cases)
    return line(text);
  if (evidence.identity->isTrivial())
    return line(text + ": both sides are equal");
  return line(text + ": ") + code(evidence.identity->goal()) + line(", since it is ") +
         code(evidence.identity->sum());
}

void explainObligations(Document &document, const Result &result) {
  const std::optional<std::size_t> *chapter = nullptr;
  std::vector<Line> items;
  const auto close = [&] {
    document.items(std::move(items));
    items.clear();
  };
  for (const Evidence &evidence : result.evidence()) {
    const auto &notion = evidence.claim;
    const std::string title =
        notion ? "Why it is `" + print(result.channel(), result.channel().notions[*notion]) + "`"
               : "Why the entries are distributions";
    if (!chapter || *chapter != notion) {
      close();
      document.heading(2, line(title));
      chapter = &notion;
    }
    items.push_back(written(evidence));
  }
  close();
}

void explainCrossExamination(Document &document, const Result &result) {
  if (result.verdict() == Verdict::Proved)
    document.paragraph(
        line("Beside the proof: " + triedText(result) +
             (result.instances() == 0 ? "." : "; computed from the rules, and none of them violated it.")));
}

} // namespace

void ChannelResult::explain(Document &document, const SourceFile &, const proof::EngineMaker &) const {
  explainGuarantees(document, result);
  explainFailure(document, result);
  if (!obligations().empty())
    explainMethod(document, result);
  explainObligations(document, result);
  explainCrossExamination(document, result);
}

} // namespace plumb::report
