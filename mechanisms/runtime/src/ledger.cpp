// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/ledger.h"

#include <algorithm>
#include <utility>

namespace plumb::runtime {

namespace {

constexpr std::string_view head = "plumb ledger 1\n";
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

} // namespace

Expected<Ledger> Ledger::create(std::vector<Account> accounts) {
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
  return Ledger(std::move(accounts));
}

Expected<Account *> Ledger::find(std::string_view adjacency) {
  for (Account &account : sorted)
    if (account.adjacency == adjacency)
      return &account;
  return Error{"the ledger has no account for `" + std::string(adjacency) + "`"};
}

Expected<Rational> Ledger::spend(std::string_view adjacency, const Rational &eps) {
  const Expected<Account *> account = find(adjacency);
  if (!account)
    return account.error();
  if (eps.sign() <= 0)
    return Error{"cannot spend " + eps.text() + "; an amount must be positive"};
  const Rational spent = (*account)->spent + eps;
  const Rational remaining = (*account)->budget - spent;
  if (remaining.sign() < 0)
    return Error{"`" + std::string(adjacency) + "` has " + (remaining + eps).text() + " left, less than " +
                 eps.text()};
  if (!isReadable(spent))
    return Error{
        "the amount spent would need more than 2048 characters; use amounts with a common denominator"};
  (*account)->spent = spent;
  return remaining;
}

Expected<Rational> Ledger::remaining(std::string_view adjacency) const {
  for (const Account &account : sorted)
    if (account.adjacency == adjacency)
      return account.budget - account.spent;
  return Error{"the ledger has no account for `" + std::string(adjacency) + "`"};
}

std::string Ledger::text(SealKey key) const {
  std::string lines(head);
  for (const Account &account : sorted)
    lines += "account " + account.adjacency + " " + account.budget.text() + " " + account.spent.text() + "\n";
  const std::string seal = sealOf(lines, key);
  lines += sealWord;
  return lines + seal + "\n";
}

Expected<Ledger> Ledger::parse(std::string_view text, SealKey key) {
  const std::size_t sealStart = text.rfind(sealWord);
  if (!text.starts_with(head) || sealStart == std::string_view::npos)
    return unreadable();
  std::string_view sealLine = text.substr(sealStart + sealWord.size());
  if (!isSealOf(takeUntil(sealLine, '\n'), text.substr(0, sealStart), key))
    return unreadable();
  std::string_view lines = text.substr(head.size(), sealStart - head.size());
  std::vector<Account> accounts;
  while (!lines.empty()) {
    Expected<Account> account = accountOf(takeUntil(lines, '\n'));
    if (!account)
      return account.error();
    accounts.push_back(*std::move(account));
  }
  Expected<Ledger> ledger = create(std::move(accounts));
  // One ledger has one text: whatever is written otherwise was not written here.
  if (!ledger || ledger->text(key) != text)
    return unreadable();
  return ledger;
}

} // namespace plumb::runtime
