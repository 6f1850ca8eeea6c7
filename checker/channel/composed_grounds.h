// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/composed_grounds.h - Notions that follow for a composition -*- C++ -*-===//
///
/// \file
/// Which notions a composition of channels has by those that are proved of its parts, by the table at the
/// head of composed.h; whether the budgets are enough is asked elsewhere.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_COMPOSED_GROUNDS_H
#define PLUMB_CHECKER_CHANNEL_COMPOSED_GROUNDS_H

#include "checker/channel/judgement.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::channel {

/// Why a composition has a notion: what is used of each report.
struct Ground {
  std::vector<Judgement> reports;
  /// The sum of the budgets over the parameters of the composition; 0 of `keeps_types`.
  std::shared_ptr<const ir::ChannelTerm> total;

  /// Whether the sum is that of budgets: what keeps types alone may tell a value, and no sum bounds that.
  bool hasBudget() const;
};

/// What is known of each report of one composition whose channels are proved.
class ComposedGrounds {
public:
  /// Classes of the last channel of a report.
  using Classes = std::set<std::size_t>;

  /// \p composition outlives this. Throws Unsupported where terms are very long.
  explicit ComposedGrounds(const ir::ChannelComposition &composition);

  /// For each report, what is stronger first.
  const std::vector<std::vector<Judgement>> &judgements() const { return known; }
  /// All ways to have \p notion, some dozens at most; none if it does not follow.
  std::vector<Ground> waysTo(const ir::Channel::Notion &notion) const;
  /// For each report its protected outputs, in every way that the notion can be meant: one, if it names
  /// classes; else as many as what is proved of the parts leaves.
  std::vector<std::vector<Classes>> readings(const ir::Channel::Notion &notion) const;
  /// The strongest notion that follows: none, or one; for `uldp` and `osldp` with the inputs that are
  /// sensitive to all reports.
  std::vector<ir::Channel::Notion> derived() const;
  /// Of a notion without a way: which report is in the way.
  std::string lackOf(const ir::Channel::Notion &notion) const;

private:
  std::optional<std::vector<Judgement>> fitting(const ir::Channel::Notion &notion, std::size_t report) const;
  std::optional<Classes> named(const ir::Channel::Notion &notion, std::size_t report) const;
  void nameProtected(ir::Channel::Notion &notion) const;

  const ir::ChannelComposition &composition;
  std::vector<std::vector<Judgement>> known;
};

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_COMPOSED_GROUNDS_H
