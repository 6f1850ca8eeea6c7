// SPDX-License-Identifier: Apache-2.0
#include "checker/inference/published_choice.h"
#include "checker/relational/walk.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace plumb::inference {

using llvm::dyn_cast;
using relational::Context;
using relational::LoopHead;
using relational::MovementBound;
using relational::Polynomial;
using relational::Side;
using smt::Term;

namespace {

/// A number that two runs are compared by: a scalar, or the element of an array at the variable that is
/// published, as `v[best]`.
struct Compared {
  /// Null for an element.
  const ir::Variable *variable;
  std::string name, twin;
  std::function<Term(Context, const LoopHead &, Side)> value;
};

class SelectionCandidates {
public:
  explicit SelectionCandidates(Templates &templates) : templates(templates) {}

  /// For a mechanism that publishes a variable r which the loop assigns (noisy max with a running best), with
  /// i the loop variable: up to i = result the second run's values are no larger, or larger by no more than
  /// an offset; behind it the two runs agree, or the second run is ahead by the offset, or r differs from the
  /// result and the first run cannot end with this result any more. For a running least value with the runs
  /// exchanged.
  void make() {
    for (const Published &published : publishedChoices(templates)) {
      const bool mayBeChosenBefore = isChosenBefore(published);
      Agreed agreed;
      if (mayBeChosenBefore)
        agreed.once = agreeOnceChosen(published);
      for (const ir::Variable *x : templates.assigned())
        if (!x->isArray()) {
          const auto once = agreed.once.find(x);
          const std::size_t number =
              agreeBehind(*x, published,
                          once != agreed.once.end() ? std::vector{once->second} : std::vector<std::size_t>());
          if (isPart(*x, published))
            agreed.behind.emplace(x, number);
          if (x->sort == ir::Sort::Bool)
            for (Side larger : {Side::Second, Side::First})
              turnsUpTo(*x, published, larger);
        }
      for (const Part &part : published.parts)
        isFirstUpTo(part.variable, published);
      for (const Compared &x : comparedWith(published))
        for (Side larger : {Side::Second, Side::First}) {
          noLargerUpTo(x, published, larger, mayBeChosenBefore);
          aheadBehind(x, published, larger, agreed, mayBeChosenBefore);
        }
      if (published.hasBegun) {
        isChosenOnlyWhenPassed(published);
        for (const Part &part : published.parts)
          begins(part.variable, published);
      }
    }
  }

private:
  /// By how much one run's value may lie above the other's.
  std::vector<MovementBound> offsets() {
    std::vector<MovementBound> result = {{"0", Polynomial()}};
    for (const auto &unit : templates.units())
      for (int multiple : {1, 2})
        result.push_back({times(multiple, unit), Polynomial::constant(multiple) * unit.value});
    return result;
  }

  /// That the runs agree on what is published.
  struct Agreed {
    std::map<const ir::Variable *, std::size_t> once, behind;
  };

  static bool isPart(const ir::Variable &x, const Published &published) {
    return std::any_of(published.parts.begin(), published.parts.end(),
                       [&x](const Part &part) { return &part.variable == &x; });
  }

  std::map<const ir::Variable *, std::size_t> agreeOnceChosen(const Published &published) {
    std::map<const ir::Variable *, std::size_t> numbers;
    for (const Part &part : published.parts)
      numbers.emplace(&part.variable, onceChosen(published, part.variable.name + "' = " + part.variable.name,
                                                 isSame(part.variable)));
    return numbers;
  }

  /// What was said with some offsets, in the order of how much that is.
  using Said = std::vector<std::pair<Polynomial, std::size_t>>;

  /// The last of \p said with an offset that is known to be no larger than \p offset, or no smaller.
  static std::vector<std::size_t> strongest(const Said &said, const MovementBound &offset, bool isLargest) {
    for (auto one = said.rbegin(); one != said.rend(); ++one) {
      const Polynomial more = isLargest ? offset.value - one->first : one->first - offset.value;
      if (more.isZero() || (more.isConstant() && more.terms().begin()->second > 0))
        return {one->second};
    }
    return {};
  }

  static Term plus(Context c, Term value, const Polynomial &amount) {
    return c.store.add(asReal(c, value), c.products.term(amount, smt::Sort::Real));
  }

