// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// State that outlives the process: one user at a time, never half written, never
/// older than before.
///
/// A mechanism that forgets what it has spent spends it again. For the file P there
/// are two on disk: P, with a generation number, the content and a seal, and P.lock, which is
/// locked while in use and records the highest generation that was ever stored. A
/// change is written to P.new, forced to disk, renamed to P, and recorded. A crash
/// leaves the old content or the new one, and the record never ahead of the file;
/// so a file behind its record was put back by somebody and is refused.
///
/// Whoever can restore both files at once is noticed only by the caller, who may know
/// a generation from elsewhere; see `open`.

#ifndef PLUMB_RUNTIME_STATE_FILE_H
#define PLUMB_RUNTIME_STATE_FILE_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/seal.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace plumb::runtime {

/// The open state file of a stream. It can be moved and not copied.
class StateFile {
public:
  /// Opens \p path, or begins a new one at generation 0 with no content. Holds its
  /// lock until destruction.
  ///
  /// An error value if the file is in use; if it cannot be read or was changed
  /// after it was written; if it is missing or older although a later generation
  /// was stored; or if it is older than \p least.
  static Expected<StateFile> open(const std::string &path, SealKey key = {}, std::uint64_t least = 0);

  StateFile(StateFile &&other) noexcept;
  StateFile &operator=(StateFile &&other) noexcept;
  ~StateFile();

  /// 0 as long as nothing was stored.
  std::uint64_t generation() const { return stored; }
  const std::string &content() const { return text; }

  /// Stores \p next as \p generation. It is on disk when this returns a value; store
  /// before publishing what depends on it. Returns the generation.
  ///
  /// An error value, and the old content still in place, if the generation is not
  /// above the stored one, in a child of fork(), or if the file system refuses.
  /// After an error behind the renaming the new content may be in place; open the
  /// file again to find out.
  Expected<std::uint64_t> replace(std::uint64_t generation, std::string_view next);

private:
  StateFile(std::string location, SealKey key, int lockedFile);

  Expected<bool> load(std::uint64_t least);
  Expected<bool> write(std::uint64_t generation, std::string_view next) const;
  void close();

  std::string path;
  std::vector<std::uint8_t> secret;
  /// The open P.lock, or -1 after a move.
  int lock;
  pid_t owner;
  std::uint64_t stored = 0;
  std::string text;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_STATE_FILE_H
