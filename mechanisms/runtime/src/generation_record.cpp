// SPDX-License-Identifier: Apache-2.0

#include "generation_record.h"

#include "file_bytes.h"
#include "plumb/runtime/os_bits.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <limits>
#include <optional>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace plumb::runtime {

namespace {

/// Of both lines: one put in the place of the other is none.
constexpr std::array<std::string_view, 2> heads{"plumb generation 2 line 1 ", "plumb generation 2 line 2 "};
constexpr std::string_view earlierHead = "plumb generation 1 line ";
constexpr std::string_view of = " of ", in = " in ";
constexpr std::size_t numberLength = 20, identityLength = 32, sealLength = 64;
constexpr std::size_t sealedLength =
    heads[0].size() + numberLength + of.size() + sealLength + in.size() + identityLength;
/// With a blank, the seal and a line feed behind it.
constexpr std::size_t lineLength = sealedLength + 1 + sealLength + 1;
constexpr std::size_t recordLength = 2 * lineLength;
/// A longer record is none.
constexpr std::size_t mostBytes = 2 * recordLength;

/// In a line of a generation of which no P was stored.
std::string noState() {
  return std::string(sealLength, '0');
}

struct Line {
  std::uint64_t generation;
  std::string_view state, identity;
};

/// The line number \p place, 0 or 1, if it was written whole, for that place and under \p key.
std::optional<Line> lineIn(std::string_view bytes, std::size_t place, SealKey key) {
  const std::string_view head = heads[place];
  const std::string_view text =
      bytes.substr(std::min(place * lineLength, bytes.size()), place == 0 ? lineLength : bytes.npos);
  if (text.size() != lineLength || text[sealedLength] != ' ' || text.back() != '\n' ||
      !text.starts_with(head) ||
      !isSealOf(text.substr(sealedLength + 1, sealLength), text.substr(0, sealedLength), key))
    return std::nullopt;
  const std::string_view digits = text.substr(head.size(), numberLength);
  Line line{0, text.substr(head.size() + numberLength + of.size(), sealLength),
            text.substr(sealedLength - identityLength, identityLength)};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), line.generation);
  return error == std::errc() && end == digits.data() + digits.size() ? std::optional(line) : std::nullopt;
}

/// The first two lines, with an x for every hexadecimal digit of an identity or a seal.
std::string formOfBeginning() {
  std::string form;
  for (std::string_view head : heads)
    form.append(head)
        .append(numberLength, '0')
        .append(of)
        .append(sealLength, 'x')
        .append(in)
        .append(identityLength, 'x')
        .append(" ")
        .append(sealLength, 'x')
        .append("\n");
  return form;
}

/// What a crash may leave of the first two lines: a part of them, or zeros for bytes that never reached the
/// disk. Nothing else is written over: it is of somebody else.
bool isUnfinished(std::string_view bytes) {
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  const auto fits = [&](char byte, char form) {
    return byte == '\0' || (form == 'x' ? hexadecimal.find(byte) != hexadecimal.npos : byte == form);
  };
  return bytes.size() <= recordLength && (bytes.size() < recordLength || bytes.find('\0') != bytes.npos) &&
         std::equal(bytes.begin(), bytes.end(), formOfBeginning().begin(), fits);
}

std::string freshIdentity() {
  OsBits bits;
  char digits[identityLength + 1];
  std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(bits.next_u64()),
                static_cast<unsigned long long>(bits.next_u64()));
  return digits;
}

Error missingIn(const StateLocation &place) {
  const std::string record = place.shown(GenerationRecord::suffix);
  if (place.exists(".lock"))
    return Error{place.shown() + " was written by an earlier version, with its generation in " +
                 place.shown(".lock") +
                 ", which anybody could change: whether it is the newest state cannot be told. Move both "
                 "away and begin anew"};
  return Error{record + " is missing, which tells whether " + place.shown() +
               " is the newest state; an older one would spend its budget again"};
}

/// The record's file, made if there is neither it nor a state.
Expected<Descriptor> fileIn(const StateLocation &place) {
  Descriptor opened = place.open(GenerationRecord::suffix, O_RDWR);
  if (!opened.isOpen() && errno == ENOENT) {
    if (place.exists({}))
      return missingIn(place);
    opened = place.open(GenerationRecord::suffix, O_RDWR | O_CREAT);
  }
  if (!opened.isOpen())
    return failure(place.shown(GenerationRecord::suffix) + " cannot be opened");
  return opened;
}

Expected<Descriptor> lockedFileIn(const StateLocation &place) {
  Expected<Descriptor> opened = fileIn(place);
  if (!opened)
    return opened;
  if (::flock(opened->get(), LOCK_EX | LOCK_NB) == 0)
    return opened;
  if (errno == EWOULDBLOCK)
    return Error{place.shown() + " is in use by another process or another part of this one"};
  return failure(place.shown(GenerationRecord::suffix) + " cannot be locked");
}

} // namespace

Error GenerationRecord::changed() const {
  return Error{place.shown(suffix) + " was changed by something else, or is under another key"};
}