  std::vector<Compared> comparedWith(const Published &published) const {
    std::vector<Compared> found;
    for (const ir::Variable *x : templates.assignedNumbers())
      found.push_back({x, x->name, x->name + "'", [x](Context c, const LoopHead &head, Side side) {
                         return valueOf(c, head.state, *x, side);
                       }});
    std::set<const ir::Variable *> known;
    const auto isIndex = [&](const std::unique_ptr<ir::Expression> &index) {
      const auto *read = dyn_cast<ir::Read>(index.get());
      return read && isPart(read->variable, published);
    };
    const auto element = [&](const ir::Expression &part) {
      const auto *read = dyn_cast<ir::Read>(&part);
      if (!read || read->indices.size() != published.parts.size() ||
          !std::all_of(read->indices.begin(), read->indices.end(), isIndex) ||
          read->sort() == ir::Sort::Bool || read->variable.role == ir::Variable::Role::Parameter ||
          !known.insert(&read->variable).second)
        return;
      std::vector<const ir::Variable *> at;
      std::string name = read->variable.name, twin = name + "'";
      for (const auto &index : read->indices) {
        at.push_back(&dyn_cast<ir::Read>(index.get())->variable);
        name += "[" + at.back()->name + "]";
        twin += "[" + at.back()->name + "']";
      }
      found.push_back(
          {nullptr, name, twin, [&array = read->variable, at](Context c, const LoopHead &head, Side side) {
             std::vector<Term> places;
             for (const ir::Variable *index : at) {
               places.push_back(valueOf(c, head.state, *index, side));
               if (!places.back().isValid())
                 return Term();
             }
             return relational::Evaluator(c, head.state).element(array, places, side);
           }});
    };
    relational::forEachStatement(templates.loop.body, [&](const ir::Statement &statement, unsigned) {
      for (const ir::Expression *expression : relational::expressionsOf(statement))
        relational::forEachExpression(*expression, element);
    });
    return found;
  }

  /// The values of \p x at \p head, that of run \p larger first; nothing if it has none.
  static std::optional<std::pair<Term, Term>> valuesOf(Context c, const LoopHead &head, const Compared &x,
                                                       Side larger) {
    Term a = x.value(c, head, larger);
    Term b = x.value(c, head, larger == Side::First ? Side::Second : Side::First);
    if (!a.isValid() || !b.isValid())
      return std::nullopt;
    return std::pair(a, b);
  }

  static std::string offsetText(const Compared &x, const MovementBound &offset, Side larger,
                                const std::string &relation) {
    return (larger == Side::First ? x.name : x.twin) + relation + (larger == Side::First ? x.twin : x.name) +
           (offset.value.isZero() ? "" : " + " + offset.text);
  }

  static Formula noLarger(const Compared &x, const MovementBound &offset, Side larger) {
    return [x, amount = offset.value, larger](Context c, const LoopHead &head) {
      const auto values = valuesOf(c, head, x, larger);
      return values ? c.store.lessEqual(asReal(c, values->first), plus(c, values->second, amount))
                    : c.store.boolean(true);
    };
  }

  static Formula ahead(const Compared &x, const MovementBound &offset, Side larger) {
    return [x, amount = offset.value, larger](Context c, const LoopHead &head) {
      const auto values = valuesOf(c, head, x, larger);
      return values ? c.store.lessEqual(plus(c, values->second, amount), asReal(c, values->first))
                    : c.store.boolean(true);
    };
  }

  void noLargerUpTo(const Compared &x, const Published &published, Side larger, bool mayBeChosenBefore) {
    Said said;
    for (const MovementBound &offset : offsets()) {
      const std::size_t number = upTo(published, offsetText(x, offset, larger, " <= "),
                                      noLarger(x, offset, larger), strongest(said, offset, true));
      said.emplace_back(offset.value, number);
      if (mayBeChosenBefore)
        untilChosen(x, published, offset, larger, {number});
    }
  }

  /// A flag that is true in run \p larger is so in the other.
  void turnsUpTo(const ir::Variable &x, const Published &published, Side larger) {
    const bool isFirst = larger == Side::First;
    upTo(published, x.name + (isFirst ? " implies " : "' implies ") + x.name + (isFirst ? "'" : ""),
         [&x, isFirst](Context c, const LoopHead &head) {
           const Term a = valueOf(c, head.state, x, Side::First), b = valueOf(c, head.state, x, Side::Second);
           if (!a.isValid() || !b.isValid())
             return c.store.boolean(true);
           return isFirst ? c.store.implies(a, b) : c.store.implies(b, a);
         });
  }

  /// Where the first index of some kind is chosen: as long as the first run has chosen nothing, the second
  /// one has not.
  void isFirstUpTo(const ir::Variable &x, const Published &published) {
    upTo(published, x.name + "' has its value at entry if " + x.name + " has",
         [&x](Context c, const LoopHead &head) {
           const auto isAtEntry = [&](Side side) {
             const Term now = valueOf(c, head.state, x, side), then = valueOf(c, head.entry, x, side);
             return now.isValid() && then.isValid() ? c.store.equal(now, then) : Term();
           };
           const Term first = isAtEntry(Side::First), second = isAtEntry(Side::Second);
           return first.isValid() && second.isValid() ? c.store.implies(first, second)
                                                      : c.store.boolean(true);
         });
  }

