// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/paths.h"

#include "frontend/ir/announcement.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

namespace plumb::disproof {

using interpreter::Cell;
using interpreter::Indices;
using interpreter::Instance;
using interpreter::Instruction;
using interpreter::Numbers;
using interpreter::Output;
using interpreter::Place;
using interpreter::Result;
using llvm::cast;

namespace {

/// Where a number stands in a word: which cell (or the result, behind all cells) and which component.
constexpr std::size_t componentsOfCell = 1 << 10;

/// A run of which the draws are not known, at some statement.
struct Run {
  std::size_t next = 0;
  std::vector<Form> state;
  Numbers ends;
  std::vector<Cell> cells;
  Result result;
  std::vector<witness::Draw> draws;
  std::vector<Demand> demands;
  Exact jacobian = 1;
  std::vector<std::size_t> solved;
  std::vector<Form> compared;
};

class Exploration final : public SymbolicScope {
public:
  /// \param guide null: any word.
  Exploration(const Instance &of, const Numbers &onData, const Output *guide, const Exact &offset,
              Work &budget)
      : instance(of), answers(onData.begin(), onData.end()),
        parameters(of.parameters().begin(), of.parameters().end()), word(guide), noise(offset), work(budget) {
  }

  /// Calls \p finished for each path; stops if that returns false.
  void explore(llvm::function_ref<bool(Run &)> finished) {
    Run start;
    start.state.resize(instance.stateSize());
    start.ends.resize(instance.flow().loops);
    for (const auto &transcript : instance.mechanism().transcripts)
      if (transcript->loops.empty() && transcript->isSeen)
        start.cells.push_back({transcript.get(), {}, nullptr, {}});
    std::vector<Run> waiting;
    waiting.push_back(std::move(start));
    while (!waiting.empty() && !obstacle) {
      Run run = std::move(waiting.back());
      waiting.pop_back();
      if (follow(run, waiting) && !finished(run))
        return;
    }
  }

  std::optional<Obstacle> obstacle;
  /// The guide ends before the runs do.
  bool isPrefix = false;
  /// Do runs remember what they compare?
  bool isWatching = false;
  /// Are numbers chosen where tests end?
  bool prefersEdges = false;

  const Form *element(const ir::Variable &variable, llvm::ArrayRef<std::int64_t> indices) const override {
    const Place &place = instance.place(variable);
    auto at = place.find(indices);
    if (!at)
      return nullptr;
    switch (place.home) {
    case Place::Home::Parameters:
      return &parameters[*at];
    case Place::Home::Answers:
      return &answers[*at];
    case Place::Home::State:
      return &current->state[*at];
    case Place::Home::Record:
      break;
    }
    llvm_unreachable("a variable is no field of a record");
  }
  ir::Sort sortOf(std::size_t draw) const override { return current->draws[draw].sort; }
  const std::vector<Demand> &demands() const override { return current->demands; }

private:
  /// What a statement did, before it is done.
  struct Effect {
    Indices indices;
    std::vector<Form> values;
    std::vector<std::int64_t> selected;
    bool held = false;
  };

  /// Goes on to the end. False if the run does not publish the word; where it parts, the others wait.
  bool follow(Run &run, std::vector<Run> &waiting) {
    const std::vector<Instruction> &instructions = instance.flow().instructions;
    while (run.next < instructions.size()) {
      if (!work.spend()) {
        obstacle = Obstacle::Spent;
        return false;
      }
      if (!step(run, instructions[run.next], waiting))
        return false;
    }
    return !word || isWord(run);
  }

