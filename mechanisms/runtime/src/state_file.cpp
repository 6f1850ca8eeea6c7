// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/state_file.h"

#include "file_bytes.h"
#include "generation_record.h"
#include "plumb/runtime/process_mark.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <optional>
#include <unistd.h>
#include <utility>

namespace plumb::runtime {

namespace {

constexpr std::string_view head = "plumb state 2\n", newSuffix = ".new";

/// Of a content. A state with 10^6 numbers has less than 2^26.
constexpr std::size_t mostBytes = std::size_t{1} << 28;
constexpr const char *tooLong = "a state of more than 2^28 bytes";
constexpr std::size_t mostBytesBefore = 1024;

std::optional<std::uint64_t> numberOf(std::string_view digits) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size())
    return std::nullopt;
  return number;
}

/// What is behind \p word in the first line of \p text, which is taken off it.
std::optional<std::string_view> takeLine(std::string_view &text, std::string_view word) {
  const std::size_t end = text.find('\n');
  if (!text.starts_with(word) || end == std::string_view::npos)
    return std::nullopt;
  const std::string_view found = text.substr(word.size(), end - word.size());
  text.remove_prefix(end + 1);
  return found;
}

/// What P holds.
struct State {
  std::string_view seal, identity;
  std::uint64_t generation;
  std::string_view content;
};

/// What is behind the seal.
std::string bodyOf(std::string_view identity, std::uint64_t generation, std::string_view content) {
  return "state of " + std::string(identity) + "\ngeneration " + std::to_string(generation) + "\n" +
         std::string(content);
}

/// Head, seal over the rest, identity, generation, content.
std::string sealed(std::string_view seal, std::string_view body) {
  return std::string(head).append(seal).append("\n").append(body);
}

/// Reads what `sealed` wrote; refers to \p bytes.
std::optional<State> stateIn(std::string_view bytes, SealKey key) {
  if (!bytes.starts_with(head))
    return std::nullopt;
  bytes.remove_prefix(head.size());
  const auto seal = takeLine(bytes, {});
  if (!seal || !isSealOf(*seal, bytes, key))
    return std::nullopt;
  const auto identity = takeLine(bytes, "state of "), digits = takeLine(bytes, "generation ");
  const auto generation = digits ? numberOf(*digits) : std::nullopt;
  if (!identity || !generation)
    return std::nullopt;
  return State{*seal, *identity, *generation, bytes};
}

/// The bytes of P, empty if there is none.
Expected<std::string> bytesAt(const StateLocation &place) {
  const Descriptor file = place.open({}, O_RDONLY);
  if (!file.isOpen() && errno == ENOENT)
    return std::string();
  if (!file.isOpen())
    return failure(place.shown() + " cannot be opened");
  std::optional<std::string> bytes = readAll(file.get(), mostBytes + mostBytesBefore);
  if (!bytes)
    return failure(place.shown() + " cannot be read");
  return *std::move(bytes);
}

/// P.new, made by this call: what lies there already is of a process that has died, or of somebody else,
/// who may read what is written to it.
Expected<Descriptor> freshFileAt(const StateLocation &place) {
  if (!place.remove(newSuffix) && errno != ENOENT)
    return failure(place.shown(newSuffix) + " cannot be removed");
  Descriptor file = place.open(newSuffix, O_WRONLY | O_CREAT | O_EXCL);
  if (!file.isOpen())
    return failure(place.shown(newSuffix) + " cannot be made");
  return file;
}

} // namespace

StateFile::StateFile(GenerationRecord locked)
    : record(std::make_unique<GenerationRecord>(std::move(locked))), owner(processMark()) {}

StateFile::StateFile(StateFile &&other) noexcept = default;
StateFile &StateFile::operator=(StateFile &&other) noexcept {
  if (this != &other) {
    record = std::move(other.record);
    owner = other.owner;
    stored = other.stored;
    seal = std::move(other.seal);
    text = std::move(other.text);
  }
  return *this;
}
StateFile::~StateFile() = default;

Expected<StateFile> StateFile::openAt(const std::string &path, std::uint64_t least,
                                      const OpenRecord &openRecord) {
  if (path.ends_with(newSuffix) || path.ends_with(GenerationRecord::suffix))
    return Error{"`" + path + "` would be a file beside another state; let its name not end in `.new` or `" +
                 std::string(GenerationRecord::suffix) + "`"};
  Expected<StateLocation> place = StateLocation::of(path);
  if (!place)
    return place.error();
  Expected<GenerationRecord> locked = openRecord(*std::move(place));
  if (!locked)
    return locked.error();
  StateFile file(*std::move(locked));
  const Expected<bool> loaded = file.load(least);
  if (!loaded)
    return loaded.error();
  return file;
}

Expected<StateFile> StateFile::open(const std::string &path, SealKey key, std::uint64_t least) {
  return openAt(path, least,
                [&](StateLocation place) { return GenerationRecord::open(std::move(place), key); });
}

Expected<StateFile> StateFile::openWithNewKey(const std::string &path, SealKey old, SealKey next,
                                              std::uint64_t least) {
  Expected<StateFile> file = open(path, next, least);
  // Under one key there is nothing between two keys: a line of the record that is torn stays torn.
  if (file || sealOf({}, old) == sealOf({}, next))
    return file;
  Expected<StateFile> before = open(path, old, least);
  const bool isUnderOldKey = before.has_value();
  if (!isUnderOldKey)
    before = openAt(path, least, [&](StateLocation place) {
      return GenerationRecord::openBetweenKeys(std::move(place), old, next);
    });
  if (!before)
    return file.error();
  if (const Expected<bool> resealed = before->reseal(next, isUnderOldKey); !resealed)
    return resealed.error();
  return before;
}

