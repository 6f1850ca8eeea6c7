// SPDX-License-Identifier: Apache-2.0
#include "checker/report/channel_result.h"
#include "mechanisms/emit/channel.h"
#include "mechanisms/emit/channel_replay.h"
#include "mechanisms/emit/replay_harness.h"
#include "mechanisms/plan/samplers.h"
#include "tools/plumb/build_harness.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/replay_cases.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/version.h"

#include <ostream>

namespace plumb::tool {

namespace {

/// The files of \p emission, with the harness that \p harness makes; none, and messages, if there are
/// problems.
template <class Harness>
std::vector<OutputFile> filesOf(Batch &batch, BatchFile &file, emit::Emission emission, Harness harness) {
  for (const plan::Problem &problem : emission.problems)
    batch.report(file, {DiagnosticKind::NotExpressible, problem.range, {problem.message}, {}, {}},
                 ExitCode::NotProved);
  if (!emission.problems.empty())
    return {};
  emission.files.push_back(harness());
  std::vector<OutputFile> files;
  for (emit::EmittedFile &emitted : emission.files)
    files.push_back({std::move(emitted.name), std::move(emitted.text)});
  return files;
}

/// Header, certificate and harness of one mechanism, or a message that there are none.
std::vector<OutputFile> harnessOf(Batch &batch, BatchFile &file, const report::Result &result) {
  const ir::Mechanism &mechanism = *result.mechanism;
  auto certificate = report::certify(result, *file.source);
  const auto refuse = [&](DiagnosticKind kind, std::vector<std::string> arguments, std::string help) {
    batch.report(file, {kind, mechanism.nameRange, std::move(arguments), {}, std::move(help)},
                 ExitCode::NotProved);
    return std::vector<OutputFile>();
  };
  if (!certificate)
    return refuse(DiagnosticKind::NotEmitted, {mechanism.name, result.verdictText()}, "");
  if (!mechanism.isDiscrete())
    return refuse(DiagnosticKind::RealNotEmittable, {mechanism.name}, plan::adviceForReals(mechanism));
  return filesOf(batch, file, emit::emit(*certificate, versions()),
                 [&] { return emit::replayHarness(*certificate, replayCases(mechanism)); });
}

/// The same of one channel.
std::vector<OutputFile> harnessOf(Batch &batch, BatchFile &file, const report::ChannelResult &result) {
  const auto proved = emit::prove(result, *file.source);
  if (proved)
    return filesOf(batch, file, emit::emit(*proved, versions()),
                   [&] { return emit::channelReplay(*proved); });
  batch.report(
      file, {DiagnosticKind::NotEmitted, result.nameRange(), {result.name(), result.verdictText()}, {}, {}},
      ExitCode::NotProved);
  return {};
}

template <class Result>
void replay(Batch &batch, BatchFile &file, const Result &result, const Options &options,
            std::string &reports) {
  const auto fail = [&](const std::string &problem, std::string help) {
    batch.report(
        file,
        {DiagnosticKind::ReplayNotBuilt, result.nameRange(), {result.name(), problem}, {}, std::move(help)},
        ExitCode::Environment);
  };
  const std::vector<OutputFile> files = harnessOf(batch, file, result);
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

} // namespace

ExitCode runReplay(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  prove(batch, options);
  std::string reports;
  for (BatchFile &file : batch.files) {
    const auto replayNext = [&](const auto &result, auto &) {
      replay(batch, file, result, options, reports);
    };
    forEach<const report::Result>(file, replayNext);
    forEach<const report::ChannelResult>(file, replayNext);
  }
  tellDiagnostics(batch, err);
  out << reports;
  return batch.exit;
}

} // namespace plumb::tool
