// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/write_files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <llvm/ADT/StringExtras.h>
#include <system_error>
#include <unistd.h>

namespace plumb::tool {

namespace fs = std::filesystem;

namespace {

Diagnostic refused(const fs::path &path, const std::string &reason) {
  return {DiagnosticKind::CannotWrite, {}, {path.string(), reason}, {}, {}};
}

/// What is on the disk because of us, undone again unless kept.
class Unfinished {
public:
  ~Unfinished() {
    std::error_code ignored;
    for (auto file = replaced.rbegin(); file != replaced.rend(); ++file)
      if (!file->isWrittenThrough)
        fs::rename(file->copy, file->original, ignored);
      else if (fs::copy_file(file->copy, file->original, fs::copy_options::overwrite_existing, ignored))
        fs::remove(file->copy, ignored);
    for (auto path = made.rbegin(); path != made.rend(); ++path)
      fs::remove(*path, ignored);
  }
  /// \p path was not there before.
  void add(fs::path path) { made.push_back(std::move(path)); }
  /// \p original is about to be replaced, or written to; \p copy holds what it was.
  void addReplaced(fs::path original, fs::path copy, bool isWrittenThrough) {
    replaced.push_back({std::move(original), std::move(copy), isWrittenThrough});
  }
  void rename(const fs::path &before, const fs::path &after) {
    for (fs::path &path : made)
      if (path == before)
        path = after;
  }
  /// \p path holds again, or still, something that was there before.
  void leave(const fs::path &path) { made.erase(std::remove(made.begin(), made.end(), path), made.end()); }
  void keep() {
    std::error_code ignored;
    for (const Replaced &file : replaced)
      fs::remove(file.copy, ignored);
    replaced.clear();
    made.clear();
  }

private:
  struct Replaced {
    fs::path original, copy;
    bool isWrittenThrough;
  };
  std::vector<fs::path> made;
  std::vector<Replaced> replaced;
};

std::optional<Diagnostic> makeFolder(const fs::path &folder, Unfinished &unfinished) {
  if (folder.empty())
    return refused(folder, "the folder has no name");
  std::error_code error;
  if (fs::is_directory(folder, error))
    return std::nullopt;
  fs::path parent;
  for (const fs::path &part : folder) {
    parent /= part;
    if (part.empty() || fs::exists(parent, error))
      continue;
    if (!fs::create_directory(parent, error))
      return refused(parent, error.message());
    unfinished.add(parent);
  }
  if (!fs::is_directory(folder, error))
    return refused(folder, "it is no folder");
  return std::nullopt;
}

/// Closes \p file, which is null where it could not be opened.
std::optional<Diagnostic> writeText(const fs::path &path, const std::string &text, std::FILE *file) {
  if (!file)
    return refused(path, std::strerror(errno));
  bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  int reason = errno;
  bool closed = std::fclose(file) == 0;
  if (written && closed)
    return std::nullopt;
  return refused(path, std::strerror(written ? errno : reason));
}

/// Why \p path must not be replaced, though its folder would let it: whoever made a file read-only meant its
/// text. Nothing if it may, or is not there.
std::optional<Diagnostic> whyKept(const fs::path &path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status))
    return refused(path, "it is a folder");
  if (!fs::is_regular_file(status))
    return std::nullopt;
  // Root may write to all files; what the file says of itself is asked, too.
  constexpr fs::perms anybody = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  if ((status.permissions() & anybody) == fs::perms::none || ::access(path.c_str(), W_OK) != 0)
    return refused(path, "it is read-only");
  return std::nullopt;
}

/// Puts \p temporary, which holds \p text, in the place of \p path. What was there stays beside it, as
/// \p copy, until all is done. A file with other names stays one with them, and is written to.
std::optional<Diagnostic> putInPlace(const fs::path &temporary, const std::string &text, const fs::path &path,
                                     const fs::path &copy, Unfinished &unfinished) {
  std::error_code error;
  const bool isReplaced = fs::exists(fs::symlink_status(path, error));
  error.clear();
  if (isReplaced)
    fs::copy(path, copy, fs::copy_options::copy_symlinks, error);
  if (error) {
    const std::string reason = error.message();
    fs::remove(copy, error);
    return refused(path, reason);
  }
  const bool hasOtherNames = isReplaced && fs::is_regular_file(fs::symlink_status(path, error)) &&
                             fs::hard_link_count(path, error) > 1;
  error.clear();
  if (isReplaced)
    unfinished.addReplaced(path, copy, hasOtherNames);
  if (hasOtherNames) {
    if (auto problem = writeText(path, text, std::fopen(path.c_str(), "wb")))
      return problem;
    fs::remove(temporary, error);
    unfinished.leave(temporary);
    return std::nullopt;
  }
  fs::rename(temporary, path, error);
  if (error)
    return refused(path, error.message());
  if (isReplaced)
    unfinished.leave(temporary);
  else
    unfinished.rename(temporary, path);
  return std::nullopt;
}

} // namespace

