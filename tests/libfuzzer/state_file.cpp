// SPDX-License-Identifier: Apache-2.0
// Files of states and of what was stored last, as emitted programs open them. The first line of the input is
// as many bytes of the record as it says, and the rest is the state.
#include "plumb/runtime/state_file.h"

#include "tests/libfuzzer/input.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace plumb;

namespace {

/// A folder of its own, which is removed in the end.
class Folder {
public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "plumb-state-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      std::abort();
    place = name;
  }
  ~Folder() { std::filesystem::remove_all(place); }

  void empty() const {
    for (const auto &entry : std::filesystem::directory_iterator(place))
      std::filesystem::remove_all(entry.path());
  }
  std::string path() const { return (place / "state").string(); }

private:
  std::filesystem::path place;
};

void write(const std::string &path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size) {
  static const Folder folder;
  folder.empty();
  const std::string text = textOf(bytes, size);
  const std::size_t line = std::min(text.find('\n'), text.size());
  const std::size_t length =
      std::strtoul(text.substr(0, std::min<std::size_t>(line, 6)).c_str(), nullptr, 10);
  const std::string rest = text.substr(std::min(line + 1, text.size()));
  const std::size_t record = std::min(length, rest.size());
  if (record > 0)
    write(folder.path() + ".generation", std::string_view(rest).substr(0, record));
  write(folder.path(), std::string_view(rest).substr(record));
  auto file = runtime::StateFile::open(folder.path());
  if (file)
    static_cast<void>(file->replace(file->generation() + 1, "next"));
  return 0;
}
