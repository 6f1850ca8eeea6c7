// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/blame.h - Which shifts a run rules out -*- C++ -*-===//
///
/// \file
/// Where two runs part, not every draw has a say: what is published at one place depends on few of them. What
/// is chosen for those is ruled out, whatever is chosen for the others.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_BLAME_H
#define PLUMB_CHECKER_SYNTHESIS_BLAME_H

#include "checker/interpreter/replay.h"
#include "checker/relational/dependents.h"
#include "checker/synthesis/table.h"

#include <vector>

namespace plumb::synthesis {

class Blame {
public:
  /// \p slots outlives it.
  explicit Blame(Table &slots);

  /// Those of the slots \p exercised by the run on which \p replay of the clauses that are written now fails
  /// that have a say in it, as few as are known to be enough; all of them if that is not known.
  std::vector<std::size_t> of(const interpreter::Replay &replay,
                              const std::vector<std::size_t> &exercised) const;

private:
  using Says = llvm::function_ref<bool(const relational::Dependents &)>;

  std::vector<std::size_t> slotsOf(Says says, const std::vector<std::size_t> &exercised) const;
  void findOutputs(const ir::Block &block, std::vector<const ir::Expression *> &conditions);

  Table &table;
  /// One for each draw whose alignment is looked for.
  std::vector<std::pair<const ir::Sample *, relational::Dependents>> draws;
  struct Publication {
    const ir::Output *output;
    /// That decide whether it is published in an iteration that runs.
    std::vector<const ir::Expression *> conditions;
  };
  std::vector<Publication> publications;
  /// An alignment that was written reads draws: whose shift has a say is not known then.
  bool isUnknown = false;
};

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_BLAME_H
