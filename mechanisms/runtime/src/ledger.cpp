// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/ledger.h"

#include "plumb/runtime/process_mark.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace plumb::runtime {

namespace detail {

/// What a ledger holds.
struct Books {
  /// Sorted by name.
  std::vector<Account> accounts;
  /// Of each adjacency and run that pays part by part: its last instalment, whose number is at least 1.
  std::map<std::pair<std::string, std::string>, Receipt> receipts;
};

} // namespace detail

namespace {

using detail::Books;

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

std::string textOf(const Books &books, std::string_view firstLine, SealKey key) {
  std::string lines(firstLine);
  for (const Account &account : books.accounts)
    lines += "account " + account.adjacency + " " + account.budget.text() + " " + account.spent.text() + "\n";
  for (const auto &[run, receipt] : books.receipts)
    lines += "paid " + run.first + " " + run.second + " " + std::to_string(receipt.number) + " " +
             receipt.from + "\n";
  const std::string seal = sealOf(lines, key);
  lines += sealWord;
  return lines + seal + "\n";
}

bool hasAccount(const std::vector<Account> &accounts, std::string_view adjacency) {
  return std::any_of(accounts.begin(), accounts.end(),
                     [&](const Account &account) { return account.adjacency == adjacency; });
}

/// Takes a line "paid NAME RUN NUMBER SEAL" into \p books. Whether it was written so, the whole text tells.
Expected<void> takeReceipt(std::string_view line, Books &books) {
  takeUntil(line, ' ');
  const std::string name(takeUntil(line, ' ')), run(takeUntil(line, ' '));
  const std::string_view digits = takeUntil(line, ' ');
  detail::Receipt receipt{0, std::string(line)};
  std::from_chars(digits.data(), digits.data() + digits.size(), receipt.number);
  if (!isName(run) || receipt.number == 0 || !isName(receipt.from))
    return unreadable();
  books.receipts[{name, run}] = std::move(receipt);
  return {};
}

/// What is in a text that begins with \p firstLine.
Expected<Books> booksIn(std::string_view text, std::string_view firstLine, SealKey key) {
  const std::size_t sealStart = text.rfind(sealWord);
  if (!text.starts_with(firstLine) || sealStart == std::string_view::npos)
    return unreadable();
  std::string_view sealLine = text.substr(sealStart + sealWord.size());
  if (!isSealOf(takeUntil(sealLine, '\n'), text.substr(0, sealStart), key))
    return unreadable();
  std::string_view lines = text.substr(firstLine.size(), sealStart - firstLine.size());
  Books books;
  while (!lines.empty()) {
    const std::string_view line = takeUntil(lines, '\n');
    if (line.starts_with("paid ")) {
      if (auto taken = takeReceipt(line, books); !taken)
        return taken.error();
      continue;
    }
    Expected<Account> account = accountOf(line);
    if (!account)
      return account.error();
    books.accounts.push_back(*std::move(account));
  }
  auto sorted = checked(std::move(books.accounts));
  if (!sorted)
    return unreadable();
  books.accounts = *std::move(sorted);
  const bool areKnown = std::all_of(books.receipts.begin(), books.receipts.end(), [&](const auto &each) {
    return hasAccount(books.accounts, each.first.first);
  });
  // One ledger has one text: whatever is written otherwise was not written here.
  if (!areKnown || textOf(books, firstLine, key) != text)
    return unreadable();
  return books;
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
  explicit Accounts(Books checked, std::optional<StateFile> opened = std::nullopt)
      : books(std::move(checked)), file(std::move(opened)), owner(processMark()) {}

  Expected<Rational> spend(std::string_view adjacency, const Rational &eps) {
    return change(adjacency, eps, [](Books &) { return Expected<void>(); });
  }
  Expected<Rational> pay(const std::string &adjacency, const Instalment &instalment) {
    if (instalment.run.empty())
      return spend(adjacency, instalment.amount);
    return change(adjacency, instalment.amount, [&](Books &next) -> Expected<void> {
      Receipt &last = next.receipts[{adjacency, instalment.run}];
      if (instalment.receipt.number != last.number + 1)
        return Error{"instalment " + std::to_string(instalment.receipt.number) + " of a run follows behind " +
                     std::to_string(last.number) + "; each is paid once"};
      last = instalment.receipt;
      return {};
    });
  }
  Expected<void> store(const Books &next) {
    if (!file)
      return {};
    if (auto stored = file->replace(file->generation() + 1, textOf(next, filedHead, {})); !stored)
      return stored.error();
    return {};
  }
  Expected<Books> copy() const {
    if (auto here = checkProcess(); !here)
      return here.error();
    const std::scoped_lock guard(mutex);
    return books;
  }
  bool isFiled() const { return file.has_value(); }

private:
  /// Takes \p eps off an account and does \p besides, both or neither.
  template <class Besides>
  Expected<Rational> change(std::string_view adjacency, const Rational &eps, const Besides &besides) {
    if (auto here = checkProcess(); !here)
      return here.error();
    const std::scoped_lock guard(mutex);
    Books next = books;
    const auto account = ::plumb::runtime::find(next.accounts, adjacency);
    if (account == next.accounts.end())
      return unknown(adjacency);
    Expected<Rational> remaining = charge(*account, eps);
    if (!remaining)
      return remaining;
    if (auto done = besides(next); !done)
      return done.error();
    if (auto stored = store(next); !stored)
      return stored.error();
    books = std::move(next);
    return remaining;
  }
  /// Before the mutex is taken, which another thread may have held when a child was forked.
  Expected<void> checkProcess() const {
    if (processMark() != owner)
      return Error{"the ledger belongs to the process that opened it"};
    return {};
  }

  mutable std::mutex mutex;
  Books books;
  std::optional<StateFile> file;
  std::uint64_t owner;
};

Expected<Ledger> Ledger::create(std::vector<Account> accounts) {
  auto sorted = checked(std::move(accounts));
  if (!sorted)
    return sorted.error();
  return Ledger(std::make_shared<detail::Accounts>(Books{*std::move(sorted), {}}));
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
  auto held = isNew ? Expected<Books>(Books{*wanted, {}}) : booksIn(file.content().text(), filedHead, {});
  if (!held)
    return held.error();
  if (!haveEqualBudgets(held->accounts, *wanted))
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
  if (!shared)
    return movedAway();
  auto all = shared->copy();
  if (!all)
    return all.error();
  return std::move(all->accounts);
}

Expected<std::string> Ledger::text(SealKey key) const {
  if (!shared)
    return movedAway();
  const auto all = shared->copy();
  if (!all)
    return all.error();
  return textOf(*all, shared->isFiled() ? filedHead : head, key);
}

Expected<Ledger> Ledger::parse(std::string_view text, SealKey key) {
  auto books = booksIn(text, head, key);
  if (!books)
    return books.error();
  return Ledger(std::make_shared<detail::Accounts>(*std::move(books)));
}

Expected<void> Budget::spend(const Exact &eps) const {
  if (isFree)
    return {};
  if (!accounts)
    return Error{"the budget was moved away"};
  auto remaining = instalment ? accounts->pay(adjacency, *instalment) : accounts->spend(adjacency, eps);
  if (!remaining)
    return remaining.error();
  return {};
}

Budget Budget::paying(detail::Instalment payment) const {
  Budget way(*this);
  way.instalment = std::move(payment);
  return way;
}

Expected<std::optional<detail::Receipt>> Budget::lastReceipt(const std::string &run) const {
  if (isFree)
    return std::optional<detail::Receipt>();
  if (!accounts)
    return Error{"the budget was moved away"};
  const auto books = accounts->copy();
  if (!books)
    return books.error();
  const auto last = books->receipts.find({adjacency, run});
  return std::optional<detail::Receipt>(last == books->receipts.end() ? detail::Receipt{} : last->second);
}

} // namespace plumb::runtime