  /// \param impliedBy here and below: see relational::Invariant.
  std::size_t upTo(const Published &published, const std::string &text, const Formula &relation,
                   std::vector<std::size_t> impliedBy = {}) {
    return templates.add(
        published.aheadText + " implies " + text,
        [published, relation](Context c, const LoopHead &head) {
          Term isBehind = published.isPassed(c, head);
          if (Term elsewhere = published.isElsewhere(c, head.state); elsewhere.isValid())
            isBehind = c.store.conjunction({isBehind, c.store.negate(elsewhere)});
          return c.store.disjunction({isBehind, relation(c, head)});
        },
        std::move(impliedBy));
  }

  void aheadBehind(const Compared &x, const Published &published, Side larger, const Agreed &agreed,
                   bool mayBeChosenBefore) {
    std::vector<MovementBound> largestFirst = offsets();
    std::reverse(largestFirst.begin(), largestFirst.end());
    Said once, said;
    for (const MovementBound &offset : largestFirst) {
      const std::string text = offsetText(x, offset, larger, " >= ");
      const Formula relation = ahead(x, offset, larger);
      const auto stronger = [&](const std::map<const ir::Variable *, std::size_t> &same,
                                const Said &further) {
        const auto number = same.find(x.variable);
        return offset.value.isZero() && number != same.end() ? std::vector{number->second}
                                                             : strongest(further, offset, false);
      };
      if (mayBeChosenBefore)
        once.emplace_back(offset.value, onceChosen(published, text, relation, stronger(agreed.once, once)));
      const std::size_t number = behind(
          published, text,
          [published, relation](Context c, const LoopHead &head) {
            // Nothing was chosen in this loop.
            return c.store.disjunction({published.isBefore(c, head), relation(c, head)});
          },
          mayBeChosenBefore ? std::vector{once.back().second} : stronger(agreed.behind, said));
      said.emplace_back(offset.value, number);
    }
  }

  /// Is something chosen before the loop begins, as the first of all? Then what is published may be that.
  bool isChosenBefore(const Published &published) const {
    bool isChosen = false;
    const auto visit = [&](const ir::Block &block, const auto &self) -> void {
      for (const auto &statement : block) {
        if (const auto *assign = dyn_cast<ir::Assign>(statement.get());
            assign && std::any_of(published.parts.begin(), published.parts.end(),
                                  [&](const Part &part) { return &part.variable == &assign->target; })) {
          const auto *number = dyn_cast<ir::Number>(assign->value.get());
          isChosen |= number ? number->value >= 0
                             : dyn_cast<ir::Binary>(assign->value.get()) && overParameters(*assign->value);
        } else if (const auto *branch = dyn_cast<ir::If>(statement.get())) {
          self(branch->thenBlock, self);
          self(branch->elseBlock, self);
        } else if (const auto *loop = dyn_cast<ir::For>(statement.get()); loop && loop != &templates.loop) {
          self(loop->body, self);
        }
      }
    };
    visit(templates.mechanism.body, visit);
    return isChosen;
  }

  /// As long as the first run has not chosen what is published, and may still do so.
  void untilChosen(const Compared &x, const Published &published, const MovementBound &offset, Side larger,
                   std::vector<std::size_t> impliedBy) {
    templates.add(
        published.aheadText + " and " + published.isNotChosenText() + " implies " +
            offsetText(x, offset, larger, " <= "),
        [published, relation = noLarger(x, offset, larger)](Context c, const LoopHead &head) {
          const Term isChosen = published.isChosen(c, head);
          if (!isChosen.isValid())
            return c.store.boolean(true);
          Term isOver = c.store.disjunction({published.isPassed(c, head), isChosen});
          if (Term elsewhere = published.isElsewhere(c, head.state); elsewhere.isValid())
            isOver = c.store.conjunction({isOver, c.store.negate(elsewhere)});
          return c.store.disjunction({isOver, relation(c, head)});
        },
        std::move(impliedBy));
  }

