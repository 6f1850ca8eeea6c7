// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/dump.h"

#include "checker/report/smt_dump.h"
#include "tools/plumb/write_files.h"

#include <map>

namespace plumb::tool {

void dumpQuestions(Batch &batch, const Options &options) {
  if (options.dumpFolder.empty())
    return;
  std::map<std::string, unsigned> uses;
  const auto ownName = [&](std::string name) {
    if (unsigned count = ++uses[name]; count > 1)
      name += "-" + std::to_string(count);
    return name;
  };
  std::vector<report::NamedEvidence> proofs;
  std::vector<OutputFile> files;
  for (const BatchFile &file : batch.files)
    for (const report::Result &result : file.results) {
      const std::string name = ownName(result.mechanism->name);
      for (report::Script &script : report::scripts(result.proof.obligations()))
        files.push_back({name + "." + script.name, std::move(script.text)});
      proofs.emplace_back(name, &result.proof.obligations());
    }
  for (const BatchFile &file : batch.files)
    for (const report::CompositionResult &result : file.compositions) {
      const std::string name = ownName(result.composition->head->name);
      for (report::Script &script : report::scripts(result.composed.evidence()))
        files.push_back({name + "." + script.name, std::move(script.text)});
    }
  for (const BatchFile &file : batch.files)
    for (const channel::Result &result : file.channels) {
      const std::string name = ownName(result.channel().name);
      for (report::Script &script : report::scripts(result.evidence()))
        files.push_back({name + "." + script.name, std::move(script.text)});
    }
  files.push_back({"all.smt2", report::combinedScript(proofs)});
  if (auto problem = writeFiles(options.dumpFolder, files))
    batch.reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
}

} // namespace plumb::tool
