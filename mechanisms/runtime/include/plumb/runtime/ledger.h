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

#include "plumb/runtime/budget.h"
#include "plumb/runtime/expected.h"
#include "plumb/runtime/rational.h"
#include "plumb/runtime/seal.h"
#include "plumb/runtime/state_file.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::runtime {

/// The budget of one adjacency. Budgets of different adjacencies are kept apart:
/// an amount spent for one says nothing about another.
struct Account {
  /// 1 to 64 letters, digits, and the characters _ - and .
  std::string adjacency;
  Exact budget;
  Exact spent = Rational(0);

  friend bool operator==(const Account &, const Account &) = default;
};

/// Accounts that can be drawn on and never refilled.
///
/// It can be moved and not copied, since two copies would spend the same budget
/// twice. Where it was moved away, and in a child of fork(), every member gives an error value. May be
/// used by several threads at once, but for moving it.
class Ledger {
public:
  /// A ledger in memory: who ends the process forgets what was spent. An error value
  /// unless there is an account, names are as above and differ, and
  /// budget >= spent >= 0 for each.
  static Expected<Ledger> create(std::vector<Account> accounts);

  /// The ledger that \p file holds, or \p accounts in a new file. What is spent is on
  /// the disk before `spend` returns. An error value also if the file holds other
  /// adjacencies or other budgets, or cannot be written.
  static Expected<Ledger> open(StateFile file, std::vector<Account> accounts);

  Ledger(Ledger &&) noexcept = default;
  Ledger &operator=(Ledger &&) noexcept = default;

  /// What releases about one adjacency are paid from; stays valid when the ledger is
  /// moved or gone. An error value if the adjacency has no account.
  Expected<Budget> budget(std::string_view adjacency) const;

  /// For tests and experiments: pays for everything and writes nothing down. What is
  /// released with it is private by itself, and nobody knows what all releases
  /// together tell.
  static Unaccounted unaccounted() { return Unaccounted(); }

  /// Takes \p eps off the budget and returns what remains; `Mechanism::run` does it
  /// before it draws: what is spent and not released is lost, what is released and not
  /// spent is a breach.
  ///
  /// An error value, and nothing spent, if the adjacency has no account, if
  /// eps < 0, if less than eps remains, if the sum had no text that `parse` would
  /// read, or if the file of the ledger cannot be written; behind that last error the
  /// amount may be gone.
  Expected<Rational> spend(std::string_view adjacency, const Exact &eps);

  /// An error value if the adjacency has no account.
  Expected<Rational> remaining(std::string_view adjacency) const;

  /// In the order of their names.
  Expected<std::vector<Account>> accounts() const;

  /// Lines of text, the last one a seal. Equal ledgers have equal texts. Of a ledger
  /// in a file: a copy for readers, which `parse` refuses.
  Expected<std::string> text(SealKey key = {}) const;

  /// Reads what `text` wrote under the same key. An error value for anything
  /// else, be it one blank more.
  static Expected<Ledger> parse(std::string_view text, SealKey key = {});

private:
  explicit Ledger(std::shared_ptr<detail::Accounts> accounts) : shared(std::move(accounts)) {}

  std::shared_ptr<detail::Accounts> shared;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_LEDGER_H
