// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/learn/progress.h"

#include "tools/plumb/read_file.h"
#include "tools/plumb/shipped.h"

#include <filesystem>
#include <llvm/Support/Error.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/JSON.h>
#include <system_error>

namespace plumb::tool::learn {

namespace json = llvm::json;

namespace {

/// By which the file is known to be ours.
constexpr const char *mark = "plumb learn";

bool readInto(Progress &progress, const json::Value &value) {
  const json::Object *object = value.getAsObject();
  if (!object || object->getInteger(mark).getValueOr(0) != 1)
    return false;
  const json::Array *passed = object->getArray("passed");
  const json::Object *hints = object->getObject("hints");
  if (!passed || !hints)
    return false;
  for (const json::Value &name : *passed) {
    if (!name.getAsString())
      return false;
    progress.passed.insert(name.getAsString()->str());
  }
  for (const auto &entry : *hints) {
    const auto count = entry.second.getAsInteger();
    if (!count || *count < 0 || *count > 1000)
      return false;
    progress.hints[entry.first.str()] = static_cast<unsigned>(*count);
  }
  return true;
}

} // namespace

ReadProgress readProgress(const std::string &folder) {
  const std::string path = joinedPath(folder, progressFile);
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error)
    return {};
  ReadText read = readFile(path);
  if (read.problem)
    return {{}, std::move(read.problem)};
  ReadProgress result;
  llvm::Expected<json::Value> value = json::parse(read.text);
  if (value && readInto(result.progress, *value))
    return result;
  llvm::consumeError(value.takeError());
  return {
      {},
      Diagnostic{DiagnosticKind::CannotRead,
                 {},
                 {path, "it is not what `plumb learn` has written"},
                 {},
                 "move it away, or name another folder with `--folder`; your exercises stay as they are"}};
}

std::string toText(const Progress &progress) {
  json::Object hints;
  for (const auto &[name, count] : progress.hints)
    hints[name] = count;
  const json::Value value =
      json::Object{{mark, 1}, {"passed", json::Array(progress.passed)}, {"hints", std::move(hints)}};
  return llvm::formatv("{0:2}", value).str() + "\n";
}

} // namespace plumb::tool::learn
