// SPDX-License-Identifier: Apache-2.0
#include "checker/report/sensitivity_check.h"
#include "checker/report/sensitivity_result.h"
#include "frontend/sema/declared_neighbourhoods.h"
#include "tools/plumb/commands.h"
#include "tools/plumb/declarations.h"
#include "tools/plumb/engines.h"
#include "tools/plumb/parallel.h"
#include "tools/plumb/tell.h"

#include <optional>

namespace plumb::tool {

namespace {

/// A file of declarations says who neighbours are, and what is asked of them.
void takeDeclaredNeighbourhoods(Batch &batch) {
  for (BatchFile &file : batch.files)
    if (file.program.mechanisms.empty() && file.program.channels.empty())
      file.program.mechanisms = declaredNeighbourhoods(file.program);
}

/// In the order of the files, whatever is finished first.
void derive(Batch &batch, const Options &options) {
  std::vector<std::pair<BatchFile *, const ir::Mechanism *>> all;
  for (BatchFile &file : batch.files)
    for (const auto &mechanism : file.program.mechanisms)
      all.emplace_back(&file, mechanism.get());
  const proof::EngineMaker makeEngine = engines(options);
  std::vector<std::optional<proof::Sensitivity>> derived(all.size());
  forEachInParallel(all.size(), options.jobs, [&](std::size_t number) {
    if (const ir::Mechanism &mechanism = *all[number].second; mechanism.recordAdjacency)
      derived[number] = report::sensitivityOf(mechanism, makeEngine);
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto &[file, mechanism] = all[i];
    batch.add(*file, report::SensitivityResult(*mechanism, std::move(derived[i])), options);
  }
}

} // namespace

ExitCode runSensitivity(const Options &options, std::ostream &out, std::ostream &err) {
  Batch batch = load(options.files);
  acceptDeclarations(batch);
  takeDeclaredNeighbourhoods(batch);
  derive(batch, options);
  tell(batch, options, out, err);
  return batch.exit;
}

} // namespace plumb::tool
