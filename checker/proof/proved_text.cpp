// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/proof.h"
#include "checker/relational/rational_text.h"
#include "checker/relational/walk.h"
#include "frontend/ir/annotations.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>

namespace plumb::proof {

std::string provedText(const ir::Mechanism &mechanism, const Proof &proof) {
  ir::Annotations found;
  for (const LedgerEntry &entry : proof.ledger())
    found.ofGuarantee.push_back("spends " + relational::print(entry.bound) + " at " +
                                ir::print(*entry.written));
  std::size_t number = 0;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (!llvm::isa<ir::If>(statement))
      return;
    if (llvm::is_contained(proof.apart(), &statement))
      found.ofGuarantee.push_back("apart " + std::to_string(number));
    ++number;
  });
  const auto &together = proof.foundTexts().ofLoops, &alone = proof.foundTextsAlone().ofLoops;
  found.ofLoops.resize(std::max(together.size(), alone.size()));
  for (const auto &[word, texts] : {std::pair("invariant ", &together), std::pair("alone ", &alone)})
    for (std::size_t loop = 0; loop < texts->size(); ++loop)
      for (const std::string &text : (*texts)[loop])
        found.ofLoops[loop].push_back(word + text);
  return ir::print(mechanism, found);
}

} // namespace plumb::proof
