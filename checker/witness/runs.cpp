// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/runs.h"

#include "frontend/ir/aggregate.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::witness {

using interpreter::Indices;
using interpreter::Instance;
using interpreter::Numbers;
using interpreter::Output;
using llvm::cast;

Exact radiusOf(std::size_t window) {
  constexpr std::size_t narrowest = 44, perWindow = 2, widest = 16;
  const std::size_t bits = narrowest - std::min(narrowest - widest, perWindow * window);
  return Exact(1) / Exact(std::int64_t(1) << bits);
}

namespace {

LinearForm plus(const LinearForm &a, const LinearForm &b, const Exact &factor) {
  LinearForm sum{a.constant + b.constant * factor, {}};
  auto left = a.terms.begin();
  auto right = b.terms.begin();
  while (left != a.terms.end() || right != b.terms.end()) {
    if (right == b.terms.end() || (left != a.terms.end() && left->draw < right->draw)) {
      sum.terms.push_back(*left++);
      continue;
    }
    Exact coefficient = right->coefficient * factor;
    const std::size_t draw = right->draw;
    if (left != a.terms.end() && left->draw == draw)
      coefficient = coefficient + (left++)->coefficient;
    ++right;
    if (!coefficient.isZero())
      sum.terms.push_back({draw, coefficient});
  }
  return sum;
}

LinearForm scaled(const LinearForm &form, const Exact &factor) {
  return plus({}, form, factor);
}

LinearForm constantForm(Exact value) {
  return {std::move(value), {}};
}

Exact coefficientOf(const LinearForm &form, std::size_t symbol) {
  for (const LinearForm::Term &term : form.terms)
    if (term.draw == symbol)
      return term.coefficient;
  return 0;
}

LinearForm replaced(const LinearForm &form, std::size_t symbol, const LinearForm &value) {
  const Exact coefficient = coefficientOf(form, symbol);
  if (coefficient.isZero())
    return form;
  return plus(plus(form, {0, {{symbol, 1}}}, -coefficient), value, coefficient);
}

/// The outcomes of the comparisons of one run, and how many each could have had.
struct Outcomes {
  struct Outcome {
    std::size_t taken, of;
  };
  std::vector<Outcome> row;

  /// The next row in lexicographic order. False after the last.
  bool advance() {
    while (!row.empty() && row.back().taken + 1 == row.back().of)
      row.pop_back();
    if (row.empty())
      return false;
    ++row.back().taken;
    return true;
  }
};

/// One run, from the start.
class Execution {
public:
  enum class End : std::uint8_t { Published, Other, Unknown };

  Execution(const Instance &of, const Numbers &onData, const Output &toWord,
            const std::optional<Windows> &only, Outcomes &along, std::uint64_t &left)
      : instance(of), answers(onData), word(toWord), windows(only), outcomes(along), statements(left),
        state(of.stateSize()), cells(toWord.cells.size(), Reached::No) {}

  End run() {
    for (const auto &transcript : instance.mechanism().transcripts)
      if (transcript->loops.empty())
        open(*transcript);
    execute(instance.mechanism().body);
    if (!ended && word.result.kind != interpreter::Result::Kind::Nothing && !hasReturned)
      ended = End::Other;
    for (std::size_t i = 0; i < cells.size() && !ended; ++i)
      if (cells[i] != (word.cells[i].tag ? Reached::Published : Reached::Opened))
        ended = End::Other;
    return ended.value_or(End::Published);
  }

  Run result;
  std::string obstacle;

private:
  enum class Reached : std::uint8_t { No, Opened, Published };

  // Every value is 0 once the run has ended.
  LinearForm other() {
    ended = ended.value_or(End::Other);
    return {};
  }
  LinearForm unknown(std::string why) {
    if (!ended) {
      ended = End::Unknown;
      obstacle = std::move(why);
    }
    return {};
  }

  /// Terms of a form that are copied, and tests that are compared, for one step.
  static constexpr std::uint64_t partsOfAStep = 8;

  /// Ends the run where not so much is left.
  void spend(std::uint64_t steps) {
    if (steps > statements)
      unknown("too many statements");
    statements -= std::min(statements, steps);
  }

  /// Long numbers are paid for before they are computed. \returns false if the run has ended.
  bool mayScale(const LinearForm &form, const Exact &factor) {
    const auto price = [&factor](const Exact &number) {
      const std::uint64_t whole = interpreter::stepsToDivide(number, factor);
      // A fraction is brought to lowest terms, which takes longer.
      return number.isIntegral() && factor.isIntegral() ? whole : 8 * whole;
    };
    std::uint64_t steps = price(form.constant);
    for (const LinearForm::Term &term : form.terms)
      steps += price(term.coefficient);
    spend(steps);
    return !ended;
  }

