// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/invariant_text.h"

#include "checker/relational/walk.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/program.h"
#include "frontend/ir/walk.h"

#include "llvm/Support/Casting.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

namespace plumb::relational {

using llvm::dyn_cast;
using smt::Operator;
using smt::Term;

namespace {

/// The scalars that have a value on every path, in the order of the text.
using Valued = std::set<const ir::Variable *>;

/// Fills \p atHeads; \returns what has a value behind \p block.
Valued valued(const ir::Block &block, Valued before, std::map<const ir::For *, Valued> &atHeads) {
  for (const auto &statement : block) {
    if (const auto *assign = dyn_cast<ir::Assign>(statement.get())) {
      before.insert(&assign->target);
    } else if (const auto *sample = dyn_cast<ir::Sample>(statement.get())) {
      before.insert(&sample->target);
    } else if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
      const Valued onThen = valued(branch->thenBlock, before, atHeads),
                   onElse = valued(branch->elseBlock, before, atHeads);
      for (const ir::Variable *variable : onThen)
        if (onElse.count(variable))
          before.insert(variable);
    } else if (const auto *loop = dyn_cast<ir::For>(statement.get())) {
      before.insert(&loop->index);
      atHeads[loop] = before;
      valued(loop->body, before, atHeads);
    }
  }
  return before;
}

/// A state at the head of one loop in which everything is a symbol, and what each symbol is called in the
/// language.
class NamedHead {
public:
  NamedHead(Context context, const ir::For &loop, const std::vector<const ir::For *> &around,
            const Valued &valued)
      : context(context), head(startState(context)), entry(head) {
    const ir::Neighbourhood &neighbourhood = context.symbols.neighbourhood();
    for (const auto &variable : neighbourhood.variables)
      declare(*variable, valued.count(variable.get()) != 0);
    if (neighbourhood.recordAdjacency)
      declare(*neighbourhood.recordAdjacency);
    for (auto *state : {&head, &entry}) {
      const bool isEntry = state == &entry;
      for (const ir::Variable *x : countedNumbers(context.symbols.mechanism())) {
        const std::string times = "times(" + x->name + ")";
        state->times.push_back(fresh(isEntry ? "entry(" + times + ")" : times, smt::Sort::Int));
      }
      state->otherCost = fresh(isEntry ? "entry(moved(cost))" : "moved(cost)", smt::Sort::Real);
      for (const auto &scale : context.scales.all()) {
        const std::string moved = "moved(" + scale.text + ")";
        state->moved.push_back(fresh(isEntry ? "entry(" + moved + ")" : moved, smt::Sort::Real));
      }
    }
    const auto &store = head.run(Side::First).scalars;
    for (const ir::For *outer : around)
      head.iteration.emplace_back(outer, store[context.symbols.ordinal(outer->index)]);
    entry.iteration = head.iteration;
    low = fresh("entry(" + loop.index.name + ")", smt::Sort::Int);
    high = fresh("entry(" + ir::print(*loop.high) + ")", smt::Sort::Int);
    index = store[context.symbols.ordinal(loop.index)];
    output();
  }

  std::optional<std::string> text(const Invariant &invariant) {
    const LoopHead at{head, entry, low, high, index};
    if (invariant.formula)
      return text(invariant.formula(context, at));
    std::vector<Term> indices;
    std::string binders;
    const std::size_t count = invariant.pointwise ? invariant.array->extents.size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string name = "at" + std::to_string(i);
      indices.push_back(fresh(name, smt::Sort::Int));
      binders += (i ? ", " : "forall ") + name + " in int";
    }
    std::optional<std::string> body;
    if (invariant.pointwise) {
      Evaluator evaluator(context, head);
      const Term first = evaluator.element(*invariant.array, indices, Side::First),
                 second = evaluator.element(*invariant.array, indices, Side::Second);
      body = text(invariant.pointwise(context, {first, second, indices, head, low, index}));
    } else {
      body = text(invariant.ofInt(context, head, indices.front()));
    }
    return body ? std::optional(binders + ": " + *body) : std::nullopt;
  }

private:
  /// How an application is written: the text in front of the first argument, between and behind them.
  struct Name {
    std::string front, between, behind;
  };

  Term fresh(const std::string &name, smt::Sort sort) {
    const smt::Symbol &symbol = context.store.freshSymbol("text", {}, sort);
    names[&symbol] = {name, "", ""};
    return context.store.apply(symbol, {});
  }

  std::vector<Term> anyIndices(std::size_t count) { return {count, context.store.integer(0)}; }

