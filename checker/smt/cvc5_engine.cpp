// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/cvc5_engine.h"

#include "checker/smt/smtlib.h"
#include "checker/smt/solver_process.h"
#include "checker/smt/subterms.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <stdexcept>
#include <utility>

namespace plumb::smt {

namespace {

/// Reads values as cvc5 prints them: `17`, `(- 17)`, `1.5`, `(/ 1 3)`, `(- (/ 1 3))`, `(/ (- 1) 3)`.
class ValueReader {
public:
  explicit ValueReader(std::string_view printed) : text(printed) {}

  /// Nothing if it is no number, such as a root.
  std::optional<Rational> whole() {
    std::optional<Rational> number = value();
    skipSpace();
    return at == text.size() ? number : std::nullopt;
  }

private:
  void skipSpace() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n'))
      ++at;
  }

  bool takes(char c) {
    skipSpace();
    if (at == text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }

  std::string_view word() {
    skipSpace();
    const std::size_t begin = at;
    while (at < text.size() && text[at] != ' ' && text[at] != '\n' && text[at] != '(' && text[at] != ')')
      ++at;
    return text.substr(begin, at - begin);
  }

  std::optional<Rational> value() {
    if (!takes('('))
      return numeral(word());
    const std::string_view of = word();
    if (of != "-" && of != "/")
      return std::nullopt;
    // (- (/ (- 1) 2)) is the deepest that there is.
    constexpr unsigned mostLevels = 3;
    if (++levels > mostLevels)
      return std::nullopt;
    std::optional<Rational> number = value();
    if (number && of == "-") {
      number = -*number;
    } else if (number) {
      const std::optional<Rational> by = value();
      number = by && *by != 0 ? std::optional<Rational>(*number / *by) : std::nullopt;
    }
    --levels;
    return takes(')') ? number : std::nullopt;
  }

  /// Digits, with a point between two of them or none.
  static std::optional<Rational> numeral(std::string_view word) {
    if (word == "true" || word == "false")
      return Rational(word == "true" ? 1 : 0);
    const std::size_t point = std::min(word.find('.'), word.size());
    std::string digits(word.substr(0, point));
    const std::string behind(word.substr(std::min(point + 1, word.size())));
    const bool isNumber = !digits.empty() && (point == word.size() || !behind.empty()) &&
                          (digits + behind).find_first_not_of("0123456789") == std::string::npos;
    if (!isNumber)
      return std::nullopt;
    Rational number(digits + behind + "/1" + std::string(behind.size(), '0'), 10);
    number.canonicalize();
    return number;
  }

  std::string_view text;
  std::size_t at = 0;
  unsigned levels = 0;
};

/// What is pushed, popped and added is sent with the next question, so that the model of the last one can be
/// asked for until then.
class Cvc5Engine : public Engine {
public:
  explicit Cvc5Engine(const Budget &budgetPerQuestion)
      : budget(budgetPerQuestion), left(budget.forAll()) {}

  void push() override { unsent += "(push 1)\n"; }
  void pop() override { unsent += "(pop 1)\n"; }
  void add(Term formula) override {
    declareSymbols(formula);
    unsent += "(assert " + toSmtLib(formula) + ")\n";
  }
  Satisfiability check() override;
  UnknownReason unknownReason() const override { return reason; }
  std::string unknownText() const override { return text; }
  bool isSpent() const override { return budget.resourceUnits != 0 && left == 0; }
  void renew() override { left = budget.forAll(); }
  std::optional<Rational> value(Term term) override;
  std::string name() const override { return "cvc5"; }

private:
  void start();
  void declareSymbols(Term formula);
  std::string ask(const std::string &command);
  void explainUnknown();
  void charge(std::uint64_t units) { left -= std::min(left, units); }

