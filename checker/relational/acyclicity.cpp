// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/acyclicity.h"

#include "checker/relational/walk.h"
#include "checker/smt/subterms.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>

namespace plumb::relational {

using smt::Term;

namespace {

/// Sample statements in program order.
std::vector<const ir::Sample *> sampleSites(const ir::Mechanism &mechanism) {
  std::vector<const ir::Sample *> sites;
  forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (const auto *sample = llvm::dyn_cast<ir::Sample>(&statement))
      sites.push_back(sample);
  });
  return sites;
}

const ir::Sample *siteOf(const std::vector<const ir::Sample *> &sites, const ir::Variable &target) {
  auto found = std::find_if(sites.begin(), sites.end(),
                            [&](const ir::Sample *sample) { return &sample->target == &target; });
  return found == sites.end() ? nullptr : *found;
}

/// The terms that an aggregate's choice is made by.
std::vector<Term> choosingTerms(const Symbols::Choice &choice) {
  return {choice.low, choice.high, choice.filter, choice.body};
}

/// Of the noise a `forall` reads what stands for its names, and nothing else.
std::vector<Term> boundIn(const Quantified &met) {
  std::vector<Term> values;
  for (const auto &[variable, value] : met.bound)
    values.push_back(value);
  return values;
}

/// Which draws the terms of a run read.
class Reads {
public:
  Reads(const TwoRun &of, Context context)
      : run(of), context(context), sites(sampleSites(context.symbols.mechanism())) {}

  const std::vector<const ir::Sample *> &samples() const { return sites; }

  /// The sample statement that \p read, an application, is a draw of; or null.
  const ir::Sample *drawn(Term read) const {
    if (const ir::Sample *sample = run.sampleOf(read))
      return sample;
    const ir::Variable *named = context.symbols.sampleOfDraw(read);
    return named ? siteOf(sites, *named) : nullptr;
  }

  /// May a draw of \p sample be read by \p terms, or by what their choices choose by?
  bool reach(const std::vector<Term> &terms, const ir::Sample &sample) const {
    const auto reads = smt::applications(terms);
    return std::any_of(reads.begin(), reads.end(), [&](Term read) {
      return drawn(read) == &sample || (isCompound(read) && reach(partsOf(read), sample));
    });
  }

  /// A choice or a `forall`: a name of whatever it is made by.
  bool isCompound(Term read) const {
    return context.symbols.choiceOf(read) || context.symbols.quantifiedOf(read);
  }
  /// \pre isCompound(read)
  std::vector<Term> partsOf(Term read) const {
    if (const Symbols::Choice *choice = context.symbols.choiceOf(read))
      return choosingTerms(*choice);
    return boundIn(*context.symbols.quantifiedOf(read));
  }

  /// Whether choices are made by the draw whose value is another one.
  enum class Choices : std::uint8_t { MayDiffer, AreTheSame };

  /// \p shift where one draw of \p sample has another value: that at \p place, under whatever names the
  /// shift reads it. If only one of several names stood for another value, two values of a draw that is read
  /// three times would never be compared.
  Term redrawn(Term shift, const ir::Sample &sample, const std::vector<Term> &place, Choices choices) const {
    auto &store = context.store;
    const Term another = store.freshVariable("another", sortOf(sample));
    std::unordered_map<Term, Term, smt::TermHash> others;
    // Arguments come before what uses them.
    for (Term read : smt::applications(shift)) {
      if (isCompound(read)) {
        if (choices == Choices::MayDiffer && reach(partsOf(read), sample))
          others.emplace(read, store.freshVariable("another", read.sort()));
      } else if (drawn(read) == &sample) {
        std::vector<Term> arguments;
        for (Term argument : read.arguments())
          arguments.push_back(store.substitute(argument, others));
        others.emplace(read,
                       store.ite(same(arguments, place), another, store.apply(read.symbol(), arguments)));
      }
    }
    return store.substitute(shift, others);
  }

  Term same(const std::vector<Term> &place, const std::vector<Term> &other) const {
    assert(place.size() == other.size() && "draws of one sample have as many indices");
    std::vector<Term> all;
    for (std::size_t i = 0; i < place.size(); ++i)
      all.push_back(context.store.equal(place[i], other[i]));
    return context.store.conjunction(std::move(all));
  }

private:
  static smt::Sort sortOf(const ir::Sample &sample) {
    return sample.target.sort == ir::Sort::Int ? smt::Sort::Int : smt::Sort::Real;
  }

