// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/settings_text.h"

#include "frontend/support/printable.h"
#include "frontend/support/utf8.h"

#include <algorithm>
#include <cstdio>
#include <llvm/ADT/StringExtras.h>
#include <set>

namespace plumb::tool {

namespace {

bool isOfKey(char byte) {
  return llvm::isAlnum(byte) || byte == '_' || byte == '-';
}

class Reader {
public:
  explicit Reader(const SourceFile &of) : file(of), text(of.text()) {}

  std::vector<Setting> read() {
    checkBytes();
    // What some editors write in front.
    if (text.substr(0, 3) == "\xEF\xBB\xBF")
      at = 3;
    for (; at < text.size(); readLine())
      ;
    return std::move(settings);
  }

private:
  [[noreturn]] void fail(std::uint32_t begin, std::uint32_t end, const std::string &why) const {
    throw SettingsMistake({begin, end}, why);
  }

  /// All of it, so that nothing that cannot be seen is told back.
  void checkBytes() const {
    for (std::uint32_t place = 0; place < text.size();) {
      const CodePoint point = decodeUtf8(text, place);
      const bool ends = point.value == '\r' && place + 1 < text.size() && text[place + 1] == '\n';
      const bool isSpace =
          point.value == '\t' || point.value == '\n' || ends || (point.value == 0xFEFF && place == 0);
      char code[16];
      std::snprintf(code, sizeof code, point.valid ? "U+%04X" : "0x%02X", static_cast<unsigned>(point.value));
      if (!point.valid)
        fail(place, place + 1, std::string("the byte ") + code + " is not UTF-8 here");
      if (isControl(point.value) && !isSpace)
        fail(place, place + point.length, std::string("invisible character ") + code + " in the text");
      place += point.length;
    }
  }

  bool isAt(char byte) const { return at < text.size() && text[at] == byte; }

  void skipSpace() {
    while (isAt(' ') || isAt('\t'))
      ++at;
  }

  /// In front of a comment, or of the end of the line.
  std::uint32_t endOfValue(std::uint32_t begin) const {
    const auto stop = std::min(text.find_first_of("\r\n#", begin), text.size());
    const std::string_view line = text.substr(begin, stop - begin);
    return begin + static_cast<std::uint32_t>(line.find_last_not_of(" \t") + 1);
  }

  /// "`two`", or that there is nothing.
  std::string toldAt(std::uint32_t begin) const {
    const std::uint32_t end = endOfValue(begin);
    return end == begin ? std::string("nothing") : "`" + printable(file.text({begin, end})) + "`";
  }

  std::uint32_t endOfLine() const {
    return static_cast<std::uint32_t>(std::min(text.find_first_of("\r\n", at), text.size()));
  }

  void readLine() {
    skipSpace();
    if (isAt('['))
      readSection();
    else if (at < text.size() && !isAt('#') && !isAt('\n') && !isAt('\r'))
      readSetting();
    skipSpace();
    if (at < text.size() && !isAt('#') && !isAt('\n') && !isAt('\r'))
      fail(at, endOfLine(),
           toldAt(at) + " is more than fits on this line; each setting has a line of its own");
    at = endOfLine();
    at += isAt('\r') ? 1 : 0;
    at += isAt('\n') ? 1 : 0;
  }

  std::vector<std::string> readKey(const char *what) {
    std::vector<std::string> key;
    for (;;) {
      skipSpace();
      const std::uint32_t begin = at;
      while (at < text.size() && isOfKey(text[at]))
        ++at;
      if (at == begin)
        fail(at, at,
             std::string(what) + " has a name of letters, digits, `-` and `_`, and here is " + toldAt(at));
      key.emplace_back(file.text({begin, at}));
      skipSpace();
      if (!isAt('.'))
        return key;
      ++at;
    }
  }

  void readSection() {
    const std::uint32_t begin = at++;
    if (isAt('['))
      fail(begin, at + 1, "a section is written once, in single brackets, as in `[check]`");
    section = readKey("a section");
    sectionRange = {begin + 1, at};
    if (!isAt(']'))
      fail(begin, at, "this `[` is never closed");
    ++at;
    if (!sections.insert(section).second)
      fail(begin, at, "a second section of this name");
  }

  void readSetting() {
    Setting setting;
    const std::uint32_t begin = at;
    setting.parents = section;
    std::vector<std::string> key = readKey("a setting");
    setting.name = key.back();
    setting.parents.insert(setting.parents.end(), key.begin(), key.end() - 1);
    std::uint32_t end = at;
    while (end > begin && !isOfKey(text[end - 1]))
      --end;
    setting.nameRange = {begin, end};
    setting.parentsRange = key.size() > 1 || section.empty() ? setting.nameRange : sectionRange;
    if (!isAt('='))
      fail(at, at, "a setting is written `" + setting.name + " = ...`, and here is " + toldAt(at));
    ++at;
    skipSpace();
    readValue(setting);
    if (!names.insert({setting.parents, setting.name}).second)
      fail(begin, end, "`" + setting.name + "` is set twice");
    settings.push_back(std::move(setting));
  }

  void readValue(Setting &setting) {
    const std::uint32_t begin = at;
    while (at < text.size() && isOfKey(text[at]))
      ++at;
    setting.valueRange = {begin, at};
    const std::string_view word = file.text(setting.valueRange);
    const bool isNumber = !word.empty() && llvm::isDigit(word.front()) && llvm::isDigit(word.back()) &&
                          word.find("__") == std::string_view::npos &&
                          word.find_first_not_of("0123456789_") == std::string_view::npos &&
                          (word.front() != '0' || word.size() == 1);
    // Who knows what is set here says what is wrong with it.
    const bool isWhole =
        at == text.size() || std::string_view(" \t\r\n#").find(text[at]) != std::string_view::npos;
    if (!isWhole || (!isNumber && word != "true" && word != "false"))
      setting.valueRange.end = at = endOfValue(begin);
    if (setting.valueRange.begin == setting.valueRange.end)
      fail(begin, begin, "`" + setting.name + "` is set to nothing");
    const std::string_view value = file.text(setting.valueRange);
    std::copy_if(value.begin(), value.end(), std::back_inserter(setting.value),
                 [&](char digit) { return !isNumber || digit != '_'; });
  }

  const SourceFile &file;
  const std::string_view text;
  std::uint32_t at = 0;
  std::vector<std::string> section;
  SourceRange sectionRange;
  std::set<std::vector<std::string>> sections;
  std::set<std::pair<std::vector<std::string>, std::string>> names;
  std::vector<Setting> settings;
};

} // namespace

std::vector<Setting> settingsIn(const SourceFile &file) {
  return Reader(file).read();
}

} // namespace plumb::tool