  Budget budget;
  /// Of the bound on all questions together.
  std::uint64_t left;
  std::unique_ptr<SolverProcess> process;
  std::string unsent;
  std::set<const Symbol *> declared;
  /// Those that the program knows by now.
  std::set<const Symbol *> sent;
  bool hasModel = false;
  UnknownReason reason = UnknownReason::None;
  std::string text;
};

/// Declarations are global: they outlive the scope in which a symbol is first met.
void Cvc5Engine::start() {
  std::vector<std::string> command = {
      "cvc5",          "--lang=smt2",      "--quiet",
      "--incremental", "--produce-models", "--tlimit-per=" + std::to_string(budget.wallClock.count())};
  if (budget.resourceUnits != 0)
    command.push_back("--rlimit-per=" + std::to_string(budget.resourceUnits));
  process = std::make_unique<SolverProcess>(command);
  process->send("(set-option :global-declarations true)\n(set-logic QF_UFNIRA)\n");
}

void Cvc5Engine::declareSymbols(Term formula) {
  for (Term application : applications(formula))
    if (declared.insert(&application.symbol()).second)
      unsent += smtLibDeclaration(application.symbol()) + "\n";
}

/// Beyond its own limit the program is given a while to notice it.
std::string Cvc5Engine::ask(const std::string &command) {
  constexpr std::chrono::milliseconds grace{5'000};
  process->send(command);
  std::string answer = process->answer(budget.wallClock + grace);
  if (answer.compare(0, 6, "(error") == 0)
    throw std::runtime_error("cvc5 " + answer);
  return answer;
}

Satisfiability Cvc5Engine::check() {
  hasModel = false;
  reason = UnknownReason::None;
  text.clear();
  charge(Budget::unitsOfAQuestion);
  if (!process)
    start();
  const std::string commands = std::exchange(unsent, {});
  sent = declared;
  const std::string answer = ask(commands + "(check-sat)\n");
  hasModel = answer == "sat";
  if (hasModel)
    return Satisfiability::Sat;
  if (answer == "unsat")
    return Satisfiability::Unsat;
  if (answer != "unknown")
    throw std::runtime_error("cvc5 answers neither sat nor unsat nor unknown");
  explainUnknown();
  return Satisfiability::Unknown;
}

void Cvc5Engine::explainUnknown() {
  text = ask("(get-info :reason-unknown)\n");
  const auto says = [&](std::string_view word) { return text.find(word) != std::string::npos; };
  reason = says("resourceout")  ? UnknownReason::ResourceLimit
           : says("timeout")    ? UnknownReason::TimeOut
           : says("incomplete") ? UnknownReason::Incomplete
                                : UnknownReason::SolverError;
  if (reason == UnknownReason::ResourceLimit)
    charge(budget.resourceUnits);
}

std::optional<Rational> Cvc5Engine::value(Term term) {
  const std::vector<Term> symbols = applications(term);
  const bool isKnown = std::all_of(symbols.begin(), symbols.end(),
                                   [&](Term application) { return sent.count(&application.symbol()) != 0; });
  if (!hasModel)
    return std::nullopt;
  // The question does not speak of it, so that any value will do.
  if (!isKnown)
    return term.op() == Operator::Apply && sent.count(&term.symbol()) == 0 ? std::optional<Rational>(0)
                                                                           : std::nullopt;
  // ((term value)), and the term may be written in another way than it was asked for.
  const std::string answer = ask("(get-value (" + toSmtLib(term) + "))\n");
  const std::string_view before = "((", behind = "))";
  if (answer.size() < before.size() + behind.size() || answer.compare(0, before.size(), before) != 0)
    throw std::runtime_error("cvc5 gives no value");
  std::string_view pair(answer);
  pair.remove_prefix(before.size());
  pair.remove_suffix(behind.size());
  return ValueReader(pair.substr(endOfExpression(pair).value_or(pair.size()))).whole();
}

} // namespace

std::string cvc5Fault() {
  constexpr std::chrono::milliseconds patience{10'000};
  try {
    SolverProcess process({"cvc5", "--lang=smt2", "--quiet"});
    process.send("(set-logic QF_UFNIRA)\n(check-sat)\n");
    const std::string answer = process.answer(patience);
    return answer == "sat" || answer == "unsat" || answer == "unknown" ? "" : "its answer is none";
  } catch (const std::runtime_error &fault) {
    return fault.what();
  }
}

std::unique_ptr<Engine> makeCvc5Engine(const Budget &budget) {
  return std::make_unique<Cvc5Engine>(budget);
}

} // namespace plumb::smt
