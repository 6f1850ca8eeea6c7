// SPDX-License-Identifier: Apache-2.0
#include "kernel/certificate.h"

#include "kernel/model.h"
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
/// A step as a line: its word, and how many sources (of a sum: any number) and terms follow.
struct StepForm {
  std::string_view word;
  std::size_t sources, terms;
};
constexpr StepForm stepForms[] = {{"unit", 0, 1},     {"whole", 0, 1},    {"apart", 0, 2}, {"alike", 0, 2},
                                  {"split", 0, 1},    {"instance", 0, 3}, {"sum", 0, 0},   {"times", 2, 0},
                                  {"multiple", 1, 1}, {"round", 1, 0}};
constexpr std::string_view sourceLetters = "frilhmc";
constexpr std::string_view firstLine = "plumb-evidence 2";
/// In bytes, about: its Terms, though there are none.
constexpr std::size_t costOfSubject = 2048;

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
        reject("a certificate has at most 64 MiB");
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
      throw NotShown(std::to_string(number) + ": " + programs.back().subjects.back().name + "." + asked +
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
    else if (model)
      readValue(word, line);
    else
      readEntry(word, line);
    line.end();
  }

  // Terms.

  Sort readSort(Line &line) {
    const std::string_view token = line.next();
    if (const auto sort = placeIn(sortWords, token))
      return static_cast<Sort>(*sort);
    reject(quoted(token) + " is no sort");
  }

  /// `symbol NAME SORT...`: the sorts of the arguments, and that of the value.
  void readSymbol(Line &line) {
    demandSubject();
    const std::string name = decoded(readName(line));
    std::vector<Sort> sorts{readSort(line)};
    while (!line.isAtEnd())
      sorts.push_back(readSort(line));
    const Sort range = sorts.back();
    sorts.pop_back();
    symbols.push_back(terms->symbol(name, sorts, range));
  }

  Symbol symbolAt(std::string_view token) const {
    const std::uint32_t place = natural(token);
    if (place >= symbols.size())
      reject("there is no such symbol yet");
    return symbols[place];
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
    if (op == Operator::Number || op == Operator::Bound) {
      const Sort sort = readSort(line);
      return op == Operator::Bound ? terms->bound(natural(line.next()), sort)
                                   : terms->make(op, {}, 0, rational(line.next()), sort);
    }
    const std::uint32_t label = op == Operator::Apply ? static_cast<std::uint32_t>(symbolAt(line.next())) : 0;
    return terms->make(op, readTerms(line), label);
  }

  /// Bytes that can be printed.
  static std::string_view readName(Line &line) {
    const std::string_view name = line.next();
    if (std::any_of(name.begin(), name.end(), [](char c) { return c < '!' || c > '~'; }))
      reject("a name has other bytes than letters, digits and signs");
    return name;
  }

  /// Other bytes are written as % and two digits.
  static std::string decoded(std::string_view name) {
    std::string text;
    for (; !name.empty(); name.remove_prefix(1)) {
      unsigned char byte = static_cast<unsigned char>(name.front());
      if (byte == '%') {
        if (name.size() < 3 ||
            std::from_chars(name.data() + 1, name.data() + 3, byte, 16).ptr != name.data() + 3)
          reject("there are no two digits behind '%'");
        name.remove_prefix(2);
      }
      text += static_cast<char>(byte);
    }
    return text;
  }

  // What stands outside of an obligation.

  void readEntry(std::string_view word, Line &line) {
    if (word == "done") {
      leaveSubject();
      isDone = true;
    } else if (word == "program") {
      leaveSubject();
      budget->spend(Terms::costOfTerm);
      programs.push_back({readText(line), {}});
      mechanisms.clear();
      declared.clear();
    } else if (word == "subject") {
      leaveSubject();
      enterSubject(std::string(readName(line)));
    } else if (word == "mechanism" || word == "composition") {
      leaveSubject();
      readDeclaration(word == "composition", line);
    } else if (word == "believed") {
      readObligationName(line);
      if (subject().derived && due.erase(asked) == 0)
        throw NotShown("the text does not call for this");
      subject().believed.push_back(asked);
    } else if (word == "elsewhere") {
      readObligationName(line);
      if (subject().derived)
        reject("what a mechanism calls for is shown here, or believed");
      subject().elsewhere.emplace_back(asked, readName(line));
    } else if (word == "obligation") {
      readObligation(line);
    } else if (word == "reached") {
      readReached(line);
    } else {
      reject(quoted(word) + " is no word of a certificate");
    }
  }

  /// As many lines as the number says.
  std::string readText(Line &line) {
    std::string text;
    for (std::uint32_t left = natural(line.next()); left > 0; --left)
      text.append(nextLine()) += '\n';
    return text;
  }

  /// `mechanism N` or `composition N`: what its text calls for is due from here on.
  void readDeclaration(bool isComposition, Line &line) {
    const std::string text = readText(line), program = programs.empty() ? "" : programs.back().text;
    budget->spend(128 * (text.size() + program.size()));
    std::set<unsigned> lines;
    std::optional<Composition> composition;
    if (isComposition) {
      composition = readComposition(text, program, mechanisms);
    } else {
      mechanism = readMechanism(text, program);
      // Values have to reach each of them, and tell them apart by their lines.
      forEachStatement(mechanism->body, [&](const Statement &statement, const Nest &) {
        using Kind = Statement::Kind;
        const bool isReached = std::set{Kind::Sample, Kind::Output, Kind::Return}.count(statement.kind) != 0;
        if (isReached && !lines.insert(statement.line).second)
          rejectAt(statement.line, "two draws or publications stand on one line");
      });
    }
    const std::string &name = composition ? composition->head.name : mechanism->name;
    enterSubject(name);
    if (!declared.insert(name).second)
      reject("`" + name + "` is declared twice");
    if (!isDeclaredIn(text, program, mechanisms))
      reject("this is no declaration of the program");
    const Obligations &derived = subject().derived.emplace(composition ? obligationsOf(*terms, *composition)
                                                                       : obligationsOf(*terms, *mechanism));
    for (const Obligation &obligation : derived.all)
      due.emplace(obligation.name, &obligation);
    // Each draw and each publication, also one that no path comes to; and 0, the premises.
    unreached = std::move(lines);
    unreached.insert(0);
  }

  void enterSubject(const std::string &name) {
    if (programs.empty())
      reject("there is no program yet");
    budget->spend(costOfSubject);
    programs.back().subjects.push_back({name, std::make_unique<Terms>(budget)});
    terms = programs.back().subjects.back().terms.get();
    normal.emplace(*terms);
  }

  /// Nothing that a mechanism calls for may be left out. Terms are those of one subject.
  void leaveSubject() {
    if (!due.empty() || !unreached.empty()) {
      asked = due.empty() ? "reached.line_" + std::to_string(*unreached.begin()) : due.begin()->first;
      throw NotShown("the text calls for this, and nothing shows it");
    }
    if (mechanism && subject().isCorrect())
      mechanisms.emplace(mechanism->name, std::move(*mechanism));
    mechanism.reset();
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

  void readObligationName(Line &line) {
    demandSubject();
    asked = readName(line);
    if (!names.insert(asked).second)
      reject("there are two obligations called " + quoted(asked));
    terms->spend(Terms::costOfTerm);
  }

  /// `obligation NAME GOAL HYPOTHESIS...`
  void readObligation(Line &line) {
    readObligationName(line);
    const Term goal = termAt(line.next());
    Obligation obligation{asked, readTerms(line), goal};
    for (Term part : obligation.hypotheses)
      demandFormula(part);
    demandFormula(goal);
    if (subject().derived)
      meet(obligation);
    subject().shown.push_back(std::move(obligation));
    normal->clear();
    refutation.emplace(*terms, *normal, subject().shown.back());
  }

  void demandFormula(Term term) const {
    if ((*terms)[term].sort != Sort::Bool || !(*terms)[term].open.empty())
      reject("a part of an obligation is no formula, or has a variable that nothing binds");
  }

  /// It is one that the mechanism calls for. Hypotheses may be left out, and none may be added.
  void meet(const Obligation &obligation) {
    const auto found = due.find(obligation.name);
    if (found == due.end())
      throw NotShown("the text does not call for this");
    const Obligation &made = *found->second;
    if (made.goal != obligation.goal)
      throw NotShown("the text calls for another goal");
    const std::set<Term> known(made.hypotheses.begin(), made.hypotheses.end());
    for (Term hypothesis : obligation.hypotheses)
      if (!known.count(hypothesis))
        throw NotShown("a hypothesis is none of what the text calls for");
    due.erase(found);
  }

  /// `reached LINE NUMBER`: of the formulas with which a path reaches that line, the values below are a
  /// model.
  void readReached(Line &line) {
    const std::uint32_t place = natural(line.next()), number = natural(line.next());
    asked = "reached.line_" + std::to_string(place);
    if (!subject().derived || unreached.erase(place) == 0 || !subject().derived->reached.count(place) ||
        number >= subject().derived->reached.at(place).size())
      throw NotShown("the text does not call for this");
    toSatisfy = &subject().derived->reached.at(place)[number];
    model.emplace(*terms);
  }

  /// `is SYMBOL ARGUMENT... VALUE`, and `end` behind the last.
  void readValue(std::string_view word, Line &line) {
    if (word == "is") {
      const Symbol symbol = symbolAt(line.next());
      std::vector<mpq_class> numbers{rational(line.next())};
      while (!line.isAtEnd())
        numbers.push_back(rational(line.next()));
      const mpq_class value = numbers.back();
      numbers.pop_back();
      return model->set(symbol, numbers, value);
    }
    if (word != "end")
      reject(quoted(word) + " is no part of a model");
    for (Term formula : *toSatisfy)
      if (!model->satisfies(formula))
        throw NotShown("a formula is not seen to be true of these values");
    model.reset();
  }

  // Steps.

  /// `f12`, `r3`, `i12`, `l12`, `h12`, `m12:13`, `c12:13`: Source::Kind in this order of letters.
  Source readSource(Line &line) const {
    const std::string_view token = line.next();
    const std::size_t kind = sourceLetters.find(token.front());
    if (kind == std::string_view::npos)
      reject(quoted(token) + " is no source of a row");
    Source source{static_cast<Source::Kind>(kind), 0};
    const std::size_t colon = source.hasTwo() ? std::min(token.find(':'), token.size() - 1) : token.size();
    const std::string_view first = token.substr(1, colon - 1);
    source.first =
        source.kind == Source::Kind::Derived ? natural(first) : static_cast<std::uint32_t>(termAt(first));
    if (source.hasTwo())
      source.second = termAt(token.substr(colon + 1));
    return source;
  }

  /// A word, its sources (each behind its factor in a sum) and its terms; `end` behind the last step.
  void readStep(std::string_view word, Line &line) {
    if (word == "end") {
      if (!refutation->isComplete())
        throw NotShown("a case does not end in a contradiction");
      return refutation.reset();
    }
    const auto form = std::find_if(std::begin(stepForms), std::end(stepForms),
                                   [&](const StepForm &each) { return each.word == word; });
    if (form == std::end(stepForms))
      reject(quoted(word) + " is no step");
    Step step{static_cast<Step::Kind>(form - std::begin(stepForms))};
    while (step.kind == Step::Kind::Sum ? !line.isAtEnd() : step.sources.size() < form->sources) {
      const mpq_class factor = step.kind == Step::Kind::Sum ? rational(line.next()) : 1;
      step.sources.emplace_back(factor, readSource(line));
    }
    while (step.terms.size() < form->terms)
      step.terms.push_back(termAt(line.next()));
    refutation->take(step);
  }

  std::string_view rest;
  std::size_t number = 0;
  bool isDone = false;
  std::shared_ptr<Budget> budget = std::make_shared<Budget>(std::size_t{1} << 27);
  std::vector<CertifiedProgram> programs;
  /// Those of the program that were shown to be correct, and the one that is read.
  std::map<std::string, Mechanism> mechanisms;
  /// Names of its mechanisms and compositions.
  std::set<std::string> declared;
  std::optional<Mechanism> mechanism;
  /// Of the subject that is read.
  Terms *terms = nullptr;
  std::optional<NormalForms> normal;
  std::vector<Term> numbered;
  std::vector<Symbol> symbols;
  std::set<std::string> names;
  /// What its text calls for, and was not met yet.
  std::map<std::string, const Obligation *> due;
  std::set<unsigned> unreached;
  /// What is shown at present: an obligation by steps, or formulas by a model.
  std::string asked;
  std::optional<Refutation> refutation;
  const std::vector<Term> *toSatisfy = nullptr;
  std::optional<Model> model;
};

} // namespace

std::string_view wordOf(Operator op) {
  return operatorWords[static_cast<std::size_t>(op)];
}

std::string_view wordOf(Step::Kind step) {
  return stepForms[static_cast<std::size_t>(step)].word;
}

char letterOf(Source::Kind source) {
  return sourceLetters[static_cast<std::size_t>(source)];
}

std::string_view wordOf(Sort sort) {
  return sortWords[static_cast<std::size_t>(sort)];
}

std::vector<CertifiedProgram> readCertificate(std::string_view text) {
  return Reader(text).read();
}

} // namespace plumb::kernel
