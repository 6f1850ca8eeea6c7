// SPDX-License-Identifier: Apache-2.0
#include "checker/report/counterexample_text.h"

#include "checker/channel/logarithm.h"
#include "checker/report/table.h"

#include <cassert>

namespace plumb::report {

using refutation::NamedAnswers;
using refutation::NamedDraw;
using refutation::NamedField;
using refutation::NamedNumber;
using refutation::NamedRecords;

namespace {

/// The value in this counterexample; "(any)" if others do as well.
std::string valueText(const interpreter::Exact &value, ir::Sort sort, bool any) {
  return interpreter::print(value, sort) + (any ? " (any)" : "");
}

std::string parameterLine(const std::vector<NamedNumber> &parameters, const std::string &margin) {
  std::string line;
  for (const NamedNumber &parameter : parameters)
    line += (line.empty() ? margin + "with " : ", ") + parameter.element.name() + " = " +
            valueText(parameter.value, parameter.sort, parameter.any);
  return line.empty() ? line : line + "\n";
}

void addAnswers(Table &table, const std::vector<NamedAnswers> &answers) {
  for (const NamedAnswers &answer : answers)
    table.add(answer.element.name(), valueText(answer.first, answer.sort, answer.any),
              valueText(answer.second, answer.sort, answer.any));
}

/// One line for each kind of record that both data sets have: "both have 2 x Fix: place = 0".
std::string otherRecordLines(const std::optional<NamedRecords> &records, const std::string &margin) {
  std::string lines;
  for (std::size_t i = 0; records && i < records->others.size(); ++i) {
    const NamedRecords::Others &other = records->others[i];
    lines += margin + "both have " + std::to_string(other.copies) + " x " + records->name;
    std::string separator = ": ";
    for (const auto &field : other.fields) {
      lines += separator + field.element.name() + " = " + interpreter::print(field.value, field.sort);
      separator = ", ";
    }
    lines += "\n";
  }
  return lines;
}

/// Empty where the data set lacks the record.
std::string fieldText(const std::optional<interpreter::FieldValue> &value, const NamedField &field) {
  return value ? interpreter::print(*value, field.sort) + (field.any ? " (any)" : "") : "";
}

/// What the record holds in which the data sets differ; in the first line whether it is there.
void addRecords(Table &table, const std::optional<NamedRecords> &records) {
  if (!records)
    return;
  bool inFirst = !records->isMissingFirst, inSecond = !records->isMissingSecond;
  table.add("one " + records->name, inFirst ? "r" : "is missing", inSecond ? "r'" : "is missing");
  for (const NamedField &field : records->changed)
    table.add("." + field.element.name(), fieldText(field.first, field), fieldText(field.second, field));
}

void addNoise(Table &table, const std::vector<NamedDraw> &noise) {
  for (const NamedDraw &draw : noise)
    table.add(draw.name, interpreter::toString(draw.first) + (draw.any ? " (any)" : ""),
              draw.second ? interpreter::toString(*draw.second) : "");
}

/// Input, noise and steps under the head of their columns.
Table runTable(const refutation::Counterexample &example) {
  assert(example.confirmed);
  Table table;
  table.add("", "run on D", "aligned run on D'");
  addRecords(table, example.records);
  addAnswers(table, example.answers);
  addNoise(table, example.noise);
  for (const interpreter::Row &row : example.steps)
    table.add((row.iteration.empty() ? "" : row.iteration + ": ") + row.statement, row.first, row.second);
  return table;
}

/// What fails, and the parameters.
std::string runHead(const refutation::Counterexample &example, const char *what, unsigned indent) {
  const std::string margin(indent + 2, ' ');
  return std::string(indent, ' ') + what + ": " + example.description + "\n" +
         parameterLine(example.parameters, margin) + otherRecordLines(example.records, margin);
}

} // namespace

std::string counterexampleText(const refutation::Counterexample &example, unsigned indent) {
  const std::string margin(indent + 2, ' ');
  std::string text =
      runHead(example, "counterexample to this alignment", indent) + runTable(example).text(indent + 2);
  if (example.condition == interpreter::Condition::Cost)
    text += margin + "cost " + interpreter::toString(example.cost) + ", guaranteed " +
            interpreter::toString(example.epsilon) + "\n";
  return text;
}

std::string badRunText(const refutation::Counterexample &example, unsigned indent) {
  const bool isClaim = example.condition == interpreter::Condition::Claim;
  Table table = runTable(example);
  table.keepFirst();
  return runHead(example, isClaim ? "a run that breaks it" : "an input that shows it", indent) +
         table.text(indent + 2);
}

std::string badPairText(const refutation::BadPair &pair, unsigned indent) {
  const std::string margin(indent + 2, ' ');
  Table table;
  table.add("", "D", "D'");
  addRecords(table, pair.records);
  return std::string(indent, ' ') + "an input that shows it: " + pair.description + "\n" +
         parameterLine(pair.parameters, margin) + table.text(indent + 2);
}

std::string badParametersText(const refutation::BadParameters &bad, unsigned indent) {
  return std::string(indent, ' ') + "an input that shows it: " + bad.description + "\n" +
         parameterLine(bad.parameters, std::string(indent + 2, ' '));
}

/// For which other parameters it stands.
static std::string reachText(const disproof::Violation &violation, const std::string &margin) {
  std::string text;
  if (const auto &sizes = violation.reach.sizes) {
    text += margin + "for every " + sizes->size + " >= " + sizes->least +
            ": further answers are the same on D and D', and ";
    text += sizes->word == violation.question.word
                ? "this is what is published first\n"
                : "what is published first is\n" + margin + "  " + sizes->word + "\n";
  }
  if (const auto &budgets = violation.reach.budgets)
    text += margin + "for every " + budgets->budget + " > 0 that is allowed: the loss is " +
            (budgets->loss == "infinite" ? "infinite" : budgets->loss + " * " + budgets->budget) + "\n";
  return text;
}

std::string violationText(const disproof::Violation &violation, unsigned indent) {
  const std::string margin(indent + 2, ' ');
  const disproof::ToldQuestion &question = violation.question;
  std::string text = std::string(indent, ' ') + "violation, whatever the alignment: more is told by\n" +
                     margin + "  " + question.word + "\n";
  text += parameterLine(question.parameters, margin) + otherRecordLines(question.records, margin);
  Table table;
  table.add("", "D", "D'");
  addRecords(table, question.records);
  addAnswers(table, question.answers);
  auto bounds = [](const std::string &low, const std::string &high) {
    return low == high ? low : low + " .. " + high;
  };
  table.add(violation.isDensity ? "density" : "probability", bounds(violation.firstLow, violation.firstHigh),
            violation.isImpossibleOnSecond ? "0: impossible"
                                           : bounds(violation.secondLow, violation.secondHigh));
  text += table.text(indent + 2);
  return text + margin + "privacy loss " + question.loss + ", guaranteed " + question.epsilon + "\n" +
         reachText(violation, margin);
}

std::string violationText(const disproof::ComposedViolation &violation, unsigned indent) {
  const std::string margin(indent + 2, ' ');
  std::string text =
      std::string(indent, ' ') + "violation, whatever the alignments: more is told together by\n";
  for (const disproof::PartLoss &part : violation.parts)
    text += margin + "  " + part.call +
            (part.times == 1 ? "" : ", each of " + std::to_string(part.times) + " times") + ": " + part.word +
            ", privacy loss " + part.loss + "\n";
  text += parameterLine(violation.parameters, margin);
  if (const auto &between = violation.between)
    text += margin + "where " + between->parameter + " is between " +
            channel::decimalBelow(between->low.rational()) + " and " +
            channel::decimalBelow(between->high.rational()) + "\n";
  text += otherRecordLines(violation.records, margin);
  Table table;
  table.add("", "D", "D'");
  addRecords(table, violation.records);
  addAnswers(table, violation.answers);
  const std::string sample =
      violation.sampledWith ? " if records are sampled with probability " + *violation.sampledWith : "";
  return text + table.text(indent + 2) + margin + "privacy loss " + violation.loss + sample +
         ", guaranteed " + (violation.isEpsilonAbove ? "less than " : "") + violation.epsilon + "\n";
}

std::string largestLossText(const disproof::Findings &findings, unsigned indent) {
  const std::string margin(indent + 2, ' ');
  const disproof::ToldQuestion &question = *findings.largest;
  const std::string found = findings.doubt.empty()
                                ? "no violation was found; the largest loss is "
                                : "a violation was computed, but cells of noise do not confirm it (" +
                                      findings.doubt + "); its loss is ";
  std::string text = std::string(indent, ' ') + found + question.loss + " of " + question.epsilon +
                     ", told by\n" + margin + "  " + question.word + "\n";
  return text + neighboursText(question, indent) +
         (findings.silence.empty() ? ""
                                   : margin + "of other runs no loss is known: " + findings.silence + "\n");
}

std::string neighboursText(const disproof::ToldQuestion &question, unsigned indent) {
  const std::string margin(indent + 2, ' ');
  Table table;
  table.add("", "D", "D'");
  addRecords(table, question.records);
  addAnswers(table, question.answers);
  return parameterLine(question.parameters, margin) + otherRecordLines(question.records, margin) +
         table.text(indent + 2);
}

} // namespace plumb::report
