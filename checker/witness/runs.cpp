// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/runs.h"

#include "checker/witness/conditions.h"
#include "checker/witness/linear_form.h"
#include "frontend/ir/aggregate.h"
#include "frontend/ir/announcement.h"

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

/// One run, from the start.
class Execution : private Conditions {
public:
  using Conditions::End;
  using Conditions::obstacle;
  using Conditions::result;

  Execution(const Instance &of, const Numbers &onData, const Output &toWord, bool mayGoOn,
            const std::optional<Windows> &only, Outcomes &along, std::uint64_t &left)
      : Conditions(only, along, left, of.stateSize()), instance(of), answers(onData), word(toWord),
        isBeginning(mayGoOn), cells(toWord.cells.size(), Reached::No) {}

  End run() {
    for (const auto &transcript : instance.mechanism().transcripts)
      if (transcript->loops.empty() && transcript->isSeen)
        open(*transcript);
    execute(instance.mechanism().body);
    if (!ended && word.result.kind != interpreter::Result::Kind::Nothing && !hasReturned)
      ended = End::Other;
    if (!ended && !isComplete())
      ended = End::Other;
    return ended.value_or(End::Published);
  }

private:
  enum class Reached : std::uint8_t { No, Opened, Published };

  /// Is all that the word says published?
  bool isComplete() const {
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (cells[i] != (word.cells[i].tag ? Reached::Published : Reached::Opened))
        return false;
    return true;
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
        if (transcript->isSeen && !transcript->loops.empty() && transcript->loops.back() == &loop)
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
    if (at == cells.size() && isBeginning && !ended && isComplete())
      ended = End::Published;
    else if (at == cells.size())
      other();
    else
      cells[at] = Reached::Opened;
  }

  void publish(const ir::Output &output) {
    if (ir::isAnnounced(output.tag))
      return; // Not a part of what is seen.
    const std::size_t at = cellOf(output.transcript);
    if (ended)
      return;
    if (cells[at] != Reached::Opened) {
      unknown("a cell that is published twice");
      return;
    }
    cells[at] = Reached::Published;
    const interpreter::Cell &cell = word.cells[at];
    // Then it does not matter with which numbers.
    if (cell.tag != &output.tag || cell.values.size() != output.values.size()) {
      other();
      return;
    }
    std::vector<LinearForm> values;
    for (const ir::ExpressionPtr &value : output.values)
      values.push_back(evaluate(*value));
    if (ended)
      return;
    std::size_t first = 0;
    for (std::size_t i = 0; i < at; ++i)
      first += word.cells[i].values.size();
    require(std::move(values), {cell.values.begin(), cell.values.end()}, first);
  }

  void giveBack(const ir::Expression *value) {
    hasReturned = true;
    if (isBeginning)
      return;
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
#define EXPRESSION_OF_RETURN(kind) case ir::Expression::Kind::kind:
#define EXPRESSION_OF_OUTPUT(kind) case ir::Expression::Kind::kind:
#define EXPRESSION_OF_FORMULA(kind) case ir::Expression::Kind::kind:
#define EXPRESSION_OF_INVARIANT(kind) case ir::Expression::Kind::kind:
#define EXPRESSION_OF_RECORD(kind) case ir::Expression::Kind::kind:
#include "frontend/ir/expression_kinds.def"
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
  const bool isBeginning;
  std::vector<Reached> cells;
  std::vector<std::pair<const ir::Variable *, Exact>> bound;
  bool hasReturned = false;
};

} // namespace

Runs runsTo(const Instance &instance, const Numbers &answers, const Output &word, bool isBeginning,
            const std::optional<Windows> &windows, std::uint64_t statements) {
  Runs runs;
  Outcomes outcomes;
  do {
    Execution execution(instance, answers, word, isBeginning, windows, outcomes, statements);
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