  bool step(Run &run, const Instruction &instruction, std::vector<Run> &waiting) {
    if (instruction.kind == Instruction::Kind::Jump) {
      run.next = instruction.target;
      return true;
    }
    std::vector<Choice> choices;
    std::vector<Run> parted;
    do {
      current = &run;
      SymbolicEvaluator evaluator(*this, choices, refutation::statementsOf(work.remaining()));
      std::vector<Form> compared;
      if (isWatching)
        evaluator.watch(compared);
      Effect effect = evaluate(instruction, evaluator);
      // The statement itself is paid for; not so the outcomes of its choices, possible or not.
      if (!work.spend(refutation::workOf(evaluator.steps()) - (choices.empty() ? 1 : 0)))
        return fail(Obstacle::Spent);
      // What is published in the place of something else need not be known.
      if (evaluator.obstacle() == Obstacle::Outside && isOfOtherWords(run, instruction))
        continue;
      if (evaluator.obstacle() && *evaluator.obstacle() != Obstacle::Impossible) {
        obstacle = evaluator.obstacle();
        return false;
      }
      if (evaluator.obstacle())
        continue;
      if (choices.empty()) {
        llvm::append_range(run.compared, compared);
        return apply(run, instruction, std::move(effect));
      }
      work.spend(1 + run.state.size() / 8);
      // The last outcome takes the run along: nothing reads it behind that.
      std::vector<Choice> further = choices;
      const bool isLast = !advance(further);
      Run copy = isLast ? std::move(run) : run;
      llvm::append_range(copy.demands, evaluator.added());
      llvm::append_range(copy.compared, compared);
      if (apply(copy, instruction, std::move(effect)))
        parted.push_back(std::move(copy));
      if (obstacle)
        return false;
    } while (advance(choices));
    // The first outcome is followed first.
    for (Run &other : llvm::reverse(parted))
      waiting.push_back(std::move(other));
    return false;
  }

  /// Does \p instruction publish something for which the word has another tag, or none?
  bool isOfOtherWords(const Run &run, const Instruction &instruction) const {
    if (!word || instruction.kind != Instruction::Kind::Output)
      return false;
    const auto &output = cast<ir::Output>(*instruction.statement);
    const auto cell = llvm::find_if(llvm::reverse(run.cells), [&](const Cell &opened) {
      return opened.transcript == &output.transcript;
    });
    if (ir::isAnnounced(output.tag) || cell->tag)
      return false;
    const auto place = placeOf(output.transcript, cell->indices);
    return !place || word->cells[*place].tag != &output.tag;
  }

  Exact index(const Run &run, const ir::For &loop) const {
    return run.state[instance.place(loop.index).offset].constant();
  }

  Effect evaluate(const Instruction &instruction, SymbolicEvaluator &evaluator) {
    Effect effect;
    switch (instruction.kind) {
    case Instruction::Kind::Sample: {
      const auto &sample = cast<ir::Sample>(*instruction.statement);
      effect.values.push_back(evaluator.fixed(*sample.scale));
      effect.indices = evaluator.subscripts(sample.indices);
      break;
    }
    case Instruction::Kind::Assign: {
      const auto &assignment = cast<ir::Assign>(*instruction.statement);
      effect.indices = evaluator.subscripts(assignment.indices);
      effect.values.push_back(evaluator.evaluate(*assignment.value));
      break;
    }
    case Instruction::Kind::Output:
      if (const auto &output = cast<ir::Output>(*instruction.statement); !ir::isAnnounced(output.tag))
        for (const ir::ExpressionPtr &value : output.values)
          effect.values.push_back(evaluator.evaluate(*value));
      break;
    case Instruction::Kind::Return: {
      const ir::Expression *value = cast<ir::Return>(*instruction.statement).value.get();
      if (const auto *selection = value ? llvm::dyn_cast<ir::TopK>(value) : nullptr) {
        for (auto &[at, form] : evaluator.select(*selection)) {
          effect.selected.push_back(at);
          effect.values.push_back(std::move(form));
        }
      } else if (value) {
        effect.values.push_back(evaluator.evaluate(*value));
      }
      break;
    }
    case Instruction::Kind::Branch:
      effect.held = evaluator.holds(*cast<ir::If>(*instruction.statement).condition);
      break;
    case Instruction::Kind::LoopEntry: {
      const auto &loop = cast<ir::For>(*instruction.statement);
      effect.values = {evaluator.fixed(*loop.low), evaluator.fixed(*loop.high)};
      break;
    }
    case Instruction::Kind::LoopTest: {
      const auto &loop = cast<ir::For>(*instruction.statement);
      effect.held = index(*current, loop) < current->ends[instruction.loop] &&
                    (!loop.guard || evaluator.holds(*loop.guard));
      break;
    }
    case Instruction::Kind::Jump:
    case Instruction::Kind::LoopNext:
      break;
    }
    return effect;
  }

