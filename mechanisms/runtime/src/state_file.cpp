// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/state_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace plumb::runtime {

namespace {

constexpr std::string_view head = "plumb state 1\n";
constexpr std::size_t maximalSize = std::size_t{1} << 30;

/// An open file that closes itself.
class Descriptor {
public:
  explicit Descriptor(int opened) : number(opened) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (number >= 0)
      ::close(number);
  }
  int get() const { return number; }
  int release() { return std::exchange(number, -1); }

private:
  int number;
};

Error failure(const std::string &what) {
  return Error{what + ": " + std::strerror(errno)};
}

bool writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Everything from the start of \p file; nothing if it cannot be read.
std::optional<std::string> readAll(int file) {
  std::string bytes;
  char buffer[4096];
  if (::lseek(file, 0, SEEK_SET) != 0)
    return std::nullopt;
  for (;;) {
    const ssize_t got = ::read(file, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0 || bytes.size() > maximalSize)
      return std::nullopt;
    if (got == 0)
      return bytes;
    bytes.append(buffer, static_cast<std::size_t>(got));
  }
}

std::optional<std::uint64_t> numberOf(std::string_view digits) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size())
    return std::nullopt;
  return number;
}

std::string generationLine(std::uint64_t generation) {
  return "generation " + std::to_string(generation) + "\n";
}

/// The number of a text that begins with a generation line, whose length is
/// taken off \p text.
std::optional<std::uint64_t> takeGeneration(std::string_view &text) {
  constexpr std::string_view word = "generation ";
  const std::size_t end = text.find('\n');
  if (!text.starts_with(word) || end == std::string_view::npos)
    return std::nullopt;
  const auto generation = numberOf(text.substr(word.size(), end - word.size()));
  text.remove_prefix(end + 1);
  return generation;
}

/// Head, generation, seal over generation and content, content.
std::string sealed(std::uint64_t generation, std::string_view content, SealKey key) {
  const std::string body = generationLine(generation) + std::string(content);
  return std::string(head) + sealOf(body, key) + "\n" + body;
}

std::string folderOf(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

/// The highest generation recorded in the lock file; 0 in a new one.
Expected<std::uint64_t> recordIn(int lock, const std::string &path) {
  const std::optional<std::string> record = readAll(lock);
  if (!record)
    return failure("`" + path + ".lock` cannot be read");
  if (record->empty())
    return std::uint64_t{0};
  std::string_view rest = *record;
  const auto generation = takeGeneration(rest);
  if (!generation || !rest.empty())
    return Error{"`" + path + ".lock` was changed by something else"};
  return *generation;
}

/// In place, with a fixed width, so that no crash leaves a shorter number.
bool record(int lock, std::uint64_t generation) {
  char line[64];
  const int length =
      std::snprintf(line, sizeof line, "generation %020llu\n", static_cast<unsigned long long>(generation));
  return ::pwrite(lock, line, static_cast<std::size_t>(length), 0) == length && ::fsync(lock) == 0;
}

} // namespace

StateFile::StateFile(std::string location, SealKey key, int lockedFile)
    : path(std::move(location)), secret(key.begin(), key.end()), lock(lockedFile), owner(getpid()) {}

StateFile::StateFile(StateFile &&other) noexcept
    : path(std::move(other.path)), secret(std::move(other.secret)), lock(std::exchange(other.lock, -1)),
      owner(other.owner), stored(other.stored), text(std::move(other.text)) {}

StateFile &StateFile::operator=(StateFile &&other) noexcept {
  if (this == &other)
    return *this;
  close();
  path = std::move(other.path);
  secret = std::move(other.secret);
  lock = std::exchange(other.lock, -1);
  owner = other.owner;
  stored = other.stored;
  text = std::move(other.text);
  return *this;
}

StateFile::~StateFile() {
  close();
}

void StateFile::close() {
  if (lock >= 0)
    ::close(std::exchange(lock, -1));
}

Expected<StateFile> StateFile::open(const std::string &path, SealKey key, std::uint64_t least) {
  const std::string lockPath = path + ".lock";
  Descriptor locked(::open(lockPath.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (locked.get() < 0)
    return failure("`" + lockPath + "` cannot be opened");
  if (::flock(locked.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      return Error{"`" + path + "` is in use by another process or another part of this one"};
    return failure("`" + lockPath + "` cannot be locked");
  }
  StateFile file(path, key, locked.release());
  const Expected<bool> loaded = file.load(least);
  if (!loaded)
    return loaded.error();
  return file;
}

Expected<bool> StateFile::load(std::uint64_t least) {
  const Expected<std::uint64_t> recorded = recordIn(lock, path);
  if (!recorded)
    return recorded.error();
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (file.get() < 0 && errno != ENOENT)
    return failure("`" + path + "` cannot be opened");
  if (file.get() >= 0) {
    const std::optional<std::string> bytes = readAll(file.get());
    if (!bytes)
      return failure("`" + path + "` cannot be read");
    constexpr std::size_t sealLength = 64;
    std::string_view body = *bytes;
    if (!body.starts_with(head) || body.size() < head.size() + sealLength + 1 ||
        body[head.size() + sealLength] != '\n' ||
        !isSealOf(body.substr(head.size(), sealLength), body.substr(head.size() + sealLength + 1), secret))
      return Error{"`" + path + "` is no state file, or was changed after it was written"};
    body.remove_prefix(head.size() + sealLength + 1);
    const auto generation = takeGeneration(body);
    if (!generation)
      return Error{"`" + path + "` has no generation"};
    stored = *generation;
    text = body;
  }
  const std::uint64_t newest = std::max(*recorded, least);
  if (stored < newest)
    return Error{"`" + path + "` is of generation " + std::to_string(stored) + ", but generation " +
                 std::to_string(newest) + " was stored: an older state would spend its budget again"};
  // A crash may have come between the renaming and the record.
  if (stored > *recorded && !record(lock, stored))
    return failure("the generation of `" + path + "` cannot be recorded");
  return true;
}

Expected<bool> StateFile::write(std::uint64_t generation, std::string_view next) const {
  const std::string fresh = path + ".new";
  const Descriptor file(::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file.get() < 0)
    return failure("`" + fresh + "` cannot be opened");
  if (!writeAll(file.get(), sealed(generation, next, secret)) || ::fsync(file.get()) != 0)
    return failure("`" + fresh + "` cannot be written");
  if (::rename(fresh.c_str(), path.c_str()) != 0)
    return failure("`" + path + "` cannot be replaced");
  const Descriptor folder(::open(folderOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() < 0 || ::fsync(folder.get()) != 0)
    return failure("the folder of `" + path + "` cannot be forced to disk");
  if (!record(lock, generation))
    return failure("the generation of `" + path + "` cannot be recorded");
  return true;
}

Expected<std::uint64_t> StateFile::replace(std::uint64_t generation, std::string_view next) {
  if (lock < 0)
    return Error{"the state file was moved away"};
  if (getpid() != owner)
    return Error{"`" + path + "` belongs to the process that opened it"};
  if (generation <= stored)
    return Error{"generation " + std::to_string(generation) + " is not above generation " +
                 std::to_string(stored) + ", which `" + path + "` holds"};
  if (next.size() > maximalSize / 2)
    return Error{"a state of more than 2^29 bytes"};
  const Expected<bool> written = write(generation, next);
  if (!written)
    return written.error();
  stored = generation;
  text = next;
  return generation;
}

} // namespace plumb::runtime
