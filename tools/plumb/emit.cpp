// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/emit.h"

#include "checker/proof/converse.h"
#include "mechanisms/emit/bounds_header.h"
#include "mechanisms/emit/channel.h"
#include "mechanisms/emit/channel_example.h"
#include "mechanisms/emit/channel_replay.h"
#include "mechanisms/emit/replay_harness.h"
#include "mechanisms/plan/samplers.h"
#include "tools/plumb/channel_inputs.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/dump.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/example_inputs.h"
#include "tools/plumb/read_file.h"
#include "tools/plumb/replay_cases.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/version.h"
#include "tools/plumb/write_files.h"

#include <algorithm>
#include <ostream>
#include <set>
#include <string_view>

namespace plumb::tool {

namespace {

Diagnostic atName(DiagnosticKind kind, const ir::Mechanism &mechanism, std::vector<std::string> arguments,
                  std::string help) {
  return {kind, mechanism.nameRange, std::move(arguments), {}, std::move(help)};
}

bool isWith(const Options &options, std::string_view word) {
  return std::find(options.with.begin(), options.with.end(), word) != options.with.end();
}

emit::QueriesThatReturn queriesThatReturn(const ir::Mechanism &mechanism, const Options &options) {
  emit::QueriesThatReturn returning;
  for (const auto &variable : mechanism.variables)
    if (variable->role == ir::Variable::Role::Query &&
        proof::leadBack(mechanism, {variable.get()}, engines(options)))
      returning.insert(variable.get());
  return returning;
}

/// What `--with` asks for besides, of a mechanism that was emitted.
void addParts(const report::Certificate &certificate, const Options &options, emit::Emission &emission) {
  const ir::Mechanism &mechanism = certificate.mechanism();
  if (isWith(options, "bounds"))
    emission.files.push_back(emit::boundsHeader(certificate, queriesThatReturn(mechanism, options)));
  if (isWith(options, "example")) {
    if (auto inputs = exampleInputs(mechanism))
      emission.files.push_back(emit::example(certificate, *inputs));
    else
      emission.problems.push_back(
          {"no small parameters were found that satisfy the premises, so there is no example",
           mechanism.nameRange});
  }
  if (isWith(options, "replay") && options.constantWork)
    emission.problems.push_back(
        {"`--with replay` draws noise as the fast samplers do; leave out `--constant-work`, which changes "
         "no law and no result",
         mechanism.nameRange});
  else if (isWith(options, "replay"))
    emission.files.push_back(emit::replayHarness(certificate, replayCases(mechanism)));
}

/// Takes the files of \p emission, and says so in \p remarks.
void keep(emit::Emission &emission, const Options &options, std::string &remarks,
          std::vector<OutputFile> &files) {
  for (emit::EmittedFile &emitted : emission.files) {
    remarks += options.checkedFolder.empty()
                   ? "  written: " + options.outputFolder + "/" + emitted.name + "\n"
                   : "  up to date: " + options.checkedFolder + "/" + emitted.name + "\n";
    files.push_back({std::move(emitted.name), std::move(emitted.text)});
  }
}

/// The C++ of one mechanism, or a message that there is none.
void emitSubject(Batch &batch, BatchFile &file, const report::Result &result, const Options &options,
                 std::string &remarks, std::vector<OutputFile> &files) {
  const ir::Mechanism &mechanism = *result.mechanism;
  auto certificate = report::certify(result, *file.source);
  if (!certificate)
    return batch.report(
        file, atName(DiagnosticKind::NotEmitted, mechanism, {mechanism.name, result.verdictText()}, ""),
        ExitCode::NotProved);
  if (!mechanism.isDiscrete())
    return batch.report(file,
                        atName(DiagnosticKind::RealNotEmittable, mechanism, {mechanism.name},
                               plan::adviceForReals(mechanism)),
                        ExitCode::NotProved);
  emit::Emission emission =
      emit::emit(*certificate, versions(), options.constantWork ? plan::Work::Constant : plan::Work::Fast);
  if (emission.problems.empty())
    addParts(*certificate, options, emission);
  for (const plan::Problem &problem : emission.problems)
    batch.report(file, {DiagnosticKind::NotExpressible, problem.range, {problem.message}, {}, {}},
                 ExitCode::NotProved);
  keep(emission, options, remarks, files);
}

/// What `--with` asks for besides, of a channel that was emitted.
void addParts(const emit::ProvedChannel &proved, const Options &options, emit::Emission &emission) {
  const ir::Channel &channel = proved.channel();
  if (options.constantWork)
    emission.problems.push_back(
        {"`--constant-work` is for mechanisms, and `" + channel.name + "` is a channel", channel.nameRange});
  if (isWith(options, "bounds"))
    emission.problems.push_back(
        {"`--with bounds` is for mechanisms, and `" + channel.name + "` is a channel", channel.nameRange});
  if (isWith(options, "replay"))
    emission.files.push_back(emit::channelReplay(proved));
  if (!isWith(options, "example"))
    return;
  if (auto inputs = channelInputs(channel))
    emission.files.push_back(emit::channelExample(proved, *inputs));
  else
    emission.problems.push_back(
        {"no small parameters were found that satisfy the premises, so there is no example",
         channel.nameRange});
}

/// The C++ of one channel, or a message that there is none.
void emitSubject(Batch &batch, BatchFile &file, const report::ChannelResult &result, const Options &options,
                 std::string &remarks, std::vector<OutputFile> &files) {
  const auto proved = emit::prove(result, *file.source);
  if (!proved)
    return batch.report(
        file, {DiagnosticKind::NotEmitted, result.nameRange(), {result.name(), result.verdictText()}, {}, {}},
        ExitCode::NotProved);
  emit::Emission emission = emit::emit(*proved, versions());
  if (emission.problems.empty())
    addParts(*proved, options, emission);
  for (const plan::Problem &problem : emission.problems)
    batch.report(file, {DiagnosticKind::NotExpressible, problem.range, {problem.message}, {}, {}},
                 ExitCode::NotProved);
  keep(emission, options, remarks, files);
}

/// Each of \p files that is not in the folder of `--check` as it stands here.
void compareFiles(Batch &batch, const std::string &folder, const std::vector<OutputFile> &files) {
  for (const OutputFile &file : files) {
    const std::string path = folder + "/" + file.name;
    const ReadText found = readFile(path);
    if (found.problem)
      batch.reportOutput(path,
                         {DiagnosticKind::EmittedDiffers, {}, {path, found.problem->arguments[1]}, {}, {}},
                         ExitCode::NotProved);
    else if (found.text != file.text)
      batch.reportOutput(path,
                         {DiagnosticKind::EmittedDiffers,
                          {},
                          {path, "its text is another one"},
                          {},
                          "emit the program again, and look at what changed"},
                         ExitCode::NotProved);
  }
}

/// One file that builds all examples.
void addExampleBuild(std::vector<OutputFile> &files) {
  emit::EmittedFile build = emit::exampleBuild();
  files.push_back({std::move(build.name), std::move(build.text)});
}

} // namespace

ExitCode runEmit(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  prove(batch, options);
  dumpQuestions(batch, options);

  std::vector<OutputFile> files;
  std::set<std::string> names;
  for (BatchFile &file : batch.files) {
    const auto emitNext = [&](const auto &result, std::string &remarks) {
      if (!names.insert(result.name()).second)
        batch.report(file,
                     {DiagnosticKind::WrittenTwice,
                      result.nameRange(),
                      {result.name()},
                      {},
                      "rename one, or emit them into different folders"},
                     ExitCode::Environment);
      emitSubject(batch, file, result, options, remarks, files);
    };
    forEach<const report::Result>(file, emitNext);
    forEach<const report::ChannelResult>(file, emitNext);
  }
  if (isWith(options, "example") && batch.exit == ExitCode::Proved)
    addExampleBuild(files);
  if (!options.checkedFolder.empty() && batch.exit == ExitCode::Proved)
    compareFiles(batch, options.checkedFolder, files);
  else if (batch.exit == ExitCode::Proved)
    if (auto problem = writeFiles(options.outputFolder, files))
      batch.reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
  if (batch.exit != ExitCode::Proved)
    for (BatchFile &file : batch.files)
      for (Examined &examined : file.examined)
        examined.remarks.clear();
  tell(batch, options, out, err);
  return batch.exit;
}

} // namespace plumb::tool
