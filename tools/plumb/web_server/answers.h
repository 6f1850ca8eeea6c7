// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/web_server/answers.h - What the page asks ----*- C++ -*-===//
///
/// \file
/// What a page may ask of the text of a program, and the answers, as JSON. Each is what a sub-command or the
/// language server says of the same text; nothing is decided here.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_WEB_SERVER_ANSWERS_H
#define PLUMB_TOOLS_PLUMB_WEB_SERVER_ANSWERS_H

#include "tools/plumb/options.h"

#include <llvm/Support/JSON.h>
#include <map>
#include <optional>
#include <string>

namespace plumb::tool::web_server {

/// What is asked.
enum class Question : std::uint8_t {
  /// Which mistakes has it, and what does it declare?
  Read,
  /// What becomes of one declaration?
  Prove,
  /// Why?
  Explain,
  /// What is emitted for it?
  Emit,
  /// How do two aligned runs go?
  Play,
  /// Is it an answer to an exercise? The number is that of the exercise.
  Assess,
  /// What stands at a place?
  Hover,
  /// What could be typed at a place?
  Complete,
};

/// Takes a moment only: nothing is proved for it.
bool isQuick(Question question);

/// Each question by its name, as it stands in addresses: "prove".
const std::map<std::string, Question> &questionsByName();

/// What \p body asks for, as the text that answer() takes; nothing if it does not ask as it should: an object
/// with `text`; and with `place`, a position of the Language Server Protocol, for Hover and Complete, or
/// `number`, that of the declaration, for what is not quick. `inputs` may stand there for Play, and for
/// Complete `known`, the text as it was when it could be read last.
std::optional<std::string> requestOf(Question question, const std::string &body);

/// JSON. Takes its time, and may be ended at any moment.
std::string answer(const std::string &request, const Options &options);

} // namespace plumb::tool::web_server

#endif // PLUMB_TOOLS_PLUMB_WEB_SERVER_ANSWERS_H
