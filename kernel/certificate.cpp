// SPDX-License-Identifier: Apache-2.0
#include "kernel/certificate.h"

#include "kernel/refutation.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

namespace plumb::kernel {

namespace {

/// In the order of the enumerations.
constexpr std::string_view operatorWords[] = {"true", "false", "number", "apply",   "bound", "not", "and",
                                              "or",   "=>",    "=",      "<=",      "<",     "+",   "*",
                                              "div",  "mod",   "ite",    "to_real", "forall"};
constexpr std::string_view sortWords[] = {"Bool", "Int", "Real"};
constexpr std::string_view firstLine = "plumb-evidence 1";

[[noreturn]] void reject(const std::string &complaint) {
  throw Rejected(complaint);
}

/// What may be repeated in a message: a few bytes, all of them printable.
std::string quoted(std::string_view token) {
  std::string text = "'";
  for (char c : token.substr(0, 40))
    text += c > ' ' && c <= '~' ? c : '?';
  return text + (token.size() > 40 ? "...'" : "'");
}

/// A line in pieces. Exactly one space stands between two of them.
class Line {
public:
  explicit Line(std::string_view text) : rest(text) {}

  bool isAtEnd() const { return finished; }

  std::string_view next() {
    if (finished)
      reject("the line ends too early");
    const std::size_t length = std::min(rest.find(' '), rest.size());
    const std::string_view token = rest.substr(0, length);
    finished = length == rest.size();
    rest.remove_prefix(std::min(length + 1, rest.size()));
    if (token.empty())
      reject("there is an empty word; words are parted by one space");
    return token;
  }

  void end() const {
    if (!finished)
      reject("the line goes on behind its end with " + quoted(rest));
  }

private:
  std::string_view rest;
  bool finished = false;
};

std::uint32_t natural(std::string_view token) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc() || end != token.data() + token.size())
    reject(quoted(token) + " is no number of a line, a term or a row");
  return value;
}

/// "-3" or "3/4", of a bounded length.
mpq_class rational(std::string_view token) {
  const std::string_view digits = token.substr(token.starts_with('-') ? 1 : 0);
  const std::size_t bar = std::min(digits.find('/'), digits.size());
  auto areDigits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (token.size() > 20'000 || !areDigits(digits.substr(0, bar)) ||
      (bar < digits.size() && !areDigits(digits.substr(bar + 1))))
    reject(quoted(token) + " is no fraction");
  mpq_class value;
  value.set_str(std::string(token), 10);
  if (value.get_den() == 0)
    reject(quoted(token) + " divides by 0");
  value.canonicalize();
  return value;
}

template <typename Words> std::optional<std::size_t> placeIn(const Words &words, std::string_view token) {
  const auto found = std::find(std::begin(words), std::end(words), token);
  return found == std::end(words) ? std::nullopt : std::optional<std::size_t>(found - std::begin(words));
}

class Reader {
public:
  explicit Reader(std::string_view text) : rest(text) {}