  bool apply(Run &run, const Instruction &instruction, Effect effect) {
    ++run.next;
    switch (instruction.kind) {
    case Instruction::Kind::Sample:
      return draw(run, instruction, effect);
    case Instruction::Kind::Assign:
      return store(run, cast<ir::Assign>(*instruction.statement).target, effect.indices,
                   std::move(effect.values.front()));
    case Instruction::Kind::Output:
      return publish(run, cast<ir::Output>(*instruction.statement), effect);
    case Instruction::Kind::Return:
      run.next = instance.flow().instructions.size();
      return giveBack(run, cast<ir::Return>(*instruction.statement), effect);
    case Instruction::Kind::Branch:
      if (!effect.held)
        run.next = instruction.target;
      return true;
    case Instruction::Kind::LoopEntry: {
      const auto &loop = cast<ir::For>(*instruction.statement);
      run.ends[instruction.loop] = effect.values[1].constant();
      run.state[instance.place(loop.index).offset] = std::move(effect.values[0]);
      return true;
    }
    case Instruction::Kind::LoopTest:
      if (!effect.held)
        run.next = instruction.target;
      return !effect.held || open(run, instruction);
    case Instruction::Kind::LoopNext: {
      Form &at = run.state[instance.place(cast<ir::For>(*instruction.statement).index).offset];
      at = at + Form(1);
      run.next = instruction.target;
      return true;
    }
    case Instruction::Kind::Jump:
      break;
    }
    llvm_unreachable("a jump has no effect");
  }

  bool fail(Obstacle why) {
    obstacle = why;
    return false;
  }

  bool store(Run &run, const ir::Variable &target, const Indices &indices, Form value) {
    auto at = instance.place(target).find(indices);
    if (!at)
      return fail(Obstacle::Undefined);
    run.state[*at] = std::move(value);
    return true;
  }

  bool draw(Run &run, const Instruction &instruction, Effect &effect) {
    const auto &sample = cast<ir::Sample>(*instruction.statement);
    const Exact &scale = effect.values.front().constant();
    if (scale.sign() <= 0)
      return fail(Obstacle::Undefined);
    interpreter::SampleRecord record{&sample, &instruction, {}, scale, {}, {}};
    current = &run;
    record.iteration = iterationOf(run, instruction);
    run.draws.push_back(
        {sample.law, scale, sample.target.sort, interpreter::sampleName(record), std::nullopt});
    return store(run, sample.target, effect.indices, Form::ofDraw(run.draws.size() - 1));
  }

  Indices iterationOf(const Run &run, const Instruction &instruction) const {
    Indices indices;
    for (const ir::For *loop : instruction.enclosing)
      indices.push_back(index(run, *loop).toInt64().value());
    return indices;
  }

  /// The place in the word of the cell of \p transcript at \p indices. Nothing if it has none.
  std::optional<std::size_t> placeOf(const ir::Transcript &transcript, const Indices &indices) const {
    for (std::size_t i = 0; i < word->cells.size(); ++i)
      if (word->cells[i].transcript == &transcript && word->cells[i].indices == indices)
        return i;
    return std::nullopt;
  }

  bool open(Run &run, const Instruction &instruction) {
    for (const ir::Transcript *transcript : instruction.opened) {
      if (!transcript->isSeen)
        continue;
      Indices indices = iterationOf(run, instruction);
      if (word && !placeOf(*transcript, indices)) {
        run.next = instance.flow().instructions.size();
        return isPrefix;
      }
      run.cells.push_back({transcript, std::move(indices), nullptr, {}});
    }
    return true;
  }

  bool publish(Run &run, const ir::Output &output, Effect &effect) {
    // Whoever sees the output does not see this, so that it tells nothing.
    if (ir::isAnnounced(output.tag))
      return true;
    auto cell = std::find_if(run.cells.rbegin(), run.cells.rend(),
                             [&](const Cell &opened) { return opened.transcript == &output.transcript; });
    if (cell->tag)
      return fail(Obstacle::Undefined);
    std::size_t place = static_cast<std::size_t>(cell.base() - run.cells.begin()) - 1;
    const Cell *guide = nullptr;
    if (word) {
      auto found = placeOf(output.transcript, run.cells[place].indices);
      if (!found || word->cells[*found].tag != &output.tag)
        return false;
      guide = &word->cells[*found];
      place = *found;
    }
    cell->tag = &output.tag;
    if (guide) {
      cell->values = guide->values;
      const llvm::SmallVector<Exact, 1> values = cell->values;
      return settle(run, std::move(effect.values), values, place);
    }
    return settleSome(run, effect.values, place, [place](Run &chosen, llvm::ArrayRef<Exact> values) {
      chosen.cells[place].values.assign(values.begin(), values.end());
    });
  }

