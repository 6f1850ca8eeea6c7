// SPDX-License-Identifier: Apache-2.0
#include "checker/report/sensitivity_check.h"
#include "checker/report/sensitivity_result.h"
#include "frontend/sema/declared_neighbourhoods.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/declarations.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/parallel.h"
#include "tools/plumb/tell.h"
#include "tools/plumb/within_limits.h"

#include <llvm/ADT/STLExtras.h>
#include <optional>

namespace plumb::tool {

namespace {

/// What is asked about, with the file that it is of.
struct Neighbourhoods {
  std::vector<std::pair<BatchFile *, const ir::Neighbourhood *>> all;
  /// Those that no mechanism has.
  std::vector<std::unique_ptr<ir::Neighbourhood>> alone;
};

/// Those of the mechanisms. A file of declarations says who neighbours are, and what is asked of them.
Neighbourhoods neighbourhoodsOf(Batch &batch) {
  Neighbourhoods found;
  for (BatchFile &file : batch.files) {
    for (const auto &mechanism : file.program.mechanisms)
      found.all.emplace_back(&file, mechanism.get());
    // With a mistake in it, the file may state other neighbours than those of its declarations.
    const bool isWhole = llvm::none_of(file.diagnostics, [](const report::FiledDiagnostic &filed) {
      return info(filed.diagnostic.kind).severity == Severity::Error;
    });
    if (!isWhole || !file.program.mechanisms.empty() || !file.program.channels.empty())
      continue;
    for (auto &declared : declaredNeighbourhoods(file.program)) {
      found.all.emplace_back(&file, declared.get());
      found.alone.push_back(std::move(declared));
    }
  }
  return found;
}

/// In the order of the files, whatever is finished first.
void derive(Batch &batch, const Neighbourhoods &neighbourhoods, const Options &options) {
  const auto &all = neighbourhoods.all;
  const proof::EngineMaker makeEngine = engines(options);
  std::vector<std::optional<proof::Sensitivity>> derived(all.size());
  forEachInParallel(all.size(), options.jobs, [&](std::size_t number) {
    const TimeAllowed allowed(timeForOne(options));
    if (const ir::Neighbourhood &neighbourhood = *all[number].second; neighbourhood.recordAdjacency)
      derived[number] = report::sensitivityOf(neighbourhood, makeEngine);
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto &[file, neighbourhood] = all[i];
    batch.add(*file, report::SensitivityResult(*neighbourhood, std::move(derived[i])), options);
  }
}

} // namespace

ExitCode runSensitivity(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  acceptDeclarations(batch);
  const Neighbourhoods neighbourhoods = neighbourhoodsOf(batch);
  derive(batch, neighbourhoods, options);
  tell(batch, options, out, err);
  return batch.exit;
}

} // namespace plumb::tool
