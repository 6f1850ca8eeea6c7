// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/likely_misspelt.h"

#include "frontend/sema/mentions.h"
#include "frontend/support/similar_word.h"

#include <llvm/ADT/StringRef.h>
#include <vector>

namespace plumb::sema {

using namespace ir;
using Role = Variable::Role;

/// `d1` and `d10` are numbered, and no slips of each other.
static bool differsInNumber(llvm::StringRef one, llvm::StringRef other) {
  return one.rtrim("0123456789") == other.rtrim("0123456789");
}

void warnOfLikelyMisspelt(DiagnosticSink &sink, const syntax::Mechanism &written,
                          const Mechanism &mechanism) {
  Mentions mentions;
  collectMentions(written, mentions);
  std::vector<const Variable *> unread, locals;
  for (const std::unique_ptr<Variable> &variable : mechanism.variables) {
    if (variable->role != Role::Local)
      continue;
    locals.push_back(variable.get());
    if (!mentions.contains(variable->name))
      unread.push_back(variable.get());
  }
  std::vector<const Tag *> bare;
  std::size_t published = 0;
  for (const std::unique_ptr<Tag> &tag : mechanism.tags) {
    if (tag->name == "none" || tag->name == "unreached")
      continue;
    ++published;
    // A tag with values is written like a call.
    if (tag->components.empty())
      bare.push_back(tag.get());
  }
  for (const Tag *tag : bare) {
    SimilarWord similar(tag->name);
    for (const Variable *variable : published == 1 ? locals : unread)
      if (!differsInNumber(variable->name, tag->name))
        similar.consider(variable->name);
    if (!similar.misspelt().empty())
      sink.report(DiagnosticKind::LikelyMisspelt, tag->range,
                  {tag->name, "a tag, since no variable is called so", similar.misspelt()},
                  {"write `output " + similar.misspelt() + "`, or choose a tag that looks less like it",
                   Repair{std::nullopt, similar.misspelt()}});
  }
  for (const Variable *variable : unread) {
    SimilarWord similar(variable->name);
    for (const Variable *other : locals)
      if (mentions.contains(other->name) && !differsInNumber(variable->name, other->name))
        similar.consider(other->name);
    if (!similar.misspelt().empty())
      sink.report(DiagnosticKind::LikelyMisspelt, variable->range,
                  {variable->name, "assigned and never read", similar.misspelt()},
                  {"assign to `" + similar.misspelt() + "`, or drop what nothing reads",
                   Repair{std::nullopt, similar.misspelt()}});
  }
}

} // namespace plumb::sema
