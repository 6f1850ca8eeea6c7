// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/language_server/document.h - An open text ----*- C++ -*-===//
///
/// \file
/// One text that is open in an editor, with everything that is known of it without a proof, and what proofs
/// have said of its declarations so far.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_DOCUMENT_H
#define PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_DOCUMENT_H

#include "frontend/ir/program.h"
#include "frontend/navigation/symbols.h"
#include "frontend/parse/tokens.h"
#include "tools/plumb/language_server/canonical_text.h"
#include "tools/plumb/language_server/outcome.h"
#include "tools/plumb/language_server/positions.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumb::tool::language_server {

/// A mechanism, composition or channel of a text, and what became of it.
struct Examined {
  std::string name;
  SourceRange nameRange, range;
  /// Two declarations with one key have one outcome, but for where their words stand. Comments and layout are
  /// no part of it, nor what other mechanisms and channels of the text are.
  std::string key;
  /// The key of an outcome that speaks of words elsewhere in the text.
  std::string wholeKey;
  /// Exactly one is not null.
  ir::Mechanism *mechanism = nullptr;
  const ir::Composition *composition = nullptr;
  ir::Channel *channel = nullptr;
  const ir::ChannelComposition *channelComposition = nullptr;
  /// Nothing as long as it is being proved.
  std::optional<Outcome> outcome = std::nullopt;
};

/// A text of one version. Texts that change are other ones.
class Document {
public:
  /// \param keepsAnswers it is of an exercise: what would mend a proof, or be one in its place, is not told.
  Document(std::string uri, std::string text, std::int64_t version, bool keepsAnswers);

  const std::string uri;
  const std::int64_t version;
  const bool keepsAnswers;
  const SourceFile source;
  const Positions positions;
  /// Of texts that are no programs too.
  const std::vector<Token> tokens;
  /// The text without what has a mistake in it (IntactPart): what is proved.
  std::string intact;
  /// Has the text a mistake that is no mere warning?
  bool hasErrors = false;
  /// Of what is proved. In its places outcomes are kept. Shared with proofs, which may end behind the text.
  std::shared_ptr<const CanonicalText> canonical;

  /// Of the text as far as it could be read; nothing is known of the names of a text with a mistake in its
  /// syntax.
  navigation::SymbolTable symbols;
  /// Of \ref intact.
  ir::Program program;
  std::vector<Outcome::Finding> mistakes;
  /// In the order in which they are proved: mechanisms, compositions, channels.
  std::vector<Examined> examined;

  std::string_view text(SourceRange range) const { return source.text(range); }
  /// Of the word that \p offset is in or behind; \p offset itself if it is none.
  std::uint32_t startOfWord(std::uint32_t offset) const;
  /// Is a law at \p place that of an int, as in `lam ~ law(b)`? Of `lam: real ~ law(b)` it is not.
  bool drawsInteger(std::uint32_t place) const;
  /// What is known of the sort of a variable; null if nothing is.
  const ir::Variable *variable(const navigation::Symbol &symbol) const;

private:
  void addExamined();
};

} // namespace plumb::tool::language_server

#endif // PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_DOCUMENT_H