  void name(Term application, Name text) {
    if (application.op() == Operator::Apply)
      names.emplace(&application.symbol(), std::move(text));
  }

  void declare(const ir::Variable &variable, bool hasValue) {
    auto &symbols = context.symbols;
    const std::size_t arity = variable.extents.size();
    const Name plain = arity ? Name{variable.name + "[", "][", "]"} : Name{variable.name, "", ""};
    const smt::Sort sort = variable.sort == ir::Sort::Bool  ? smt::Sort::Bool
                           : variable.sort == ir::Sort::Int ? smt::Sort::Int
                                                            : smt::Sort::Real;
    switch (variable.role) {
    case ir::Variable::Role::Parameter:
      return name(symbols.parameter(variable, anyIndices(arity)), plain);
    case ir::Variable::Role::Query:
      name(symbols.query(variable, anyIndices(arity)), plain);
      if (variable.definition)
        return;
      // Only with all subscripts the same text twice: f[i] - f'[i].
      differences[&symbols.difference(variable, anyIndices(arity)).symbol()] = &variable;
      for (const auto &clause : symbols.neighbourhood().adjacency)
        if (clause.query == &variable && clause.onlyOne)
          for (std::size_t i = 0; i < arity; ++i)
            name(symbols.changedIndex(variable)[i],
                 {"changed(" + variable.name + ", " + std::to_string(i) + ")", "", ""});
      return;
    case ir::Variable::Role::Bound:
      return;
    case ir::Variable::Role::Sample:
    case ir::Variable::Role::Local:
    case ir::Variable::Role::LoopIndex:
      break;
    }
    const unsigned ordinal = symbols.ordinal(variable);
    for (Side side : {Side::First, Side::Second}) {
      // Both runs have one loop variable.
      const std::string prime =
          side == Side::Second && variable.role != ir::Variable::Role::LoopIndex ? "'" : "";
      if (arity) {
        for (State *state : {&head, &entry}) {
          const std::string front = (state == &entry ? "entry(" : "") + variable.name + prime + "[";
          const smt::Symbol &base =
              context.store.freshSymbol("text", std::vector<smt::Sort>(arity, smt::Sort::Int), sort);
          names[&base] = {front, "][", state == &entry ? "])" : "]"};
          state->run(side).arrays[ordinal].base = &base;
        }
      } else if (hasValue) {
        head.run(side).scalars[ordinal] = fresh(variable.name + prime, sort);
        entry.run(side).scalars[ordinal] = fresh("entry(" + variable.name + prime + ")", sort);
      }
    }
    if (variable.role == ir::Variable::Role::Sample && symbols.hasNamedDraws(variable))
      name(symbols.draw(variable, anyIndices(arity)),
           {"draw(" + plain.front, plain.between, plain.behind + ")"});
  }

  void declare(const ir::RecordAdjacency &adjacency) {
    auto &symbols = context.symbols;
    if (adjacency.kind == ir::RecordAdjacency::Kind::AddOrRemove)
      name(symbols.isAdded(), {"r.add", "", ""});
    for (const auto &field : adjacency.record->fields)
      for (bool isPrimed : {false, true}) {
        const auto at = anyIndices(field->extents.size());
        const std::string front = (isPrimed ? "r'." : "r.") + field->name + (at.empty() ? "" : "["),
                          behind = at.empty() ? "" : "]";
        name(symbols.field(*field, at, isPrimed), {front, "][", behind});
        name(symbols.isNone(*field, at, isPrimed), {"(" + front, "][", behind + " = none)"});
      }
  }

