// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The file P.generation beside a state file P: the highest generation that was ever stored in P, and its
/// seal.
///
/// It is locked while P is in use, and holds two lines of a fixed width:
///
///     plumb generation 2 line <1 or 2> <generation> of <seal of P> in <identity> <seal>
///
/// The last seal is over the number of the line, so that the older one cannot be put over the newer one. The
/// seal of P tells states of one generation apart: one that was written to P.new, and whose renaming failed
/// or never came, was not the one that was stored in the end. A new generation is written over the older
/// line. So a write that is torn, by a crash or a full disk, leaves the line before. A line is written only
/// when P of that generation is on the disk; so behind a torn line lies a P that is newer than the line that
/// is left, and any other P was put back.
///
/// The identity is drawn when the record begins. P carries it too: a record of another state, or of an
/// earlier life of this one, under the same key, vouches for nothing. A new key comes with a new identity,
/// which follows from both.

#ifndef PLUMB_RUNTIME_GENERATION_RECORD_H
#define PLUMB_RUNTIME_GENERATION_RECORD_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/seal.h"
#include "state_location.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::runtime {

/// The open and locked record.
class GenerationRecord {
public:
  static constexpr std::string_view suffix = ".generation";

  /// Opens and locks the record of the state at \p place; begins a new one, of generation 0 and on the disk
  /// when this returns, if there is neither state nor record.
  ///
  /// An error value if it is in use, cannot be read or written, is missing or empty although there is a
  /// state, or was not written under \p key.
  static Expected<GenerationRecord> open(StateLocation place, SealKey key);

  /// Opens and locks a record whose state a crash left under \p key, with the identity under \p key: no line
  /// of it is under \p key yet, and the newest one may be torn. An error value where \p earlier does not open
  /// it.
  static Expected<GenerationRecord> openBetweenKeys(StateLocation place, SealKey earlier, SealKey key);

  const StateLocation &location() const { return place; }
  /// 32 hexadecimal digits.
  const std::string &identity() const { return file; }
  SealKey key() const { return secret; }
  std::uint64_t newest() const { return known.newest; }
  /// The seal of the newest P; zeros where none was stored, empty between keys: P has another one by then.
  const std::string &newestState() const { return known.state; }
  /// The least generation that the state may have: one more than the newest if the line of that one is torn.
  std::uint64_t least() const;

  /// Reads it again from the disk. An error value if it is not at its place any more, or not as `open`
  /// demands.
  Expected<std::uint64_t> read();
  /// Stores \p generation, of which P has the seal \p state. It is on the disk when this returns true; else
  /// errno.
  bool store(std::uint64_t generation, std::string_view state);
  /// What \p identity becomes under the key \p next: a key that comes back
  /// vouches for no state of its earlier time.
  static std::string identityUnder(SealKey next, std::string_view identity);
  /// Puts it under the key \p next and the identity \p fresh. On the disk when this returns true; else errno.
  ///
  /// The line of the generation before is written first, and over the newest one: wherever a crash comes, one
  /// line is left that asks for a P of that generation or a later one. So where the newest line alone is
  /// left, no change of keys was going on, and a P under the next key is one of a change that was given up.
  ///
  /// \pre P of that generation, not 0, is on the disk, under that key, with that identity and the seal \p
  /// state.
  bool reseal(SealKey next, std::string_view fresh, std::uint64_t generation, std::string_view state);
  /// The same where nothing was stored yet: there is no P.
  bool beginAnew(SealKey next);

private:
  struct Content {
    std::uint64_t newest = 0;
    std::string state = {};
    /// The line to be written over next, 0 or 1.
    std::size_t older = 0;
    bool isTorn = false;
  };

  GenerationRecord(StateLocation at, SealKey key, Descriptor locked)
      : place(std::move(at)), secret(key.begin(), key.end()), lock(std::move(locked)) {}

  /// Over the older line.
  bool writeLine(std::uint64_t generation, std::string_view state);
  std::string line(std::size_t number, std::uint64_t generation, std::string_view state) const;
  Expected<Content> contentOf(std::string_view bytes);
  Expected<bool> begin();
  Error changed() const;

  StateLocation place;
  std::vector<std::uint8_t> secret;
  Descriptor lock;
  std::string file;
  Content known;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_GENERATION_RECORD_H