Expected<bool> StateFile::reseal(SealKey next, bool isUnderOldKey) {
  const std::string fresh =
      isUnderOldKey ? GenerationRecord::identityUnder(next, record->identity()) : record->identity();
  if (stored != 0 && isUnderOldKey) {
    Expected<std::string> written = write(fresh, stored, text.text(), next);
    if (!written)
      return written.error();
    seal = *std::move(written);
  }
  // Found under the new key, it was renamed by who was killed then; that may not be on the disk yet.
  if (!isUnderOldKey && !record->location().sync())
    return failure("the folder of " + record->location().shown() + " cannot be forced to disk");
  if (!(stored == 0 ? record->beginAnew(next) : record->reseal(next, fresh, stored, seal)))
    return failure("the new key of " + record->location().shown(GenerationRecord::suffix) +
                   " cannot be recorded");
  return true;
}

Expected<bool> StateFile::load(std::uint64_t least) {
  const StateLocation &place = record->location();
  const Expected<std::string> bytes = bytesAt(place);
  if (!bytes)
    return bytes.error();
  if (!bytes->empty() || place.exists({})) {
    const std::optional<State> state = stateIn(*bytes, record->key());
    if (!state)
      return Error{place.shown() + " is no state file, or was changed after it was written"};
    if (state->identity != record->identity())
      return Error{place.shown() + " is another state than the one of " +
                   place.shown(GenerationRecord::suffix)};
    stored = state->generation;
    seal = state->seal;
    text = FiledText(std::string(state->content));
  }
  const std::uint64_t newest = std::max(record->least(), least);
  if (stored < newest)
    return Error{place.shown() + " is of generation " + std::to_string(stored) + ", but generation " +
                 std::to_string(newest) + " was stored: an older state would spend its budget again"};
  const std::string &newestState = record->newestState();
  if (stored != 0 && stored == record->newest() && !newestState.empty() && seal != newestState)
    return Error{place.shown() + " is not the state of generation " + std::to_string(stored) +
                 " that was stored: another one was tried before it, and would spend its budget again"};
  // A crash may have come between the renaming and the record; then the renaming may not be on the disk yet,
  // and the record must not get ahead of it.
  if (stored > record->newest() && !(place.sync() && record->store(stored, seal)))
    return failure("the generation of " + place.shown() + " cannot be recorded");
  return true;
}

/// Nobody has stored anything since this file was opened, although it was locked.
Expected<bool> StateFile::isStillLatest() {
  const Expected<std::uint64_t> newest = record->read();
  if (!newest)
    return newest.error();
  if (*newest != stored)
    return Error{record->location().shown() + " is not up to date: generation " + std::to_string(*newest) +
                 " was stored meanwhile; open it again"};
  return true;
}

Expected<bool> StateFile::writeNew(std::string_view bytes) {
  const StateLocation &place = record->location();
  const Expected<Descriptor> file = freshFileAt(place);
  if (!file)
    return file.error();
  if (!writeAll(file->get(), bytes, 0) || ::fsync(file->get()) != 0) {
    const Error refused = failure(place.shown(newSuffix) + " cannot be written");
    place.remove(newSuffix);
    return refused;
  }
  return true;
}

Expected<std::string> StateFile::write(std::string_view identity, std::uint64_t generation,
                                       std::string_view next, SealKey key) {
  const StateLocation &place = record->location();
  const std::string body = bodyOf(identity, generation, next);
  std::string sealOfBody = sealOf(body, key);
  if (const Expected<bool> written = writeNew(sealed(sealOfBody, body)); !written)
    return written.error();
  if (!place.rename(newSuffix, {})) {
    const Error refused = failure(place.shown() + " cannot be replaced");
    place.remove(newSuffix);
    return refused;
  }
  if (!place.sync())
    return failure("the folder of " + place.shown() + " cannot be forced to disk");
  return sealOfBody;
}

Expected<bool> StateFile::usable() const {
  if (!record)
    return Error{"the state file was moved away"};
  if (processMark() != owner)
    return Error{record->location().shown() + " belongs to the process that opened it"};
  return true;
}

Expected<bool> StateFile::tryToStore(std::size_t length) {
  if (const Expected<bool> open = usable(); !open)
    return open;
  if (length > mostBytes)
    return Error{tooLong};
  if (const Expected<bool> latest = isStillLatest(); !latest)
    return latest;
  // No seal: a crash leaves nothing that somebody could put in the place of a state that was paid for.
  const FiledText kept{std::string(length + mostBytesBefore, '0')};
  if (const Expected<bool> written = writeNew(kept.text()); !written)
    return written;
  if (!record->location().remove(newSuffix))
    return failure(record->location().shown(newSuffix) + " cannot be removed");
  return true;
}

Expected<std::uint64_t> StateFile::replace(std::uint64_t generation, std::string_view next) {
  if (const Expected<bool> open = usable(); !open)
    return open.error();
  const StateLocation &place = record->location();
  if (generation <= stored)
    return Error{"generation " + std::to_string(generation) + " is not above generation " +
                 std::to_string(stored) + ", which " + place.shown() + " holds"};
  if (next.size() > mostBytes)
    return Error{tooLong};
  if (const Expected<bool> latest = isStillLatest(); !latest)
    return latest.error();
  // Before anything is on the disk: memory that is refused behind that would leave this object behind its
  // file.
  FiledText kept{std::string(next)};
  Expected<std::string> written = write(record->identity(), generation, next, record->key());
  if (!written)
    return written.error();
  if (!record->store(generation, *written))
    return failure("the generation of " + place.shown() + " cannot be recorded");
  stored = generation;
  seal = *std::move(written);
  text = std::move(kept);
  return generation;
}

} // namespace plumb::runtime
