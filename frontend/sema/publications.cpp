// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/announcement.h"
#include "frontend/ir/law.h"
#include "frontend/parse/announcement.h"
#include "frontend/sema/statements.h"

#include <algorithm>

namespace plumb::sema {

using namespace ir;

namespace {

/// `output above(z)`: the tag `above` with the values z.
struct WrittenOutput {
  std::string tag;
  SourceRange tagRange;
  std::vector<const syntax::Expression *> values;
};

} // namespace

/// Several values in parentheses are those of the tag `value`. A bare name is a tag unless it names a
/// variable; a call is a tag unless it calls a function of the language. A law is none, but whoever writes
/// one here means noise.
static WrittenOutput readOutput(const syntax::Expression &written, Scope &scope) {
  bool isBareTag = written.kind == syntax::Expression::Kind::Name && !written.primed &&
                   !isReserved(written.text) && !scope.find(written.text);
  bool isTagged =
      written.kind == syntax::Expression::Kind::Call && !isReserved(written.text) && !lawNamed(written.text);
  if (written.kind == syntax::Expression::Kind::Tuple) {
    WrittenOutput output{"value", written.range, {}};
    for (const syntax::ExpressionPtr &value : written.operands)
      output.values.push_back(value.get());
    return output;
  }
  if (!isBareTag && !isTagged)
    return {"value", written.range, {&written}};
  WrittenOutput output{written.text, isTagged ? written.wordRange : written.range, {}};
  for (const syntax::ExpressionPtr &value : written.operands)
    output.values.push_back(value.get());
  return output;
}

Publication &StatementAnalysis::currentPublication() {
  const For *innermost = elaboration.loops.empty() ? nullptr : elaboration.loops.back();
  auto [entry, isNew] = elaboration.publicationOf.emplace(innermost, elaboration.publications.size());
  if (isNew) {
    mechanism.transcripts.push_back(std::make_unique<Transcript>(Transcript{elaboration.loops}));
    elaboration.publications.push_back({mechanism.transcripts.back().get(), {}});
  }
  return elaboration.publications[entry->second];
}

void StatementAnalysis::claimCell(SourceRange range, bool isAnnouncement) {
  if (flow.published)
    elaboration.report(
        {DiagnosticKind::SecondPublication,
         range,
         {},
         {{"the cell is already filled here", *flow.published}},
         isAnnouncement || flow.isAnnounced
             ? "what is announced fills a cell, too: announce in a loop of its own, as in `for once in "
               "0 .. 1 { announce ... }`, and read it as `" +
                   cellText(elaboration.loops) + "[0].announced`"
             : "publish once in each iteration; a tag may carry several values"});
  else
    flow.published = range;
  flow.isAnnounced = isAnnouncement;
}

static std::string shapeOf(const Tag &tag) {
  std::string sorts;
  for (Sort sort : tag.components)
    sorts += (sorts.empty() ? "" : ", ") + std::string(name(sort));
  return "(" + sorts + ")";
}

bool StatementAnalysis::conformTo(const Tag &tag, SourceRange range, std::vector<ExpressionPtr> &values) {
  Tag here{tag.name, {}, range};
  bool fits = values.size() == tag.components.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    here.components.push_back(values[i]->sort());
    if (fits && values[i]->sort() == Sort::Int && tag.components[i] == Sort::Real) {
      values[i] = program().convert(std::move(values[i]), Sort::Real, "a published value");
      if (!values[i])
        return false;
    } else if (fits) {
      fits = values[i]->sort() == tag.components[i];
    }
  }
  if (!fits)
    elaboration.report({DiagnosticKind::TagShapeConflict,
                        range,
                        {tag.name, shapeOf(tag), shapeOf(here)},
                        {{"first published here", tag.range}},
                        "use one tag for each shape"});
  return fits;
}

const Tag *StatementAnalysis::publishedTag(const std::string &name, SourceRange range,
                                           std::vector<ExpressionPtr> &values) {
  bool isBroken = std::find(values.begin(), values.end(), nullptr) != values.end();
  Tag *&tag = elaboration.tags[name];
  if (!tag) {
    mechanism.tags.push_back(std::make_unique<Tag>(Tag{name, {}, range}));
    tag = mechanism.tags.back().get();
    for (const ExpressionPtr &value : values)
      if (value)
        tag->components.push_back(value->sort());
    if (isBroken)
      elaboration.brokenTags.insert(tag);
  } else if (!isBroken && !elaboration.brokenTags.count(tag)) {
    isBroken = !conformTo(*tag, range, values);
  }
  std::vector<const Tag *> &here = currentPublication().tags;
  if (std::find(here.begin(), here.end(), tag) == here.end())
    here.push_back(tag);
  return isBroken ? nullptr : tag;
}

/// What \p tag stands for, if no `output` can have it. Empty: one can.
static std::string meaningOf(const std::string &tag) {
  return tag == "none"        ? "an iteration that publishes nothing"
         : tag == "unreached" ? "an iteration that does not run"
         : tag == announced   ? "an iteration that announces something to the proof"
                              : "";
}

StatementAnalysis::Node StatementAnalysis::output(const Written &written) {
  WrittenOutput output = readOutput(*written.value, elaboration.scope);
  const bool isSecret = syntax::isAnnouncement(written);
  if (isSecret)
    output.tag = announced;
  currentPublication();
  if (const std::string meaning = meaningOf(output.tag); !isSecret && !meaning.empty()) {
    elaboration.report(DiagnosticKind::PredefinedTag, output.tagRange, {output.tag, meaning},
                       "choose another tag");
    return nullptr;
  }
  std::vector<ExpressionPtr> values;
  for (const syntax::Expression *value : output.values)
    values.push_back(program().value(*value));
  claimCell(written.range, isSecret);
  const Tag *tag = publishedTag(output.tag, output.tagRange, values);
  if (!tag)
    return nullptr;
  if (!isSecret && written.value->kind == syntax::Expression::Kind::Call && tag->name != "value")
    elaboration.taggedOutputs.emplace_back(tag, written.value.get());
  Transcript &transcript = *currentPublication().transcript;
  transcript.isSeen |= !isSecret;
  return std::make_unique<Output>(transcript, *tag, std::move(values), written.range);
}

} // namespace plumb::sema
