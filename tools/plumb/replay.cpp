// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/channel_replay.h"
#include "mechanisms/emit/replay_harness.h"
#include "tools/plumb/build_harness.h"
#include "tools/plumb/certified.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/replay_cases.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/version.h"

#include <ostream>

namespace plumb::tool {

namespace {

/// Header, certificate and harness of one subject, or a message that there are none.
std::vector<OutputFile> harnessOf(Batch &batch, BatchFile &file, const report::Subject &subject) {
  const auto certificate = certificateFor(batch, file, subject);
  if (!certificate)
    return {};
  emit::Emission emission = emit::emit(*certificate, versions());
  reportProblems(batch, file, emission);
  if (!emission.problems.empty())
    return {};
  const bool isChannel = std::holds_alternative<const ir::Channel *>(certificate->declaration());
  emission.files.push_back(isChannel
                               ? emit::channelReplay(*certificate)
                               : emit::replayHarness(*certificate, replayCases(certificate->mechanism()),
                                                     replayStarts(certificate->mechanism())));
  std::vector<OutputFile> files;
  for (emit::EmittedFile &emitted : emission.files)
    files.push_back({std::move(emitted.name), std::move(emitted.text)});
  return files;
}

void replay(Batch &batch, BatchFile &file, const report::Subject &subject, const Options &options,
            std::string &reports) {
  const auto fail = [&](const std::string &problem, std::string help) {
    batch.report(
        file,
        {DiagnosticKind::ReplayNotBuilt, subject.nameRange(), {subject.name(), problem}, {}, std::move(help)},
        ExitCode::Environment);
  };
  const std::vector<OutputFile> files = harnessOf(batch, file, subject);
  if (files.empty())
    return;
  auto runtime = findRuntime(options.replay.runtimePrefix);
  if (!runtime)
    return fail("the runtime library is not there", "say where it is installed: --runtime DIR");
  HarnessRun run = runHarness(
      files, files.back().name, *runtime,
      {"--runs", std::to_string(options.replay.runs), "--seed", std::to_string(options.replay.seed)});
  if (!run.problem.empty())
    return fail(run.problem, "");
  reports += run.output;
  if (run.exitCode != 0)
    batch.exit = worse(batch.exit, ExitCode::NotPrivate);
}

/// Compositions draw nothing; their parts do.
bool isReplayed(const report::Declaration &declaration) {
  return emit::isEmittable(declaration) && !std::holds_alternative<const ir::Composition *>(declaration) &&
         !std::holds_alternative<const ir::ChannelComposition *>(declaration);
}

} // namespace

ExitCode runReplay(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  prove(batch, options);
  std::string reports;
  for (BatchFile &file : batch.files)
    for (const Examined &examined : file.examined)
      if (isReplayed(examined.subject->declaration()))
        replay(batch, file, *examined.subject, options, reports);
  tellDiagnostics(batch, err);
  out << reports;
  return batch.exit;
}

} // namespace plumb::tool
