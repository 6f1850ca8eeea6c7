// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/batch.h"

#include "checker/report/channel_composition_result.h"
#include "checker/report/channel_result.h"
#include "checker/report/composition_result.h"
#include "checker/report/result.h"
#include "checker/synthesis/announcing.h"
#include "frontend/ir/open_channel.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/examine.h"
#include "tools/plumb/find_programs.h"
#include "tools/plumb/parallel.h"
#include "tools/plumb/progress.h"
#include "tools/plumb/read_file.h"
#include "tools/plumb/within_limits.h"
#include "tools/plumb/write_files.h"

#include <algorithm>
#include <filesystem>
#include <llvm/ADT/StringRef.h>
#include <new>
#include <optional>
#include <system_error>

namespace plumb::tool {

namespace {

void analyzeText(Batch &batch, BatchFile &file) {
  const TimeAllowed allowed(timeForOne({}));
  DiagnosticSink sink;
  syntax::Program written = parse(*file.source, sink);
  if (!sink.hasErrors())
    file.program = analyze(written, *file.source, sink);
  for (const Diagnostic &diagnostic : sink.diagnostics())
    batch.report(file, diagnostic,
                 info(diagnostic.kind).severity == Severity::Error ? ExitCode::NotAProgram
                                                                   : ExitCode::Proved);
  if (sink.hasErrors()) {
    file.program.compositions.clear();
    file.program.channelCompositions.clear();
    file.program.channels.clear();
    file.program.mechanisms.clear();
  }
}

void loadFile(Batch &batch, BatchFile &file) {
  if (llvm::StringRef(file.path).endswith_insensitive(".csv"))
    return batch.report(file,
                        {DiagnosticKind::CannotRead,
                         {},
                         {file.path, "a table is no program"},
                         {},
                         "say what to ask of it: `plumb check FILE.csv --notion ldp|uldp|osldp`"},
                        ExitCode::Environment);
  ReadText read = readFile(file.path);
  if (!read.problem) {
    file.source = std::make_unique<SourceFile>(file.path, std::move(read.text));
    return analyzeText(batch, file);
  }
  bool unreadable = read.problem->kind == DiagnosticKind::CannotRead;
  std::error_code unknown;
  const std::filesystem::directory_iterator folder(file.path, unknown);
  if (!unknown)
    read.problem->help = "a folder stands for the files in it that end in .plumb, and there is none";
  batch.report(file, std::move(*read.problem), unreadable ? ExitCode::Environment : ExitCode::NotAProgram);
}

ExitCode exitCode(verdict::Verdict verdict) {
  switch (verdict) {
  case verdict::Verdict::Proved:
    return ExitCode::Proved;
  case verdict::Verdict::NotPrivate:
    return ExitCode::NotPrivate;
  case verdict::Verdict::NotProved:
  case verdict::Verdict::NoChannel:
  case verdict::Verdict::Vacuous:
  case verdict::Verdict::IllFormed:
  case verdict::Verdict::ClaimFalse:
  case verdict::Verdict::OtherAlignment:
    break;
  }
  return ExitCode::NotProved;
}

void refuseAssumptions(Batch &batch, BatchFile &file, const report::Subject &subject) {
  const std::size_t count = subject.assumptions.size();
  if (count == 0)
    return;
  Diagnostic diagnostic{
      DiagnosticKind::AssumptionRefused,
      subject.nameRange(),
      {subject.name(), std::to_string(count) + (count == 1 ? " assumption" : " assumptions")},
      {},
      {}};
  for (const report::Assumption &assumption : subject.assumptions)
    diagnostic.notes.push_back({"it is assumed: " + assumption.text, assumption.range});
  batch.report(file, std::move(diagnostic), ExitCode::NotProved);
}

} // namespace

void Batch::addSubject(BatchFile &file, std::unique_ptr<report::Subject> subject, const Options &options) {
  DiagnosticSink sink;
  report::reportFindings(*subject, sink, adviceFor(options));
  const ExitCode code = exitCode(subject->verdict);
  exit = worse(exit, code);
  for (const Diagnostic &diagnostic : sink.diagnostics())
    report(file, diagnostic, code);
  if (options.noAssumptions && subject->isProved())
    refuseAssumptions(*this, file, *subject);
  file.examined.push_back({std::move(subject)});
}

void Batch::report(BatchFile &file, Diagnostic diagnostic, ExitCode code) {
  exit = worse(exit, code);
  file.diagnostics.push_back({file.path, file.source.get(), std::move(diagnostic)});
}

void Batch::reportOutput(const std::string &path, Diagnostic diagnostic, ExitCode code) {
  exit = worse(exit, code);
  outputDiagnostics.push_back({path, nullptr, std::move(diagnostic)});
}

void Batch::write(const std::string &path, std::string text) {
  const auto isPath = [&path](const std::string &other) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) && std::filesystem::equivalent(path, other, error);
  };
  const auto refuse = [&](const char *reason) {
    reportOutput(path, {DiagnosticKind::CannotWrite, {}, {path, reason}, {}, {}}, ExitCode::Environment);
  };
  if (std::any_of(files.begin(), files.end(), [&](const BatchFile &file) { return isPath(file.path); }))
    return refuse("it was read; name another file");
  if (std::any_of(written.begin(), written.end(), isPath))
    return refuse("it is written already; name another file");
  if (auto problem = writeFile(path, std::move(text)))
    return reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
  written.push_back(path);
}

