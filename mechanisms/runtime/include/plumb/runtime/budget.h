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

#include <memory>
#include <string>
#include <utility>

namespace plumb::runtime {

namespace detail {
class Accounts;
}

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
  Budget() : isFree(true) {}
  Budget(std::shared_ptr<detail::Accounts> shared, std::string name)
      : accounts(std::move(shared)), adjacency(std::move(name)) {}

  /// Null also after a move, which must not make a release free.
  std::shared_ptr<detail::Accounts> accounts;
  std::string adjacency;
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
