// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/closed_form.h"

#include "checker/disproof/arithmetic.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>

namespace plumb::disproof {

namespace {

template <class A> class Closed {
public:
  using Place = typename A::Place;
  using Number = typename A::Number;

  Closed(A &of, const witness::Path &along)
      : arithmetic(of), path(along), ranges(along.draws.size()),
        losers(along.draws.size()), form{false, of.number(of.place(along.jacobian)),
                                         std::vector<Place>(along.draws.size(), Place(0))} {}

  std::optional<ClosedForm<A>> run() {
    for (const witness::Test &test : path.tests)
      if (!add(test.form))
        return std::nullopt;
    if (winner && !multiplyWinner())
      return std::nullopt;
    for (std::size_t i = 0; i < path.draws.size(); ++i)
      if (!multiply(i))
        return std::nullopt;
    return std::move(form);
  }

private:
  struct Range {
    std::optional<Place> low, high;
  };

  bool add(const witness::LinearForm &test) {
    const Place c = arithmetic.place(test.constant);
    if (test.terms.size() == 1) {
      const Place a = arithmetic.place(test.terms.front().coefficient), bound = -c / a;
      Range &range = ranges[test.terms.front().draw];
      if (Place(0) < a)
        range.low = range.low ? std::max(*range.low, bound) : bound;
      else
        range.high = range.high ? std::min(*range.high, bound) : bound;
      return true;
    }
    if (test.terms.size() != 2 || !(test.terms[0].coefficient + test.terms[1].coefficient).isZero())
      return false;
    const bool isFirst = test.terms[0].coefficient.sign() > 0;
    const witness::LinearForm::Term &above = test.terms[isFirst ? 0 : 1],
                                    &below = test.terms[isFirst ? 1 : 0];
    if ((winner && *winner != above.draw) || losers[below.draw])
      return false;
    winner = above.draw;
    losers[below.draw] = c / arithmetic.place(above.coefficient);
    return true;
  }

  /// Each loser is below it by at least some number, and nothing else is known of any.
  bool multiplyWinner() {
    const witness::Draw &first = path.draws[*winner];
    if (losers[*winner])
      return false;
    const Place scale = arithmetic.place(first.scale);
    Number sum = arithmetic.number(Place(1));
    Place highest(0);
    for (std::size_t i = 0; i < path.draws.size(); ++i) {
      if (!losers[i] && i != *winner)
        continue;
      const witness::Draw &draw = path.draws[i];
      if (draw.law != ir::Law::Gumbel || draw.scale != first.scale || ranges[i].low || ranges[i].high)
        return false;
      if (i == *winner)
        continue;
      sum = sum + arithmetic.exponential(-*losers[i] / scale);
      highest = std::max(highest, -*losers[i]);
    }
    form.value = form.value / sum;
    form.point[*winner] = highest + Place(1);
    return true;
  }

  bool multiply(std::size_t i) {
    const witness::Draw &draw = path.draws[i];
    const bool isCompared = ranges[i].low || ranges[i].high;
    if (!draw.value && !isCompared)
      return true;
    const bool isGumbel = draw.law == ir::Law::Gumbel;
    // Of the winner and of those that lose to it, only who it is has a closed form.
    if ((draw.law != ir::Law::Logistic && !isGumbel) || (draw.value && !draw.value->terms.empty()) ||
        (winner && (i == *winner || losers[i])))
      return false;
    const Place scale = arithmetic.place(draw.scale);
    if (draw.value) {
      form.point[i] = arithmetic.place(draw.value->constant);
      if (isGumbel)
        return multiplyGumbel(form.point[i], scale);
      const Number power = arithmetic.exponential(-absolute(form.point[i]) / scale);
      const Number sum = arithmetic.number(Place(1)) + power;
      form.value = form.value * power / (arithmetic.number(scale) * sum * sum);
      return true;
    }
    const Range &range = ranges[i];
    form.isImpossible |= range.low && range.high && !(*range.low < *range.high);
    form.point[i] = !range.high  ? *range.low + Place(1)
                    : !range.low ? *range.high - Place(1)
                                 : (*range.low + *range.high) / Place(2);
    if (isGumbel) {
      const std::optional<Number> share = shareOfGumbel(range, scale);
      form.value = share ? form.value * *share : form.value;
      return share.has_value();
    }
    form.value = form.value * share(range, scale);
    return true;
  }

  /// e^(-place/scale), of which e^-u is P(x <= place). Nothing where that is so small that it takes numbers
  /// of which there are none.
  std::optional<Number> powerOfGumbel(const Place &place, const Place &scale) {
    constexpr int farthest = 40;
    if (-place / scale > Place(farthest))
      return std::nullopt;
    return arithmetic.exponential(-place / scale);
  }

  /// The density is u e^-u / scale.
  bool multiplyGumbel(const Place &place, const Place &scale) {
    const std::optional<Number> u = powerOfGumbel(place, scale);
    if (u)
      form.value = form.value * *u * A::exponentialOf(-*u) / arithmetic.number(scale);
    return u.has_value();
  }

  std::optional<Number> shareOfGumbel(const Range &range, const Place &scale) {
    const std::optional<Number> below = range.low ? powerOfGumbel(*range.low, scale) : std::nullopt,
                                above = range.high ? powerOfGumbel(*range.high, scale) : std::nullopt;
    if ((range.low && !below) || (range.high && !above))
      return std::nullopt;
    if (!below)
      return A::exponentialOf(-*above);
    if (!above)
      return A::oneMinusExponentialOf(*below);
    // e^-v - e^-u with u > v.
    return A::exponentialOf(-*above) * A::oneMinusExponentialOf(*below - *above);
  }

  static Place absolute(const Place &place) { return place < Place(0) ? -place : place; }

  /// Summed from the nearer tail.
  Number share(const Range &range, const Place &scale) {
    // P(x >= place), and P(x <= -place).
    const auto tail = [&](const Place &place) {
      return arithmetic.number(Place(1)) /
             (arithmetic.number(Place(1)) + arithmetic.exponential(place / scale));
    };
    if (!range.high)
      return tail(*range.low);
    if (!range.low)
      return tail(-*range.high);
    return *range.low < Place(0) ? tail(-*range.high) - tail(-*range.low)
                                 : tail(*range.low) - tail(*range.high);
  }

  A &arithmetic;
  const witness::Path &path;
  std::vector<Range> ranges;
  /// The winner less each of them is at least minus this.
  std::vector<std::optional<Place>> losers;
  std::optional<std::size_t> winner;
  ClosedForm<A> form;
};

} // namespace

template <class A> std::optional<ClosedForm<A>> closedForm(A &arithmetic, const witness::Path &path) {
  return Closed<A>(arithmetic, path).run();
}

template std::optional<ClosedForm<Doubles>> closedForm(Doubles &, const witness::Path &);
template std::optional<ClosedForm<Intervals>> closedForm(Intervals &, const witness::Path &);

} // namespace plumb::disproof