Expected<GenerationRecord> GenerationRecord::open(StateLocation place, SealKey key) {
  Expected<Descriptor> locked = lockedFileIn(place);
  if (!locked)
    return locked.error();
  GenerationRecord record(std::move(place), key, *std::move(locked));
  const std::optional<std::string> bytes = readAll(record.lock.get(), mostBytes);
  if (!bytes)
    return failure(record.place.shown(suffix) + " cannot be read");
  if (isUnfinished(*bytes) && !record.place.exists({}))
    if (const Expected<bool> begun = record.begin(); !begun)
      return begun.error();
  if (const Expected<std::uint64_t> newest = record.read(); !newest)
    return newest.error();
  return record;
}

std::uint64_t GenerationRecord::least() const {
  const bool hasLater = known.newest < std::numeric_limits<std::uint64_t>::max();
  return known.newest + (known.isTorn && hasLater ? 1 : 0);
}

std::string GenerationRecord::line(std::size_t number, std::uint64_t generation,
                                   std::string_view state) const {
  char digits[numberLength + 1];
  std::snprintf(digits, sizeof digits, "%020llu", static_cast<unsigned long long>(generation));
  const std::string sealed =
      std::string(heads[number]).append(digits).append(of).append(state).append(in).append(file);
  return sealed + " " + sealOf(sealed, secret) + "\n";
}

Expected<GenerationRecord> GenerationRecord::openBetweenKeys(StateLocation place, SealKey earlier,
                                                             SealKey key) {
  Expected<Descriptor> locked = lockedFileIn(place);
  if (!locked)
    return locked.error();
  GenerationRecord record(std::move(place), earlier, *std::move(locked));
  if (const Expected<std::uint64_t> newest = record.read(); !newest)
    return newest.error();
  record.secret.assign(key.begin(), key.end());
  record.file = identityUnder(key, record.file);
  record.known.state.clear();
  return record;
}

std::string GenerationRecord::identityUnder(SealKey next, std::string_view identity) {
  return sealOf("identity behind " + std::string(identity), next).substr(0, identityLength);
}

bool GenerationRecord::reseal(SealKey next, std::string_view fresh, std::uint64_t generation,
                              std::string_view state) {
  secret.assign(next.begin(), next.end());
  file = fresh;
  known.older = 1 - known.older;
  return store(generation - 1, noState()) && store(generation, state);
}

bool GenerationRecord::beginAnew(SealKey next) {
  secret.assign(next.begin(), next.end());
  known = {};
  return ::ftruncate(lock.get(), 0) == 0 && ::fsync(lock.get()) == 0 && begin();
}

Expected<bool> GenerationRecord::begin() {
  file = freshIdentity();
  if (!writeAll(lock.get(), line(0, 0, noState()) + line(1, 0, noState()), 0) || ::fsync(lock.get()) != 0 ||
      !place.sync())
    return failure(place.shown(suffix) + " cannot be written");
  return true;
}

Expected<GenerationRecord::Content> GenerationRecord::contentOf(std::string_view bytes) {
  if (bytes.empty())
    return Error{place.shown(suffix) + " is empty; it told whether " + place.shown() +
                 " is the newest state, and an older one would spend its budget again"};
  if (bytes.starts_with(earlierHead))
    return Error{place.shown(suffix) +
                 " was written by an earlier version, and does not tell states of one "
                 "generation apart; move it and " +
                 place.shown() + " away and begin anew"};
  const std::optional<Line> first = lineIn(bytes, 0, secret);
  const std::optional<Line> second = lineIn(bytes, 1, secret);
  if (bytes.size() > recordLength || (!first && !second) ||
      (first && second && first->identity != second->identity))
    return changed();
  const std::size_t newer = !first || (second && second->generation > first->generation) ? 1 : 0;
  const Line &line = newer == 0 ? *first : *second;
  if (file.empty())
    file = line.identity;
  if (line.identity != file)
    return changed();
  return Content{line.generation, std::string(line.state), 1 - newer, !first || !second};
}

Expected<std::uint64_t> GenerationRecord::read() {
  if (!place.isAt(suffix, lock))
    return Error{place.shown(suffix) + " is not the file any more that was locked"};
  const std::optional<std::string> bytes = readAll(lock.get(), mostBytes);
  if (!bytes)
    return failure(place.shown(suffix) + " cannot be read");
  const Expected<Content> content = contentOf(*bytes);
  if (!content)
    return content.error();
  known = *content;
  return known.newest;
}

bool GenerationRecord::store(std::uint64_t generation, std::string_view state) {
  // Else the line that is left where this one is torn would ask for less than this generation.
  if (generation > known.newest && generation - known.newest > 1 && !writeLine(generation - 1, noState()))
    return false;
  return writeLine(generation, state);
}

bool GenerationRecord::writeLine(std::uint64_t generation, std::string_view state) {
  const off_t start = static_cast<off_t>(known.older * lineLength);
  // Before anything is on the disk: memory that is refused behind that would leave this object behind its
  // file.
  std::string kept(state);
  if (!writeAll(lock.get(), line(known.older, generation, state), start) || ::fsync(lock.get()) != 0)
    return false;
  known = {generation, std::move(kept), 1 - known.older, false};
  return true;
}

} // namespace plumb::runtime