  /// What is chosen is what it was at entry until an iteration has run, and from then on an index of the loop
  /// whose index is assigned to it.
  void begins(const ir::Variable &x, const Published &published) {
    const ir::For *loop = loopTold(templates, x);
    for (Side side : {Side::First, Side::Second}) {
      const std::string name = x.name + (side == Side::First ? "" : "'");
      templates.add(
          name + " has its value at entry until the loops have begun",
          [&x, side, published](Context c, const LoopHead &head) {
            const Term now = valueOf(c, head.state, x, side), then = valueOf(c, head.entry, x, side);
            return now.isValid() && then.isValid()
                       ? c.store.disjunction({published.hasBegun(c, head), c.store.equal(now, then)})
                       : c.store.boolean(true);
          });
      if (loop && overParameters(*loop->low) && overParameters(*loop->high))
        templates.add(name + " is an index of loop " + loop->index.name + " once the loops have begun",
                      [&x, side, published, loop](Context c, const LoopHead &head) {
                        const Term now = valueOf(c, head.state, x, side);
                        if (!now.isValid())
                          return c.store.boolean(true);
                        relational::Evaluator evaluator(c, head.state);
                        return c.store.disjunction(
                            {c.store.negate(published.hasBegun(c, head)),
                             c.store.conjunction({c.store.lessEqual(evaluator.relational(*loop->low), now),
                                                  c.store.less(now, evaluator.relational(*loop->high))})});
                      });
    }
  }

  /// Has the first run what is published, it has it from an iteration that is over, and that there is, or
  /// from before the loop.
  void isChosenOnlyWhenPassed(const Published &published) {
    const auto add = [&](const std::string &text, const Formula &relation) {
      onceChosen(published, text, relation);
    };
    const Formula wasChosen = [published](Context c, const LoopHead &head) {
      const Term then = published.isChosen(c, head.entry, head.state);
      return then.isValid() ? then : c.store.boolean(false);
    };
    add(published.passedText + ", once it has begun", [published](Context c, const LoopHead &head) {
      return c.store.disjunction({published.isPassed(c, head), c.store.negate(published.hasBegun(c, head))});
    });
    add(published.passedText + " or it was so at entry",
        [published, wasChosen](Context c, const LoopHead &head) {
          return c.store.disjunction({published.isPassed(c, head), wasChosen(c, head)});
        });
    add("there is such an iteration, or it was so at entry",
        [published, wasChosen](Context c, const LoopHead &head) {
          return c.store.disjunction({c.store.negate(published.isBefore(c, head)), wasChosen(c, head)});
        });
  }

  /// \p relation holds where the first run has what is published.
  std::size_t onceChosen(const Published &published, const std::string &text, const Formula &relation,
                         std::vector<std::size_t> impliedBy = {}) {
    return templates.add(
        published.isChosenText() + " implies " + text,
        [published, relation](Context c, const LoopHead &head) {
          const Term isChosen = published.isChosen(c, head);
          if (!isChosen.isValid())
            return c.store.boolean(true);
          std::vector<Term> others = {relation(c, head), c.store.negate(isChosen)};
          if (Term elsewhere = published.isElsewhere(c, head.state); elsewhere.isValid())
            others.push_back(elsewhere);
          return c.store.disjunction(std::move(others));
        },
        std::move(impliedBy));
  }

  static Formula isSame(const ir::Variable &x) {
    return [&x](Context c, const LoopHead &head) {
      const Term a = valueOf(c, head.state, x, Side::First), b = valueOf(c, head.state, x, Side::Second);
      return a.isValid() && b.isValid() ? c.store.equal(a, b) : c.store.boolean(true);
    };
  }

  std::size_t agreeBehind(const ir::Variable &x, const Published &published,
                          std::vector<std::size_t> impliedBy) {
    return behind(
        published, x.name + "' = " + x.name,
        [published, same = isSame(x)](Context c, const LoopHead &head) {
          // What one index alone is, bounds on it say.
          return published.hasBegun ? c.store.disjunction({published.isBefore(c, head), same(c, head)})
                                    : same(c, head);
        },
        std::move(impliedBy));
  }

  /// Behind the published index \p relation holds, or the first run has lost that index.
  std::size_t behind(const Published &published, const std::string &text, const Formula &relation,
                     std::vector<std::size_t> impliedBy = {}) {
    return templates.add(
        published.passedText + " implies " + text + " or " + published.isNotChosenText(),
        [published, relation](Context c, const LoopHead &head) {
          const Term isChosen = published.isChosen(c, head);
          if (!isChosen.isValid())
            return c.store.boolean(true);
          std::vector<Term> others = {relation(c, head), c.store.negate(published.isPassed(c, head)),
                                      c.store.negate(isChosen)};
          if (Term elsewhere = published.isElsewhere(c, head.state); elsewhere.isValid())
            others.push_back(elsewhere);
          return c.store.disjunction(std::move(others));
        },
        std::move(impliedBy));
  }

  Templates &templates;
};

} // namespace

void selectionCandidates(Templates &templates) {
  SelectionCandidates(templates).make();
}

} // namespace plumb::inference
