// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/conflict.h"

#include "checker/interpreter/replay.h"
#include "checker/refutation/named.h"

namespace plumb::synthesis {

namespace {

std::string joined(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

/// "eps = 1, f = 1 on D and 0 on D', lam = 0"
std::string inputsText(const StoredRun &run) {
  std::vector<std::string> parts;
  for (const refutation::NamedNumber &parameter : refutation::namedParameters(run.instance))
    // What stands for an open scale or bound is no name of the program.
    if (parameter.element.declared.find('.') == std::string::npos)
      parts.push_back(parameter.element.name() + " = " + interpreter::print(parameter.value, parameter.sort));
  for (const refutation::NamedAnswers &answer :
       refutation::namedAnswers(run.instance, run.first, run.second)) {
    std::string text = answer.element.name() + " = " + interpreter::print(answer.first, answer.sort);
    if (answer.first != answer.second)
      text += " on D and " + interpreter::print(answer.second, answer.sort) + " on D'";
    parts.push_back(std::move(text));
  }
  for (const interpreter::SampleRecord &draw : run.run.samples)
    parts.push_back(interpreter::sampleName(draw) + " = " +
                    interpreter::print(draw.value, draw.sample->target.sort));
  return joined(parts);
}

/// "with lam' = lam + 1 when out[i] is above": the shifts that matter for \p run.
std::string shiftsText(const Table &table, const Choice &choice, const std::vector<std::size_t> &slots) {
  std::vector<std::string> parts;
  for (std::size_t slot : slots)
    parts.push_back("`" + table.text(slot, choice[slot]) + "`");
  return joined(parts);
}

interpreter::Replay replayed(const StoredRun &run) {
  interpreter::Numbers tape;
  for (const interpreter::SampleRecord &draw : run.run.samples)
    tape.push_back(draw.value);
  return interpreter::alignedReplay(run.instance, run.first, run.second, tape, interpreter::Tracing::Steps);
}

/// The shift of one draw that keeps what \p run publishes, and what it costs; or, if there is none, the
/// simplest one that leaves the support. Empty if there is none of these.
std::string refusedShift(Table &table, const StoredRun &run, const std::vector<std::size_t> &slots) {
  const Choice still(table.size(), Table::zero);
  std::string outside;
  for (std::size_t slot : slots)
    for (int term : table.candidates(slot, still)) {
      Choice choice = still;
      choice[slot] = term;
      table.apply(choice);
      const interpreter::Replay replay = replayed(run);
      if (!replay.disagreement)
        continue;
      const std::string sentence =
          "with `" + table.text(slot, term) + "` instead, " + replay.disagreement->description;
      if (replay.disagreement->condition == interpreter::Condition::Cost)
        return sentence;
      if (replay.disagreement->condition == interpreter::Condition::Support && outside.empty())
        outside = sentence;
    }
  return outside;
}

} // namespace

std::vector<std::string> conflictOf(Search &search, Table &table) {
  std::vector<std::string> sentences;
  const std::vector<std::size_t> conflict = search.conflict();
  Choice choice(table.size(), Table::zero);
  for (std::size_t number : conflict) {
    const StoredRun &run = search.run(number);
    const std::vector<std::size_t> slots = table.exercised(run);
    table.apply(choice);
    const interpreter::Replay replay = replayed(run);
    // What repairs one run may repair the next one too.
    if (replay.disagreement)
      sentences.push_back((table.size() == 0 ? "with the alignments as written"
                           : slots.empty()   ? "no draw could make up for this"
                                             : "with " + shiftsText(table, choice, slots)) +
                          ": if " + inputsText(run) + ", then " + replay.disagreement->description);
    if (auto repaired = search.repairs(number))
      choice = std::move(*repaired);
    else if (!slots.empty()) {
      const std::string refused = refusedShift(table, run, slots);
      if (!refused.empty())
        sentences.push_back(refused);
      sentences.push_back("no shift that was tried follows this run");
    }
  }
  table.clear();
  return sentences;
}

} // namespace plumb::synthesis
