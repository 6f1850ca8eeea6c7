// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/self_description.h - Manual and completions --*- C++ -*-===//
///
/// \file
/// The command line, told to others: the manual page for man(1), and what bash, zsh and fish complete. All of
/// them are read off the description that also reads the command line, so that none of them can know an
/// option that there is not.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_SELF_DESCRIPTION_H
#define PLUMB_TOOLS_PLUMB_SELF_DESCRIPTION_H

#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace plumb::tool {

/// The page plumb(1), in the macros of man(7).
std::string manualPage(const CLI::App &app);

/// What a shell reads so that it completes sub-commands, options, their words, names of exercises, and files.
///
/// \param shell "bash", "zsh" or "fish".
/// \param exercises what may stand for a NAME behind a choice of words.
std::string completions(const CLI::App &app, const std::string &shell,
                        const std::vector<std::string> &exercises);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_SELF_DESCRIPTION_H
