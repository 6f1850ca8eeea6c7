// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What may still be released: a privacy budget for each adjacency.
///
/// Mechanisms that are eps_1-, ..., eps_m-private for one adjacency are
/// (eps_1 + ... + eps_m)-private together (sequential composition), also if each
/// is chosen after seeing what came before, as long as the amounts and the budget are
/// fixed in advance. The sums are exact rationals.

#ifndef PLUMB_RUNTIME_LEDGER_H
#define PLUMB_RUNTIME_LEDGER_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/rational.h"
#include "plumb/runtime/seal.h"

#include <string>
#include <string_view>
#include <vector>

namespace plumb::runtime {

/// The budget of one adjacency. Budgets of different adjacencies are kept apart:
/// an amount spent for one says nothing about another.
struct Account {
  /// 1 to 64 letters, digits, and the characters _ - and .
  std::string adjacency;
  Rational budget;
  Rational spent = 0;
};

/// Accounts that can be drawn on and never refilled.
///
/// It can be moved and not copied, since two copies would spend the same budget
/// twice. Not for several threads at once.
class Ledger {
public:
  /// An error value unless there is an account, names are as above and differ,
  /// and budget >= spent >= 0 for each.
  static Expected<Ledger> create(std::vector<Account> accounts);

  Ledger(Ledger &&) noexcept = default;
  Ledger &operator=(Ledger &&) noexcept = default;

  /// Takes \p eps off the budget and returns what remains. Call it, and save the
  /// ledger, before the release is drawn: what is spent and not released is lost,
  /// what is released and not spent is a breach.
  ///
  /// An error value, and nothing spent, if the adjacency has no account, if
  /// eps <= 0, if less than eps remains, or if the sum had no text that `parse`
  /// would read.
  Expected<Rational> spend(std::string_view adjacency, const Rational &eps);

  /// An error value if the adjacency has no account.
  Expected<Rational> remaining(std::string_view adjacency) const;

  /// In the order of their names.
  const std::vector<Account> &accounts() const { return sorted; }

  /// Lines of text, the last one a seal. Equal ledgers have equal texts.
  std::string text(SealKey key = {}) const;

  /// Reads what `text` wrote under the same key. An error value for anything
  /// else, be it one blank more.
  static Expected<Ledger> parse(std::string_view text, SealKey key = {});

private:
  explicit Ledger(std::vector<Account> checked) : sorted(std::move(checked)) {}

  Expected<Account *> find(std::string_view adjacency);

  std::vector<Account> sorted;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_LEDGER_H
