// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/certify.h"

#include "checker/derivation/certificate_text.h"
#include "checker/derivation/mechanism_evidence.h"
#include "frontend/ir/program.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/parallel.h"
#include "tools/plumb/within_limits.h"

#include <ostream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace plumb::tool {

namespace {

bool isComposition(const report::Subject &subject) {
  return std::holds_alternative<const ir::Composition *>(subject.declaration());
}

/// Of what the kernel makes of the text, where it can make all of that and evidence is found; else of what
/// the prover has asked. \p parts are texts of mechanisms of which the kernel has evidence. \p isStrict:
/// where the kernel makes it, only that counts.
derivation::MechanismEvidence certified(const report::Subject &subject, const std::string &program,
                                        const std::vector<std::string> &parts, const smt::Budget &budget,
                                        bool isStrict) {
  derivation::MechanismEvidence made;
  made.outside = "it is no mechanism";
  for (const std::string &text : subject.provedTexts()) {
    made = isComposition(subject) ? derivation::certifyComposition(text, program, parts, budget)
                                  : derivation::certifyMechanism(text, program, budget);
    if (made.outside.empty() && made.certified.believed.empty())
      break;
  }
  if (!made.refuted.empty() && !subject.isShownAlike(made.refutedCondition))
    made.outside = "`" + made.refuted + "` rests on something found that has no text";
  else if (!made.refuted.empty())
    throw std::logic_error(subject.name() + "." + made.refuted +
                           ": the kernel asks this of what is proved, and it is false");
  if (made.outside.empty() && (isStrict || made.certified.believed.empty()))
    return made;
  derivation::CertifiedText asked = derivation::certify(subject.name(), subject.obligations(), budget);
  // What rests on no solver is worth more than what the kernel makes anew and a solver decides.
  if (made.outside.empty() && asked.believed.empty())
    made.outside = "no evidence was found for `" + made.certified.believed.front() + "` as it asks it";
  if (!made.outside.empty())
    made.certified = std::move(asked);
  return made;
}

/// "1 answer of z3 that is believed"
std::string believedText(std::size_t count, const std::string &engine) {
  return std::to_string(count) + (count == 1 ? " answer of " : " answers of ") + engine +
         (count == 1 ? " that is believed" : " that are believed");
}

/// What plumb-recheck will say of it, in short.
void tellEvidence(std::ostream &err, const std::string &name, const derivation::MechanismEvidence &made,
                  const std::string &engine) {
  const derivation::CertifiedText &evidence = made.certified;
  const std::string &outside = made.outside;
  const std::size_t asked = evidence.shown + evidence.believed.size();
  if (asked == 0 && evidence.elsewhere > 0) {
    err << "plumb: " << name << ": no evidence: no solver decides its " << evidence.elsewhere
        << (evidence.elsewhere == 1 ? " obligation" : " obligations")
        << ", and plumb-recheck looks at none of them\n";
    return;
  }
  if (!outside.empty())
    err << "plumb: " << name << ": the kernel does not make the obligations anew: " << outside << "\n";
  err << "plumb: " << name << ": evidence for " << evidence.shown << " of " << asked
      << (outside.empty() ? " obligations of the kernel\n" : " answers of " + engine + "\n");
  for (const std::string &believed : evidence.believed)
    err << "plumb: " << name << "." << believed << ": believed of " << engine << ", not certified\n";
}

void refuseBelieved(Batch &batch, BatchFile &file, const report::Subject &subject,
                    const std::vector<std::string> &believed, const std::string &engine) {
  if (believed.empty())
    return;
  Diagnostic diagnostic{DiagnosticKind::AssumptionRefused,
                        subject.nameRange(),
                        {subject.name(), believedText(believed.size(), engine)},
                        {},
                        {}};
  for (const std::string &each : believed)
    diagnostic.notes.push_back({"no evidence was found for `" + each + "`", {}});
  batch.report(file, std::move(diagnostic), ExitCode::NotProved);
}

} // namespace

void certifyProofs(Batch &batch, const Options &options, std::ostream &err) {
  const bool isWritten = !options.certificateFile.empty();
  if (!isWritten && !options.noAssumptions)
    return;
  const std::string engine = engineNames(options);
  smt::Budget budget;
  budget.resourceUnits = options.resourceLimit.value_or(budget.resourceUnits);
  std::vector<std::string> programs;
  std::vector<std::pair<const report::Subject *, std::size_t>> proved;
  for (const BatchFile &file : batch.files) {
    programs.push_back(ir::print(file.program));
    for (const Examined &examined : file.examined)
      if (examined.subject->isProved())
        proved.emplace_back(examined.subject.get(), programs.size() - 1);
  }
  std::vector<derivation::MechanismEvidence> all(proved.size());
  // For each program what the kernel will know of its mechanisms when it comes to compositions.
  std::vector<std::vector<std::string>> parts(programs.size());
  for (const bool areCompositions : {false, true}) {
    forEachInParallel(proved.size(), options.jobs, [&](std::size_t i) {
      const auto &[subject, program] = proved[i];
      // It looks for longer than a check does.
      constexpr int timesAsLong = 5;
      const TimeAllowed allowed(timeForOne(options) * timesAsLong);
      if (isComposition(*subject) == areCompositions)
        all[i] = certified(*subject, programs[program], parts[program], budget, options.noAssumptions);
    });
    for (std::size_t i = 0; i < proved.size() && !areCompositions; ++i)
      if (all[i].outside.empty() && all[i].certified.believed.empty() && !isComposition(*proved[i].first))
        parts[proved[i].second].push_back(proved[i].first->provedTexts().front());
  }
  std::string text(derivation::certificateHead);
  std::size_t next = 0, shown = 0, nextProgram = 0;
  for (BatchFile &file : batch.files) {
    text += derivation::textEntry("program", programs[nextProgram++]);
    for (const Examined &examined : file.examined) {
      if (!examined.subject->isProved())
        continue;
      const derivation::MechanismEvidence &made = all[next++];
      text += made.certified.text;
      shown += made.certified.shown;
      if (options.noAssumptions)
        refuseBelieved(batch, file, *examined.subject, made.certified.believed, engine);
      if (isWritten)
        tellEvidence(err, examined.subject->name(), made, engine);
    }
  }
  text += derivation::certificateEnd;
  if (!isWritten)
    return;
  if (shown == 0)
    err << "plumb: " << options.certificateFile
        << ": holds no evidence of any obligation, so plumb-recheck does not accept it\n";
  batch.write(options.certificateFile, std::move(text));
}

} // namespace plumb::tool
