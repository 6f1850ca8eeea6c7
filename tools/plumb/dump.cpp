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
  std::vector<std::pair<std::string, const proof::Proof *>> proofs;
  std::vector<OutputFile> files;
  for (const BatchFile &file : batch.files)
    for (const report::Result &result : file.results) {
      std::string name = result.mechanism->name;
      if (unsigned count = ++uses[name]; count > 1)
        name += "-" + std::to_string(count);
      for (report::Script &script : report::scripts(result.proof))
        files.push_back({name + "." + script.name, std::move(script.text)});
      proofs.emplace_back(name, &result.proof);
    }
  for (const BatchFile &file : batch.files)
    for (const report::CompositionResult &result : file.compositions) {
      std::string name = result.composition->head->name;
      if (unsigned count = ++uses[name]; count > 1)
        name += "-" + std::to_string(count);
      for (report::Script &script : report::scripts(result.composed))
        files.push_back({name + "." + script.name, std::move(script.text)});
    }
  files.push_back({"all.smt2", report::combinedScript(proofs)});
  if (auto problem = writeFiles(options.dumpFolder, files))
    batch.reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
}

} // namespace plumb::tool
