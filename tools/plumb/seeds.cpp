// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/seeds.h"

#include "frontend/support/printable.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

namespace plumb::tool {

namespace {

/// Of one declaration with one seed.
struct Answers {
  report::Verdict verdict;
  /// To each obligation by its name.
  std::map<std::string, smt::Outcome> outcomes;
};

Answers answersTo(const report::Subject &subject) {
  Answers answers{subject.verdict, {}};
  for (const report::Evidence &evidence : subject.obligations())
    answers.outcomes[evidence.name] = evidence.status;
  return answers;
}

/// The same texts, to be proved anew.
Batch again(const Batch &batch) {
  Batch other;
  for (const BatchFile &file : batch.files)
    if (file.source) {
      Batch alone = loadText(file.path, std::string(file.source->text()));
      other.files.push_back(std::move(alone.files.front()));
    }
  return other;
}

void addAnswers(const Batch &batch, std::vector<std::vector<Answers>> &all) {
  std::size_t next = 0;
  for (const BatchFile &file : batch.files)
    for (const Examined &examined : file.examined) {
      if (next == all.size())
        all.emplace_back();
      all[next++].push_back(answersTo(*examined.subject));
    }
}

/// Of some declaration there are no answers.
bool lacksMemory(const Batch &batch) {
  const auto diagnostics = batch.diagnostics();
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const report::FiledDiagnostic &filed) {
    return filed.diagnostic.kind == DiagnosticKind::OutOfMemory;
  });
}

/// "proved with seed 0, 2; unknown with seed 1"; empty if \p said is the same of all seeds.
template <typename Said, typename Text>
std::string differences(const std::vector<Answers> &bySeed, Said said, Text textOf) {
  std::map<decltype(said(bySeed.front())), std::string> seedsOf;
  for (std::size_t seed = 0; seed < bySeed.size(); ++seed) {
    std::string &seeds = seedsOf[said(bySeed[seed])];
    seeds += (seeds.empty() ? "" : ", ") + std::to_string(seed);
  }
  if (seedsOf.size() == 1)
    return {};
  std::string text;
  for (const auto &[answer, seeds] : seedsOf)
    text += (text.empty() ? "" : "; ") + textOf(answer) + " with seed " + seeds;
  return text;
}

std::string verdictDifferences(const std::vector<Answers> &bySeed, std::size_t assumptions) {
  return differences(
      bySeed, [](const Answers &answers) { return answers.verdict; },
      [&](report::Verdict verdict) { return verdict::text(verdict, assumptions); });
}

std::string outcomeDifferences(const std::vector<Answers> &bySeed, const std::string &obligation) {
  return differences(
      bySeed,
      [&](const Answers &answers) {
        const auto found = answers.outcomes.find(obligation);
        return found == answers.outcomes.end() ? std::optional<smt::Outcome>() : found->second;
      },
      [](std::optional<smt::Outcome> outcome) {
        return outcome ? std::string(verdict::text(*outcome)) : "not asked";
      });
}

} // namespace

void compareSeeds(Batch &batch, const Options &options, std::ostream &err) {
  if (options.seeds < 2)
    return;
  std::vector<std::vector<Answers>> all;
  addAnswers(batch, all);
  for (Options other = options; ++other.seed < options.seeds;) {
    Batch proved = again(batch);
    prove(proved, other);
    if (lacksMemory(batch) || lacksMemory(proved)) {
      err << "plumb: the memory does not suffice to compare seeds\n";
      batch.exit = worse(batch.exit, ExitCode::Environment);
      return;
    }
    addAnswers(proved, all);
  }
  std::size_t obligations = 0, dependent = 0;
  auto bySeed = all.begin();
  for (const BatchFile &file : batch.files)
    for (const Examined &examined : file.examined) {
      const report::Subject &subject = *examined.subject;
      const auto tell = [&](const std::string &what, const std::string &text) {
        if (text.empty())
          return;
        ++dependent;
        err << "plumb: " << printablePath(file.path) << ": `" << subject.name() << "`: " << what
            << " depends on the solver's seed: " << text << '\n';
      };
      std::set<std::string> asked;
      for (const Answers &answers : *bySeed)
        for (const auto &[obligation, outcome] : answers.outcomes)
          asked.insert(obligation);
      for (const std::string &obligation : asked)
        tell("`" + obligation + "`", outcomeDifferences(*bySeed, obligation));
      tell("the verdict", verdictDifferences(*bySeed, subject.assumptions.size()));
      obligations += asked.size();
      ++bySeed;
    }
  if (dependent != 0)
    batch.exit = worse(batch.exit, ExitCode::NotProved);
  else if (obligations != 0)
    err << "plumb: " << options.seeds << " seeds of the solver, the same answers to " << obligations
        << " obligations\n";
}

} // namespace plumb::tool
