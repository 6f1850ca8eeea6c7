// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/channel_replay.h"
#include "mechanisms/emit/composition_replay.h"
#include "mechanisms/emit/replay_harness.h"
#include "tools/plumb/build_harness.h"
#include "tools/plumb/certified.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/replay_cases.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/version.h"
#include "tools/plumb/within_limits.h"

#include <llvm/ADT/STLExtras.h>
#include <ostream>

namespace plumb::tool {

namespace {

/// The subjects of its mechanisms, each once.
std::vector<const report::Subject *> partsOf(const BatchFile &file, const ir::Composition &composition) {
  std::vector<const report::Subject *> parts;
  for (const Examined &examined : file.examined) {
    const report::Declaration declaration = examined.subject->declaration();
    const auto *mechanism = std::get_if<const ir::Mechanism *>(&declaration);
    if (mechanism &&
        llvm::any_of(composition.parts, [&](const ir::Part &part) { return part.mechanism == *mechanism; }))
      parts.push_back(examined.subject.get());
  }
  return parts;
}

emit::EmittedFile harnessOf(const report::Certificate &certificate) {
  const report::Declaration of = certificate.declaration();
  if (std::holds_alternative<const ir::Channel *>(of))
    return emit::channelReplay(certificate);
  if (const auto *composition = std::get_if<const ir::Composition *>(&of))
    return emit::compositionReplay(certificate, sampledCases(**composition));
  return emit::replayHarness(certificate, replayCases(certificate.mechanism()),
                             replayStarts(certificate.mechanism()));
}

/// Adds header, certificate and harness of one subject to \p files, and says so; a message if there are none,
/// or, where the parts of a composition stand for themselves, a line in \p reports.
/// Those of the parts of a composition stand in front of it.
bool addHarness(Batch &batch, BatchFile &file, const report::Subject &subject, std::vector<OutputFile> &files,
                std::string &reports) {
  const auto certificate = certificateFor(batch, file, subject);
  if (!certificate)
    return false;
  const report::Declaration of = certificate->declaration();
  if (std::holds_alternative<const ir::ChannelComposition *>(of)) {
    reports +=
        subject.name() +
        ": no replay of the composition, its parts alone: each report is that of the client of its channel\n";
    return false;
  }
  emit::Emission emission = emit::emit(*certificate, versions());
  if (std::holds_alternative<const ir::Composition *>(of))
    for (const plan::Problem &problem : emission.problems)
      reports +=
          subject.name() + ": no replay of the composition, its parts alone: " + problem.message + "\n";
  else
    reportProblems(batch, file, emission);
  if (!emission.problems.empty())
    return false;
  if (const auto *composition = std::get_if<const ir::Composition *>(&of))
    for (const report::Subject *part : partsOf(file, **composition))
      if (!addHarness(batch, file, *part, files, reports))
        return false;
  emission.files.push_back(harnessOf(*certificate));
  for (emit::EmittedFile &emitted : emission.files)
    files.push_back({std::move(emitted.name), std::move(emitted.text)});
  return true;
}

void replay(Batch &batch, BatchFile &file, const report::Subject &subject, const Options &options,
            std::string &reports) {
  const TimeAllowed allowed(timeForOne(options));
  const auto fail = [&](const std::string &problem, std::string help) {
    batch.report(
        file,
        {DiagnosticKind::ReplayNotBuilt, subject.nameRange(), {subject.name(), problem}, {}, std::move(help)},
        ExitCode::Environment);
  };
  std::vector<OutputFile> files;
  if (!addHarness(batch, file, subject, files, reports))
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

} // namespace

ExitCode runReplay(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  prove(batch, options);
  std::string reports;
  for (BatchFile &file : batch.files)
    for (const Examined &examined : file.examined)
      if (emit::isEmittable(examined.subject->declaration()))
        replay(batch, file, *examined.subject, options, reports);
  tellDiagnostics(batch, err);
  out << reports;
  return batch.exit;
}

} // namespace plumb::tool
