// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/language_server/word_meanings.h - What words say -*- C++ -*-===//
///
/// \file
/// A line for each word of the language and each law of noise, for whoever types it or asks about it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_WORD_MEANINGS_H
#define PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_WORD_MEANINGS_H

#include "frontend/ir/law.h"
#include "frontend/parse/expected_words.h"

#include <llvm/ADT/ArrayRef.h>
#include <string>
#include <string_view>

namespace plumb::tool::language_server {

struct WordMeaning {
  std::string_view word;
  /// Where a name means this. None of keywords, which are at home where the grammar has them.
  NamePlace places;
  std::string_view meaning;
};

/// In the order of word_meanings.def.
llvm::ArrayRef<WordMeaning> wordsOfLanguage();

/// "noise: Laplace density exp(-|x|/b)/(2b); moved by s it costs at most |s| / b"
/// \param isDiscrete the draw is an int; what is only drawn of reals is told of them.
std::string meaningOf(ir::Law law, bool isDiscrete);

} // namespace plumb::tool::language_server

#endif // PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_WORD_MEANINGS_H
