// SPDX-License-Identifier: Apache-2.0
// The conditions of the theorem that are about a mechanism as a whole.
#include "kernel/two_run.h"

#include <algorithm>

namespace plumb::kernel {

using Kind = Expression::Kind;

namespace {

/// Adds \p factor times \p whole to a sum of terms with coefficients.
void addTo(const Terms &terms, std::map<Term, mpq_class> &sum, Term whole, const mpq_class &factor) {
  std::vector<std::pair<Term, mpq_class>> open = {{whole, factor}};
  while (!open.empty()) {
    const auto [term, times] = open.back();
    const Node &node = terms[term];
    open.pop_back();
    terms.spend(64 + node.arguments.size());
    if (node.op == Operator::Add)
      for (Term part : node.arguments)
        open.emplace_back(part, times);
    else if (node.op == Operator::Multiply && node.arguments.size() == 2 &&
             terms[node.arguments[0]].op == Operator::Number)
      open.emplace_back(node.arguments[1], times * terms[node.arguments[0]].number);
    else if ((sum[term] += times) == 0)
      sum.erase(term);
  }
}

/// One shift reads a draw of a statement.
struct Edge {
  const Statement *from, *to;
  /// It was made before on every path on which the shift is.
  bool before;
  const Shift *shift;
  Term read;
  /// No index in the shift is chosen by such a draw, under whatever name.
  bool isDirect;
};

bool reaches(const Terms &terms, const std::vector<Edge> &edges, const Statement *from, const Statement *to) {
  std::vector<const Statement *> way = {from};
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (way[i] == to)
      return true;
    terms.spend(edges.size());
    for (const Edge &edge : edges)
      if (edge.from == way[i] && std::find(way.begin(), way.end(), edge.to) == way.end())
        way.push_back(edge.to);
  }
  return false;
}

/// A number of the output that is real stands in \p expression, and is not only compared.
bool hasRealOutput(const Mechanism &mechanism, const Expression &expression) {
  static const std::set<Kind> outputs = {Kind::CellValue, Kind::Result, Kind::ResultValue};
  const Sort sort = sortOf(mechanism, expression);
  return sort != Sort::Bool &&
         ((sort == Sort::Real && outputs.count(expression.kind) != 0) ||
          std::any_of(expression.arguments.begin(), expression.arguments.end(),
                      [&](const ExpressionPtr &argument) { return hasRealOutput(mechanism, *argument); }));
}

} // namespace

void emit(World &world, Obligations &obligations, const std::string &condition, unsigned line,
          std::vector<Term> hypotheses, Term goal) {
  world.terms.spend(8 * hypotheses.size());
  const std::string name =
      condition + ".line_" + std::to_string(line) + "." + std::to_string(obligations.all.size() + 1);
  obligations.all.push_back({name, std::move(hypotheses), goal, condition});
}

void demand(World &world, Obligations &obligations, const std::string &condition, unsigned line,
            const std::vector<Term> &facts, Term goal) {
  std::vector<Term> hypotheses = world.known();
  hypotheses.insert(hypotheses.end(), facts.begin(), facts.end());
  if (world.terms[goal].op != Operator::True)
    emit(world, obligations, condition, line, std::move(hypotheses), world.ground(goal));
}

Term shiftOf(Terms &terms, Term aligned, Term draw) {
  std::map<Term, mpq_class> sum;
  addTo(terms, sum, aligned, 1);
  addTo(terms, sum, draw, -1);
  const bool isInt = terms[draw].sort == Sort::Int;
  std::vector<Term> parts;
  for (const auto &[term, factor] : sum)
    parts.push_back(
        factor == 1 ? term
                    : terms.multiply({isInt ? terms.integer(factor.get_num()) : terms.real(factor), term}));
  if (parts.empty())
    return isInt ? terms.integer(0) : terms.real(0);
  return parts.size() == 1 ? parts.front() : terms.add(parts);
}

