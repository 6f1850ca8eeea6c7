// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/elaboration.h - One mechanism under way ----*- C++ -*-===//
///
/// \file
/// What the parts of the analysis of one mechanism, or of another declaration of the
/// file, share. A mechanism is
/// analysed in this order: parameters; the names and sorts of everything that
/// is drawn or assigned; the statements; then, when all publications are
/// known, what may speak of the output (alignments, invariants, claims).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_ELABORATION_H
#define PLUMB_FRONTEND_SEMA_ELABORATION_H

#include "frontend/ir/program.h"
#include "frontend/parse/syntax.h"
#include "frontend/sema/assigned_names.h"
#include "frontend/sema/file_names.h"
#include "frontend/sema/introduced_names.h"
#include "frontend/sema/scope.h"
#include "frontend/support/diagnostic.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumb::sema {

/// The publications of the mechanism, for whoever reads the output.
struct Publication {
  ir::Transcript *transcript;
  /// Published there by some statement, in order.
  std::vector<const ir::Tag *> tags;
};

/// The cell, or the array of cells, that a part of a composition publishes, for arguments of later parts.
struct PassedCell {
  /// Where its name stands.
  SourceRange range;
  std::vector<const ir::Tag *> tags;
  /// Of an array, each over parameters of the composition; empty: it is one cell.
  std::vector<ir::ExpressionPtr> extents = {};
};

struct Elaboration {
  Elaboration(const SourceFile &text, DiagnosticSink &diagnostics, ir::Neighbourhood &result)
      : file(text), sink(diagnostics), neighbourhood(result), scope(result) {}

  const SourceFile &file;
  DiagnosticSink &sink;
  /// Its own, which owns all variables that are declared.
  ir::Neighbourhood &neighbourhood;
  Scope scope;
  /// Some mistake was reported.
  bool failed = false;

  /// What the file declares; null while these declarations are analysed.
  const FileNames *names = nullptr;
  /// Where names of the file that the mechanism speaks of stand first in it.
  Mentions mentions;
  /// The mechanism has an adjacency of records, right or wrong.
  bool hasRecordAdjacency = false;
  /// In its place a clause says how the answers to a query about records differ, which is told there.
  bool hasClauseForRecords = false;
  /// Names that are declared, drawn or assigned although they stand for something else. What they hold is a
  /// question of that mistake, which was told, so reads of them stay silent.
  std::set<std::string> misnamed;
  /// Locals that statements read where they may not have a value.
  std::set<std::string> valueless;
  /// What the text introduces at other places than the one under analysis, for names that are unknown there.
  IntroducedNames introduced;
  /// The mechanism publishes nothing, which is told by itself.
  bool publishesNothing = false;
  /// The mechanism asks nothing of the records. An unknown name is likely the query that is missing.
  bool lacksQuery = false;
  /// An unknown name was told that looks like no other.
  bool mayLackName = false;
  /// Samples whose law is over the reals though they are declared without it. As reals they meet reals.
  std::set<std::string> ofRealLaw;
  /// Arrays that a statement writes at other indices than it may: how many they take is not known.
  std::set<std::string> misshapen;
  /// A loop without a bound was told. Which indices there would be with one, nobody knows.
  bool lacksLoop = false;
  /// The first `return` of a value so far.
  std::optional<SourceRange> firstReturn;
  /// Some path was told to return nothing though others do: what is published on it belongs to no result.
  bool lacksReturn = false;
  /// A `top_k` was told to stand elsewhere than behind `return`, so that the result is no selection.
  bool lacksSelection = false;
  /// Names for records at the place under analysis, innermost last.
  std::vector<const ir::RecordVariable *> records;

  /// Scalar locals and samples that have a value on every path to the place under analysis.
  AssignedNames assigned;
  /// The loops around that place, outermost first.
  std::vector<const ir::For *> loops;

  /// By the names that they have in a composition.
  std::map<std::string, PassedCell> passedCells;

  std::vector<Publication> publications;
  /// Which of them belongs to an innermost loop (null: to none).
  std::map<const ir::For *, std::size_t> publicationOf;
  /// All tags of the mechanism, the predefined ones included.
  std::map<std::string, ir::Tag *> tags;
  /// Tags whose components are unknown because of a mistake in them.
  std::set<const ir::Tag *> brokenTags;
  /// What is published under a tag that is written like a call, as in `output above(z)`.
  std::vector<std::pair<const ir::Tag *, const syntax::Expression *>> taggedOutputs;
  /// Tags that some alignment, invariant or claim names.
  std::set<const ir::Tag *> tagsAskedFor;

  /// Some statement returns a value.
  bool returnsValue = false;
  /// Of the first returned value; nothing before it or if it has a mistake.
  std::optional<ir::Sort> resultSort;
  /// What a returned selection selects from.
  ir::Sort selectionSort = ir::Sort::Int;

  /// Run when all statements are known.
  std::vector<std::function<void()>> deferred;

  void report(Diagnostic diagnostic) {
    failed = true;
    sink.report(std::move(diagnostic));
  }
  void report(DiagnosticKind kind, SourceRange range, std::vector<std::string> arguments = {},
              Help help = {}) {
    report({kind, range, std::move(arguments), {}, std::move(help)});
  }
  /// A mistake about \p name that shows wherever it is read: the first place is enough to mend it.
  void reportAbout(const std::string &name, DiagnosticKind kind, SourceRange range,
                   std::vector<std::string> arguments, Help help) {
    report({kind, range, std::move(arguments), {}, std::move(help), name});
  }
  /// A name like \p name to suggest, or nothing; looked for only while mistakes are few.
  std::string similarName(const std::string &name) const {
    return sink.errorCount() < 20 ? scope.closest(name) : std::string();
  }
  /// Null if \p name names no record here.
  const ir::RecordVariable *record(std::string_view name) const;
  std::string textOf(SourceRange range) const { return std::string(file.text(range)); }
  /// Behind the last parameter, \p declared becomes one more.
  Repair oneMoreParameter(const std::string &declared) const;
};

/// "an int", "a real", ...
std::string describe(ir::Sort sort);
/// "1 index", "3 indices".
std::string count(std::size_t number, const char *one, const char *many);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_ELABORATION_H
