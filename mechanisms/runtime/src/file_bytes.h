// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// All bytes of an open file, read and written past interruptions and short answers.

#ifndef PLUMB_RUNTIME_FILE_BYTES_H
#define PLUMB_RUNTIME_FILE_BYTES_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace plumb::runtime {

/// Everything from the start of \p file; nothing, and errno, if it cannot be read, is no plain file, or has
/// more than \p most bytes.
std::optional<std::string> readAll(int file, std::size_t most);

/// Writes \p bytes at \p offset. False, and errno, if not all of them could be written.
bool writeAll(int file, std::string_view bytes, off_t offset);

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_FILE_BYTES_H
