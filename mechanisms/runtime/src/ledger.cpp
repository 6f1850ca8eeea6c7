// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/ledger.h"

#include "plumb/runtime/process_mark.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace plumb::runtime {

namespace {

constexpr std::string_view head = "plumb ledger 1\n";
constexpr std::string_view filedHead = "plumb ledger in a file 1\n";
constexpr std::string_view sealWord = "seal ";

bool isName(std::string_view name) {
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
}

bool isReadable(const Rational &value) {
  return value.text().size() <= Rational::maximalTextLength;
}

/// What is wrong with an account, or nothing.
std::string mistakeIn(const Account &account) {
  if (!isName(account.adjacency))
    return "an adjacency needs a name of 1 to 64 letters, digits and _-.";
  if (account.spent.sign() < 0 || account.budget < account.spent)
    return "`" + account.adjacency + "` has spent " + account.spent.text() + " of " + account.budget.text() +
           "; it must lie between 0 and the budget";
  if (!isReadable(account.budget) || !isReadable(account.spent))
    return "`" + account.adjacency + "` has a budget of more than 2048 characters";
  return {};
}

bool comesBefore(const Account &left, const Account &right) {
  return left.adjacency < right.adjacency;
}

/// Takes the text up to the next \p end off \p rest, and the end with it; all
/// of it where there is no end.
std::string_view takeUntil(std::string_view &rest, char end) {
  const std::size_t length = std::min(rest.find(end), rest.size());
  const std::string_view taken = rest.substr(0, length);
  rest.remove_prefix(std::min(length + 1, rest.size()));
  return taken;
}

Error unreadable() {
  return Error{"the text is no ledger, or was changed after it was written"};
}

/// The account of a line "account NAME BUDGET SPENT".
Expected<Account> accountOf(std::string_view line) {
  if (takeUntil(line, ' ') != "account")
    return unreadable();
  const std::string_view name = takeUntil(line, ' ');
  const auto budget = Rational::parse(takeUntil(line, ' '));
  const auto spent = Rational::parse(line);
  if (!budget || !spent)
    return unreadable();
  return Account{std::string(name), *budget, *spent};
}

/// Sorted by name, if nothing is wrong with them.
Expected<std::vector<Account>> checked(std::vector<Account> accounts) {
  if (accounts.empty())
    return Error{"a ledger needs an account"};
  for (const Account &account : accounts)
    if (std::string mistake = mistakeIn(account); !mistake.empty())
      return Error{std::move(mistake)};
  std::sort(accounts.begin(), accounts.end(), comesBefore);
  const auto twice =
      std::adjacent_find(accounts.begin(), accounts.end(), [](const Account &left, const Account &right) {
        return left.adjacency == right.adjacency;
      });
  if (twice != accounts.end())
    return Error{"`" + twice->adjacency + "` has two accounts"};
  return accounts;
}

std::string textOf(const std::vector<Account> &accounts, std::string_view firstLine, SealKey key) {
  std::string lines(firstLine);
  for (const Account &account : accounts)
    lines += "account " + account.adjacency + " " + account.budget.text() + " " + account.spent.text() + "\n";
  const std::string seal = sealOf(lines, key);
  lines += sealWord;
  return lines + seal + "\n";
}

/// The accounts of a text that begins with \p firstLine.
Expected<std::vector<Account>> accountsIn(std::string_view text, std::string_view firstLine, SealKey key) {
  const std::size_t sealStart = text.rfind(sealWord);
  if (!text.starts_with(firstLine) || sealStart == std::string_view::npos)
    return unreadable();
  std::string_view sealLine = text.substr(sealStart + sealWord.size());
  if (!isSealOf(takeUntil(sealLine, '\n'), text.substr(0, sealStart), key))
    return unreadable();
  std::string_view lines = text.substr(firstLine.size(), sealStart - firstLine.size());
  std::vector<Account> accounts;
  while (!lines.empty()) {
    Expected<Account> account = accountOf(takeUntil(lines, '\n'));
    if (!account)
      return account.error();
    accounts.push_back(*std::move(account));
  }
  auto sorted = checked(std::move(accounts));
  // One ledger has one text: whatever is written otherwise was not written here.
  if (!sorted || textOf(*sorted, firstLine, key) != text)
    return unreadable();
  return sorted;
}

template <class Accounts> auto find(Accounts &accounts, std::string_view adjacency) {
  return std::find_if(accounts.begin(), accounts.end(),
                      [&](const Account &account) { return account.adjacency == adjacency; });
}

Error movedAway() {
  return Error{"the ledger was moved away"};
}

Error unknown(std::string_view adjacency) {
  return Error{"the ledger has no account for `" + std::string(adjacency) + "`"};
}

/// \p eps off \p account; what remains.
Expected<Rational> charge(Account &account, const Rational &eps) {
  if (eps.sign() < 0)
    return Error{"cannot spend " + eps.text() + "; an amount is not negative"};
  Rational spent = account.spent + eps;
  const Rational remaining = account.budget - spent;
  if (remaining.sign() < 0)
    return Error{"`" + account.adjacency + "` has " + (remaining + eps).text() + " left, less than " +
                 eps.text()};
  if (!isReadable(spent))
    return Error{
        "the amount spent would need more than 2048 characters; use amounts with a common denominator"};
  account.spent = std::move(spent);
  return remaining;
}

} // namespace

