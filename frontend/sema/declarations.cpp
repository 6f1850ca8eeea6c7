// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/declarations.h"

#include "frontend/sema/declaration_site.h"
#include "frontend/support/similar_word.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::sema {

using namespace ir;

FileNames Declarations::analyze() {
  names.written = &written;
  for (const syntax::Word &name : written.sizes)
    size(name);
  for (const syntax::Record &declared : written.records)
    record(declared);
  for (const syntax::Policy &declared : written.policies)
    policy(declared);
  for (const syntax::QueryDefinition &declared : written.queries)
    query(declared);
  return std::move(names);
}

void Declarations::reportTaken(const syntax::Word &name, const char *what, SourceRange first) {
  sink.report({DiagnosticKind::DuplicateName,
               name.range,
               {name.text, what},
               {{"the first one", first}},
               "choose another name"});
}

void Declarations::size(const syntax::Word &name) {
  auto found = names.sizes.find(name.text);
  if (found != names.sizes.end())
    return reportTaken(name, "a size of this file", found->second.written->range);
  if (isReserved(name.text)) {
    names.misnamed.insert(name.text);
    return sink.report(DiagnosticKind::ReservedName, name.range, {name.text}, "choose another name");
  }
  program.sizes.push_back(
      std::make_unique<Variable>(Variable{Variable::Role::Parameter, name.text, Sort::Int, {}, name.range}));
  names.sizes[name.text] = {&name, program.sizes.back().get()};
}

void Declarations::record(const syntax::Record &declared) {
  auto [entry, isNew] = names.records.try_emplace(declared.name.text, &declared, nullptr);
  if (!isNew)
    reportTaken(declared.name, "a record of this file", entry->second.written->name.range);
  Site site(*this);
  auto result = std::make_unique<Record>(Record{declared.name.text, {}, declared.name.range});
  for (const syntax::Field &each : declared.fields)
    if (const Field *first = result->field(each.name.text)) {
      site.elaboration.failed = true;
      reportTaken(each.name, "a field of this record", first->range);
    } else {
      result->fields.push_back(field(site, each));
    }
  if (site.elaboration.failed || !isNew)
    return;
  program.records.push_back(std::move(result));
  entry->second.checked = program.records.back().get();
}

std::unique_ptr<Field> Declarations::field(Site &site, const syntax::Field &declared) {
  auto result = std::make_unique<Field>();
  result->name = declared.name.text;
  result->range = declared.name.range;
  result->sort = declared.type.text == "bool"   ? Sort::Bool
                 : declared.type.text == "real" ? Sort::Real
                                                : Sort::Int;
  result->orNone = declared.orNone;
  checkFresh(site.elaboration, declared.name.text, declared.name.range);
  for (const syntax::ExpressionPtr &dimension : declared.dimensions)
    result->extents.push_back(site.at(Place::Extent).value(Sort::Int, *dimension, "the length of an array"));
  if (!declared.low)
    return result;
  if (result->sort == Sort::Bool)
    site.elaboration.report(DiagnosticKind::SortMismatch, declared.name.range,
                            {"`" + result->name + "`", "a bool", "a number to have a range"});
  const Sort ends = result->sort == Sort::Real ? Sort::Real : Sort::Int;
  result->low = site.at(Place::FieldRange).value(ends, *declared.low, "the start of a range");
  result->high = site.at(Place::FieldRange).value(ends, *declared.high, "the end of a range");
  return result;
}

const Record *recordNamed(Elaboration &elaboration, const FileNames &names, const syntax::Word &name) {
  auto found = names.records.find(name.text);
  if (found != names.records.end()) {
    elaboration.failed = elaboration.failed || !found->second.checked;
    return found->second.checked;
  }
  elaboration.reportAbout(
      name.text, DiagnosticKind::UnknownRecord, name.range, {name.text},
      helpForWord(name.text, llvm::make_first_range(names.records),
                  (names.records.size() == 1 ? "write `" + names.records.begin()->first + "`, or declare it"
                                             : std::string("declare it")) +
                      ", as in `record " + name.text + " { there: bool }`"));
  return nullptr;
}

} // namespace plumb::sema