  // ---- statements

  void execute(const ir::Block &block) {
    for (const auto &statement : block) {
      if (ended || hasReturned)
        return;
      spend(1);
      if (ended)
        return;
      execute(*statement);
    }
  }

  void execute(const ir::Statement &statement) {
    switch (statement.kind()) {
    case ir::Statement::Kind::Sample:
      return sample(cast<ir::Sample>(statement));
    case ir::Statement::Kind::Assign: {
      const auto &assign = cast<ir::Assign>(statement);
      const Indices at = subscripts(assign.indices);
      return store(assign.target, at, evaluate(*assign.value));
    }
    case ir::Statement::Kind::If: {
      const auto &branch = cast<ir::If>(statement);
      const bool held = holds(*branch.condition);
      return ended ? void() : execute(held ? branch.thenBlock : branch.elseBlock);
    }
    case ir::Statement::Kind::For:
      return loop(cast<ir::For>(statement));
    case ir::Statement::Kind::Output:
      return publish(cast<ir::Output>(statement));
    case ir::Statement::Kind::Return:
      return giveBack(cast<ir::Return>(statement).value.get());
    }
  }

  void sample(const ir::Sample &sample) {
    Symbol symbol;
    symbol.law = sample.law;
    symbol.scale = fixed(*sample.scale);
    symbol.sort = sample.target.sort;
    const Indices at = subscripts(sample.indices);
    if (ended)
      return;
    if (symbol.scale.sign() <= 0) {
      unknown("a scale that is not positive");
      return;
    }
    result.symbols.push_back(std::move(symbol));
    store(sample.target, at, {0, {{result.symbols.size() - 1, 1}}});
  }

  void loop(const ir::For &loop) {
    auto low = fixed(*loop.low).toInt64(), high = fixed(*loop.high).toInt64();
    if (!low || !high)
      unknown("a range beyond 64 bits");
    for (std::int64_t at = low.value_or(0); !ended && at < *high; ++at) {
      store(loop.index, {}, constantForm(at));
      if (loop.guard && !holds(*loop.guard))
        return;
      for (const auto &transcript : instance.mechanism().transcripts)
        if (!transcript->loops.empty() && transcript->loops.back() == &loop)
          open(*transcript);
      execute(loop.body);
      if (hasReturned)
        return;
      spend(1);
    }
  }

  Indices iterationOf(const ir::Transcript &transcript) const {
    Indices indices;
    for (const ir::For *loop : transcript.loops)
      indices.push_back(state[instance.place(loop->index).offset].constant.toInt64().value());
    return indices;
  }

  /// The cell of the iteration in progress; behind the last if the word has none.
  std::size_t cellOf(const ir::Transcript &transcript) const {
    const Indices indices = iterationOf(transcript);
    std::size_t at = 0;
    while (at < word.cells.size() &&
           (word.cells[at].transcript != &transcript || word.cells[at].indices != indices))
      ++at;
    return at;
  }

  void open(const ir::Transcript &transcript) {
    const std::size_t at = cellOf(transcript);
    if (at == cells.size())
      other();
    else
      cells[at] = Reached::Opened;
  }

  void publish(const ir::Output &output) {
    std::vector<LinearForm> values;
    for (const ir::ExpressionPtr &value : output.values)
      values.push_back(evaluate(*value));
    const std::size_t at = cellOf(output.transcript);
    if (ended)
      return;
    if (cells[at] != Reached::Opened) {
      unknown("a cell that is published twice");
      return;
    }
    cells[at] = Reached::Published;
    const interpreter::Cell &cell = word.cells[at];
    if (cell.tag != &output.tag || cell.values.size() != values.size()) {
      other();
      return;
    }
    std::size_t first = 0;
    for (std::size_t i = 0; i < at; ++i)
      first += word.cells[i].values.size();
    require(std::move(values), {cell.values.begin(), cell.values.end()}, first);
  }

