// SPDX-License-Identifier: Apache-2.0
//===- frontend/support/diagnostic.h - The user's mistakes ------*- C++ -*-===//
///
/// \file
/// A mistake in a program is a value: a registered kind, a range, arguments,
/// notes and one line of help. Text is made from it only at the very end, and a repair is a change of the
/// text from the start: nobody reads it back from what was printed.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SUPPORT_DIAGNOSTIC_H
#define PLUMB_FRONTEND_SUPPORT_DIAGNOSTIC_H

#include "frontend/support/help.h"
#include "frontend/support/source_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

enum class Severity : std::uint8_t { Error, Warning };

/// One enumerator for each line of diagnostic_kinds.def.
enum class DiagnosticKind : std::uint16_t {
#define DIAGNOSTIC(id, code, severity, text) id,
#include "frontend/support/diagnostic_kinds.def"
#undef DIAGNOSTIC
};

/// What the registry says of a kind.
struct DiagnosticInfo {
  /// "UnknownName", as in the registry.
  std::string_view name;
  /// "PL0201", stable over releases.
  std::string_view code;
  Severity severity;
  /// The message, with {0}, {1}, ... for the arguments.
  std::string_view text;
};

const DiagnosticInfo &info(DiagnosticKind kind);

/// All kinds in the order of the registry.
const std::vector<DiagnosticKind> &allDiagnosticKinds();

/// A further place that explains the mistake. Notes never stand alone.
struct Note {
  std::string message;
  std::optional<SourceRange> range;
  /// Of what would be a message if another did not tell its cause.
  std::optional<DiagnosticKind> kind = {};

  /// "note", "note[PL0408]": what stands in front of the message.
  std::string label() const;
  /// The message, behind its code in brackets if it has one: for formats in which notes have none.
  std::string text() const;
};

struct Diagnostic {
  DiagnosticKind kind;
  /// The exact words that are wrong.
  SourceRange range;
  /// For {0}, {1}, ... of the registered text; as many as it names.
  std::vector<std::string> arguments;
  std::vector<Note> notes;
  /// What to do; empty if the message says it.
  Help help;
  /// The name that the mistake is about if it is one mistake however often it shows, such as a name that
  /// nobody declares; else empty. Of one kind about one name the analysis tells the first in a declaration.
  std::string about = {};

  /// The registered text with its arguments put in.
  std::string message() const;
  /// The change that mends it, with its places; nothing where none is known to the letter.
  std::optional<Change> repair() const;
  /// Tells \p consequence and its notes as notes of this, once; and what to do about it, where this says
  /// nothing of that.
  void addConsequence(Diagnostic consequence);
};

/// Collects the diagnostics of one file, in the order in which they were found.
class DiagnosticSink {
public:
  /// Keeps the first \p limit errors; later ones are counted, not kept.
  explicit DiagnosticSink(std::size_t limit = 20) : errorLimit(limit) {}

  /// The same kind at the same range is reported once.
  void report(Diagnostic diagnostic);

  /// Short form: report(kind, range, {"x"}, "declare it").
  void report(DiagnosticKind kind, SourceRange range, std::vector<std::string> arguments = {},
              Help help = {});

  bool hasErrors() const { return errors != 0; }
  std::size_t errorCount() const { return errors; }
  const std::vector<Diagnostic> &diagnostics() const { return kept; }

private:
  std::vector<Diagnostic> kept;
  std::size_t errors = 0;
  std::size_t errorLimit;
};

/// "FILE:LINE:COL: error[PL0201]: message", the source line, a caret line under the
/// exact code points (long lines are cut around the caret), the notes in the same
/// form, and "help: ..."; ends with a newline.
std::string render(const Diagnostic &diagnostic, const SourceFile &file);

} // namespace plumb

#endif // PLUMB_FRONTEND_SUPPORT_DIAGNOSTIC_H
