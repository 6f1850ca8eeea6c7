// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/identifiers.h"

#include <algorithm>

namespace plumb::emit {

static const std::set<std::string> &wordsOfCpp() {
  static const std::set<std::string> words = {
      // Of the language, C++23 included, and its alternative spellings of operators.
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case",
      "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield",
      "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue",
      "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export",
      "extern", "false", "final", "float", "for", "friend", "goto", "if", "import", "inline", "int", "long",
      "module", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
      "or_eq", "override", "private", "protected", "public", "register", "reinterpret_cast", "requires",
      "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch",
      "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union",
      "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
      // Macros in small letters of common platforms.
      "assert", "d_fileno", "errno", "far", "h_addr", "i386", "linux", "major", "makedev", "minor", "near",
      "s6_addr", "s6_addr16", "s6_addr32", "sa_handler", "sa_restorer", "sa_sigaction", "si_addr",
      "si_addr_lsb", "si_arch", "si_band", "si_call_addr", "si_fd", "si_int", "si_lower", "si_overrun",
      "si_pid", "si_pkey", "si_ptr", "si_status", "si_stime", "si_syscall", "si_timerid", "si_uid",
      "si_upper", "si_utime", "si_value", "sigev_notify_attributes", "sigev_notify_function", "small",
      "st_atime", "st_ctime", "st_mtime", "stderr", "stdin", "stdout", "unix"};
  return words;
}

static const std::set<std::string> &wordsOfHeaders() {
  static const std::set<std::string> words = {"absolute",
                                              "Answers",
                                              "at",
                                              "Bits",
                                              "bits",
                                              "budget",
                                              "Cell",
                                              "clampedTo",
                                              "create",
                                              "Data",
                                              "eachField",
                                              "effort",
                                              "EndlessParameters",
                                              "Element",
                                              "element",
                                              "extremal",
                                              "file",
                                              "forAll",
                                              "Index",
                                              "isDefined",
                                              "isLargest",
                                              "Mechanism",
                                              "mechanism",
                                              "nonZero",
                                              "Number",
                                              "out",
                                              "Output",
                                              "output",
                                              "paid",
                                              "Parameters",
                                              "parameters",
                                              "plumb",
                                              "Predicate",
                                              "price",
                                              "programHash",
                                              "quotient",
                                              "Rational",
                                              "record",
                                              "Record",
                                              "refused",
                                              "remainder",
                                              "result",
                                              "run",
                                              "runtime",
                                              "state",
                                              "std",
                                              "Stream",
                                              "Subscript",
                                              "tag",
                                              "Tag",
                                              "Term",
                                              "value",
                                              "Value",
                                              "Values",
                                              "Vouched",
                                              "Wide"};
  return words;
}

static bool looksLikeMacro(const std::string &name) {
  bool hasLetter = std::any_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  return name.size() >= 3 && hasLetter && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
         });
}

/// What is read of a cell is called as it is written.
static std::string asOneWord(const std::string &name) {
  std::string word;
  for (const char c : name)
    if (c != ' ' && c != '.')
      word += c;
    else if (!word.ends_with('_')) // Two of them are reserved.
      word += '_';
  return word;
}

std::string identifier(const std::string &written) {
  const std::string name = asOneWord(written);
  bool isTaken = wordsOfCpp().count(name) != 0 || wordsOfHeaders().count(name) != 0 || looksLikeMacro(name);
  return isTaken ? name + "_" : name;
}

std::string tagIdentifier(const std::string &name) {
  // An enumerator hides no function and no type, but the one constant around it.
  bool isTaken = wordsOfCpp().count(name) != 0 || looksLikeMacro(name) || name == "programHash";
  return isTaken ? name + "_" : name;
}

bool isReserved(const std::string &name) {
  bool startsReserved = name.size() > 1 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z';
  return startsReserved || name == "_" || name.find("__") != std::string::npos;
}

void checkSpace(const std::string &name, SourceRange range, plan::Problems &problems) {
  if (isReserved(identifier(name)))
    return problems.add("the name `" + name + "` is reserved in C++; choose another one", range);
  if (!name.ends_with('_'))
    return;
  const std::string other = name.substr(0, name.size() - 1);
  if (identifier(other) == name)
    problems.add("`" + name + "` is what `" + other + "` is called in C++; choose another name", range);
}

Identifiers::Identifiers(const ir::Setting &setting, plan::Problems &problems) {
  const ir::Neighbourhood &inputs = setting.neighbourhood();
  checkSpace(inputs.name, inputs.nameRange, problems);
  for (const auto &variable : inputs.variables)
    take(variable->name, variable->range, problems);
  if (setting.hasMechanism())
    takeTags(setting.mechanism(), problems);
}

void Identifiers::takeTags(const ir::Mechanism &mechanism, plan::Problems &problems) {
  std::map<std::string, std::string> tags;
  for (const auto &tag : mechanism.tags) {
    std::string word = tagIdentifier(tag->name);
    if (isReserved(word))
      problems.add("the tag `" + tag->name + "` is reserved in C++; choose another name", tag->range);
    auto [other, isNew] = tags.emplace(word, tag->name);
    if (!isNew && other->second != tag->name)
      problems.add("the tags `" + tag->name + "` and `" + other->second + "` would both be called `" + word +
                       "` in C++; rename one of them",
                   tag->range);
  }
}

void Identifiers::take(const std::string &name, SourceRange range, plan::Problems &problems) {
  std::string word = identifier(name);
  if (isReserved(word))
    problems.add("the name `" + name + "` is reserved in C++; choose another one", range);
  auto [other, isNew] = taken.emplace(word, name);
  if (!isNew && other->second != name)
    problems.add("`" + name + "` and `" + other->second + "` would both be called `" + word +
                     "` in C++; rename one of them",
                 range);
}

std::string Identifiers::fresh(const std::string &wish) {
  std::string word = identifier(wish);
  for (unsigned number = 2; !taken.emplace(word, "").second; ++number)
    word = identifier(wish) + std::to_string(number);
  return word;
}

} // namespace plumb::emit