namespace {

/// Do both lists name one draw of an array?
Term samePlace(Terms &terms, const std::vector<Term> &place, const std::vector<Term> &other) {
  std::vector<Term> all = {terms.boolean(true)};
  for (std::size_t i = 0; i < place.size(); ++i)
    all.push_back(terms.equal(place.at(i), other.at(i)));
  return terms.conjunction(std::move(all));
}

/// Two values of the draw that \p edge reads, all else equal, give the same shift; or it was made before, and
/// is read under that name as well. A shift may read one draw under several names, as lam[i] and
/// lam[out.winner.1]: wherever it does, the draw has its other value.
Term independent(World &world, const Edge &edge) {
  Terms &terms = world.terms;
  const Node &read = terms[edge.read];
  if (!edge.isDirect || !read.open.empty())
    outsideAt(edge.from->line, "a draw that is moved by what later ones choose");
  const std::uint32_t symbol = read.label;
  const std::vector<Term> place = read.arguments;
  const Term another = world.freshVariable("another", read.sort), shift = edge.shift->amount;
  std::map<Term, Term> values;
  std::vector<Term> any;
  // Arguments come before what is made of them.
  for (Term term : terms.subterms(shift)) {
    if (terms[term].op != Operator::Apply || terms[term].label != symbol)
      continue;
    const std::vector<Term> now = terms[term].arguments;
    if (edge.shift->drawnBefore.count(term) != 0 && terms[term].open.empty())
      any.push_back(samePlace(terms, place, now));
    std::vector<Term> arguments;
    for (Term argument : now)
      arguments.push_back(terms.replaced(argument, values));
    values[term] =
        terms.ite(samePlace(terms, arguments, place), another, terms.apply(Symbol{symbol}, arguments));
  }
  any.push_back(terms.equal(shift, terms.replaced(shift, values)));
  return terms.disjunction(std::move(any));
}

/// What \p shift is made of, and what the indices in it are chosen by.
std::set<Term> madeOf(const World &world, Term shift) {
  std::set<Term> all;
  for (std::vector<Term> open = {shift}; !open.empty();) {
    const std::set<Term> parts = world.terms.subterms(open.back());
    open.pop_back();
    for (Term part : parts)
      if (const Node &node = world.terms[part]; all.insert(part).second && node.op == Operator::Apply)
        if (const auto chosen = world.choices.find(Symbol{node.label}); chosen != world.choices.end())
          open.insert(open.end(), chosen->second.begin(), chosen->second.end());
  }
  return all;
}

/// Of all that the indices in \p shift are chosen by. A choice is a name of its own, which stays as it is
/// where a draw has another value, so that of these draws no two values can be compared.
std::set<std::uint32_t> choosingSymbols(const World &world, Term shift) {
  std::set<std::uint32_t> symbols;
  for (Term made : madeOf(world, shift))
    if (const auto chosen = world.choices.find(Symbol{world.terms[made].label});
        world.terms[made].op == Operator::Apply && chosen != world.choices.end())
      for (Term known : chosen->second)
        for (Term part : world.terms.subterms(known))
          if (world.terms[part].op == Operator::Apply)
            symbols.insert(world.terms[part].label);
  return symbols;
}

/// Of an array of draws those come last of which z says the index, if the alignment names it; each of both
/// kinds in the order of the program. With other values of all draws of the array that are not before it a
/// draw is moved by the same amount. What is carried round a loop was drawn before, so that it is the same
/// for the last ones.
void lastInstances(World &world, const Shift &shift, Obligations &obligations) {
  Terms &terms = world.terms;
  const Statement &sample = *shift.sample;
  const std::vector<Term> indices = terms[shift.draw].arguments;
  if (indices.size() != 1)
    outsideAt(sample.line, "a draw that is moved by what others choose, and is none of a row,");
  std::set<Term> named;
  hasPart(*sample.aligned, [&](const Expression &part) {
    if (part.kind == Kind::CellValue && part.arguments.empty() && sortOf(world.mechanism, part) == Sort::Int)
      named.insert(Evaluator(world, world.start).relational(part));
    return false;
  });
  const auto isLast = [&](Term index) {
    std::vector<Term> any;
    for (Term each : named)
      any.push_back(terms.equal(index, each));
    return terms.disjunction(any);
  };
  const std::set<Term> made = madeOf(world, shift.amount), own = terms.subterms(indices.front());
  std::map<Symbol, Symbol> others;
  std::map<Term, Term> values;
  // Arguments come before what is made of them.
  for (Term part : made) {
    if (terms[part].op != Operator::Apply || own.count(part))
      continue;
    const Symbol symbol{terms[part].label};
    const auto draw = world.drawSymbols.find(symbol);
    const bool isDraw = draw != world.drawSymbols.end();
    if (world.isFixed(symbol) || (isDraw && draw->second != &sample))
      continue;
    if (!others.count(symbol))
      others[symbol] = world.fresh("another", terms[symbol].domain, terms[symbol].range);
    std::vector<Term> arguments;
    for (Term argument : std::vector(terms[part].arguments))
      arguments.push_back(terms.replaced(argument, values));
    const Term another = terms.apply(others[symbol], arguments);
    const bool isCarried = !isDraw && !world.choices.count(symbol);
    values[part] =
        isCarried ? terms.ite(isLast(indices[0]), terms.apply(symbol, arguments), another) : another;
  }
  std::vector<Term> hypotheses = world.known();
  for (const auto &[symbol, other] : others)
    if (const auto chosen = world.choices.find(symbol); chosen != world.choices.end())
      for (Term known : chosen->second)
        hypotheses.push_back(terms.replaced(known, values));
  if (const Symbol drawn{terms[shift.draw].label}; others.count(drawn))
    hypotheses.push_back(
        world.forElements(world.mechanism.variables.at(sample.name), [&](const std::vector<Term> &at) {
          return terms.implies(world.all({isLast(indices[0]), terms.negation(isLast(at[0]))}),
                               terms.equal(terms.apply(others[drawn], at), terms.apply(drawn, at)));
        }));
  emit(world, obligations, "acyclic", sample.line, hypotheses,
       terms.equal(shift.amount, terms.replaced(shift.amount, values)));
}

} // namespace