  /// Publishes numbers that the run can reach: what \p forms are for the noise that is asked for, or else
  /// some others. Calls \p store with them.
  bool settleSome(Run &run, const std::vector<Form> &forms, std::size_t place,
                  llvm::function_ref<void(Run &, llvm::ArrayRef<Exact>)> store) {
    const bool isFixed = llvm::all_of(forms, [](const Form &form) { return form.isConstant(); });
    const Run before = run;
    // A gap is positive whatever the answers are, so that noise of one size does not reach it.
    std::vector<std::optional<Exact>> others = {std::nullopt};
    if (!isFixed) {
      llvm::append_range(others, std::initializer_list<Exact>{1, -1, 16});
      if (prefersEdges) {
        const std::vector<Exact> edges = besideEdges(run, forms);
        others.insert(others.begin(), edges.begin(), edges.end());
      }
    }
    for (const std::optional<Exact> &other : others) {
      run = before;
      llvm::SmallVector<Exact, 1> values;
      for (const Form &form : forms)
        values.push_back(form.isConstant() || !other ? chosen(run, form) : *other);
      store(run, values);
      if (settle(run, forms, values, place))
        return true;
      // Another number may be no tie; and these are not asked for.
      if (obstacle && (*obstacle == Obstacle::Tie || (other && *obstacle != Obstacle::Spent)))
        obstacle.reset();
      if (obstacle)
        return false;
    }
    return false;
  }

  /// What \p forms are where a draw in them is just within the bound that a test has set it: what is told
  /// there may be out of reach on other data.
  static std::vector<Exact> besideEdges(const Run &run, const std::vector<Form> &forms) {
    constexpr std::size_t most = 4;
    std::vector<Exact> values;
    for (const Form &form : forms)
      for (const Demand &demand : run.demands) {
        const std::vector<LinearForm::Term> &terms = demand.form.linear.terms;
        if (terms.size() != 1 || form.linear.terms.size() != 1 ||
            form.linear.terms.front().draw != terms.front().draw || values.size() >= most)
          continue;
        const Exact &slope = terms.front().coefficient;
        const Exact edge = -(demand.form.constant() / slope), inward = slope.sign();
        Exact at = edge + inward / Exact(4);
        if (run.draws[terms.front().draw].sort == ir::Sort::Int) {
          const Exact below(Rational(floorOf(edge.rational())));
          at = edge.isIntegral()  ? (demand.isStrict ? edge + inward : edge)
               : slope.sign() > 0 ? below + 1
                                  : below;
        }
        values.push_back(form.constant() + form.linear.terms.front().coefficient * at);
      }
    return values;
  }

  bool giveBack(Run &run, const ir::Return &statement, Effect &effect) {
    if (isPrefix)
      return true;
    const std::size_t behindCells = word ? word->cells.size() : componentsOfCell;
    Result &result = run.result;
    if (statement.value)
      result.sort = statement.value->sort();
    result.kind = !statement.value                        ? Result::Kind::Nothing
                  : llvm::isa<ir::TopK>(*statement.value) ? Result::Kind::Selection
                                                          : Result::Kind::Scalar;
    result.selection.indices = effect.selected;
    if (word && (word->result.kind != result.kind || word->result.selection.indices != effect.selected))
      return false;
    const auto store = [](Run &chosen, llvm::ArrayRef<Exact> values) {
      if (chosen.result.kind == Result::Kind::Scalar)
        chosen.result.scalar = values.front();
      else
        chosen.result.selection.values.assign(values.begin(), values.end());
    };
    if (!word)
      return settleSome(run, effect.values, behindCells, store);
    llvm::SmallVector<Exact, 1> values;
    for (std::size_t i = 0; i < effect.values.size(); ++i)
      values.push_back(result.kind == Result::Kind::Scalar ? word->result.scalar
                                                           : word->result.selection.values[i]);
    store(run, values);
    return settle(run, std::move(effect.values), values, behindCells);
  }