  std::vector<CertifiedProgram> read() {
    try {
      if (rest.size() > certificateLimit)
        reject("a certificate has at most 256 MiB");
      if (nextLine() != firstLine)
        reject("a certificate begins with the line '" + std::string(firstLine) + "'");
      while (!isDone)
        readLine(Line(nextLine()));
      if (!rest.empty())
        reject("there is something behind the last line, 'done'");
      return std::move(programs);
    } catch (const Rejected &mistake) {
      reject(std::to_string(number) + ": " + mistake.what());
    } catch (const NotShown &mistake) {
      throw NotShown(std::to_string(number) + ": " + subject().name + "." + subject().shown.back().name +
                     ": " + mistake.what());
    }
  }

private:
  std::string_view nextLine() {
    ++number;
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos)
      reject("the certificate ends too early");
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    return line;
  }

  void readLine(Line line) {
    const std::string_view word = line.next();
    if (const auto op = placeIn(operatorWords, word))
      numbered.push_back(readTerm(static_cast<Operator>(*op), line));
    else if (word == "symbol")
      readSymbol(line);
    else if (refutation)
      readStep(word, line);
    else
      readEntry(word, line);
    line.end();
  }

  Sort readSort(Line &line) {
    const std::string_view token = line.next();
    if (const auto sort = placeIn(sortWords, token))
      return static_cast<Sort>(*sort);
    reject(quoted(token) + " is no sort");
  }

  /// `symbol NAME SORT...`: the sorts of the arguments, and that of the value.
  void readSymbol(Line &line) {
    demandSubject();
    const std::string name = readName(line);
    std::vector<Sort> sorts{readSort(line)};
    while (!line.isAtEnd())
      sorts.push_back(readSort(line));
    const Sort range = sorts.back();
    sorts.pop_back();
    symbols.push_back(terms->symbol(name, sorts, range));
  }

  Term termAt(std::string_view token) const {
    const std::uint32_t place = natural(token);
    if (place >= numbered.size())
      reject("there is no term " + quoted(token) + " yet");
    return numbered[place];
  }

  std::vector<Term> readTerms(Line &line) const {
    std::vector<Term> list;
    while (!line.isAtEnd())
      list.push_back(termAt(line.next()));
    return list;
  }

  Term readTerm(Operator op, Line &line) {
    demandSubject();
    if (op == Operator::Number) {
      const Sort sort = readSort(line);
      return terms->make(op, {}, 0, rational(line.next()), sort);
    }
    if (op == Operator::Bound) {
      const Sort sort = readSort(line);
      return terms->make(op, {}, natural(line.next()), 0, sort);
    }
    std::uint32_t label = 0;
    if (op == Operator::Apply) {
      const std::uint32_t place = natural(line.next());
      if (place >= symbols.size())
        reject("there is no such symbol yet");
      label = static_cast<std::uint32_t>(symbols[place]);
    }
    return terms->make(op, readTerms(line), label);
  }

  /// What stands outside of an obligation.
  void readEntry(std::string_view word, Line &line) {
    if (word == "done") {
      isDone = true;
    } else if (word == "program") {
      leaveSubject();
      programs.emplace_back();
      for (std::uint32_t left = natural(line.next()); left > 0; --left)
        programs.back().text += std::string(nextLine()) + "\n";
    } else if (word == "subject") {
      leaveSubject();
      if (programs.empty())
        reject("there is no program yet");
      programs.back().subjects.push_back({readName(line), std::make_unique<Terms>(), {}, {}, {}});
      terms = programs.back().subjects.back().terms.get();
      normal.emplace(*terms);
    } else if (word == "believed") {
      subject().believed.push_back(readObligationName(line));
    } else if (word == "elsewhere") {
      const std::string name = readObligationName(line);
      subject().elsewhere.emplace_back(name, readName(line));
    } else if (word == "obligation") {
      readObligation(line);
    } else {
      reject(quoted(word) + " is no word of a certificate");
    }
  }

  /// Terms are those of one subject.
  void leaveSubject() {
    terms = nullptr;
    numbered.clear();
    symbols.clear();
    names.clear();
  }

  CertifiedSubject &subject() {
    demandSubject();
    return programs.back().subjects.back();
  }

  void demandSubject() const {
    if (!terms)
      reject("this stands in no subject");
  }

  /// Bytes that can be printed; others are written as % and two digits.
  static std::string readName(Line &line) {
    const std::string_view name = line.next();
    if (std::any_of(name.begin(), name.end(), [](char c) { return c < '!' || c > '~'; }))
      reject("a name has other bytes than letters, digits and signs");
    return std::string(name);
  }

  std::string readObligationName(Line &line) {
    demandSubject();
    const std::string name = readName(line);
    if (!names.insert(name).second)
      reject("there are two obligations called " + quoted(name));
    return name;
  }

  /// `obligation NAME GOAL HYPOTHESIS...`
  void readObligation(Line &line) {
    const std::string name = readObligationName(line);
    const Term goal = termAt(line.next());
    Obligation obligation{name, readTerms(line), goal};
    for (Term part : obligation.hypotheses)
      demandFormula(part);
    demandFormula(goal);
    subject().shown.push_back(std::move(obligation));
    normal->clear();
    refutation.emplace(*terms, *normal, subject().shown.back());
  }

  void demandFormula(Term term) const {
    if ((*terms)[term].sort != Sort::Bool || !(*terms)[term].open.empty())
      reject("a part of an obligation is no formula, or has a variable that nothing binds");
  }

  /// `f12`, `r3`, `i12`, `l12`, `h12`, `m12:13`, `c12:13`: Source::Kind in this order of letters.
  Source readSource(Line &line) const {
    const std::string_view token = line.next();
    const std::size_t kind = std::string_view("frilhmc").find(token.front());
    if (kind == std::string_view::npos)
      reject(quoted(token) + " is no source of a row");
    Source source{static_cast<Source::Kind>(kind), 0};
    const bool hasTwo = source.kind == Source::Kind::Remainder || source.kind == Source::Kind::Congruence;
    const std::size_t colon = hasTwo ? std::min(token.find(':'), token.size() - 1) : token.size();
    const std::string_view first = token.substr(1, colon - 1);
    source.first =
        source.kind == Source::Kind::Derived ? natural(first) : static_cast<std::uint32_t>(termAt(first));
    if (hasTwo)
      source.second = termAt(token.substr(colon + 1));
    return source;
  }

  /// One line for each function of Refutation; `end` behind the last.
  void readStep(std::string_view word, Line &line) {
    auto term = [&] { return termAt(line.next()); };
    if (word == "end") {
      if (!refutation->isComplete())
        throw NotShown("a case does not end in a contradiction");
      refutation.reset();
    } else if (word == "unit") {
      refutation->unit(term());
    } else if (word == "whole") {
      refutation->whole(term());
    } else if (word == "split") {
      refutation->split(term());
    } else if (word == "apart") {
      const Term equation = term();
      refutation->apart(equation, term());
    } else if (word == "alike") {
      const Term application = term();
      refutation->alike(application, term());
    } else if (word == "instance") {
      const Term universal = term(), value = term();
      refutation->instance(universal, value, term());
    } else if (word == "sum") {
      std::vector<std::pair<mpq_class, Source>> parts;
      while (!line.isAtEnd()) {
        const mpq_class factor = rational(line.next());
        parts.emplace_back(factor, readSource(line));
      }
      refutation->sum(parts);
    } else if (word == "times") {
      const Source left = readSource(line);
      refutation->times(left, readSource(line));
    } else if (word == "multiple") {
      const Source equation = readSource(line);
      refutation->multiple(equation, term());
    } else if (word == "round") {
      refutation->round(readSource(line));
    } else {
      reject(quoted(word) + " is no step");
    }
  }

  std::string_view rest;
  std::size_t number = 0;
  /// Of the subject that is read.
  Terms *terms = nullptr;
  std::optional<NormalForms> normal;
  std::vector<Term> numbered;
  std::vector<Symbol> symbols;
  std::set<std::string> names;
  std::optional<Refutation> refutation;
  bool isDone = false;
  std::vector<CertifiedProgram> programs;
};

} // namespace

std::string_view wordOf(Operator op) {
  return operatorWords[static_cast<std::size_t>(op)];
}

std::string_view wordOf(Sort sort) {
  return sortWords[static_cast<std::size_t>(sort)];
}

std::vector<CertifiedProgram> readCertificate(std::string_view text) {
  return Reader(text).read();
}

} // namespace plumb::kernel