  void giveBack(const ir::Expression *value) {
    hasReturned = true;
    std::vector<LinearForm> values;
    std::vector<Exact> wanted;
    interpreter::Result::Kind kind = interpreter::Result::Kind::Nothing;
    if (const auto *selection = value ? llvm::dyn_cast<ir::TopK>(value) : nullptr) {
      kind = interpreter::Result::Kind::Selection;
      const std::vector<std::int64_t> indices = select(*selection, values);
      if (!ended && word.result.selection.indices != indices)
        other();
      wanted = word.result.selection.values;
    } else if (value) {
      kind = interpreter::Result::Kind::Scalar;
      values.push_back(evaluate(*value));
      wanted.push_back(word.result.scalar);
    }
    if (!ended && (word.result.kind != kind || wanted.size() != values.size()))
      other();
    std::size_t first = 0;
    for (const interpreter::Cell &cell : word.cells)
      first += cell.values.size();
    require(std::move(values), wanted, first);
  }

  void store(const ir::Variable &target, const Indices &indices, LinearForm value) {
    auto at = instance.place(target).find(indices);
    if (ended)
      return;
    if (at)
      state[*at] = std::move(value);
    else
      unknown("a subscript out of bounds");
  }

  // ---- what is published

  bool isReal(std::size_t symbol) const { return result.symbols[symbol].sort == ir::Sort::Real; }
  bool isWindow(std::size_t symbol) const { return result.symbols[symbol].window.has_value(); }
  bool hasReal(const LinearForm &form) const {
    return llvm::any_of(form.terms, [&](const LinearForm::Term &term) { return isReal(term.draw); });
  }
  bool hasDraw(const LinearForm &form) const {
    return llvm::any_of(form.terms, [&](const LinearForm::Term &term) { return !isWindow(term.draw); });
  }

  /// The forms have to be these numbers.
  void require(std::vector<LinearForm> forms, const std::vector<Exact> &numbers, std::size_t first) {
    for (std::size_t i = 0; i < forms.size() && !ended; ++i) {
      const LinearForm difference = plus(forms[i], constantForm(numbers[i]), -1);
      if (hasReal(difference))
        lieInWindow(difference, numbers[i], first + i, forms);
      else if (windows && windows->count(first + i) && !isOnLattice(difference, radiusOf(first + i)))
        unknown("an exact number close to a window");
      else
        vanish(difference, forms);
    }
  }

  /// Over integers, is it 0 or farther than \p radius from it?
  static bool isOnLattice(const LinearForm &form, const Exact &radius) {
    Rational denominator(form.constant.rational().get_den());
    for (const LinearForm::Term &term : form.terms)
      denominator *= Rational(term.coefficient.rational().get_den());
    return radius.rational() * denominator < 1;
  }

  /// \pre no real symbol is in it.
  void vanish(const LinearForm &difference, std::vector<LinearForm> &pending) {
    if (difference.terms.empty()) {
      if (!difference.constant.isZero())
        other();
      return;
    }
    for (const LinearForm::Term &term : llvm::reverse(difference.terms)) {
      // c x + rest = 0
      const LinearForm rest = plus(difference, {0, {{term.draw, 1}}}, -term.coefficient);
      LinearForm value = scaled(rest, Exact(-1) / term.coefficient);
      const bool isWhole =
          value.constant.isIntegral() && llvm::all_of(value.terms, [](const LinearForm::Term &part) {
            return part.coefficient.isIntegral();
          });
      if (isWhole)
        return solve(term.draw, std::move(value), pending);
      if (rest.terms.empty()) {
        other();
        return;
      }
    }
    unknown("a sum of integers that is not solved for one of them");
  }

  void lieInWindow(const LinearForm &difference, const Exact &number, std::size_t component,
                   std::vector<LinearForm> &pending) {
    if (windows && !windows->count(component)) {
      // Real noise meets a number with probability 0.
      other();
      return;
    }
    result.published.insert(component);
    const Exact radius = radiusOf(component);
    for (const LinearForm::Term &term : llvm::reverse(difference.terms)) {
      if (!isReal(term.draw) || isWindow(term.draw))
        continue;
      Symbol window;
      window.window = component;
      window.center = number;
      result.symbols.push_back(std::move(window));
      result.solved.insert(component);
      // The form is the number in the window.
      const LinearForm form = plus(difference, constantForm(number), 1);
      const LinearForm rest = plus(form, {0, {{term.draw, 1}}}, -term.coefficient);
      const LinearForm published{0, {{result.symbols.size() - 1, 1}}};
      result.jacobian = result.jacobian / term.coefficient.absolute();
      return solve(term.draw, scaled(plus(published, rest, -1), Exact(1) / term.coefficient), pending);
    }
    demand(plus(constantForm(radius), difference, 1), false);
    demand(plus(constantForm(radius), difference, -1), false);
  }