  /// The draw that an equation is solved for: the newest real one, or the newest whose solution is an integer
  /// for all others.
  std::size_t pivot(const Run &run, const Form &form) const {
    for (const LinearForm::Term &term : llvm::reverse(form.linear.terms))
      if (run.draws[term.draw].sort == ir::Sort::Real)
        return term.draw;
    for (const LinearForm::Term &term : llvm::reverse(form.linear.terms))
      if (term.coefficient.absolute() == 1)
        return term.draw;
    return form.linear.terms.back().draw;
  }

  static Exact coefficientOf(const Form &form, std::size_t draw) {
    for (const LinearForm::Term &term : form.linear.terms)
      if (term.draw == draw)
        return term.coefficient;
    return 0;
  }

  /// A number for \p form to be.
  Exact chosen(const Run &run, const Form &form) const {
    if (form.isConstant())
      return form.constant();
    std::size_t draw = pivot(run, form);
    bool isReal = run.draws[draw].sort == ir::Sort::Real;
    Exact value = isReal || noise.isIntegral() ? noise : Exact(0);
    switch (ir::row(run.draws[draw].law).support) {
    case ir::Support::AllNumbers:
      break;
    case ir::Support::NonNegative:
      value = value.absolute();
      break;
    case ir::Support::NonPositive:
      value = -value.absolute();
      break;
    }
    // The edge of a support is no place for a density.
    if (isReal && value.isZero() && ir::row(run.draws[draw].law).support != ir::Support::AllNumbers)
      value = Exact(ir::row(run.draws[draw].law).support == ir::Support::NonNegative ? 1 : -1) / Exact(2);
    return form.constant() + coefficientOf(form, draw) * value;
  }

  /// The forms are these values.
  bool settle(Run &run, std::vector<Form> forms, llvm::ArrayRef<Exact> values, std::size_t place) {
    for (std::size_t i = 0; i < forms.size(); ++i) {
      Form difference = forms[i] - Form(values[i]);
      if (difference.isConstant()) {
        if (!difference.constant().isZero())
          return false;
        continue;
      }
      std::size_t draw = pivot(run, difference);
      Exact coefficient = coefficientOf(difference, draw);
      Form solution = (Form::ofDraw(draw).times(coefficient) - difference).times(Exact(1) / coefficient);
      bool isReal = run.draws[draw].sort == ir::Sort::Real;
      if (isReal) {
        run.jacobian = run.jacobian / coefficient.absolute();
        run.solved.push_back(place * componentsOfCell + i);
        solution.followsNumber = true;
      } else if (!isWhole(solution)) {
        return solution.isConstant() ? false : fail(Obstacle::Outside);
      }
      for (std::size_t later = i + 1; later < forms.size(); ++later)
        substitute(forms[later], draw, solution.linear, isReal);
      if (!replace(run, draw, solution, isReal))
        return false;
    }
    return true;
  }

  static bool isWhole(const Form &form) {
    return form.constant().isIntegral() && llvm::all_of(form.linear.terms, [](const LinearForm::Term &term) {
             return term.coefficient.isIntegral();
           });
  }

  /// Puts \p solution in the place of \p draw, everywhere.
  bool replace(Run &run, std::size_t draw, const Form &solution, bool isReal) {
    for (Form &form : run.state)
      substitute(form, draw, solution.linear, isReal);
    for (witness::Draw &other : run.draws)
      if (other.value) {
        Form value;
        value.linear = std::move(*other.value);
        substitute(value, draw, solution.linear, isReal);
        other.value = std::move(value.linear);
      }
    run.draws[draw].value = solution.linear;
    std::vector<Demand> before = std::move(run.demands);
    run.demands.clear();
    for (Demand &demand : before)
      substitute(demand.form, draw, solution.linear, isReal);
    switch (ir::row(run.draws[draw].law).support) {
    case ir::Support::AllNumbers:
      break;
    case ir::Support::NonNegative:
      before.push_back({solution, false});
      break;
    case ir::Support::NonPositive:
      before.push_back({solution.times(-1), false});
      break;
    }
    current = &run;
    std::vector<Choice> none;
    for (Demand &demand : before) {
      SymbolicEvaluator evaluator(*this, none, refutation::statementsOf(work.remaining()));
      evaluator.require(demand.form, demand.isStrict);
      if (evaluator.obstacle()) {
        if (*evaluator.obstacle() != Obstacle::Impossible)
          obstacle = evaluator.obstacle();
        return false;
      }
      llvm::append_range(run.demands, evaluator.added());
    }
    return true;
  }

