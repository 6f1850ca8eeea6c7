// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/declaration_site.h"

#include <set>

namespace plumb::sema {

using namespace ir;

void Declarations::policy(const syntax::Policy &declared) {
  auto [entry, isNew] = names.policies.try_emplace(declared.name.text, &declared, nullptr);
  if (!isNew)
    reportTaken(declared.name, "a policy of this file", entry->second.written->name.range);
  Site site(*this);
  auto result = std::make_unique<Policy>();
  result->name = declared.name.text;
  result->range = declared.name.range;
  result->record = recordNamed(site.elaboration, names, declared.record);
  if (!result->record)
    return;
  result->pair = std::make_unique<RecordVariable>(
      RecordVariable{declared.pair.text, result->record, declared.pair.range});
  bool isFormula = declared.formula != nullptr;
  if (isFormula)
    checkFresh(site.elaboration, declared.pair.text, declared.pair.range);
  site.elaboration.records.push_back(result->pair.get());
  if (isFormula)
    result->formula = site.at(Place::RecordPair).value(Sort::Bool, *declared.formula, "a policy");
  else
    attributes(site, declared, *result);
  result->bound = std::move(site.scratch.variables);
  if (site.elaboration.failed || !isNew)
    return;
  program.policies.push_back(std::move(result));
  entry->second.checked = program.policies.back().get();
}

void Declarations::attributes(Site &site, const syntax::Policy &declared, Policy &result) {
  std::map<const Field *, SourceRange> seen;
  bool isFieldUnknown = false;
  for (const syntax::Attribute &each : declared.attributes) {
    const Field *field = result.record->field(each.field.text);
    if (!field) {
      site.elaboration.reportAbout(result.record->name + "." + each.field.text, DiagnosticKind::UnknownField,
                                   each.field.range, {result.record->name, each.field.text},
                                   helpForField(*result.record, each.field.text));
      isFieldUnknown = true;
      continue;
    }
    auto [first, isFirst] = seen.emplace(field, each.range);
    if (!isFirst)
      site.elaboration.report({DiagnosticKind::FieldMentionedTwice,
                               each.field.range,
                               {each.field.text},
                               {{"here", first->second}},
                               "keep one of them"});
    result.attributes.push_back(attribute(site, each, *field));
  }
  std::string missing;
  for (const std::unique_ptr<Field> &field : result.record->fields)
    if (!seen.count(field.get()))
      missing += (missing.empty() ? "" : ", ") + ("`" + field->name + "`");
  // A field that is misspelt is missing, too.
  if (!missing.empty() && !isFieldUnknown)
    site.elaboration.report(DiagnosticKind::UnmentionedField, declared.name.range,
                            {declared.name.text, missing}, "say `public` or `sensitive` of every field");
}

Attribute Declarations::attribute(Site &site, const syntax::Attribute &declared, const Field &field) {
  Attribute result{&field, declared.sensitive, {}, nullptr, declared.range};
  if (!opensIndices(site, declared, field, result) || !declared.sensitive)
    result.indices.clear();
  if (declared.when)
    result.when = site.at(Place::Attribute).value(Sort::Bool, *declared.when, "what follows `when`");
  site.elaboration.scope.reopen({});
  return result;
}

/// `sensitive visited[i] when ...` speaks of one element; `public visited` may speak of all.
bool Declarations::opensIndices(Site &site, const syntax::Attribute &declared, const Field &field,
                                Attribute &result) {
  bool isWhole = !declared.sensitive && declared.indices.empty();
  if (!isWhole && declared.indices.size() != field.extents.size()) {
    site.elaboration.reportAbout(
        field.name, DiagnosticKind::WrongIndexCount, declared.range,
        {field.name, count(field.extents.size(), "index", "indices"),
         count(declared.indices.size(), "index", "indices")},
        field.extents.empty() ? "" : "say it of one element, as in `sensitive " + field.name + "[i]`");
    return false;
  }
  for (const syntax::Word &index : declared.indices) {
    checkFresh(site.elaboration, index.text, index.range);
    result.indices.push_back(&site.elaboration.scope.open(Variable::Role::Bound, index.text, index.range));
  }
  return true;
}

} // namespace plumb::sema
