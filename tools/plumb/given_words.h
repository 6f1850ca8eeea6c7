// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/given_words.h - Values on the command line ---*- C++ -*-===//
///
/// \file
/// What `--let` and `--eps` give parameters of programs.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_GIVEN_WORDS_H
#define PLUMB_TOOLS_PLUMB_GIVEN_WORDS_H

#include "checker/claims/given_values.h"
#include "tools/plumb/options.h"

#include <optional>
#include <string>

namespace plumb::tool {

/// Adds them to \p values; which word is none, or nothing.
std::optional<runtime::Error> readGivenValues(const BoundsWords &words, claims::GivenValues &values);

/// The option of \p words that gives the parameter \p name its value.
std::string optionOf(const BoundsWords &words, const std::string &name);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_GIVEN_WORDS_H