  bool isWord(const Run &run) const {
    if (run.cells.size() != word->cells.size() || (!isPrefix && run.result.kind != word->result.kind))
      return false;
    return llvm::all_of(run.cells, [&](const Cell &cell) {
      auto place = placeOf(*cell.transcript, cell.indices);
      return place && word->cells[*place].tag == cell.tag;
    });
  }

  const Instance &instance;
  std::vector<Form> answers, parameters;
  const Output *word;
  Exact noise;
  Work &work;
  /// Whose values the scope gives.
  const Run *current = nullptr;
};

FoundPath foundPath(Run &run) {
  FoundPath found;
  found.path.draws = std::move(run.draws);
  for (Demand &demand : run.demands)
    found.path.tests.push_back({std::move(demand.form.linear), demand.isStrict});
  found.path.jacobian = std::move(run.jacobian);
  found.solved = std::move(run.solved);
  llvm::sort(found.solved);
  return found;
}

} // namespace

bool hasExponentialDensity(ir::Law law) {
  return ir::row(law).decay.has_value();
}

static PathSet pathsAlong(const Instance &instance, const Numbers &answers, const Output &word, bool isPrefix,
                          Work &work) {
  PathSet set;
  Exploration exploration(instance, answers, &word, 0, work);
  exploration.isPrefix = isPrefix;
  exploration.explore([&](Run &run) {
    set.paths.push_back(foundPath(run));
    return true;
  });
  set.obstacle = exploration.obstacle;
  return set;
}

PathSet pathsTo(const Instance &instance, const Numbers &answers, const Output &word, Work &work) {
  return pathsAlong(instance, answers, word, false, work);
}

PathSet pathsToPrefix(const Instance &instance, const Numbers &answers, const Output &word, std::size_t cells,
                      Work &work) {
  Output prefix;
  prefix.cells.assign(word.cells.begin(), word.cells.begin() + static_cast<std::ptrdiff_t>(cells));
  return pathsAlong(instance, answers, prefix, true, work);
}

std::vector<Output> wordsOn(const Instance &instance, const Numbers &answers, const Exact &offset,
                            std::size_t most, Work &work, bool atEdges) {
  std::vector<Output> words;
  Exploration exploration(instance, answers, nullptr, offset, work);
  exploration.prefersEdges = atEdges;
  exploration.explore([&](Run &run) {
    Output word{std::move(run.cells), std::move(run.result)};
    interpreter::sortCells(word.cells, instance.mechanism());
    if (!llvm::is_contained(words, word))
      words.push_back(std::move(word));
    return words.size() < most;
  });
  return words;
}

bool isOutside(const Instance &instance, const Numbers &answers, Work &work) {
  Exploration exploration(instance, answers, nullptr, 0, work);
  exploration.explore([](Run &) { return true; });
  return exploration.obstacle == Obstacle::Outside;
}

static Comparisons withEdges(Comparisons compared, const std::vector<witness::Draw> &draws) {
  for (std::size_t i = 0, count = compared.size(); i < count; ++i) {
    const std::vector<LinearForm::Term> &terms = compared[i].linear.terms;
    if (!terms.empty() && llvm::all_of(terms, [&](const LinearForm::Term &term) {
          return ir::row(draws[term.draw].law).support != ir::Support::AllNumbers;
        }))
      compared.push_back(Form(compared[i].constant()));
  }
  return compared;
}

std::vector<Comparisons> comparisonsOn(const Instance &instance, const Numbers &answers, std::size_t most,
                                       Work &work, bool atEdges) {
  std::vector<Comparisons> list;
  Exploration exploration(instance, answers, nullptr, 0, work);
  exploration.isWatching = true;
  exploration.explore([&](Run &run) {
    list.push_back(atEdges ? withEdges(std::move(run.compared), run.draws) : std::move(run.compared));
    return list.size() < most;
  });
  return list;
}

} // namespace plumb::disproof
