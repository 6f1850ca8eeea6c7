// SPDX-License-Identifier: Apache-2.0
//===- checker/report/table_result.h - Verdict on a table -------*- C++ -*-===//
///
/// \file
/// The smallest eps of a channel that is a table of numbers, as a subject like all others.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_TABLE_RESULT_H
#define PLUMB_CHECKER_REPORT_TABLE_RESULT_H

#include "checker/channel/decomposition.h"
#include "checker/channel/finite_table.h"
#include "checker/channel/logarithm.h"
#include "checker/report/subject.h"

#include <optional>

namespace plumb::report {

/// Proved with the smallest eps, or NotPrivate whatever eps is.
struct TableResult final : Subject {
  /// "ldp", "uldp" or "osldp".
  std::string notion;
  std::vector<std::string> sensitive;
  /// The protected outputs; of uldp only.
  std::vector<std::string> guarded;
  /// With no eps. Otherwise the rest says with which.
  std::optional<channel::Violation> violation;
  channel::SmallestBound smallest;
  /// Of ln(smallest.bound).
  Enclosure eps;
  /// The uldp mechanism that the table is a mixing of, and the mixing (Proposition 14), of osldp and small
  /// tables.
  std::optional<channel::Decomposition> factors;

  /// Of a uldp table that is made of several: all behind the first keep data types (Definition 5).
  std::optional<bool> keepsTypes;

  Kind kind() const override { return {"tables", "notion"}; }
  const std::string &name() const override { return notion; }
  SourceRange nameRange() const override { return {}; }
  SourceRange range() const override { return {}; }
  const std::vector<Evidence> &obligations() const override;
  std::vector<Diagnostic> findings() const override { return {}; }
  std::string verdictText() const override;
  std::string details() const override;
  void writeClaims(llvm::json::OStream &json) const override;
  void writeDetails(llvm::json::OStream &json) const override;
  void explain(Document &, const SourceFile &, const proof::EngineMaker &) const override {}
};

/// \param notion "ldp", "uldp" or "osldp". \param roles as long as the table's inputs and outputs.
TableResult check(const channel::FiniteTable &table, const std::string &notion, const channel::Roles &roles);

/// The notion of that name.
ir::Channel::Notion::Kind notionNamed(const std::string &word);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_TABLE_RESULT_H
