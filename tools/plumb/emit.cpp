// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/emit.h"

#include "checker/channel/example_parameters.h"
#include "checker/claims/claim_terms.h"
#include "mechanisms/emit/bounds_header.h"
#include "mechanisms/emit/channel_example.h"
#include "mechanisms/emit/channel_replay.h"
#include "mechanisms/emit/composition_example.h"
#include "mechanisms/emit/composition_replay.h"
#include "mechanisms/emit/replay_harness.h"
#include "tools/plumb/certified.h"
#include "tools/plumb/certify.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/dump.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/example_inputs.h"
#include "tools/plumb/read_file.h"
#include "tools/plumb/replay_cases.h"
#include "tools/plumb/taken_files.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/version.h"
#include "tools/plumb/within_limits.h"
#include "tools/plumb/write_files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string_view>
#include <system_error>

namespace plumb::tool {

namespace {

bool isWith(const Options &options, std::string_view word) {
  return std::find(options.with.begin(), options.with.end(), word) != options.with.end();
}

/// What is known of where steps lead, of each query.
emit::StepsOfQueries stepsOfQueries(const ir::Mechanism &mechanism, claims::Movements &movements) {
  emit::StepsOfQueries steps;
  for (const auto &variable : mechanism.variables) {
    if (variable->role != ir::Variable::Role::Query)
      continue;
    const claims::GeneralMovement known = movements.directionsOf(*variable, claims::GivenValues());
    steps[variable.get()] = known.returns                ? emit::Steps::LeadBack
                            : known.falls || known.rises ? emit::Steps::LeadOneWay
                                                         : emit::Steps::Unknown;
  }
  return steps;
}

emit::EmittedFile boundsOf(const report::Certificate &certificate, const Options &options) {
  const ir::Mechanism &mechanism = certificate.mechanism();
  const proof::EngineMaker engine = engines(options);
  claims::Movements movements(mechanism, engine);
  return emit::boundsHeader(certificate, stepsOfQueries(mechanism, movements),
                            claims::claimTermsOf(mechanism, &movements));
}

std::optional<emit::EmittedFile> boundsOf(const report::Certificate &certificate,
                                          const ir::Composition &composition, const Options &options) {
  const proof::EngineMaker engine = engines(options);
  std::vector<std::vector<claims::ClaimTerms>> claims;
  for (const ir::Part &part : composition.parts) {
    claims::Movements movements(*part.mechanism, engine);
    claims.push_back(claims::claimTermsOf(*part.mechanism,
                                          claims::hasNeighboursOf(composition, part) ? &movements : nullptr));
  }
  return emit::boundsHeader(certificate, composition, claims);
}

/// What is written besides, of a mechanism that was emitted.
void addMechanismParts(const report::Certificate &certificate, const Options &options,
                       emit::Emission &emission) {
  const ir::Mechanism &mechanism = certificate.mechanism();
  emission.files.push_back(boundsOf(certificate, options));
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
    emission.files.push_back(
        emit::replayHarness(certificate, replayCases(mechanism), replayStarts(mechanism)));
}

/// The same of a channel.
void addChannelParts(const report::Certificate &certificate, const Options &options,
                     emit::Emission &emission) {
  const ir::Channel &channel = certificate.channel();
  if (options.constantWork)
    emission.problems.push_back(
        {"`--constant-work` is for mechanisms, and `" + channel.name + "` is a channel", channel.nameRange});
  if (isWith(options, "replay"))
    emission.files.push_back(emit::channelReplay(certificate));
  if (!isWith(options, "example"))
    return;
  if (const auto values = channel::exampleParameters(channel)) {
    emit::ChannelInputs inputs;
    for (const Rational &value : *values)
      inputs.push_back(toString(value));
    emission.files.push_back(emit::channelExample(certificate, inputs));
  } else
    emission.problems.push_back(
        {"no small parameters were found that satisfy the premises, so there is no example",
         channel.nameRange});
}

/// The same of a composition that has an object. Its harness is about those of its parts.
void addCompositionParts(const report::Certificate &certificate, const ir::Composition &composition,
                         const Options &options, emit::Emission &emission,
                         std::vector<report::Remark> &remarks) {
  if (auto bounds = boundsOf(certificate, composition, options))
    emission.files.push_back(*std::move(bounds));
  if (isWith(options, "replay") && !options.constantWork)
    emission.files.push_back(emit::compositionReplay(certificate, sampledCases(composition)));
  if (!isWith(options, "example"))
    return;
  if (const auto inputs = exampleInputs(composition))
    emission.files.push_back(emit::compositionExample(certificate, *inputs));
  else
    remarks.push_back(
        {report::Remark::Kind::NotMade,
         "no example of the composition: no small parameters were found that satisfy its premises"});
}

/// Takes the files of \p emission, and says so in \p remarks. What somebody has gone on with is left to him.
void keep(emit::Emission &emission, const Options &options, std::vector<report::Remark> &remarks,
          std::vector<OutputFile> &files) {
  const bool isWritten = options.checkedFolder.empty();
  const std::string &folder = isWritten ? options.outputFolder : options.checkedFolder;
  for (emit::EmittedFile &emitted : emission.files) {
    const std::string path = folder + "/" + emitted.name;
    if (emitted.isBeginning) {
      const ReadText found = readFile(path);
      std::error_code unknown;
      const bool isThere = std::filesystem::exists(std::filesystem::symlink_status(path, unknown));
      if (isThere && (found.problem || found.text != emitted.text)) {
        remarks.push_back({report::Remark::Kind::Left, path});
        continue;
      }
    }
    remarks.push_back({isWritten ? report::Remark::Kind::Written : report::Remark::Kind::UpToDate, path});
    files.push_back({std::move(emitted.name), std::move(emitted.text)});
  }
}

/// Why a composition has no form in C++. Its parts can be had by themselves.
struct WithoutObject {
  BatchFile *file;
  plan::Problem problem;
};

/// The C++ of one subject, or a message that there is none. \p owners: for each file that is written, the
/// name of its subject.
void emitSubject(Batch &batch, BatchFile &file, Examined &examined, const Options &options,
                 std::vector<OutputFile> &files, std::map<std::string, std::string> &owners,
                 std::vector<WithoutObject> &withoutObject) {
  const TimeAllowed allowed(timeForOne(options));
  const auto certificate = certificateFor(batch, file, *examined.subject);
  if (!certificate)
    return;
  const report::Declaration declaration = certificate->declaration();
  const bool isComposition = std::holds_alternative<const ir::Composition *>(declaration) ||
                             std::holds_alternative<const ir::ChannelComposition *>(declaration);
  const bool isChannel = std::holds_alternative<const ir::Channel *>(declaration);
  emit::Emission emission =
      emit::emit(*certificate, versions(), options.constantWork ? plan::Work::Constant : plan::Work::Fast);
  if (const auto *composition = std::get_if<const ir::Composition *>(&declaration);
      composition && emission.problems.empty())
    addCompositionParts(*certificate, **composition, options, emission, examined.remarks);
  if (std::holds_alternative<const ir::ChannelComposition *>(declaration))
    for (const char *word : {"replay", "example"})
      if (isWith(options, word))
        examined.remarks.push_back({report::Remark::Kind::NotMade,
                                    std::string("no ") + word + " of the composition, its parts alone"});
  if (isComposition)
    for (const plan::Problem &problem : emission.problems)
      withoutObject.push_back({&file, problem});
  else {
    if (emission.problems.empty())
      (isChannel ? addChannelParts : addMechanismParts)(*certificate, options, emission);
    reportProblems(batch, file, emission);
  }
  const auto refuse = [&](Taken taken) {
    batch.report(file,
                 {DiagnosticKind::CannotWrite,
                  examined.subject->nameRange(),
                  {std::move(taken.path), std::move(taken.reason)},
                  {},
                  std::move(taken.help)},
                 ExitCode::Environment);
  };
  if (auto taken = findWrittenTwice(*certificate, emission.files, owners))
    refuse(*std::move(taken));
  else if (options.checkedFolder.empty()) {
    Place place = placeOf(*certificate, emission.files, options.outputFolder);
    if (place.remark)
      examined.remarks.push_back(*std::move(place.remark));
    if (place.taken)
      refuse(*std::move(place.taken));
  }
  keep(emission, options, examined.remarks, files);
}

/// Each of \p files that is not in the folder of `--check` as it stands here.
void compareFiles(Batch &batch, const std::string &folder, const std::vector<OutputFile> &files) {
  if (!files.empty() && !std::filesystem::exists(folder))
    return batch.reportOutput(
        folder, {DiagnosticKind::EmittedDiffers, {}, {folder, "there is no such folder"}, {}, {}},
        ExitCode::NotProved);
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

} // namespace

ExitCode runEmit(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  prove(batch, options);
  dumpQuestions(batch, options);
  certifyProofs(batch, options, err);

  std::vector<OutputFile> files;
  std::map<std::string, std::string> owners;
  std::set<std::string> names;
  std::vector<WithoutObject> withoutObject;
  Examined *last = nullptr;
  for (BatchFile &file : batch.files) {
    for (Examined &examined : file.examined) {
      const report::Subject &subject = *examined.subject;
      if (!emit::isEmittable(subject.declaration()))
        continue;
      if (!names.insert(subject.name()).second) {
        batch.report(file,
                     {DiagnosticKind::WrittenTwice,
                      subject.nameRange(),
                      {subject.name()},
                      {},
                      "rename one, or emit them into different folders"},
                     ExitCode::Environment);
        continue;
      }
      emitSubject(batch, file, examined, options, files, owners, withoutObject);
      last = &examined;
    }
  }
  if (isWith(options, "example") && batch.exit == ExitCode::Proved && last) {
    emit::Emission build;
    build.files.push_back(emit::exampleBuild());
    keep(build, options, last->remarks, files);
  }
  if (!options.checkedFolder.empty() && batch.exit == ExitCode::Proved)
    compareFiles(batch, options.checkedFolder, files);
  else if (batch.exit == ExitCode::Proved)
    if (auto problem = writeFiles(options.outputFolder, files))
      batch.reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
  if (batch.exit != ExitCode::Proved)
    for (BatchFile &file : batch.files)
      for (Examined &examined : file.examined)
        examined.remarks.clear();
  // The parts are written all the same.
  const std::string help = batch.exit == ExitCode::Proved
                               ? "this is of the composition alone: its parts are emitted, and who runs them "
                                 "adds up what they cost"
                               : "";
  for (WithoutObject &one : withoutObject)
    batch.report(
        *one.file,
        {DiagnosticKind::NotExpressible, one.problem.range, {std::move(one.problem.message)}, {}, help},
        ExitCode::NotProved);
  tell(batch, options, out, err);
  return batch.exit;
}

} // namespace plumb::tool
