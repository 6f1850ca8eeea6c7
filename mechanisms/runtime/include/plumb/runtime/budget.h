// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What a release is paid from.
///
/// A mechanism is private at a price, and whoever calls it a second time pays a
/// second time. So `run` and `Stream::create` ask for a Budget, and take their
/// price off it before any noise is drawn.

#ifndef PLUMB_RUNTIME_BUDGET_H
#define PLUMB_RUNTIME_BUDGET_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/rational.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace plumb::runtime {

class ComposedRun;

namespace detail {
class Accounts;

/// Which payment of a run that pays part by part was the last.
struct Receipt {
  /// 1 for the first; 0 where nothing was paid.
  std::uint64_t number = 0;
  /// The seal of the state in which the run was when it paid. What another state of the same run would have
  /// done next was not paid for.
  std::string from;

  friend bool operator==(const Receipt &, const Receipt &) = default;
};

/// One payment of such a run.
struct Instalment {
  /// The name of the run in the ledger: letters and digits. Empty: only the amount is written down.
  std::string run;
  Receipt receipt;
  Exact amount;
};
} // namespace detail

/// A way to one account of a `Ledger`, which makes it. Copies are ways to the same
/// account. May be used by several threads at once.
class Budget {
public:
  Budget(const Budget &) = default;
  Budget(Budget &&) noexcept = default;
  /// As a whole or, where memory for the copy is refused, not at all.
  Budget &operator=(Budget other) noexcept {
    std::swap(accounts, other.accounts);
    std::swap(adjacency, other.adjacency);
    std::swap(instalment, other.instalment);
    std::swap(isFree, other.isFree);
    return *this;
  }
  ~Budget() = default;

  /// Takes \p eps off the account. An error value, and nothing is to be released, in the
  /// cases of `Ledger::spend`, and if the budget was moved away.
  Expected<void> spend(const Exact &eps) const;

private:
  friend class Ledger;
  friend class Unaccounted;
  friend class ComposedRun;
  Budget() : isFree(true) {}
  Budget(std::shared_ptr<detail::Accounts> shared, std::string name)
      : accounts(std::move(shared)), adjacency(std::move(name)) {}

  /// A way to the same account that takes \p payment off it, in the place of what it is asked for. The amount
  /// and the number are on the disk together, and no number of a run is paid twice.
  Budget paying(detail::Instalment payment) const;
  /// Of the last instalment of \p run; number 0 if there was none, and nothing if nobody writes them down.
  Expected<std::optional<detail::Receipt>> lastReceipt(const std::string &run) const;

  /// Null also after a move, which must not make a release free.
  std::shared_ptr<detail::Accounts> accounts;
  std::string adjacency;
  std::optional<detail::Instalment> instalment;
  bool isFree = false;
};

/// `Ledger::unaccounted()`: a budget that pays for everything and writes nothing down. What is for tests and
/// experiments only asks for this type, so that it cannot be called where a ledger pays. It is no `Budget`: a
/// reference to one would put the budget of a ledger in its place.
class Unaccounted {
public:
  operator Budget() const { return Budget(); }

private:
  friend class Ledger;
  Unaccounted() = default;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_BUDGET_H
