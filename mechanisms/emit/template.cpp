// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/template.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <set>
#include <stdexcept>

namespace plumb::emit {

using llvm::StringRef;

static std::string_view contentOf(std::string_view fileName) {
  for (const TemplateFile &file : templateFiles())
    if (file.name == fileName)
      return file.content;
  throw std::logic_error("no template `" + std::string(fileName) + "`");
}

Template::Template(std::string_view fileName) : Template(std::string(fileName), contentOf(fileName)) {}

template <class Map, class Value> static void setOnce(Map &map, std::string_view name, Value value) {
  if (!map.emplace(name, std::move(value)).second)
    throw std::logic_error("set twice: `" + std::string(name) + "`");
}

Template &Template::set(std::string_view hole, std::string text) {
  setOnce(holes, hole, std::move(text));
  return *this;
}

Template &Template::when(std::string_view condition, bool holds) {
  setOnce(conditions, condition, holds);
  return *this;
}

/// \p text, of which every line but the first begins behind \p columns blanks; empty lines stay empty.
static std::string hanging(StringRef text, std::size_t columns) {
  std::string result;
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    if (!result.empty() && !line.empty())
      result.append(columns, ' ');
    result += line;
    if (line.size() < text.size())
      result += '\n';
    text = rest;
  }
  return result;
}

/// One walk over the lines. Parts that are not written are walked through for the names in them.
class Template::Filling {
public:
  Filling(const Template &filled, Includes &collected) : of(filled), includes(collected) {}

  /// Adds the headers. \p result null: does nothing else.
  void run(std::string *result) {
    for (StringRef rest(of.content.data(), of.content.size()); !rest.empty();) {
      const auto [line, others] = rest.split('\n');
      rest = others;
      ++number;
      if (const StringRef text = line.trim(); isDirective(text))
        follow(text);
      else if (const std::string filled = fill(line); isWritten() && result)
        *result += filled;
    }
    if (!branches.empty())
      fail("an @if without an @end");
    for (const auto &[name, text] : of.holes)
      expectUsed(name);
    for (const auto &[name, holds] : of.conditions)
      expectUsed(name);
  }

private:
  struct Branch {
    bool isWritten, hasElse = false;
  };

  [[noreturn]] void fail(const std::string &what) const {
    throw std::logic_error("template `" + of.title + "`, line " + std::to_string(number) + ": " + what);
  }
  void expectUsed(const std::string &name) const {
    if (used.count(name) == 0)
      fail("`" + name + "` is set and stands nowhere");
  }
  bool isWritten() const {
    return std::all_of(branches.begin(), branches.end(), [](const Branch &each) { return each.isWritten; });
  }
  static bool isHole(StringRef text) {
    return text.size() > 2 && text.front() == '@' && text.find('@', 1) == text.size() - 1;
  }

  static bool isDirective(StringRef text) {
    const StringRef word = text.take_until([](char c) { return c == ' '; });
    return word == "@if" || word == "@unless" || word == "@else" || word == "@end" || word == "@include" ||
           word == "@//";
  }
  void follow(StringRef text) {
    const auto [word, argument] = text.split(' ');
    if (word == "@if" || word == "@unless")
      branches.push_back({holds(argument.trim().str()) == (word == "@if")});
    else if (word == "@else")
      turn();
    else if (word == "@end")
      close();
    else if (word == "@include" && isWritten())
      includes.add(argument.trim().str());
  }
  bool holds(const std::string &condition) {
    used.insert(condition);
    const auto found = of.conditions.find(condition);
    if (found != of.conditions.end())
      return found->second;
    if (isWritten())
      fail("nobody says whether `" + condition + "` holds");
    return false;
  }
  void turn() {
    if (branches.empty() || branches.back().hasElse)
      fail("an @else without an @if");
    branches.back() = {!branches.back().isWritten, true};
  }
  void close() {
    if (branches.empty())
      fail("an @end without an @if");
    branches.pop_back();
  }

  std::string textOf(StringRef hole) {
    if (hole == "includes")
      return includes.text();
    used.insert(hole.str());
    const auto found = of.holes.find(hole.str());
    if (found != of.holes.end())
      return found->second;
    if (isWritten())
      fail("nothing fills `" + hole.str() + "`");
    return {};
  }

  /// \p line with its holes filled and a newline; nothing for a lone hole with an empty text.
  std::string fill(StringRef line) {
    const bool isAlone = isHole(line.trim());
    std::string result;
    while (!line.empty()) {
      const std::size_t begin = line.find('@');
      result += line.substr(0, begin);
      if (begin == StringRef::npos)
        break;
      const std::size_t end = line.find('@', begin + 1);
      if (end == StringRef::npos)
        fail("a hole that does not end");
      const StringRef name = line.slice(begin + 1, end);
      if (name.empty() || !llvm::all_of(name, llvm::isAlpha))
        fail("no directive and no name of a hole: @" + name.str() + "@");
      const std::string text = textOf(name);
      const StringRef shown = StringRef(text).endswith("\n") ? StringRef(text).drop_back() : StringRef(text);
      if (isAlone && shown.empty())
        return {};
      result += hanging(shown, result.size() - (result.rfind('\n') + 1));
      line = line.drop_front(end + 1);
    }
    return result + "\n";
  }

  const Template &of;
  Includes &includes;
  std::vector<Branch> branches;
  std::set<std::string> used;
  unsigned number = 0;
};

std::string Template::text(Includes &includes) const {
  // The headers first: `@includes@` may stand in front of what needs them.
  Filling(*this, includes).run(nullptr);
  std::string result;
  Filling(*this, includes).run(&result);
  return result;
}

std::string Template::text() const {
  Includes none;
  std::string result = text(none);
  if (!none.text().empty())
    throw std::logic_error("template `" + title + "` includes what nobody asks for");
  return result;
}

} // namespace plumb::emit
