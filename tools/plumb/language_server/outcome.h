// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/language_server/outcome.h - What a proof said -*- C++ -*-===//
///
/// \file
/// What became of one declaration, as a value that outlives its program: proofs run in processes of their
/// own, which send it home as JSON, and texts change while it is kept.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_OUTCOME_H
#define PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_OUTCOME_H

#include "checker/report/subject.h"
#include "frontend/support/diagnostic.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Support/JSON.h>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::tool::language_server {

struct Outcome {
  /// Text that was found, and what it takes the place of.
  struct Edit {
    SourceRange range = {};
    std::string text = {};
    /// "align lam' = lam + 1": as it is told.
    std::string clause = {};
    /// See FoundText.
    std::optional<SourceRange> from = {};
  };
  /// What mends a mistake: all of its edits at once.
  struct Repair {
    std::string title = {};
    /// Their clauses are empty.
    std::vector<Edit> edits = {};
  };
  /// What is told of words of the text.
  struct Finding {
    /// Nothing of what is no message of Plumb: that a proof did not end.
    std::optional<DiagnosticKind> kind = {};
    SourceRange range = {};
    /// With its arguments and its help.
    std::string message = {};
    std::vector<Note> notes = {};
    std::optional<Repair> repair = std::nullopt;
  };
  /// The loop that begins there, and what is said to hold whenever its head is reached.
  struct Loop {
    /// Its first word.
    SourceRange word = {};
    std::vector<std::string> invariants = {};
    /// Those that are not proved.
    std::vector<std::string> open = {};
    /// The others are, and so is all that was assumed for that.
    bool isKept = false;
  };

  /// What the proof charges for a draw.
  struct Charge {
    /// Its `align` clause.
    SourceRange clause = {};
    /// One sentence.
    std::string text = {};
  };

  bool isProved = false;
  /// Two neighbours and an output are found that tell.
  bool isNotPrivate = false;
  /// "proved under 3 assumptions"
  std::string verdict = {};
  /// Lines: what is guaranteed and by what, or where it fails, and the assumptions.
  std::string details = {};
  std::vector<Finding> findings = {};
  std::vector<Edit> found = {};
  /// In the place of what is guaranteed, if less is enough.
  std::optional<Edit> enough = std::nullopt;
  /// Without the invariants that are written it is proved as it stands.
  bool isProvedWithoutInvariants = false;
  std::vector<Loop> loops = {};
  /// Only of what is proved.
  std::vector<Charge> charges = {};

  /// All ranges lie in \p range.
  bool liesIn(SourceRange range) const;
  /// Each place becomes what \p place makes of it.
  void translate(llvm::function_ref<SourceRange(SourceRange)> place);
};

/// \param source the text that it is about.
Outcome::Finding findingOf(const Diagnostic &diagnostic, std::string_view source);
Outcome outcomeOf(const report::Subject &subject, std::string_view source, report::Advice advice);

llvm::json::Value toJson(const Outcome &outcome);
/// Nothing if \p value was not made by toJson().
std::optional<Outcome> outcomeFrom(const llvm::json::Value &value);

} // namespace plumb::tool::language_server

#endif // PLUMB_TOOLS_PLUMB_LANGUAGE_SERVER_OUTCOME_H