/// In some order each draw is moved by an amount that depends on earlier ones only (Def. 5 of the paper).
/// Edges to draws that were made before run backwards in time. Any other edge that lies on a cycle must not
/// be one: the shift is independent of the draw over all noise, with z free and without a path condition.
void acyclic(World &world, const std::vector<Shift> &shifts, Obligations &obligations) {
  Terms &terms = world.terms;
  std::set<const Statement *> sites, reordered;
  for (const auto &[symbol, statement] : world.drawSymbols)
    sites.insert(statement);
  std::vector<Edge> edges;
  for (const Shift &shift : shifts) {
    if (shift.readsUndrawn)
      emit(world, obligations, "acyclic", shift.sample->line, {}, terms.boolean(false));
    const std::set<std::uint32_t> choosing = choosingSymbols(world, shift.amount);
    for (Term read : madeOf(world, shift.amount)) {
      const Symbol symbol{terms[read].label};
      if (terms[read].op != Operator::Apply || world.isFixed(symbol) || world.choices.count(symbol))
        continue;
      terms.spend(sizeof(Edge) * sites.size());
      const bool isDirect = !choosing.count(terms[read].label);
      const auto draw = world.drawSymbols.find(symbol);
      if (draw == world.drawSymbols.end()) // What is carried round a loop may hold any draw made before.
        for (const Statement *site : sites)
          edges.push_back({shift.sample, site, true, &shift, read, isDirect});
      else
        edges.push_back(
            {shift.sample, draw->second, shift.drawnBefore.count(read) != 0, &shift, read, isDirect});
      if (const Edge &last = edges.back(); !last.isDirect && !last.before && last.from == last.to)
        reordered.insert(last.from);
    }
  }
  // As a whole, what has another order than that of the program stands behind all that it reads.
  std::erase_if(edges, [&](const Edge &edge) { return edge.from == edge.to && reordered.count(edge.from); });
  for (Edge &edge : edges)
    edge.before &= !reordered.count(edge.from);
  for (const Shift &shift : shifts)
    if (reordered.count(shift.sample))
      lastInstances(world, shift, obligations);
  for (const Edge &edge : edges)
    if (!edge.before && reaches(terms, edges, edge.to, edge.from))
      emit(world, obligations, "acyclic", edge.from->line, world.known(), independent(world, edge));
}

void countable(World &world, Obligations &obligations) {
  const auto &variables = world.mechanism.variables;
  const bool isContinuous = std::any_of(variables.begin(), variables.end(), [](const auto &named) {
    return named.second.role == Variable::Role::Noise && named.second.sort == Sort::Real;
  });
  if (isContinuous)
    forEachStatement(world.mechanism.body, [&](const Statement &statement, const Nest &) {
      if (statement.aligned && hasRealOutput(world.mechanism, *statement.aligned))
        emit(world, obligations, "countable", statement.line, {}, world.terms.boolean(false));
    });
}

Term totalCost(World &world, const State &state) {
  Terms &terms = world.terms;
  std::vector<Term> sum = {state.cost};
  for (std::size_t i = 0; i < state.moved.size(); ++i)
    sum.push_back(terms.multiply({state.moved[i], termOf(terms, world.scales[i].denominator),
                                  world.inverse(termOf(terms, world.scales[i].numerator))}));
  return terms.add(sum);
}

