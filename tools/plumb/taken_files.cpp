// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/taken_files.h"

#include "tools/plumb/read_file.h"

#include <filesystem>
#include <llvm/Support/JSON.h>
#include <system_error>

namespace plumb::tool {

namespace fs = std::filesystem;

namespace {

/// The program that an emitted certificate is of.
struct CertifiedSource {
  /// As report::Certificate::sourceName() and sourceHash().
  std::string name, hash;
};

/// Folders are refused by whoever writes the files.
bool isThere(const fs::path &path) {
  std::error_code unknown;
  return fs::exists(fs::symlink_status(path, unknown)) && !fs::is_directory(path, unknown);
}

fs::path certificateOf(const fs::path &folder, const std::string &subject) {
  return folder / (subject + ".cert.json");
}

/// What the certificate at \p path names; nothing if there is none.
std::optional<CertifiedSource> certifiedSource(const fs::path &path) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(readFile(path.string()).text);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  const llvm::json::Object *whole = value->getAsObject();
  const llvm::json::Object *source = whole ? whole->getObject("source") : nullptr;
  const auto name = source ? source->getString("name") : llvm::None;
  const auto hash = source ? source->getString("sha256") : llvm::None;
  if (!name || !hash)
    return std::nullopt;
  return CertifiedSource{name->str(), hash->str()};
}

Taken ofAnother(const fs::path &path, const fs::path &certificate, const CertifiedSource &source) {
  const std::string others = path == certificate
                                 ? "`" + path.string() + "`"
                                 : "`" + path.string() + "` and `" + certificate.string() + "`";
  return {
      path.string(), "it is another mechanism's, emitted from `" + source.name + "`",
      "rename one of them, or emit them into different folders; if that one is not needed any more, remove " +
          others};
}

} // namespace

std::optional<Taken> findWrittenTwice(const report::Certificate &certificate,
                                      const std::vector<emit::EmittedFile> &files,
                                      std::map<std::string, std::string> &owners) {
  const std::string &name = certificate.subject().name();
  for (const emit::EmittedFile &emitted : files)
    if (const auto [owner, isNew] = owners.try_emplace(emitted.name, name); !isNew)
      return Taken{emitted.name, "`" + owner->second + "` and `" + name + "` would both be written there",
                   "rename one of them, or emit them into different folders"};
  return std::nullopt;
}

Place placeOf(const report::Certificate &certificate, const std::vector<emit::EmittedFile> &files,
              const std::string &folder) {
  Place place;
  if (folder.empty())
    return place;
  const fs::path own = certificateOf(folder, certificate.subject().name());
  const std::optional<CertifiedSource> before = certifiedSource(own);
  const bool isSameText = before && before->hash == certificate.sourceHash();
  const bool isOwn = isSameText || (before && before->name == certificate.sourceName());
  for (const emit::EmittedFile &emitted : files) {
    const fs::path path = fs::path(folder) / emitted.name;
    if (emitted.isBeginning || !isThere(path))
      continue;
    if (const ReadText found = readFile(path.string()); !found.problem && found.text == emitted.text)
      continue;
    if (const fs::path beside = certificateOf(folder, path.stem().string());
        path.extension() == ".h" && beside != own)
      if (const auto source = certifiedSource(beside)) {
        place.taken = ofAnother(path, beside, *source);
        return place;
      }
    if (before && !isOwn) {
      place.taken = ofAnother(path, own, *before);
      return place;
    }
    if (!before) {
      place.taken = {path.string(),
                     "it is there, and no certificate says that it is of `" + certificate.subject().name() +
                         "`",
                     "emit into another folder, or remove `" + path.string() + "` if nobody needs it"};
      return place;
    }
    if (!isSameText)
      place.remark = {report::Remark::Kind::Replaced, "what an earlier text of `" + before->name + "` gave"};
  }
  return place;
}

} // namespace plumb::tool