  void solve(std::size_t draw, LinearForm value, std::vector<LinearForm> &pending) {
    for (std::vector<LinearForm> *forms : {&state, &pending})
      for (LinearForm &form : *forms)
        form = replaced(form, draw, value);
    for (Symbol &symbol : result.symbols)
      if (symbol.value)
        symbol.value = replaced(*symbol.value, draw, value);
    result.symbols[draw].value = std::move(value);
    std::vector<Test> tests = std::move(result.tests);
    result.tests.clear();
    for (Test &test : tests)
      demand(replaced(test.form, draw, *result.symbols[draw].value), test.isStrict);
  }

  // ---- comparisons

  std::size_t choose(std::size_t count) {
    if (next == outcomes.row.size())
      outcomes.row.push_back({0, count});
    return outcomes.row[next++].taken;
  }

  /// form > 0 or form >= 0, as far as it is known already.
  std::optional<bool> known(const LinearForm &form, bool isStrict) const {
    if (!hasDraw(form)) {
      Exact spread = 0;
      for (const LinearForm::Term &term : form.terms)
        spread = spread + term.coefficient.absolute() * radiusOf(*result.symbols[term.draw].window);
      Exact middle = form.constant;
      for (const LinearForm::Term &term : form.terms)
        middle = middle + term.coefficient * result.symbols[term.draw].center;
      auto isHeld = [&](const Exact &value) { return isStrict ? value.sign() > 0 : value.sign() >= 0; };
      if (isHeld(middle - spread))
        return true;
      if (!isHeld(middle + spread))
        return false;
      return std::nullopt;
    }
    const LinearForm opposite = scaled(form, -1);
    for (const Test &test : result.tests) {
      if (test.form == form && (test.isStrict || !isStrict))
        return true;
      if (test.form == opposite && (test.isStrict || isStrict))
        return false;
    }
    return std::nullopt;
  }

  void demand(const LinearForm &form, bool isStrict) {
    spend(result.tests.size() / partsOfAStep);
    auto answer = known(form, isStrict);
    if (!answer)
      result.tests.push_back({form, isStrict});
    else if (!*answer)
      other();
  }

  bool isAbove(const LinearForm &form, bool isStrict) {
    spend(result.tests.size() / partsOfAStep);
    if (ended)
      return false;
    if (auto answer = known(form, isStrict))
      return *answer;
    const bool isHeld = choose(2) == 0;
    if (isHeld)
      result.tests.push_back({form, isStrict});
    else
      result.tests.push_back({scaled(form, -1), !isStrict});
    return isHeld;
  }

  bool isZero(const LinearForm &form) {
    if (ended || form.terms.empty())
      return form.constant.isZero();
    // A set of probability zero is left out.
    if (hasReal(form))
      return false;
    const std::size_t outcome = choose(3);
    if (outcome > 0) {
      demand(scaled(form, outcome == 1 ? 1 : -1), true);
      return false;
    }
    demand(form, false);
    demand(scaled(form, -1), false);
    return true;
  }

  /// The first of the largest: one outcome for each.
  std::size_t largest(const std::vector<LinearForm> &values) {
    std::size_t best = 0;
    if (llvm::any_of(values, [](const LinearForm &value) { return !value.terms.empty(); })) {
      best = choose(values.size());
      for (std::size_t i = 0; i < values.size() && !ended; ++i)
        if (i != best)
          demand(plus(values[best], values[i], -1), i < best);
      return best;
    }
    for (std::size_t i = 1; i < values.size(); ++i)
      if (values[best].constant < values[i].constant)
        best = i;
    return best;
  }

  // ---- expressions

  /// A number that no draw decides.
  Exact fixed(const ir::Expression &expression) {
    LinearForm form = evaluate(expression);
    if (!form.terms.empty())
      unknown("a draw in a scale, range, subscript, divisor or count");
    return ended ? Exact(0) : form.constant;
  }

  bool holds(const ir::Expression &condition) {
    LinearForm value = evaluate(condition);
    return !ended && !value.constant.isZero();
  }

  Indices subscripts(const std::vector<ir::ExpressionPtr> &expressions) {
    Indices indices;
    for (const ir::ExpressionPtr &expression : expressions)
      indices.push_back(fixed(*expression).toInt64().value_or(-1));
    return indices;
  }