/// moved_k / s_k is w * moved_k / b for a scale s_k = b / w; so the scales that are b up to a factor share an
/// entry.
Term costAtExit(World &world, const State &state) {
  Terms &terms = world.terms;
  Evaluator evaluator(world, world.start);
  if (world.mechanism.spendings.empty())
    return terms.lessEqual(totalCost(world, state),
                           world.real(evaluator.relational(*world.mechanism.guarantee)));
  std::vector<Term> parts = {terms.lessEqual(state.cost, terms.real(0))};
  std::set<std::size_t> covered;
  for (const Spending &spending : world.mechanism.spendings) {
    const Fraction base = evaluator.fraction(*spending.scale);
    std::vector<Term> sum = {terms.real(0)};
    for (std::size_t i = 0; i < world.scales.size(); ++i)
      if (const auto weight = ratioOf(terms, base, world.scales[i])) {
        sum.push_back(terms.multiply({terms.real(*weight), state.moved[i]}));
        covered.insert(i);
      }
    parts.push_back(terms.lessEqual(terms.add(sum), world.real(evaluator.relational(*spending.amount))));
  }
  for (std::size_t i = 0; i < world.scales.size(); ++i)
    if (!covered.count(i))
      parts.push_back(terms.lessEqual(state.moved[i], terms.real(0)));
  return world.all(parts);
}

Term notNegative(World &world, const Fraction &rest, const std::vector<Polynomial> &positive) {
  Terms &terms = world.terms;
  const Monomial ofRest = commonFactor(rest.numerator);
  std::vector<Term> goals = {terms.lessEqual(terms.real(0), termOf(terms, divided(rest.numerator, ofRest)))};
  for (Term factor : ofRest)
    goals.push_back(terms.lessEqual(terms.real(0), factor));
  for (const Polynomial &polynomial : positive)
    if (!polynomial.isConstant() || polynomial.constant() <= 0)
      goals.push_back(terms.less(terms.real(0), termOf(terms, polynomial)));
  return world.all(goals);
}

/// sum_j B_j * D_j / N_j <= P / Q, multiplied by Q and all N_j, which are positive. What B_j and N_j have in
/// common is left out before: where N_j is not positive nothing is drawn at that scale, and a charge of at
/// least 0 covers it.
void ledger(World &world, Obligations &obligations) {
  if (world.mechanism.spendings.empty())
    return;
  Terms &terms = world.terms;
  Evaluator evaluator(world, world.start);
  const Fraction guarantee = evaluator.fraction(*world.mechanism.guarantee);
  Fraction rest = guarantee;
  std::vector<Polynomial> positive = {guarantee.denominator};
  std::vector<Term> goals;
  for (const Spending &spending : world.mechanism.spendings) {
    Fraction amount = evaluator.fraction(*spending.amount), scale = evaluator.fraction(*spending.scale);
    if (amount.numerator.summands().empty()) // Nothing is moved there.
      continue;
    const Monomial ofBoth = common(commonFactor(amount.numerator), commonFactor(scale.numerator));
    for (Polynomial *numerator : {&amount.numerator, &scale.numerator})
      *numerator = divided(*numerator, ofBoth);
    if (!ofBoth.empty())
      goals.push_back(terms.lessEqual(terms.real(0), termOf(terms, amount.numerator)));
    positive.insert(positive.end(), {scale.numerator, scale.denominator, amount.denominator});
    rest = sum(terms, rest, product(terms, {{-1, {}}}, quotient(terms, amount, scale)));
  }
  goals.push_back(notNegative(world, rest, positive));
  demand(world, obligations, "cost", world.mechanism.guarantee->line, {}, world.all(goals));
}

/// What neighbours and the guarantee are made of has a value where the requirements hold.
void defined(World &world, Obligations &obligations) {
  std::vector<const Expression *> all = {world.mechanism.guarantee.get()};
  for (const ExpressionPtr &extent : world.mechanism.owned)
    all.push_back(extent.get());
  for (const Difference &difference : world.mechanism.adjacency)
    all.push_back(difference.bound.get());
  // At exits they are read as terms, and in the ledger as fractions: the same where they have values.
  for (const Spending &spending : world.mechanism.spendings)
    all.push_back(spending.amount.get());
  for (const Expression *each : all) {
    Evaluator evaluator(world, world.start);
    evaluator.program(*each, Side::First);
    demand(world, obligations, "defined", each->line, {}, evaluator.takeDefined());
  }
}

