// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/alternative.h"

#include "checker/synthesis/filling.h"
#include "checker/synthesis/situations.h"

#include <algorithm>
#include <llvm/Support/Casting.h>

namespace plumb::synthesis {

namespace {

/// Of what is found, and of the solver for what fails. Where another alignment is found at all, it is nearly
/// always the first one that follows all runs; so a long proof that fails is the last one.
constexpr FillingLimits ofAlternatives{.proofs = 6, .resourceUnits = 200'000, .isForProofAlone = true};

/// Takes the clauses out of a mechanism, and puts them back in the end.
class Clauses {
public:
  explicit Clauses(ir::Mechanism &of) : samples(draws(of)), aligned(samples.size()) {
    findLoops(of.body);
    invariants.resize(loops.size());
  }
  Clauses(const Clauses &) = delete;
  Clauses &operator=(const Clauses &) = delete;
  ~Clauses() {
    for (std::size_t i = 0; i < samples.size(); ++i)
      if (aligned[i])
        samples[i].sample->aligned = std::move(aligned[i]);
    for (std::size_t i = 0; i < loops.size(); ++i)
      if (!invariants[i].empty())
        loops[i]->invariants = std::move(invariants[i]);
  }

  /// False if there is none.
  bool takeInvariants() {
    bool hasSome = false;
    for (std::size_t i = 0; i < loops.size(); ++i) {
      hasSome |= !loops[i]->invariants.empty();
      invariants[i] = std::move(loops[i]->invariants);
      loops[i]->invariants.clear();
    }
    return hasSome;
  }

  bool hasTakenAlignments() const { return areAlignmentsTaken; }
  void takeAlignments() {
    areAlignmentsTaken = true;
    for (std::size_t i = 0; i < samples.size(); ++i)
      aligned[i] = std::move(samples[i].sample->aligned);
  }

  /// Of all samples, as they are now.
  std::vector<std::string> texts() const {
    std::vector<std::string> list;
    for (const Draw &draw : samples)
      list.push_back(ir::printAlignment(*draw.sample));
    return list;
  }

private:
  void findLoops(ir::Block &block) {
    for (auto &statement : block) {
      if (auto *branch = llvm::dyn_cast<ir::If>(statement.get())) {
        findLoops(branch->thenBlock);
        findLoops(branch->elseBlock);
      } else if (auto *loop = llvm::dyn_cast<ir::For>(statement.get())) {
        loops.push_back(loop);
        findLoops(loop->body);
      }
    }
  }

  std::vector<Draw> samples;
  std::vector<ir::For *> loops;
  std::vector<ir::ExpressionPtr> aligned;
  bool areAlignmentsTaken = false;
  std::vector<std::vector<ir::ExpressionPtr>> invariants;
};

} // namespace

std::optional<Alternative> findAlternative(ir::Mechanism &mechanism, const proof::Proof &own,
                                           const proof::EngineMaker &makeEngine, const IsText &isText,
                                           llvm::function_ref<void(const ir::Mechanism &)> whenProved) {
  Clauses clauses(mechanism);
  const bool hadInvariants = clauses.takeInvariants();
  const auto proved = [&](proof::Proof proof) {
    whenProved(mechanism);
    return Alternative{clauses.texts(), hadInvariants, !clauses.hasTakenAlignments(), std::move(proof)};
  };
  const bool isInvariantOpen =
      std::any_of(own.obligations().begin(), own.obligations().end(), [](const proof::Evidence &evidence) {
        return !evidence.isProved() && evidence.condition == proof::Condition::Invariant;
      });
  if (hadInvariants && isInvariantOpen) {
    proof::Proof proof = proof::prove(mechanism, makeEngine);
    if (proof.verdict() == proof::Verdict::Proved)
      return proved(std::move(proof));
  }
  // Where the solver gave up again and again, it does so for other alignments too, and each time it takes
  // long.
  if (own.statistics().unknown >= smt::Solver::exhaustedLimit)
    return std::nullopt;
  clauses.takeAlignments();
  if (!mechanism.hasHoles())
    return std::nullopt;
  Synthesis made = fillAlignments(mechanism, makeEngine, isText, ofAlternatives);
  if (!made.proof || made.proof->verdict() != proof::Verdict::Proved)
    return std::nullopt;
  return proved(std::move(*made.proof));
}

} // namespace plumb::synthesis
