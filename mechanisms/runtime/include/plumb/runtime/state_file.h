// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// State that outlives the process: one user at a time, never half written, never
/// older than before.
///
/// A mechanism that forgets what it has spent spends it again. For the file P there
/// are two on disk: P, with an identity, a generation number, the content and a seal, and
/// P.generation, which is locked while in use and records the highest generation that was ever
/// stored, with its seal, under the same key. A change is written to P.new, forced to disk, renamed to P, and
/// recorded. A crash leaves the old content or the new one, and the record never ahead of the
/// file; so a file behind its record was put back by somebody and is refused. A file without a
/// record is refused too.
///
/// P.generation is as private as P: under the empty key, or one that is known, its seal confirms a guess at
/// the whole of what P holds.
///
/// Whoever can restore both files at once, exchange both for those of another state under the same
/// key, or remove both, is noticed only by the caller, who may know a generation from elsewhere; see
/// `open`. The lock is flock(2): on a network file system it may hold for one machine only.

#ifndef PLUMB_RUNTIME_STATE_FILE_H
#define PLUMB_RUNTIME_STATE_FILE_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/filed_text.h"
#include "plumb/runtime/seal.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::runtime {

class GenerationRecord;
class StateLocation;

/// The open state file of a stream. It can be moved and not copied.
class StateFile {
public:
  /// Opens \p path, or begins a new one at generation 0 with no content. Holds its
  /// lock until destruction, and longer where a child of fork() lives on. The folder is found now: a later
  /// chdir() changes nothing.
  ///
  /// An error value if \p path ends in `.new` or `.generation`; if the file is in use; if it cannot be read,
  /// was changed after it was written, or is under another key; if it is missing or older although a later
  /// generation was stored, or of that generation and not what was stored; if its record is missing, empty or
  /// of another state; or if it is older than \p least.
  static Expected<StateFile> open(const std::string &path, SealKey key = {}, std::uint64_t least = 0);

  /// Opens \p path as above, and puts both files under the key \p next in place of \p old, which opens them
  /// no more. Finishes what a crash interrupted, and does nothing if \p next opens the files already; so it
  /// can always be called again. Until it has returned a value neither key may open them.
  ///
  /// An error value in the cases above, for both keys.
  static Expected<StateFile> openWithNewKey(const std::string &path, SealKey old, SealKey next,
                                            std::uint64_t least = 0);

  StateFile(StateFile &&other) noexcept;
  StateFile &operator=(StateFile &&other) noexcept;
  ~StateFile();

  /// 0 as long as nothing was stored.
  std::uint64_t generation() const { return stored; }
  const FiledText &content() const { return text; }

  /// An error value after a move and in a child of fork(), where nothing can be stored any more.
  Expected<bool> usable() const;

  /// An error value if a content of \p length bytes could not be stored now. Writes P.new, which is no state,
  /// and removes it.
  Expected<bool> tryToStore(std::size_t length);

  /// Stores \p next as \p generation. It is on disk when this returns a value; store
  /// before publishing what depends on it. Returns the generation.
  ///
  /// An error value, and the old content still in place, if the generation is not
  /// above the stored one, in a child of fork(), if the record was changed or exchanged
  /// meanwhile, or if the file system refuses.
  /// After an error behind the renaming the new content may be in place; open the
  /// file again to find out.
  Expected<std::uint64_t> replace(std::uint64_t generation, std::string_view next);

private:
  explicit StateFile(GenerationRecord locked);

  using OpenRecord = std::function<Expected<GenerationRecord>(StateLocation)>;
  static Expected<StateFile> openAt(const std::string &path, std::uint64_t least,
                                    const OpenRecord &openRecord);

  Expected<bool> load(std::uint64_t least);
  Expected<bool> isStillLatest();
  Expected<bool> writeNew(std::string_view bytes);
  /// Returns the seal.
  Expected<std::string> write(std::string_view identity, std::uint64_t generation, std::string_view next,
                              SealKey key);
  /// \param isUnderOldKey P is.
  Expected<bool> reseal(SealKey next, bool isUnderOldKey);

  /// The open P.generation; nothing after a move.
  std::unique_ptr<GenerationRecord> record;
  /// The `processMark` of the process that opened it.
  std::uint64_t owner;
  std::uint64_t stored = 0;
  /// Of P; empty where nothing was stored.
  std::string seal;
  FiledText text;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_STATE_FILE_H