/// Each data set is its own neighbour, so that what is proved of pairs is said of all of them: no bound is
/// negative, but of an array without elements.
void neighboursExist(World &world, Obligations &obligations) {
  Terms &terms = world.terms;
  for (const Difference &difference : world.mechanism.adjacency) {
    Evaluator evaluator(world, world.start);
    const Term bound = evaluator.relational(*difference.bound);
    if (terms[bound].op == Operator::Number && terms[bound].number >= 0)
      continue;
    std::vector<Term> hasElements;
    for (const Expression *extent : world.mechanism.variables.at(difference.query).extents)
      hasElements.push_back(terms.less(terms.integer(0), evaluator.relational(*extent)));
    demand(world, obligations, "defined", difference.bound->line, {},
           world.under(world.all(hasElements), terms.lessEqual(world.zero(terms[bound].sort), bound)));
  }
}

void records(World &world, Obligations &obligations) {
  if (!world.mechanism.records)
    return;
  Terms &terms = world.terms;
  const RecordAdjacency &adjacency = *world.mechanism.records;
  const auto demand = [&](const std::string &condition, const std::vector<Term> &facts, Term goal) {
    kernel::demand(world, obligations, condition, world.mechanism.guarantee->line, facts, goal);
  };
  const auto someElement = [&](const Variable &array) {
    std::vector<Term> indices;
    for (std::size_t i = 0; i < array.extents.size(); ++i)
      indices.push_back(world.freshVariable("some", Sort::Int));
    return indices;
  };
  // Of every record, whether or not it has neighbours.
  const auto hasValue = [&](const Variable *array, const std::vector<std::string> &names,
                            const ExpressionPtr &formula, const ExpressionPtr &condition) {
    Evaluator evaluator(world, world.start);
    const std::vector<Term> indices = array ? someElement(*array) : std::vector<Term>();
    evaluator.bind(names, indices);
    const Term counts = condition ? evaluator.program(*condition, Side::First) : terms.boolean(true);
    std::vector<Term> goals{evaluator.takeDefined()};
    if (formula)
      evaluator.program(*formula, Side::First);
    goals.push_back(world.under(counts, evaluator.takeDefined()));
    const Term goal = world.all(goals);
    demand("defined", world.premises, array ? world.under(world.inRange(*array, indices), goal) : goal);
  };
  for (const auto &[name, query] : adjacency.queries)
    hasValue(&world.mechanism.variables.at(name), query.indices, query.term, query.condition);
  for (const Kept &rule : adjacency.kept)
    hasValue(&world.mechanism.variables.at(rule.field), rule.indices, rule.unless, nullptr);
  for (const auto *formulas : {&adjacency.relations, &adjacency.symmetric})
    for (const ExpressionPtr &formula : *formulas)
      hasValue(nullptr, {}, formula, nullptr);

  for (const ExpressionPtr &edge : adjacency.symmetric) {
    std::vector<Term> facts = world.ofRecords;
    facts.push_back(Evaluator(world, world.start).relational(*edge));
    demand("symmetric", facts, Evaluator(world, world.start).relational(*edge, false, Side::Second));
  }
  std::vector<Term> related = world.ofRecords;
  related.insert(related.end(), world.ofBoth.begin(), world.ofBoth.end());
  const auto &premises = world.mechanism.premises;
  for (const auto &[name, range] : adjacency.fields) {
    const auto isField = [&of = name](const Expression &part) { return part.name == of; };
    const bool isRead = std::any_of(premises.begin(), premises.end(),
                                    [&](const ExpressionPtr &premise) { return hasPart(*premise, isField); });
    if (!isRead || !world.isExchange())
      continue;
    const Variable &variable = world.mechanism.variables.at(name);
    const std::vector<Term> indices = someElement(variable);
    demand("premise-fixed", related,
           world.under(world.inRange(variable, indices), world.isSame(name, indices)));
  }
}

Obligations obligationsOf(Terms &terms, const Mechanism &mechanism) {
  World world(terms, mechanism);
  Obligations result;
  std::vector<Term> premises = world.axioms;
  premises.insert(premises.end(), world.neighbours.begin(), world.neighbours.end());
  premises.push_back(terms.disjunction(world.different));
  result.reached[0].push_back(premises);
  TwoRun pair(world, result, true);
  pair.execute();
  acyclic(world, pair.shifts(), result);
  countable(world, result);
  ledger(world, result);
  defined(world, result);
  neighboursExist(world, result);
  records(world, result);
  // Data without a record, and records without a neighbour, have a run, too.
  if (!mechanism.claims.empty() || mechanism.records)
    TwoRun(world, result, false).execute();
  return result;
}

} // namespace plumb::kernel
