// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/language_server/features.h - What an editor asks -*- C++ -*-===//
///
/// \file
/// The answers of `plumb lsp`, each from one document as it is, as a value of the Language Server Protocol.
/// Whoever calls has found the document and read the place; an answer that there is not is null.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_FEATURES_H
#define PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_FEATURES_H

#include "tools/plumb/language_server/document.h"

#include <llvm/Support/JSON.h>
#include <string>

namespace plumb::tool::language_server {

/// Mistakes of the text, and what proofs have found so far.
llvm::json::Array diagnostics(const Document &document);

/// Names: what they are; messages: what they mean; loops: their invariants; mechanisms: what is proved.
llvm::json::Value hover(const Document &document, std::uint32_t offset);

llvm::json::Value definition(const Document &document, std::uint32_t offset);
llvm::json::Value references(const Document &document, std::uint32_t offset, bool withDeclaration);
llvm::json::Value highlights(const Document &document, std::uint32_t offset);
/// The range of what would be renamed.
llvm::json::Value renamed(const Document &document, std::uint32_t offset);
/// Why \p name cannot take the place of what stands at \p offset; empty if it can.
std::string whyNotRenamed(const Document &document, std::uint32_t offset, const std::string &name);
/// \pre whyNotRenamed() is empty.
llvm::json::Value rename(const Document &document, std::uint32_t offset, const std::string &name);

/// Names and words that may stand there, each with a line of what it is. Where the text cannot be read, names
/// are those that its words introduce, too.
///
/// \param names of this document as it was when it could be read last.
llvm::json::Value completion(const Document &document, const navigation::SymbolTable &names,
                             std::uint32_t offset);

/// What semanticTokens() counts by.
llvm::json::Value semanticTokenLegend();
llvm::json::Value semanticTokens(const Document &document);

/// JSON that is written already: the tree of a long text is large.
std::string outline(const Document &document);

/// A verdict above each declaration.
llvm::json::Value codeLenses(const Document &document);

/// What can be done at \p range: a message is mended, what was found is written down, less is guaranteed, a
/// direction is turned.
llvm::json::Value codeActions(const Document &document, SourceRange range);

/// The whole text laid out anew; no edits if it is laid out already.
llvm::json::Value formatting(const Document &document);

} // namespace plumb::tool::language_server

#endif // PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_FEATURES_H
