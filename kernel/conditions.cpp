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
  static const std::set<Expression::Kind> truths = {
      Expression::Kind::Boolean,   Expression::Kind::Not,     Expression::Kind::Less,
      Expression::Kind::LessEqual, Expression::Kind::Equal,   Expression::Kind::And,
      Expression::Kind::Or,        Expression::Kind::Implies, Expression::Kind::Forall,
      Expression::Kind::Member,    Expression::Kind::CellTest};
  if (truths.count(expression.kind) != 0)
    return false;
  const bool isOutput = expression.kind == Kind::CellValue || expression.kind == Kind::Result ||
                        expression.kind == Kind::ResultValue;
  if (isOutput && sortOf(mechanism, expression) == Sort::Real)
    return true;
  return std::any_of(expression.arguments.begin(), expression.arguments.end(),
                     [&](const ExpressionPtr &argument) { return hasRealOutput(mechanism, *argument); });
}

void uncountable(World &world, const Block &block, Obligations &obligations) {
  for (const Statement &statement : block) {
    if (statement.aligned && hasRealOutput(world.mechanism, *statement.aligned))
      emit(world, obligations, "countable", statement.line, {}, world.terms.boolean(false));
    for (const Block *inner : {&statement.then, &statement.otherwise, &statement.body})
      uncountable(world, *inner, obligations);
  }
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
  if (!read.open.empty())
    return terms.boolean(false);
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

} // namespace

/// In some order each draw is moved by an amount that depends on earlier ones only (Def. 5 of the paper).
/// Edges to draws that were made before run backwards in time. Any other edge that lies on a cycle must not
/// be one: the shift is independent of the draw over all noise, with z free and without a path condition.
void acyclic(World &world, const std::vector<Shift> &shifts, Obligations &obligations) {
  Terms &terms = world.terms;
  std::set<const Statement *> sites;
  for (const auto &[symbol, statement] : world.drawSymbols)
    sites.insert(statement);
  std::vector<Edge> edges;
  for (const Shift &shift : shifts) {
    if (shift.readsUndrawn)
      emit(world, obligations, "acyclic", shift.sample->line, {}, terms.boolean(false));
    for (Term read : terms.subterms(shift.amount)) {
      if (terms[read].op != Operator::Apply || world.isFixed(Symbol{terms[read].label}))
        continue;
      terms.spend(sizeof(Edge) * sites.size());
      const auto draw = world.drawSymbols.find(Symbol{terms[read].label});
      if (draw != world.drawSymbols.end())
        edges.push_back({shift.sample, draw->second, shift.drawnBefore.count(read) != 0, &shift, read});
      else // What is carried round a loop may hold any draw made before.
        for (const Statement *site : sites)
          edges.push_back({shift.sample, site, true, &shift, read});
    }
  }
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
    uncountable(world, world.mechanism.body, obligations);
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

namespace {

/// The fields that \p formula reads.
void fieldsIn(const Mechanism &mechanism, const Expression &formula, std::set<std::string> &names) {
  if (formula.kind == Kind::Read && mechanism.records->fields.count(formula.name))
    names.insert(formula.name);
  for (const ExpressionPtr &argument : formula.arguments)
    fieldsIn(mechanism, *argument, names);
}

} // namespace

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
  std::set<std::string> fixed;
  for (const ExpressionPtr &premise : world.mechanism.premises)
    fieldsIn(world.mechanism, *premise, fixed);
  if (world.isExchange())
    for (const std::string &field : fixed) {
      const Variable &variable = world.mechanism.variables.at(field);
      const std::vector<Term> indices = someElement(variable);
      demand("premise-fixed", related,
             world.under(world.inRange(variable, indices), world.isSame(field, indices)));
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
