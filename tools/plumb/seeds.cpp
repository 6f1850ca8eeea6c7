// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/seeds.h"

#include "frontend/support/printable.h"

#include <map>
#include <ostream>
#include <set>

namespace plumb::tool {

namespace {

/// Of one declaration with one seed: the answer to each obligation by its name, and the verdict.
using Answers = std::map<std::string, std::string>;

Answers answersTo(const report::Subject &subject) {
  Answers answers = {{"the verdict", subject.verdictText()}};
  for (const report::Evidence &evidence : subject.obligations())
    answers["`" + evidence.name + "`"] = verdict::text(evidence.status);
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

/// "proved with seeds 0, 2; unknown with seeds 1"; empty if all have said the same of \p name.
std::string differences(const std::vector<Answers> &bySeed, const std::string &name) {
  std::map<std::string, std::string> seedsOf;
  for (std::size_t seed = 0; seed < bySeed.size(); ++seed) {
    const auto said = bySeed[seed].find(name);
    std::string &seeds = seedsOf[said == bySeed[seed].end() ? "not asked" : said->second];
    seeds += (seeds.empty() ? "" : ", ") + std::to_string(seed);
  }
  if (seedsOf.size() == 1)
    return {};
  std::string text;
  for (const auto &[answer, seeds] : seedsOf)
    text += (text.empty() ? "" : "; ") + answer + " with seed " + seeds;
  return text;
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
    addAnswers(proved, all);
  }
  std::size_t obligations = 0, dependent = 0;
  auto bySeed = all.begin();
  for (const BatchFile &file : batch.files)
    for (const Examined &examined : file.examined) {
      std::set<std::string> names;
      for (const Answers &answers : *bySeed)
        for (const auto &[name, answer] : answers)
          names.insert(name);
      for (const std::string &name : names)
        if (const std::string text = differences(*bySeed, name); !text.empty()) {
          ++dependent;
          err << "plumb: " << printablePath(file.path) << ": `" << examined.subject->name() << "`: " << name
              << " depends on the solver's seed: " << text << '\n';
        }
      // The verdict is none.
      obligations += names.size() - 1;
      ++bySeed;
    }
  if (dependent != 0)
    batch.exit = worse(batch.exit, ExitCode::NotProved);
  else if (obligations != 0)
    err << "plumb: " << options.seeds << " seeds of the solver, the same answers to " << obligations
        << " obligations\n";
}

} // namespace plumb::tool