  void output() {
    auto &symbols = context.symbols;
    const auto &mechanism = symbols.mechanism();
    for (const auto &transcript : mechanism.transcripts) {
      const std::size_t arity = transcript->loops.size();
      const std::string front = arity ? "out[" : "out", behind = arity ? "]" : "";
      tags[&symbols.cellTag(*transcript, anyIndices(arity)).symbol()] = {front, "][", behind};
      for (const auto &tag : mechanism.tags)
        for (std::size_t i = 0; i < tag->components.size(); ++i)
          name(symbols.cellValue(*transcript, *tag, i, anyIndices(arity)),
               {front, "][", behind + ir::printComponent(*tag, i)});
    }
    relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
      const auto *exit = dyn_cast<ir::Return>(&statement);
      if (!exit || !exit->value)
        return;
      if (const auto *selection = dyn_cast<ir::TopK>(exit->value.get())) {
        const Term zero = context.store.integer(0);
        name(symbols.inSelection(zero), {"(", "", " in result.indices)"});
        name(symbols.membersBelow(zero), {"below(", "", ")"});
        name(symbols.selectedIndex(zero), {"result.indices[", "", "]"});
        name(symbols.selectedValue(zero, selection->array.sort), {"result.values[", "", "]"});
      } else {
        name(symbols.resultScalar(exit->value->sort()), {"result", "", ""});
      }
    });
  }

  std::optional<std::string> row(const std::vector<Term> &terms, const std::string &between) {
    std::string all;
    for (Term term : terms) {
      const auto one = text(term);
      if (!one)
        return std::nullopt;
      all += (all.empty() ? "" : between) + *one;
    }
    return all;
  }

  /// "argmax(best0 in 0 .. n where best0 != out.winner.1: f[best0])"
  std::optional<std::string> chosen(const Symbols::Choice &choice) {
    const Name name =
        names.emplace(&choice.k.symbol(), Name{"best" + std::to_string(names.size()), "", ""}).first->second;
    const auto low = text(choice.low), high = text(choice.high), filter = text(choice.filter),
               body = text(choice.body);
    if (!low || !high || !filter || !body)
      return std::nullopt;
    return "argmax(" + name.front + " in " + *low + " .. " + *high +
           (choice.filter.op() == Operator::True ? "" : " where " + *filter) + ": " + *body + ")";
  }

  /// Its text means the same at a head: it reads parameters, z, the records r and r', and what has a text.
  bool hasText(const Quantified &met) {
    return std::all_of(met.records.begin(), met.records.end(),
                       [](const auto &record) {
                         return record.first->name == "r" && record.second == Side::First;
                       }) &&
           std::all_of(met.bound.begin(), met.bound.end(),
                       [&](const auto &bound) { return text(bound.second).has_value(); });
  }

  /// \p part of \p met, with what the names in it stand for. \pre hasText(met)
  ir::ExpressionPtr said(const Quantified &met, const ir::Expression &part) {
    if (const auto *read = dyn_cast<ir::Read>(&part))
      if (const auto bound = met.bound.find(&read->variable); bound != met.bound.end()) {
        ir::Variable named{ir::Variable::Role::Bound, *text(bound->second), ir::Sort::Int, {}, part.range()};
        return std::make_unique<ir::Read>(
            *spoken.emplace_back(std::make_unique<ir::Variable>(std::move(named))), false,
            std::vector<ir::ExpressionPtr>(), part.range());
      }
    return ir::rebuilt(part, part.range(), [&](const ir::Expression &operand) { return said(met, operand); });
  }

  /// The first index at which it fails, which is one if there is one.
  static std::string failing(const ir::Forall &formula) {
    return "argmax(" + formula.variable.name + " in (" + ir::print(*formula.low) + ") .. (" +
           ir::print(*formula.high) + ") where not (" + ir::print(*formula.body) + "): 0)";
  }

  /// Those below x are those from 0 on but for those from x on.
  std::optional<std::string> namedBelow(const Symbols::NamedBelow &count) {
    const auto at = text(count.at);
    if (!at || !hasText(count.met))
      return std::nullopt;
    const auto from = [&](const std::string &x) {
      return "named(" + count.index.name + " from " + x + ": not " +
             ir::print(*said(count.met, *count.met.formula)) + ")";
    };
    return "(" + from("0") + " - " + from(*at) + ")";
  }

  std::optional<std::string> application(Term term) {
    if (const auto count = context.symbols.namedBelowOf(term))
      return namedBelow(*count);
    if (const Symbols::Choice *choice = context.symbols.choiceOf(term))
      return chosen(*choice);
    if (const Quantified *met = context.symbols.failingAt(term); met && met->bound.empty() && hasText(*met))
      return failing(*met->formula);
    if (const Quantified *met = context.symbols.quantifiedOf(term); met && hasText(*met))
      return "(" + ir::print(*said(*met, *met->formula)) + ")";
    const auto &arguments = term.arguments();
    const smt::Symbol &symbol = term.symbol();
    // Products and quotients of unknowns.
    for (const auto &[word, sign] : {std::pair("times", " * "), {"times.int", " * "}, {"over.int", " div "}})
      if (symbol.name == word && arguments.size() == 2)
        if (const auto both = row(arguments, sign))
          return "(" + *both + ")";
    if (symbol.name == "over" && arguments.size() == 2)
      if (const auto both = row(arguments, " / "))
        return "(" + *both + ")";
    const auto indices = row(arguments, "][");
    if (!indices)
      return std::nullopt;
    if (const auto query = differences.find(&symbol); query != differences.end()) {
      const std::string at = arguments.empty() ? "" : "[" + *indices + "]";
      return "(" + query->second->name + at + " - " + query->second->name + "'" + at + ")";
    }
    const auto found = names.find(&symbol);
    if (found == names.end())
      return std::nullopt;
    return found->second.front + *indices + found->second.behind;
  }

  /// out.tag(i) = 3 is `out[i] is above`.
  std::optional<std::string> tagTest(Term cell, Term number) {
    if (cell.op() != Operator::Apply || number.op() != Operator::Literal)
      return std::nullopt;
    const auto found = tags.find(&cell.symbol());
    const auto indices = row(cell.arguments(), "][");
    if (found == tags.end() || !indices)
      return std::nullopt;
    for (const auto &tag : context.symbols.mechanism().tags)
      if (number.number() == context.symbols.tagNumber(*tag))
        return "(" + found->second.front + *indices + found->second.behind + " is " + tag->name + ")";
    return std::nullopt;
  }

  std::optional<std::string> joined(Term term, const std::string &between) {
    const auto all = row(term.arguments(), between);
    return all ? std::optional("(" + *all + ")") : std::nullopt;
  }

  std::optional<std::string> text(Term term) {
    switch (term.op()) {
    case Operator::True:
      return "true";
    case Operator::False:
      return "false";
    case Operator::Literal: {
      const Rational &number = term.number();
      const std::string point = term.sort() == smt::Sort::Real ? ".0" : "";
      std::string digits = Integer(abs(number.get_num())).get_str() + point;
      if (number.get_den() != 1)
        digits += " / " + number.get_den().get_str() + point;
      return number < 0 ? "(-(" + digits + "))" : number.get_den() != 1 ? "(" + digits + ")" : digits;
    }
    case Operator::Apply:
      return application(term);
    case Operator::Not: {
      const auto operand = text(term.arguments()[0]);
      return operand ? std::optional("(not " + *operand + ")") : std::nullopt;
    }
    case Operator::And:
      return joined(term, " and ");
    case Operator::Or:
      return joined(term, " or ");
    case Operator::Implies:
      return joined(term, " implies ");
    case Operator::Equal: {
      const Term a = term.arguments()[0], b = term.arguments()[1];
      if (auto test = tagTest(a, b))
        return test;
      if (auto test = tagTest(b, a))
        return test;
      return joined(term, a.sort() == smt::Sort::Bool ? " iff " : " = ");
    }
    case Operator::LessEqual:
      return joined(term, " <= ");
    case Operator::Less:
      return joined(term, " < ");
    case Operator::Add:
      return joined(term, " + ");
    case Operator::Multiply:
      return joined(term, " * ");
    case Operator::Divide:
      return joined(term, " div ");
    case Operator::Modulo:
      return joined(term, " mod ");
    case Operator::IfThenElse: {
      const auto condition = text(term.arguments()[0]), yes = text(term.arguments()[1]),
                 no = text(term.arguments()[2]);
      return condition && yes && no ? std::optional("(" + *condition + " ? " + *yes + " : " + *no + ")")
                                    : std::nullopt;
    }
    case Operator::ToReal: {
      const auto operand = text(term.arguments()[0]);
      return operand ? std::optional("real(" + *operand + ")") : std::nullopt;
    }
    }
    return std::nullopt;
  }

  Context context;
  State head, entry;
  Term low, high, index;
  std::map<const smt::Symbol *, Name> names, tags;
  std::map<const smt::Symbol *, const ir::Variable *> differences;
  /// By which the text of a term stands in an expression.
  std::vector<std::unique_ptr<ir::Variable>> spoken;
};

} // namespace

InvariantTexts invariantTexts(Context context, const LoopInvariants &invariants) {
  const ir::Mechanism &mechanism = context.symbols.mechanism();
  std::map<const ir::For *, Valued> atHeads;
  valued(mechanism.body, {}, atHeads);
  InvariantTexts result;
  std::vector<const ir::For *> around;
  forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned depth) {
    const auto *loop = dyn_cast<ir::For>(&statement);
    if (!loop)
      return;
    around.resize(depth);
    NamedHead named(context, *loop, around, atHeads[loop]);
    around.push_back(loop);
    std::vector<std::string> texts;
    for (const Invariant &invariant : invariants[result.ofLoops.size()]) {
      if (invariant.written)
        continue;
      if (auto text = named.text(invariant))
        texts.push_back(std::move(*text));
      else
        result.areAll = false;
    }
    result.ofLoops.push_back(std::move(texts));
  });
  return result;
}

} // namespace plumb::relational
