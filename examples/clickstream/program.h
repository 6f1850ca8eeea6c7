// SPDX-License-Identifier: Apache-2.0
//===- examples/clickstream/program.h - The whole program -------*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_CLICKSTREAM_PROGRAM_H
#define PLUMB_EXAMPLES_CLICKSTREAM_PROGRAM_H

#include <iosfwd>
#include <string>
#include <vector>

namespace clickstream {

/// Runs the program on its command-line arguments, without its name.
///
/// \param defaultFile is read if the arguments name no file.
/// \returns the exit code: 0, or 1 after one message on \p err for wrong arguments, a file that cannot
/// be read or is malformed ("FILE:LINE:COLUMN: error: ..."), and parameters that the mechanism refuses.
int run(const std::vector<std::string> &arguments, const std::string &defaultFile, std::ostream &out,
        std::ostream &err);

} // namespace clickstream

#endif // PLUMB_EXAMPLES_CLICKSTREAM_PROGRAM_H
