// SPDX-License-Identifier: Apache-2.0
//===- checker/report/subject.h - Whatever was checked ----------*- C++ -*-===//
///
/// \file
/// What everything behind the provers sees of a mechanism, a composition, a channel or a table: a verdict
/// with what it rests on, and what each has to say of itself. A writer for each format walks over subjects
/// and does not know which is which: text_report.h, json_report.h, smt_dump.h, explain.h.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_SUBJECT_H
#define PLUMB_CHECKER_REPORT_SUBJECT_H

#include "checker/proof/proof.h"
#include "checker/report/assumption.h"
#include "checker/verdict/evidence.h"
#include "checker/verdict/verdict.h"
#include "frontend/support/diagnostic.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace llvm::json {
class OStream;
}

namespace plumb::report {

class Document;
using verdict::Evidence;
using verdict::Verdict;

/// What a claim is about; nothing for what is no declaration of a program.
using Declaration = std::variant<std::monostate, const ir::Mechanism *, const ir::Composition *,
                                 const ir::Channel *, const ir::ChannelComposition *>;

struct Subject {
  Subject() = default;
  Subject(Subject &&) = default;
  Subject &operator=(Subject &&) = default;
  virtual ~Subject() = default;

  Verdict verdict = Verdict::NotProved;
  /// What a proof of it takes on trust.
  std::vector<Assumption> assumptions = {};

  /// The only outcome of which a guarantee, a claim or an epsilon may be stated as a fact.
  bool isProved() const { return verdict == Verdict::Proved; }

  /// What is guaranteed is a fact, under the assumptions, though perhaps not as it is written.
  bool statesGuarantee() const { return isProved() || verdict == Verdict::OtherAlignment; }

  /// In files for programs: the array that it stands in, and the key of its name there.
  struct Kind {
    std::string_view section, word;
  };
  virtual Kind kind() const = 0;
  virtual Declaration declaration() const { return {}; }
  virtual const std::string &name() const = 0;
  virtual SourceRange nameRange() const = 0;
  /// The whole declaration.
  virtual SourceRange range() const = 0;
  virtual const std::vector<Evidence> &obligations() const = 0;
  /// Of what is proved and has such a text: the declaration with all that was found for its proof
  /// (proof/proof.h). Where there are several, one of them says it.
  virtual std::vector<std::string> provedTexts() const { return {}; }
  /// The prover has shown what the kernel asks of this text under \p condition, if it has proved all.
  virtual bool isShownAlike(std::string_view) const { return true; }
  /// What is claimed, one text for each claim, whether it is true or not: "private(eps)".
  virtual std::vector<std::string> guarantees() const { return {}; }
  /// The law of each sample in words: "lam: one-sided geometric law, ... of scale b = c / eps".
  virtual std::vector<std::string> laws() const { return {}; }
  /// Why it is not proved, and what to do about it; nothing of what is. A violation comes first.
  virtual std::vector<Diagnostic> findings() const = 0;

  /// "proved under 3 assumptions"; of a table its smallest eps.
  virtual std::string verdictText() const { return verdict::text(verdict, assumptions.size()); }
  /// Indented lines: what is guaranteed and by what, above the assumptions; or where it fails.
  virtual std::string details() const = 0;
  /// More of them, below the assumptions.
  virtual std::string closing() const { return {}; }
  /// All questions to the solver, also those that are no obligation; null if one was not made for it alone.
  virtual const smt::Statistics *statistics() const { return nullptr; }
  /// "3 obligations, 7 questions ..."; empty if there is nothing to count.
  virtual std::string counters() const;

  /// Attributes of its object: what is claimed; and, behind assumptions and obligations, what else is known.
  virtual void writeClaims(llvm::json::OStream &json) const = 0;
  virtual void writeDetails(llvm::json::OStream &json) const = 0;
  /// In the place of these two in a certificate, where nothing is open: the claims, and how they were tried.
  virtual void writeGuarantees(llvm::json::OStream &json) const { writeClaims(json); }
  virtual void writeTrials(llvm::json::OStream &) const {}

  /// What a reader is told between the declaration and the assumptions. \p file is the one that it is in.
  virtual void explain(Document &document, const SourceFile &file,
                       const proof::EngineMaker &makeEngine) const = 0;
};

/// Of a message about a proof: what is known of this very program, or what its condition says of all
/// programs.
enum class Advice : std::uint8_t { Particular, General };

/// Tells \p sink the findings. Of what is violated they are one message: no proof is missing where there is
/// none, so that what is open besides is a note of the violation.
void reportFindings(const Subject &subject, DiagnosticSink &sink, Advice advice = Advice::Particular);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_SUBJECT_H
