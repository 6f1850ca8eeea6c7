// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/channel_premises.h"

#include "mechanisms/emit/head.h"
#include "mechanisms/emit/identifiers.h"
#include "mechanisms/emit/writer.h"

#include <algorithm>
#include <map>

namespace plumb::emit {

using ir::Channel;

std::string commentLine(const std::string &text) {
  const std::string clean = commentText(text);
  return clean.empty() ? "///\n" : "/// " + clean + "\n";
}

std::string commentSection(const std::string &title, const std::vector<std::string> &items) {
  if (items.empty())
    return {};
  std::string text = "///\n" + commentLine(title + ":");
  for (const std::string &item : items)
    text += commentLine("  - " + item);
  return text;
}

void checkNames(const Channel &channel, plan::Problems &problems) {
  std::map<std::string, std::string> taken;
  const auto take = [&](const std::string &name, SourceRange range) {
    const std::string word = channelIdentifier(name);
    if (isReserved(word))
      problems.add("the name `" + name + "` is reserved in C++; choose another one", range);
    const auto [other, isNew] = taken.emplace(word, name);
    if (!isNew && other->second != name)
      problems.add("`" + name + "` and `" + other->second + "` would both be called `" + word +
                       "` in C++; rename one of them",
                   range);
  };
  checkSpace(channel.name, channel.nameRange, problems);
  for (const Channel::Parameter &parameter : channel.parameters)
    take(parameter.name, parameter.range);
  for (const Channel::Definition &definition : channel.definitions)
    take(definition.name, channel.nameRange);
  for (const Channel::Map &map : channel.maps)
    take(map.name, channel.nameRange);
  std::map<std::string, std::string> tags;
  for (const Channel::Class &declared : channel.classes) {
    const std::string word = tagIdentifier(declared.name);
    const auto [other, isNew] = tags.emplace(word, declared.name);
    if (isReserved(word) || (!isNew && other->second != declared.name))
      problems.add("the class `" + declared.name + "` has no name of its own in C++; choose another one",
                   declared.range);
  }
}

std::string channelTags(const Channel &channel, const std::vector<std::size_t> &classes) {
  std::vector<std::string> names;
  for (std::size_t number : classes)
    names.push_back(tagIdentifier(channel.classes[number].name));
  return joined(names);
}

std::string channelParameters(const Channel &channel) {
  Writer members;
  for (const Channel::Parameter &parameter : channel.parameters)
    members.line(parameter.sort == ir::Sort::Real
                     ? "runtime::Exact " + channelIdentifier(parameter.name) + ";"
                     : "std::int64_t " + channelIdentifier(parameter.name) + " = 0;");
  return members.text();
}

std::string channelNumbers(const Channel &channel, const ChannelTerms &used) {
  Writer lines;
  for (std::size_t number : used.parameters()) {
    const std::string name = channelIdentifier(channel.parameters[number].name);
    lines.line("const Number " + name + "(parameters." + name + ");");
  }
  return lines.text();
}

static void addParameters(const ir::ChannelTerm &term, std::vector<std::size_t> &found) {
  if (term.kind == ir::ChannelTerm::Kind::Parameter &&
      std::find(found.begin(), found.end(), term.index) == found.end())
    found.push_back(term.index);
  for (const ir::ChannelTermPtr &operand : term.operands)
    addParameters(*operand, found);
}

/// "requires `k <= n`, but k = 3, n = 2".
static void addPremise(const Channel &channel, ChannelTerms &terms, Writer &checks,
                       const Channel::Requirement &requirement) {
  std::vector<std::size_t> mentioned;
  addParameters(*requirement.left, mentioned);
  addParameters(*requirement.right, mentioned);
  const std::string error = "return runtime::Error{";
  std::string words = "requires `" + ir::print(channel, requirement) + "`";
  std::vector<std::string> parts;
  for (std::size_t number : mentioned) {
    const Channel::Parameter &parameter = channel.parameters[number];
    const std::string value = "parameters." + channelIdentifier(parameter.name);
    words += (number == mentioned.front() ? ", but " : ", ") + parameter.name + " = ";
    parts.push_back(quoted(words) + " + " +
                    (parameter.sort == ir::Sort::Real ? value + ".text()" : "std::to_string(" + value + ")"));
    words.clear();
  }
  if (parts.empty())
    parts.push_back(quoted(words));
  checks.under("if (" + terms.failing(requirement) + ")",
               error + joined(parts, " +\n" + std::string(error.size(), ' ')) + "};");
}

std::string channelPremises(const Channel &channel, ChannelTerms &terms) {
  Writer checks;
  for (const Channel::Requirement &requirement : channel.requirements)
    addPremise(channel, terms, checks, requirement);
  return checks.text();
}

} // namespace plumb::emit