std::vector<report::FiledDiagnostic> Batch::diagnostics() const {
  std::vector<report::FiledDiagnostic> all;
  for (const BatchFile &file : files)
    all.insert(all.end(), file.diagnostics.begin(), file.diagnostics.end());
  all.insert(all.end(), outputDiagnostics.begin(), outputDiagnostics.end());
  return all;
}

Batch loadText(std::string path, std::string text) {
  Batch batch;
  BatchFile &file = batch.files.emplace_back();
  file.path = path;
  file.source = std::make_unique<SourceFile>(std::move(path), std::move(text));
  analyzeText(batch, file);
  return batch;
}

Batch load(const std::vector<std::string> &words) {
  Batch batch;
  const std::vector<std::string> paths = programsOf(words);
  batch.files.resize(paths.size());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    batch.files[i].path = paths[i];
    loadFile(batch, batch.files[i]);
  }
  return batch;
}

void fillHoles(Batch &batch, const Options &options) {
  const proof::EngineMaker makeEngine = engines(options);
  for (BatchFile &file : batch.files) {
    const TimeAllowed allowed(timeForOne(options));
    for (const auto &channel : file.program.channels)
      if (ir::hasHoles(*channel))
        channel::fill(*channel, channelEngines(options),
                      [](const ir::Channel &filled) { return isRead(filled); });
    for (const auto &mechanism : file.program.mechanisms)
      if (mechanism->hasHoles())
        synthesis::synthesizeAnnouncing(*mechanism, makeEngine, [&](const ir::Mechanism &filled) {
          return isRead(file.program, filled);
        });
  }
}

void prove(Batch &batch, const Options &options) {
  std::vector<std::pair<const ir::Program *, ir::Mechanism *>> mechanisms;
  std::vector<ir::Channel *> channels;
  for (const BatchFile &file : batch.files) {
    for (const auto &mechanism : file.program.mechanisms)
      mechanisms.emplace_back(&file.program, mechanism.get());
    for (const auto &declared : file.program.channels)
      channels.push_back(declared.get());
  }

  std::vector<std::optional<report::Result>> results(mechanisms.size());
  std::vector<std::optional<report::ChannelResult>> channelResults(channels.size());
  std::vector<std::optional<Lack>> lacks(mechanisms.size() + channels.size());
  Progress progress(mechanisms.size() + channels.size());
  // What was cut off is not tried again: a search may have left its guesses in the program.
  forEachInParallel(mechanisms.size() + channels.size(), options.jobs, [&](std::size_t number) {
    lacks[number] = withinLimits(options, [&] {
      if (number < mechanisms.size())
        results[number].emplace(examine(*mechanisms[number].first, *mechanisms[number].second, options));
      else
        channelResults[number - mechanisms.size()].emplace(
            examine(*channels[number - mechanisms.size()], options));
    });
    progress.step();
  });

  auto next = results.begin();
  auto nextChannel = channelResults.begin();
  auto nextLack = lacks.begin(), nextChannelLack = nextLack + static_cast<std::ptrdiff_t>(mechanisms.size());
  for (BatchFile &file : batch.files) {
    std::optional<Lack> ofParts;
    const auto reportLack = [&](const std::string &name, SourceRange range, const Lack &lack) {
      ofParts = lack;
      batch.report(file, nothingKnown(name, range, lack), lack.code);
    };
    // A composition is its parts'.
    const auto add = [&](const auto &composition, auto check) {
      std::optional<Lack> lack = ofParts;
      // As deep as a sum over all parts may be.
      if (!lack)
        forEachInParallel(1, 1, [&](std::size_t) {
          lack = withinLimits(options, [&] { batch.add(file, check(), options); });
        });
      if (lack)
        reportLack(composition.head.name, composition.head.nameRange, *lack);
    };
    for (std::size_t i = 0; i < file.program.mechanisms.size(); ++i, ++next, ++nextLack)
      if (!*nextLack)
        batch.add(file, std::move(**next), options);
      else
        reportLack(file.program.mechanisms[i]->name, file.program.mechanisms[i]->nameRange, **nextLack);
    std::vector<const report::Result *> ofMechanisms;
    forEach<const report::Result>(file, [&](const auto &result, auto &) { ofMechanisms.push_back(&result); });
    for (const auto &composition : file.program.compositions)
      add(*composition, [&] { return report::check(*composition, ofMechanisms, engines(options)); });
    for (std::size_t i = 0; i < file.program.channels.size(); ++i, ++nextChannel, ++nextChannelLack)
      if (!*nextChannelLack)
        batch.add(file, std::move(**nextChannel), options);
      else
        reportLack(file.program.channels[i]->name, file.program.channels[i]->nameRange, **nextChannelLack);
    std::vector<const report::ChannelResult *> ofChannels;
    forEach<const report::ChannelResult>(file,
                                         [&](const auto &result, auto &) { ofChannels.push_back(&result); });
    for (const auto &composition : file.program.channelCompositions)
      add(*composition, [&] { return report::check(*composition, ofChannels, channelEngines(options)); });
  }
}

} // namespace plumb::tool
