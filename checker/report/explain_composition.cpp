// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/rational_text.h"
#include "checker/report/composition_result.h"
#include "checker/report/counterexample_text.h"
#include "checker/report/explain_document.h"
#include "checker/report/explain_figure.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/stated_neighbours.h"

namespace plumb::report {

using composition::Row;
using verdict::Evidence;

namespace {

void explainRule(Document &document, bool isStated, bool isSampled) {
  document.heading(2, line("The rule"));
  if (isSampled)
    document.paragraph(
        line("The parts run on a sample, in which each record is with probability p, by a coin of its own. "
             "Let a be "
             "how likely an output is on a sample without the record in question, b on the same sample with "
             "it, and "
             "e the total of the parts. With the record in the data, the output has p b + (1 - p) a, and "
             "without it "
             "a. If the parts are proved for an added record, b <= exp(e) a, so the first is at most "
             "1 + p (exp(e) - 1) times the second. Whatever the parts are, the second is at most 1 / (1 - p) "
             "times "
             "the first; and 1 + p (exp(e) - 1) times, if they are proved for a removed record. Below, D and "
             "D' are such samples."));
  if (isStated)
    document.paragraph(line(
        "The composition states its neighbours. Each part is proved for its own, and is charged for as many "
        "of "
        "its steps as lead from r to r' for each stated pair: D = D0, D1, ..., Dm = D' follow each other as "
        "neighbours of the part do, each such step at the price of its budget, or have the same answers, at "
        "no "
        "price. So the part loses no more between D and D' than its steps together."));
  document.paragraph(line(
      "The parts run on the same data. Let r be the record of D and r' the one in its place in D'. A part "
      "costs its budget if it allows r' in the place of r, or a record with the same answers as r'; it costs "
      "0 if none of its answers changes; and otherwise nothing bounds what it costs. The costs add up. A "
      "later part may be chosen from earlier outputs, as long as its budget and its neighbours are those "
      "that are stated: given these outputs, the ratio of its densities is bounded all the same."));
}

void explainLedger(Document &document, const CompositionResult &result) {
  document.heading(2, line("The ledger"));
  if (!result.composed.openParts().empty()) {
    std::vector<Line> items;
    for (std::size_t part : result.composed.openParts())
      items.push_back(code(result.composition->parts[part].mechanism->name) +
                      line(": " + result.partVerdicts[part]));
    document.paragraph(line("Nothing is added up, as there are parts that are not proved."));
    document.items(std::move(items));
    return;
  }
  std::vector<std::vector<Line>> rows = {{line("changes"), line("together"), line("of which")}};
  for (const Row &row : result.composed.rows()) {
    const bool isSampled = row.sample != composition::Sample::All && row.isFinite();
    Line total = isSampled || !row.totals.empty() ? code(composition::lossText(*result.composition, row))
                 : row.total ? formula(*relational::termOf(*row.total, result.composition->head))
                             : line("not protected");
    if ((row.isBounded() || isSampled) && !row.isProtected())
      total = total + line(" (more than is guaranteed, or not proved to be less)");
    rows.push_back({line(row.changes), total, line(chargesText(result, row))});
  }
  document.table(std::move(rows));
}

void explainSteps(Document &document, const CompositionResult &result) {
  document.heading(2, line("What was asked"));
  std::vector<Line> items;
  for (const Evidence &step : result.composed.evidence()) {
    Line item = line(step.text() + " (" + std::string(verdict::text(step.status)) + ", " + step.engine + ")");
    if (step.identity && step.identity->isTrivial())
      item = item + line(": both sides are equal");
    else if (step.identity)
      item = item + line(": ") + code(step.identity->goal()) + line(", since it is ") +
             code(step.identity->sum());
    items.push_back(std::move(item));
  }
  if (items.empty())
    document.paragraph(line("Nothing."));
  document.items(std::move(items));
}

} // namespace

void CompositionResult::explain(Document &document, const SourceFile &, const proof::EngineMaker &) const {
  if (const auto &epsilon = composition->guarantee.epsilon)
    document.paragraph(
        line(isProved() ? "Guaranteed for every change of the ledger: " : "Claimed, and not proved: ") +
        code("private(" + ir::printPromoted(*epsilon) + ")"));
  if (violation) {
    document.code(violationText(*violation, 0), "text");
    document.figure(
        violationFigure(*violation),
        line("How likely it is on D and on D' that all parts publish this. On D it must not be more "
             "likely than the line says: e^" +
             violation->epsilon + " times as likely as on D'."));
  }
  explainRule(document, ir::statesNeighbours(*composition), llvm::any_of(composed.rows(), [](const Row &row) {
                return row.sample != composition::Sample::All;
              }));
  explainLedger(document, *this);
  explainSteps(document, *this);
}

} // namespace plumb::report
