// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/declarations.h - Records and queries -------*- C++ -*-===//
///
/// \file
/// What a file declares besides mechanisms, in the order sizes, records, policies,
/// queries, whatever their order in the text: each may use those before it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_DECLARATIONS_H
#define PLUMB_FRONTEND_SEMA_DECLARATIONS_H

#include "frontend/sema/elaboration.h"

namespace plumb::sema {

class Declarations {
public:
  /// All outlive this.
  Declarations(const syntax::Program &text, const SourceFile &source, DiagnosticSink &diagnostics,
               ir::Program &result)
      : written(text), file(source), sink(diagnostics), program(result) {}

  /// Adds what is in order to the program.
  FileNames analyze();

private:
  /// The analysis of one declaration: the sizes are known, and what it binds is owned by a mechanism
  /// that is none.
  struct Site;

  void size(const syntax::Word &name);
  void record(const syntax::Record &declared);
  std::unique_ptr<ir::Field> field(Site &site, const syntax::Field &declared);
  void policy(const syntax::Policy &declared);
  void attributes(Site &site, const syntax::Policy &declared, ir::Policy &result);
  ir::Attribute attribute(Site &site, const syntax::Attribute &declared, const ir::Field &field);
  bool opensIndices(Site &site, const syntax::Attribute &declared, const ir::Field &field,
                    ir::Attribute &result);
  void query(const syntax::QueryDefinition &declared);
  void queryIndices(Site &site, const syntax::QueryDefinition &declared, ir::SchemaQuery &result);
  void queryFormulas(Site &site, const syntax::QueryDefinition &declared, ir::SchemaQuery &result);
  void range(Site &site, ir::SchemaQuery &result);
  ir::ExpressionPtr numberOf(Site &site, const syntax::Expression &term, const char *what);
  std::optional<ir::SchemaQuery::Aggregate> aggregate(Site &site, const syntax::QueryDefinition &declared);

  void reportTaken(const syntax::Word &name, const char *what, SourceRange first);

  const syntax::Program &written;
  const SourceFile &file;
  DiagnosticSink &sink;
  ir::Program &program;
  FileNames names;
};

/// The record of that name, or null after a report; null without one if the record has a mistake.
const ir::Record *recordNamed(Elaboration &elaboration, const FileNames &names, const syntax::Word &name);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_DECLARATIONS_H
