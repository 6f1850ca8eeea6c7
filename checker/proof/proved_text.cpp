// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/proof.h"
#include "checker/relational/rational_text.h"

#include "llvm/ADT/StringExtras.h"

namespace plumb::proof {

std::string provedText(const ir::Mechanism &mechanism, const Proof &proof) {
  const std::string canonical = ir::print(mechanism);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(canonical).split(lines, '\n', -1, false);
  std::string text;
  std::size_t loop = 0;
  for (llvm::StringRef line : lines) {
    const llvm::StringRef words = line.ltrim();
    const std::string indent(line.size() - words.size(), ' ');
    // In canonical form a loop is the only line that begins so, and its body the only brace behind it.
    const bool isLoop = words.startswith("for ");
    const bool opens = isLoop && line.consume_back(" {");
    text += line.str() + "\n";
    if (words.startswith("guarantees "))
      for (const LedgerEntry &entry : proof.ledger())
        text +=
            indent + "spends " + relational::print(entry.bound) + " at " + ir::print(*entry.written) + "\n";
    if (!isLoop)
      continue;
    for (const auto &[word, found] :
         {std::pair("invariant ", &proof.foundTexts()), std::pair("alone ", &proof.foundTextsAlone())})
      if (loop < found->size())
        for (const std::string &invariant : (*found)[loop])
          text += indent + "  " + word + invariant + "\n";
    if (opens)
      text += indent + "{\n";
    ++loop;
  }
  return text;
}

} // namespace plumb::proof