/// What a ledger and its budgets share.
class detail::Accounts {
public:
  explicit Accounts(std::vector<Account> checked, std::optional<StateFile> opened = std::nullopt)
      : sorted(std::move(checked)), file(std::move(opened)), owner(processMark()) {}

  Expected<Rational> spend(std::string_view adjacency, const Rational &eps) {
    if (auto here = checkProcess(); !here)
      return here.error();
    const std::scoped_lock guard(mutex);
    std::vector<Account> next = sorted;
    const auto account = ::plumb::runtime::find(next, adjacency);
    if (account == next.end())
      return unknown(adjacency);
    Expected<Rational> remaining = charge(*account, eps);
    if (!remaining)
      return remaining;
    if (auto stored = store(next); !stored)
      return stored.error();
    sorted = std::move(next);
    return remaining;
  }
  Expected<void> store(const std::vector<Account> &accounts) {
    if (!file)
      return {};
    if (auto stored = file->replace(file->generation() + 1, textOf(accounts, filedHead, {})); !stored)
      return stored.error();
    return {};
  }
  Expected<std::vector<Account>> copy() const {
    if (auto here = checkProcess(); !here)
      return here.error();
    const std::scoped_lock guard(mutex);
    return sorted;
  }
  bool isFiled() const { return file.has_value(); }

private:
  /// Before the mutex is taken, which another thread may have held when a child was forked.
  Expected<void> checkProcess() const {
    if (processMark() != owner)
      return Error{"the ledger belongs to the process that opened it"};
    return {};
  }

  mutable std::mutex mutex;
  std::vector<Account> sorted;
  std::optional<StateFile> file;
  std::uint64_t owner;
};

Expected<Ledger> Ledger::create(std::vector<Account> accounts) {
  auto sorted = checked(std::move(accounts));
  if (!sorted)
    return sorted.error();
  return Ledger(std::make_shared<detail::Accounts>(*std::move(sorted)));
}

static bool haveEqualBudgets(const std::vector<Account> &left, const std::vector<Account> &right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const Account &one, const Account &other) {
                      return one.adjacency == other.adjacency && one.budget == other.budget;
                    });
}

Expected<Ledger> Ledger::open(StateFile file, std::vector<Account> accounts) {
  auto wanted = checked(std::move(accounts));
  if (!wanted)
    return wanted.error();
  const bool isNew = file.generation() == 0;
  auto held = isNew ? wanted : accountsIn(file.content().text(), filedHead, {});
  if (!held)
    return held.error();
  if (!haveEqualBudgets(*held, *wanted))
    return Error{"the ledger in the file has other accounts or budgets; what was promised is not changed"};
  auto shared = std::make_shared<detail::Accounts>(*held, std::move(file));
  if (isNew)
    if (auto stored = shared->store(*held); !stored)
      return stored.error();
  return Ledger(std::move(shared));
}

Expected<Budget> Ledger::budget(std::string_view adjacency) const {
  if (const auto known = remaining(adjacency); !known)
    return known.error();
  return Budget(shared, std::string(adjacency));
}

Expected<Rational> Ledger::spend(std::string_view adjacency, const Exact &eps) {
  return shared ? shared->spend(adjacency, eps) : movedAway();
}

Expected<Rational> Ledger::remaining(std::string_view adjacency) const {
  const auto all = accounts();
  if (!all)
    return all.error();
  const auto account = find(*all, adjacency);
  if (account == all->end())
    return unknown(adjacency);
  return account->budget - account->spent;
}

Expected<std::vector<Account>> Ledger::accounts() const {
  return shared ? shared->copy() : movedAway();
}

Expected<std::string> Ledger::text(SealKey key) const {
  const auto all = accounts();
  if (!all)
    return all.error();
  return textOf(*all, shared->isFiled() ? filedHead : head, key);
}

Expected<Ledger> Ledger::parse(std::string_view text, SealKey key) {
  auto accounts = accountsIn(text, head, key);
  if (!accounts)
    return accounts.error();
  return Ledger(std::make_shared<detail::Accounts>(*std::move(accounts)));
}

Expected<void> Budget::spend(const Exact &eps) const {
  if (isFree)
    return {};
  if (!accounts)
    return Error{"the budget was moved away"};
  if (auto remaining = accounts->spend(adjacency, eps); !remaining)
    return remaining.error();
  return {};
}

} // namespace plumb::runtime