  /// Nothing if out of bounds.
  std::optional<LinearForm> element(const ir::Variable &variable, const Indices &indices) const {
    const interpreter::Place &place = instance.place(variable);
    auto at = place.find(indices);
    if (!at)
      return std::nullopt;
    switch (place.home) {
    case interpreter::Place::Home::Parameters:
      return constantForm(instance.parameters()[*at]);
    case interpreter::Place::Home::Answers:
      return constantForm(answers[*at]);
    case interpreter::Place::Home::State:
      return state[*at];
    case interpreter::Place::Home::Record:
      break;
    }
    llvm_unreachable("a variable is no field of a record");
  }

  LinearForm truth(bool value) const { return constantForm(value ? 1 : 0); }

  LinearForm evaluate(const ir::Expression &expression) {
    if (ended)
      return {};
    switch (expression.kind()) {
    case ir::Expression::Kind::Number:
      return constantForm(Exact(cast<ir::Number>(expression).value));
    case ir::Expression::Kind::Boolean:
      return truth(cast<ir::Boolean>(expression).value);
    case ir::Expression::Kind::Read:
      return read(cast<ir::Read>(expression));
    case ir::Expression::Kind::Unary:
      return unary(cast<ir::Unary>(expression));
    case ir::Expression::Kind::Binary:
      return binary(cast<ir::Binary>(expression));
    case ir::Expression::Kind::Conditional: {
      const auto &choice = cast<ir::Conditional>(expression);
      const bool held = holds(*choice.condition);
      return evaluate(held ? *choice.whenTrue : *choice.whenFalse);
    }
    case ir::Expression::Kind::Extremum: {
      const auto &extremum = cast<ir::Extremum>(expression);
      LinearForm left = evaluate(*extremum.left), right = evaluate(*extremum.right);
      const bool leftIsLarger = isAbove(plus(left, right, -1), false);
      return leftIsLarger == extremum.isMaximum ? left : right;
    }
    case ir::Expression::Kind::Aggregate:
      return aggregate(cast<ir::Aggregate>(expression));
    case ir::Expression::Kind::TopK:
    case ir::Expression::Kind::CellTest:
    case ir::Expression::Kind::CellRead:
    case ir::Expression::Kind::ResultRead:
    case ir::Expression::Kind::Membership:
    case ir::Expression::Kind::Forall:
    case ir::Expression::Kind::Moved:
    case ir::Expression::Kind::Cost:
    case ir::Expression::Kind::FieldRead:
    case ir::Expression::Kind::NoneTest:
    case ir::Expression::Kind::FieldComparison:
      break;
    }
    return unknown("an expression that no program code has");
  }

  LinearForm read(const ir::Read &read) {
    for (const auto &[variable, value] : llvm::reverse(bound))
      if (variable == &read.variable)
        return constantForm(value);
    const Indices at = subscripts(read.indices);
    if (ended)
      return {};
    auto value = element(read.variable, at);
    if (!value)
      return unknown("a subscript out of bounds");
    spend(value->terms.size() / partsOfAStep);
    return ended ? LinearForm() : *value;
  }

  LinearForm unary(const ir::Unary &unary) {
    LinearForm operand = evaluate(*unary.operand);
    switch (unary.op) {
    case ir::UnaryOperator::Negate:
      return scaled(operand, -1);
    case ir::UnaryOperator::Not:
      return truth(operand.constant.isZero());
    case ir::UnaryOperator::Absolute:
      return isAbove(operand, false) ? operand : scaled(operand, -1);
    case ir::UnaryOperator::ToReal:
      return operand;
    }
    llvm_unreachable("all unary operators are handled");
  }

