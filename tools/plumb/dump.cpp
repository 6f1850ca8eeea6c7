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
  std::vector<report::NamedEvidence> all;
  std::vector<OutputFile> files;
  for (const BatchFile &file : batch.files)
    for (const Examined &examined : file.examined) {
      const report::Subject &subject = *examined.subject;
      const std::string name = ownName(subject.name());
      for (report::Script &script : report::scripts(subject.obligations()))
        files.push_back({name + "." + script.name, std::move(script.text)});
      all.emplace_back(name, &subject.obligations());
    }
  files.push_back({"all.smt2", report::combinedScript(all)});
  if (auto problem = writeFiles(options.dumpFolder, files))
    batch.reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
}

} // namespace plumb::tool
