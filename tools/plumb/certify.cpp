// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/certify.h"

#include "checker/derivation/certificate_text.h"
#include "checker/derivation/certify.h"
#include "frontend/ir/program.h"
#include "tools/plumb/parallel.h"
#include "tools/plumb/write_files.h"

#include <ostream>
#include <vector>

namespace plumb::tool {

void certifyProofs(Batch &batch, const Options &options, std::ostream &err) {
  if (options.certificateFile.empty())
    return;
  smt::Budget budget;
  budget.resourceUnits = options.resourceLimit.value_or(budget.resourceUnits);
  std::vector<const report::Subject *> proved;
  for (const BatchFile &file : batch.files)
    for (const Examined &examined : file.examined)
      if (examined.subject->isProved())
        proved.push_back(examined.subject.get());
  std::vector<derivation::CertifiedText> texts(proved.size());
  forEachInParallel(proved.size(), options.jobs, [&](std::size_t i) {
    texts[i] = derivation::certify(proved[i]->name(), proved[i]->obligations(), budget);
  });
  std::string text(derivation::certificateHead);
  std::size_t next = 0;
  for (const BatchFile &file : batch.files) {
    text += derivation::programEntry(ir::print(file.program));
    for (const Examined &examined : file.examined) {
      if (!examined.subject->isProved())
        continue;
      const derivation::CertifiedText &certified = texts[next++];
      text += certified.text;
      err << "plumb: " << examined.subject->name() << ": evidence for " << certified.shown << " of "
          << certified.shown + certified.believed.size() << " answers of z3\n";
      for (const std::string &name : certified.believed)
        err << "plumb: " << examined.subject->name() << "." << name << ": believed of z3, not certified\n";
    }
  }
  text += derivation::certificateEnd;
  if (auto problem = writeFile(options.certificateFile, std::move(text)))
    batch.reportOutput(problem->arguments[0], *problem, ExitCode::Environment);
}

} // namespace plumb::tool