std::optional<Diagnostic> writeFiles(const std::string &folder, const std::vector<OutputFile> &files) {
  Unfinished unfinished;
  if (auto problem = makeFolder(folder, unfinished))
    return problem;
  const std::string suffix = ".tmp" + std::to_string(getpid());
  // Who writes `a.txt` is told of `a.txt`.
  const fs::path within = folder == "." ? fs::path() : fs::path(folder);
  const auto finalPath = [&](const OutputFile &file) { return within / file.name; };
  const auto temporaryPath = [&](const OutputFile &file) { return within / (file.name + suffix); };
  const auto copyPath = [&](const OutputFile &file) { return within / (file.name + suffix + ".old"); };

  for (const OutputFile &file : files) {
    std::error_code error;
    if (auto problem = whyKept(finalPath(file)))
      return problem;
    if (auto problem =
            writeText(temporaryPath(file), file.text, std::fopen(temporaryPath(file).c_str(), "wbx"))) {
      fs::remove(temporaryPath(file), error);
      problem->arguments[0] = finalPath(file).string();
      return problem;
    }
    unfinished.add(temporaryPath(file));
    // Who may read what was there may read what takes its place.
    if (const fs::file_status before = fs::status(finalPath(file), error); fs::is_regular_file(before))
      fs::permissions(temporaryPath(file), before.permissions(), error);
  }
  for (const OutputFile &file : files)
    if (auto problem =
            putInPlace(temporaryPath(file), file.text, finalPath(file), copyPath(file), unfinished))
      return problem;
  unfinished.keep();
  return std::nullopt;
}

/// What a path leads to.
struct Target {
  /// No link; it need not be there.
  fs::path path;
  /// The path stands for this, as `/dev/stdout` does: who shares it goes on behind what is written. -1 for
  /// one of another process.
  std::optional<int> descriptor;
};

/// Nothing if links go round.
static std::optional<Target> targetOf(fs::path path) {
  constexpr int mostLinks = 40;
  std::error_code error;
  const fs::path ours = fs::canonical("/proc/self/fd", error),
                 ofThread = fs::canonical("/proc/thread-self/fd", error);
  for (int i = 0; fs::is_symlink(fs::symlink_status(path, error)); ++i) {
    if (i == mostLinks)
      return std::nullopt;
    const fs::path folder = fs::canonical(path.parent_path().empty() ? "." : path.parent_path(), error);
    int number = -1;
    if (folder.filename() == "fd" && folder.relative_path().begin()->string() == "proc" &&
        llvm::to_integer(path.filename().string(), number, 10))
      return Target{path, folder == ours || folder == ofThread ? number : -1};
    const fs::path next = fs::read_symlink(path, error);
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return Target{std::move(path), std::nullopt};
}

/// A device or a pipe has nothing that could be lost.
static bool isDeviceOrPipe(const fs::path &path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

std::optional<Diagnostic> writeInPlace(const std::string &path, std::string text) {
  const std::optional<Target> target = targetOf(path);
  if (target && target->descriptor)
    return refused(path, "it stands for what is open already; name the file");
  return writeFile(path, std::move(text));
}

std::optional<Diagnostic> writeFile(const std::string &path, std::string text) {
  // A link stays one: what it leads to is written.
  const std::optional<Target> target = targetOf(path);
  if (!target)
    return refused(path, std::strerror(ELOOP));
  if (target->descriptor) {
    const int copy = ::dup(*target->descriptor);
    return writeText(path, text, copy < 0 ? nullptr : ::fdopen(copy, "wb"));
  }
  const fs::path &whole = target->path;
  if (isDeviceOrPipe(whole))
    return writeText(path, text, std::fopen(path.c_str(), "wb"));
  std::string folder = whole.parent_path().empty() ? "." : whole.parent_path().string();
  if (whole.filename().empty())
    return Diagnostic{DiagnosticKind::CannotWrite, {}, {path, "it names no file"}, {}, {}};
  return writeFiles(folder, {{whole.filename().string(), std::move(text)}});
}

} // namespace plumb::tool
