// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/certified.h"

#include "mechanisms/plan/samplers.h"

namespace plumb::tool {

std::optional<report::Certificate> certificateFor(Batch &batch, BatchFile &file,
                                                  const report::Subject &subject) {
  auto certificate = report::certify(subject, *file.source);
  const auto refuse = [&](DiagnosticKind kind, std::vector<std::string> arguments, std::string help) {
    batch.report(file, {kind, subject.nameRange(), std::move(arguments), {}, std::move(help)},
                 ExitCode::NotProved);
    certificate.reset();
  };
  const auto declaration = subject.declaration();
  const auto *mechanism = std::get_if<const ir::Mechanism *>(&declaration);
  if (!certificate)
    refuse(DiagnosticKind::NotEmitted, {subject.name(), subject.verdictText()}, "");
  else if (mechanism && !(*mechanism)->isDiscrete())
    refuse(DiagnosticKind::RealNotEmittable, {subject.name()}, plan::adviceForReals(**mechanism));
  return certificate;
}

void reportProblems(Batch &batch, BatchFile &file, const emit::Emission &emission) {
  for (const plan::Problem &problem : emission.problems) {
    std::vector<Note> notes;
    for (const SourceRange &other : problem.others)
      notes.push_back({"this has no bound then, either", other});
    batch.report(file,
                 {DiagnosticKind::NotExpressible, problem.range, {problem.message}, std::move(notes), {}},
                 ExitCode::NotProved);
  }
}

} // namespace plumb::tool