  LinearForm binary(const ir::Binary &binary) {
    using Operator = ir::BinaryOperator;
    switch (binary.op) {
    case Operator::And:
      return truth(holds(*binary.left) && holds(*binary.right));
    case Operator::Or:
      return truth(holds(*binary.left) || holds(*binary.right));
    case Operator::Implies:
      return truth(!holds(*binary.left) || holds(*binary.right));
    case Operator::Multiply: {
      LinearForm left = evaluate(*binary.left), right = evaluate(*binary.right);
      if (!left.terms.empty() && !right.terms.empty())
        return unknown("a product of draws");
      const LinearForm &form = left.terms.empty() ? right : left;
      const Exact &factor = left.terms.empty() ? left.constant : right.constant;
      return mayScale(form, factor) ? scaled(form, factor) : LinearForm();
    }
    case Operator::Divide: {
      LinearForm left = evaluate(*binary.left);
      const Exact divisor = fixed(*binary.right);
      if (divisor.isZero())
        return unknown("a division by zero");
      const Exact factor = Exact(1) / divisor;
      return mayScale(left, factor) ? scaled(left, factor) : LinearForm();
    }
    case Operator::IntegerDivide:
    case Operator::Modulo: {
      const Exact left = fixed(*binary.left), divisor = fixed(*binary.right);
      if (divisor.isZero())
        return unknown("a division by zero");
      if (!mayScale(constantForm(left), divisor))
        return {};
      return constantForm(binary.op == Operator::Modulo ? interpreter::euclideanRemainder(left, divisor)
                                                        : interpreter::euclideanQuotient(left, divisor));
    }
    case Operator::Add:
      return plus(evaluate(*binary.left), evaluate(*binary.right), 1);
    case Operator::Subtract:
    case Operator::Less:
    case Operator::LessEqual:
    case Operator::Greater:
    case Operator::GreaterEqual:
    case Operator::Equal:
    case Operator::NotEqual:
    case Operator::Iff:
      break;
    }
    LinearForm left = evaluate(*binary.left);
    LinearForm difference = plus(left, evaluate(*binary.right), -1);
    if (binary.op == Operator::Subtract)
      return difference;
    if (binary.op == Operator::Equal || binary.op == Operator::Iff)
      return truth(isZero(difference));
    if (binary.op == Operator::NotEqual)
      return truth(!isZero(difference));
    const bool isLess = binary.op == Operator::Less || binary.op == Operator::LessEqual;
    const bool isStrict = binary.op == Operator::Less || binary.op == Operator::Greater;
    return truth(isAbove(scaled(difference, isLess ? -1 : 1), isStrict));
  }

  LinearForm aggregate(const ir::Aggregate &aggregate) {
    const Exact low = fixed(*aggregate.low), high = fixed(*aggregate.high);
    std::vector<Exact> indices;
    std::vector<LinearForm> values;
    for (Exact at = low; !ended && at < high; at = at + 1) {
      spend(1);
      bound.emplace_back(&aggregate.variable, at);
      if (!aggregate.filter || holds(*aggregate.filter)) {
        indices.push_back(at);
        values.push_back(scaled(evaluate(*aggregate.body), aggregate.isMaximum() ? 1 : -1));
      }
      bound.pop_back();
    }
    if (ended)
      return {};
    if (values.empty())
      return unknown("an empty range");
    const std::size_t best = largest(values);
    return aggregate.givesIndex() ? constantForm(indices[best])
                                  : scaled(values[best], aggregate.isMaximum() ? 1 : -1);
  }

  std::vector<std::int64_t> select(const ir::TopK &selection, std::vector<LinearForm> &chosen) {
    std::vector<std::int64_t> left, taken;
    std::vector<LinearForm> values;
    for (std::int64_t i = 0; auto value = element(selection.array, {i}); ++i) {
      left.push_back(i);
      values.push_back(*value);
    }
    auto count = fixed(*selection.count).toInt64();
    if (!count || *count < 0 || *count > static_cast<std::int64_t>(values.size()))
      unknown("more are selected than there are");
    for (std::int64_t round = 0; !ended && round < *count; ++round) {
      const auto best = static_cast<std::ptrdiff_t>(largest(values));
      taken.push_back(left[static_cast<std::size_t>(best)]);
      chosen.push_back(values[static_cast<std::size_t>(best)]);
      left.erase(left.begin() + best);
      values.erase(values.begin() + best);
    }
    return taken;
  }

  const Instance &instance;
  const Numbers &answers;
  const Output &word;
  const std::optional<Windows> &windows;
  Outcomes &outcomes;
  std::size_t next = 0;
  std::uint64_t &statements;
  std::vector<LinearForm> state;
  std::vector<Reached> cells;
  std::vector<std::pair<const ir::Variable *, Exact>> bound;
  bool hasReturned = false;
  std::optional<End> ended;
};

} // namespace

Runs runsTo(const Instance &instance, const Numbers &answers, const Output &word,
            const std::optional<Windows> &windows, std::uint64_t statements) {
  Runs runs;
  Outcomes outcomes;
  do {
    Execution execution(instance, answers, word, windows, outcomes, statements);
    switch (execution.run()) {
    case Execution::End::Published:
      runs.list.push_back(std::move(execution.result));
      break;
    case Execution::End::Other:
      break;
    case Execution::End::Unknown:
      runs.obstacle = std::move(execution.obstacle);
      return runs;
    }
  } while (outcomes.advance());
  return runs;
}

} // namespace plumb::witness