  const TwoRun &run;
  Context context;
  std::vector<const ir::Sample *> sites;
};

class EdgeFinder {
public:
  EdgeFinder(const TwoRun &run, Context context) : run(run), context(context), reads(run, context) {}

  std::vector<Dependency> find() {
    for (const Shift &shift : run.shifts()) {
      chosen.clear();
      for (Term read : smt::applications(shift.amount))
        addEdges(shift, read, read);
    }
    return std::move(edges);
  }

private:
  /// \p through: what stands in the shift, \p read itself or a choice that depends on it.
  void addEdges(const Shift &shift, Term read, Term through) {
    if (context.symbols.isFixed(read.symbol()))
      return;
    if (const Symbols::Choice *choice = context.symbols.choiceOf(read)) {
      if (chosen.insert({read.id(), through.id()}).second)
        for (Term inside : smt::applications(choosingTerms(*choice)))
          if (!(inside == choice->k))
            addEdges(shift, inside, through);
      return;
    }
    if (const Quantified *met = context.symbols.quantifiedOf(read)) {
      for (Term inside : smt::applications(boundIn(*met)))
        addEdges(shift, inside, through);
      return;
    }
    const ir::Sample *drawn = reads.drawn(read);
    if (!drawn) {
      // A variable carried round a loop: it may hold any draw made before.
      for (const ir::Sample *site : reads.samples())
        edges.push_back({shift.sample, site, true, std::nullopt});
    } else if (shift.drawnBefore.count(read.id())) {
      edges.push_back({shift.sample, drawn, true, std::nullopt});
    } else {
      edges.push_back({shift.sample, drawn, false, independence(shift, *drawn, read, read == through)});
    }
  }

  /// Of the draw \p read of \p drawn; of any one of that sample, unless it \p isNamed by the shift itself.
  Term independence(const Shift &shift, const ir::Sample &drawn, Term read, bool isNamed) {
    auto &store = context.store;
    std::vector<Term> place(read.arguments().begin(), read.arguments().end());
    if (!isNamed)
      for (Term &index : place)
        index = store.freshVariable("place", index.sort());
    std::vector<Term> any = {
        store.equal(shift.amount, reads.redrawn(shift.amount, drawn, place, Reads::Choices::MayDiffer))};
    // Or it was made before, and is read under that name as well.
    // (A scalar that is drawn anew in a loop has one symbol for each draw, and no index that tells them
    // apart.)
    for (Term other : smt::applications(shift.amount))
      if (shift.drawnBefore.count(other.id()) && &other.symbol() == &read.symbol())
        any.push_back(reads.same(place, {other.arguments().begin(), other.arguments().end()}));
    return store.disjunction(std::move(any));
  }

  const TwoRun &run;
  Context context;
  Reads reads;
  std::vector<Dependency> edges;
  std::set<std::pair<std::uint32_t, std::uint32_t>> chosen;
};

/// The conditions of one order in which the instances \c last of an array of draws come behind all others.
/// What of these is read as a variable carried round a loop was drawn before, so that among themselves they
/// stand in the order of the program.
class LastInstances {
public:
  LastInstances(const TwoRun &run, Context context, const ir::Sample &sample, std::vector<Term> last)
      : run(run), context(context), reads(run, context), sample(sample), last(std::move(last)) {}

  /// Nothing if the order serves none of the shifts.
  std::optional<Term> condition() {
    auto &store = context.store;
    std::vector<Term> all;
    for (const Shift &shift : run.shifts()) {
      if (shift.sample != &sample)
        continue;
      Term isLast = isOneOfLast(shift.draw);
      all.push_back(store.disjunction({isLast, store.equal(shift.amount, withOtherDraws(shift))}));
      for (Term read : smt::applications(shift.amount)) {
        const Symbols::Choice *choice = context.symbols.choiceOf(read);
        const bool isAmongOthers = choice ? choosesAmongOthers(*choice, isLast, all)
                                          : !reads.isCompound(read) || !reads.reach({read}, sample);
        if (!isAmongOthers)
          return std::nullopt;
      }
      for (Term index : last)
        all.push_back(
            store.implies(isLast, store.equal(shift.amount, reads.redrawn(shift.amount, sample, {index},
                                                                          Reads::Choices::AreTheSame))));
    }
    return store.conjunction(std::move(all));
  }

private:
  Term isOneOfLast(Term draw) const {
    std::vector<Term> any;
    for (Term index : last)
      any.push_back(context.store.equal(draw.arguments().front(), index));
    return context.store.disjunction(std::move(any));
  }

