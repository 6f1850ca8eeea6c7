// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/expressions.h"
#include "frontend/support/similar_word.h"

namespace plumb::sema {

using namespace ir;

const RecordVariable *ExpressionAnalysis::ownerOf(const Written &name) const {
  return name.kind == Written::Kind::Name ? elaboration.record(name.text) : nullptr;
}

std::string fieldsOf(const Record &record) {
  std::string names;
  for (const std::unique_ptr<Field> &field : record.fields)
    names += (names.empty() ? "" : ", ") + ("`" + field->name + "`");
  return names.empty() ? "it has no fields" : "its fields: " + names;
}

Help helpForField(const Record &record, const std::string &unknown) {
  SimilarWord similar(unknown);
  for (const std::unique_ptr<Field> &field : record.fields)
    similar.consider(field->name);
  return similar.help(fieldsOf(record));
}

ExpressionPtr ExpressionAnalysis::fieldRead(const Access &access, SourceRange range) {
  const Written &word = *access.base;
  bool isMember = word.kind == Written::Kind::Member;
  const RecordVariable &record = *(isMember ? ownerOf(*word.operands[0]) : elaboration.record(""));
  bool isPrimed = isMember ? word.operands[0]->primed : word.primed;
  if (isPrimed && place != Place::RecordPair) {
    const Written &primed = isMember ? *word.operands[0] : word;
    elaboration.report(DiagnosticKind::PrimedRecord, primed.range,
                       {primed.text, isMember ? "a record" : "a field", std::string(describe(place))},
                       {"drop the prime", Repair{std::nullopt, primed.text}});
    return nullptr;
  }
  const Field *field = record.record->field(word.text);
  if (!field) {
    elaboration.reportAbout(record.record->name + "." + word.text, DiagnosticKind::UnknownField,
                            word.wordRange, {record.record->name, word.text},
                            helpForField(*record.record, word.text));
    return nullptr;
  }
  auto subscripts = indices(access.indices);
  std::size_t dimensions = field->extents.size();
  if (access.indices.size() != dimensions) {
    std::string element = elaboration.textOf(word.range);
    for (std::size_t i = 0; i < dimensions; ++i)
      element += i < 3 ? std::string("[") + "ijk"[i] + "]" : "[...]";
    elaboration.reportAbout(field->name, DiagnosticKind::WrongIndexCount, range,
                            {field->name, count(dimensions, "index", "indices"),
                             count(access.indices.size(), "index", "indices")},
                            dimensions == 0 ? "it is one value; read it without indices"
                                            : "say which element is meant, as in `" + element + "`");
    return nullptr;
  }
  if (!subscripts)
    return nullptr;
  return std::make_unique<FieldRead>(record, isPrimed, *field, std::move(*subscripts), range);
}

/// `x.place` where x is no record. \returns whether it was reported.
bool ExpressionAnalysis::reportNoRecord(const Written &member) {
  const Written &owner = *member.operands[0];
  if (owner.kind != Written::Kind::Name || isReserved(owner.text))
    return false;
  if (const Variable *variable = elaboration.scope.find(owner.text)) {
    elaboration.report({DiagnosticKind::NotARecord,
                        owner.range,
                        {owner.text, std::string(describe(variable->role))},
                        {{"introduced here", variable->range}},
                        ""});
    return true;
  }
  if (place == Place::Attribute) {
    elaboration.reportAbout(owner.text, DiagnosticKind::UnknownName, owner.range, {owner.text},
                            {"a rule speaks of one record, whose fields go by their bare names",
                             Repair{SourceRange{owner.range.begin, member.wordRange.begin}, ""}});
    return true;
  }
  if (allowsFields(place)) {
    reportUnknown(owner, Use::Record);
    return true;
  }
  if (place != Place::Requirement || !elaboration.hasRecordAdjacency)
    return false;
  elaboration.report(DiagnosticKind::PremiseAboutData, owner.range, {owner.text},
                     "put `forall " + owner.text + " in data:` in front of the requirement");
  return true;
}

ExpressionPtr ExpressionAnalysis::forallRecord(const Written &expression) {
  elaboration.report(DiagnosticKind::MisplacedRecordForall, expression.wordRange, {expression.text},
                     "what is assumed of every record is `requires forall " + expression.text +
                         " in data: ...`");
  return nullptr;
}

} // namespace plumb::sema