  /// Neither its range nor its filter reads the draws, and no index that qualifies makes its body read the
  /// last one.
  bool choosesAmongOthers(const Symbols::Choice &choice, Term isLast, std::vector<Term> &all) {
    auto &store = context.store;
    if (reads.reach({choice.low, choice.high, choice.filter}, sample))
      return false;
    Term qualifies = store.conjunction(
        {isLast, store.lessEqual(choice.low, choice.k), store.less(choice.k, choice.high), choice.filter});
    for (Term read : smt::applications(choice.body)) {
      if (context.symbols.choiceOf(read) || (reads.isCompound(read) && reads.reach({read}, sample)))
        return false;
      if (reads.drawn(read) == &sample)
        all.push_back(store.implies(qualifies, store.negate(isOneOfLast(read))));
    }
    return true;
  }

  /// With another value for each draw of the sample, and for all that may depend on one: a choice, or a
  /// variable carried round a loop. The edges say what depends on draws of other samples.
  Term withOtherDraws(const Shift &shift) {
    std::unordered_map<Term, Term, smt::TermHash> others;
    const auto ofInstance = smt::applications(shift.draw.arguments().front());
    for (Term read : smt::applications(shift.amount)) {
      const bool isIndex = std::find(ofInstance.begin(), ofInstance.end(), read) != ofInstance.end();
      if (!isIndex && !context.symbols.isFixed(read.symbol()) && !isDrawOfAnother(read))
        others.emplace(read, context.store.freshVariable("another", read.sort()));
    }
    return context.store.substitute(shift.amount, others);
  }

  bool isDrawOfAnother(Term read) const {
    const ir::Sample *drawn = reads.drawn(read);
    return drawn && drawn != &sample;
  }

  const TwoRun &run;
  Context context;
  Reads reads;
  const ir::Sample &sample;
  std::vector<Term> last;
};

} // namespace

std::vector<LastInstancesOrder> lastInstancesOrders(const TwoRun &run, Context context) {
  std::vector<LastInstancesOrder> orders;
  const auto add = [&](const ir::Sample &sample, std::vector<Term> last) {
    if (auto condition = LastInstances(run, context, sample, std::move(last)).condition())
      orders.push_back({&sample, *condition});
  };
  for (const ir::Sample *sample : sampleSites(context.symbols.mechanism())) {
    if (sample->target.extents.size() != 1)
      continue;
    std::set<std::uint32_t> read;
    for (const Shift &shift : run.shifts())
      if (shift.sample == sample)
        for (Term each : smt::applications(shift.amount))
          read.insert(each.id());
    std::vector<Term> together;
    for (const OutputInteger &index : context.symbols.outputIntegers()) {
      add(*sample, {index.value});
      if (read.count(index.value.id()))
        together.push_back(index.value);
    }
    if (together.size() > 1)
      add(*sample, together);
  }
  return orders;
}

void reorder(std::vector<Dependency> &edges, const ir::Sample &sample) {
  std::erase_if(edges, [&](const Dependency &edge) { return edge.from == &sample && edge.to == &sample; });
  for (Dependency &edge : edges)
    if (edge.from == &sample)
      edge.before = false;
}

std::vector<Dependency> dependencies(const TwoRun &run, Context context) {
  return EdgeFinder(run, context).find();
}

std::vector<const ir::Sample *> cycle(const std::vector<Dependency> &edges) {
  for (const Dependency &edge : edges) {
    if (edge.before)
      continue;
    // A way back from edge.to to edge.from closes a cycle with this edge on it.
    std::vector<std::vector<const ir::Sample *>> ways = {{edge.to}};
    std::set<const ir::Sample *> seen = {edge.to};
    for (std::size_t i = 0; i < ways.size(); ++i) {
      auto way = ways[i];
      if (way.back() == edge.from) {
        way.insert(way.begin(), edge.from);
        way.pop_back();
        return way;
      }
      for (const Dependency &next : edges)
        if (next.from == way.back() && seen.insert(next.to).second) {
          ways.push_back(way);
          ways.back().push_back(next.to);
        }
    }
  }
  return {};
}

std::vector<const ir::Sample *> readersOfUndrawn(const TwoRun &run) {
  std::vector<const ir::Sample *> readers;
  for (const Shift &shift : run.shifts())
    if (shift.readsUndrawn && std::find(readers.begin(), readers.end(), shift.sample) == readers.end())
      readers.push_back(shift.sample);
  return readers;
}

} // namespace plumb::relational
