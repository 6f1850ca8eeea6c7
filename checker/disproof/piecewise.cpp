// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/piecewise.h"

#include "checker/disproof/arithmetic.h"
#include "checker/disproof/conditioned.h"

#include <cassert>
#include <llvm/Support/ErrorHandling.h>

namespace plumb::disproof {

namespace {

template <class Place> Place binomial(unsigned n, unsigned k) {
  std::int64_t value = 1;
  for (unsigned i = 0; i < k; ++i)
    value = value * (n - i) / (i + 1);
  return Place(value);
}

template <class Number> Number power(const Number &base, unsigned exponent, Number one) {
  for (unsigned i = 0; i < exponent; ++i)
    one = one * base;
  return one;
}

/// Where two pieces meet.
template <class Place>
std::optional<Place> later(const std::optional<Place> &a, const std::optional<Place> &b) {
  return !a || (b && *a < *b) ? b : a;
}
template <class Place>
std::optional<Place> earlier(const std::optional<Place> &a, const std::optional<Place> &b) {
  return !a || (b && *b < *a) ? b : a;
}

template <class Place>
bool isEmpty(const std::optional<Place> &low, const std::optional<Place> &high, bool isDiscrete) {
  return low && high && (isDiscrete ? *high < *low : !(*low < *high));
}

} // namespace

template <class A> void PiecewiseAlgebra<A>::add(Terms<A> &sum, Term<A> term) {
  for (Term<A> &there : sum)
    if (there.power == term.power && A::isZero(there.rate - term.rate)) {
      there.factor = there.factor + term.factor;
      return;
    }
  sum.push_back(std::move(term));
}

template <class A>
Piecewise<A> PiecewiseAlgebra<A>::density(ir::Law law, const Place &scale, bool isDiscrete) {
  const ir::Rate decay = *ir::row(law).decay;
  const Place rate =
      Place(static_cast<int>(decay.numerator)) / (Place(static_cast<int>(decay.denominator)) * scale);
  const Place zero(0);
  const Number one = arithmetic.number(Place(1));
  Piecewise<A> f{isDiscrete, {}};
  const bool isTwoSided = ir::row(law).support == ir::Support::AllNumbers;
  const Number q = arithmetic.exponential(-rate);
  const Number height = !isDiscrete  ? arithmetic.number(isTwoSided ? rate / Place(2) : rate)
                        : isTwoSided ? (one - q) / (one + q)
                                     : one - q;
  const Piece<A> left{std::nullopt, isDiscrete && isTwoSided ? Place(-1) : zero, {{rate, 0, height}}};
  const Piece<A> right{zero, std::nullopt, {{-rate, 0, height}}};
  switch (ir::row(law).support) {
  case ir::Support::AllNumbers:
    f.pieces = {left, right};
    break;
  case ir::Support::NonNegative:
    f.pieces = {right};
    break;
  case ir::Support::NonPositive:
    f.pieces = {left};
    break;
  }
  return f;
}

template <class A> Piecewise<A> PiecewiseAlgebra<A>::product(const Piecewise<A> &f, const Piecewise<A> &g) {
  assert(f.isDiscrete == g.isDiscrete);
  Piecewise<A> both{f.isDiscrete, {}};
  std::size_t i = 0, j = 0;
  while (i < f.pieces.size() && j < g.pieces.size()) {
    const Piece<A> &a = f.pieces[i], &b = g.pieces[j];
    Piece<A> piece{later(a.low, b.low), earlier(a.high, b.high), {}};
    if (!isEmpty(piece.low, piece.high, f.isDiscrete)) {
      for (const Term<A> &s : a.terms)
        for (const Term<A> &t : b.terms)
          add(piece.terms, {s.rate + t.rate, s.power + t.power, s.factor * t.factor});
      both.pieces.push_back(std::move(piece));
    }
    const bool aEndsFirst = a.high && (!b.high || *a.high < *b.high);
    ++(aEndsFirst ? i : j);
  }
  return both;
}

template <class A> Terms<A> PiecewiseAlgebra<A>::composed(const Terms<A> &terms, const Line<A> &line) {
  Terms<A> result;
  for (const Term<A> &term : terms) {
    const Number factor = term.factor * arithmetic.exponential(term.rate * line.offset);
    if (term.power == 0) {
      add(result, {term.rate * line.slope, 0, factor});
      continue;
    }
    const Number offset = arithmetic.number(line.offset), one = arithmetic.number(Place(1));
    for (unsigned k = 0; k <= term.power; ++k) {
      const Place coefficient = binomial<Place>(term.power, k) * power<Place>(line.slope, k, Place(1));
      add(result, {term.rate * line.slope, k,
                   factor * arithmetic.number(coefficient) * power<Number>(offset, term.power - k, one)});
    }
  }
  return result;
}

template <class A>
Piecewise<A> PiecewiseAlgebra<A>::composition(const Piecewise<A> &f, const Line<A> &line, bool isDiscrete) {
  Piecewise<A> g{isDiscrete, {}};
  for (const Piece<A> &piece : f.pieces) {
    std::optional<Place> ends[2];
    if (piece.low)
      ends[0] = (*piece.low - line.offset) / line.slope;
    if (piece.high)
      ends[1] = (*piece.high - line.offset) / line.slope;
    if (line.slope < Place(0))
      std::swap(ends[0], ends[1]);
    if (isDiscrete && ends[0])
      ends[0] = A::ceiling(*ends[0]);
    if (isDiscrete && ends[1])
      ends[1] = A::floor(*ends[1]);
    g.pieces.push_back({ends[0], ends[1], composed(piece.terms, line)});
  }
  if (line.slope < Place(0))
    std::reverse(g.pieces.begin(), g.pieces.end());
  // What two pieces of a density share is one integer.
  if (isDiscrete)
    for (std::size_t i = 1; i < g.pieces.size(); ++i)
      if (!(*g.pieces[i - 1].high < *g.pieces[i].low))
        g.pieces[i].low = *g.pieces[i - 1].high + Place(1);
  g.pieces.erase(
      std::remove_if(g.pieces.begin(), g.pieces.end(),
                     [&](const Piece<A> &piece) { return isEmpty(piece.low, piece.high, isDiscrete); }),
      g.pieces.end());
  return g;
}

template <class A> void PiecewiseAlgebra<A>::antidifference(const Term<A> &term, Terms<A> &sum) {
  const unsigned m = term.power;
  if (A::isZero(term.rate)) {
    // Comparing powers: the sum over k > j of C(k, j) p_k is 1 for j = m and 0 below.
    std::vector<Place> p(m + 2, Place(0));
    for (unsigned j = m + 1; j-- > 0;) {
      Place rest(j == m ? 1 : 0);
      for (unsigned k = j + 2; k <= m + 1; ++k)
        rest = rest - binomial<Place>(k, j) * p[k];
      p[j + 1] = rest / Place(static_cast<std::int64_t>(j) + 1);
    }
    for (unsigned j = 1; j <= m + 1; ++j)
      add(sum, {term.rate, j, term.factor * arithmetic.number(p[j])});
    return;
  }
  // Comparing powers: e^r times the sum over k >= j of C(k, j) p_k, less p_j, is 1 for j = m and 0 below.
  const Number one = arithmetic.number(Place(1)), q = arithmetic.exponential(term.rate);
  std::vector<Number> p(m + 1, one);
  for (unsigned j = m + 1; j-- > 0;) {
    Number rest = arithmetic.number(Place(j == m ? 1 : 0));
    for (unsigned k = j + 1; k <= m; ++k)
      rest = rest - q * arithmetic.number(binomial<Place>(k, j)) * p[k];
    p[j] = rest / (q - one);
    add(sum, {term.rate, j, term.factor * p[j]});
  }
}

template <class A> Terms<A> PiecewiseAlgebra<A>::antiderivative(const Terms<A> &terms, bool isDiscrete) {
  Terms<A> sum;
  for (const Term<A> &term : terms) {
    if (isDiscrete) {
      antidifference(term, sum);
    } else if (A::isZero(term.rate)) {
      const Place next(static_cast<std::int64_t>(term.power) + 1);
      add(sum, {Place(0), term.power + 1, term.factor * arithmetic.number(Place(1) / next)});
    } else {
      // r a_k + (k + 1) a_(k+1) is 1 for k = m and 0 below.
      Place a = Place(1) / term.rate;
      for (unsigned k = term.power + 1; k-- > 0;) {
        add(sum, {term.rate, k, term.factor * arithmetic.number(a)});
        a = -(a * Place(static_cast<std::int64_t>(k))) / term.rate;
      }
    }
  }
  return sum;
}

template <class A> typename A::Number PiecewiseAlgebra<A>::value(const Terms<A> &terms, const Place &x) {
  Number sum = arithmetic.number(Place(0));
  for (const Term<A> &term : terms) {
    Number summand = term.factor * arithmetic.exponential(term.rate * x);
    if (term.power > 0)
      summand = summand * power<Number>(arithmetic.number(x), term.power, arithmetic.number(Place(1)));
    sum = sum + summand;
  }
  return sum;
}

template <class A> typename A::Number PiecewiseAlgebra<A>::value(const Piecewise<A> &f, const Place &x) {
  for (const Piece<A> &piece : f.pieces)
    if ((!piece.low || !(x < *piece.low)) && (!piece.high || !(*piece.high < x)))
      return value(piece.terms, x);
  return arithmetic.number(Place(0));
}

template <class A>
std::optional<typename A::Number>
PiecewiseAlgebra<A>::between(const Terms<A> &F, const std::optional<Place> &low,
                             const std::optional<Place> &high, bool isDiscrete) {
  Number sum = arithmetic.number(Place(0));
  if ((!low && !vanishes(F, false)) || (!high && !vanishes(F, true)))
    return std::nullopt;
  if (high)
    sum = value(F, isDiscrete ? *high + Place(1) : *high);
  if (low)
    sum = sum - value(F, *low);
  return sum;
}

template <class A> std::optional<typename A::Number> PiecewiseAlgebra<A>::integral(const Piecewise<A> &f) {
  Number sum = arithmetic.number(Place(0));
  for (const Piece<A> &piece : f.pieces) {
    auto part = between(antiderivative(piece.terms, f.isDiscrete), piece.low, piece.high, f.isDiscrete);
    if (!part)
      return std::nullopt;
    sum = sum + *part;
  }
  return sum;
}

namespace {

/// Which part of f is integrated over, for the y of one cell.
template <class A> struct Extent {
  /// Null: to the end of the axis.
  const Line<A> *lower = nullptr, *upper = nullptr;
  /// Pieces of f, the first and the one behind the last.
  std::size_t first = 0, last = 0;
  /// Does the line lie in the first (last) piece? If not, all of it counts.
  bool isCutLow = false, isCutHigh = false;

  bool operator==(const Extent &) const = default;
};

template <class A> class Cells {
public:
  using Place = typename A::Place;
  using Lines = std::vector<Line<A>>;

  Cells(const Piecewise<A> &of, const Lines &low, const Lines &high, bool isDiscreteAxis)
      : f(of), lowers(low), uppers(high), isDiscrete(isDiscreteAxis) {
    for (const Lines *lines : {&lowers, &uppers})
      for (const Line<A> &line : *lines)
        cutAtPieces(line);
    Lines all = lowers;
    all.insert(all.end(), uppers.begin(), uppers.end());
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (!A::isZero(all[i].slope - all[j].slope))
          cutAtBoth((all[j].offset - all[i].offset) / (all[i].slope - all[j].slope));
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end(),
                           [](const Place &a, const Place &b) { return A::isZero(b - a); }),
               cuts.end());
  }

  std::size_t count() const { return cuts.size() + 1; }
  std::optional<Place> low(std::size_t cell) const {
    return cell == 0 ? std::nullopt : std::optional(cuts[cell - 1]);
  }
  std::optional<Place> high(std::size_t cell) const {
    if (cell == cuts.size())
      return std::nullopt;
    return isDiscrete ? cuts[cell] - Place(1) : cuts[cell];
  }

  /// Nothing if it is empty.
  std::optional<Extent<A>> extent(std::size_t cell) const {
    const auto from = low(cell), to = high(cell);
    if (isDiscrete && from && to && *to < *from)
      return std::nullopt;
    const Place y = isDiscrete   ? (from ? *from
                                    : to ? *to
                                         : Place(0))
                    : from && to ? (*from + *to) / Place(2)
                    : from       ? *from + Place(1)
                    : to         ? *to - Place(1)
                                 : Place(0);
    Extent<A> extent;
    for (const Line<A> &line : lowers)
      if (!extent.lower || extent.lower->at(y) < line.at(y))
        extent.lower = &line;
    for (const Line<A> &line : uppers)
      if (!extent.upper || line.at(y) < extent.upper->at(y))
        extent.upper = &line;
    std::optional<Place> bottom, top;
    if (extent.lower)
      bottom = extent.lower->at(y);
    if (extent.upper)
      top = extent.upper->at(y);
    if (isEmpty(bottom, top, f.isDiscrete))
      return std::nullopt;
    const std::vector<Piece<A>> &pieces = f.pieces;
    extent.last = pieces.size();
    auto ends = [&](const Piece<A> &piece) {
      return bottom && piece.high && (f.isDiscrete ? *piece.high < *bottom : !(*bottom < *piece.high));
    };
    auto begins = [&](const Piece<A> &piece) {
      return top && piece.low && (f.isDiscrete ? *top < *piece.low : !(*piece.low < *top));
    };
    while (extent.first < extent.last && ends(pieces[extent.first]))
      ++extent.first;
    while (extent.first < extent.last && begins(pieces[extent.last - 1]))
      --extent.last;
    if (extent.first == extent.last)
      return std::nullopt;
    const Piece<A> &lowest = pieces[extent.first], &highest = pieces[extent.last - 1];
    extent.isCutLow = bottom && (!lowest.low || *lowest.low < *bottom);
    extent.isCutHigh = top && (!highest.high || *top < *highest.high);
    return extent;
  }

private:
  void cutAtPieces(const Line<A> &line) {
    for (const Piece<A> &piece : f.pieces) {
      if (piece.low)
        cutAtBoth((*piece.low - line.offset) / line.slope);
      // Behind a piece of integers begins the next integer.
      if (piece.high)
        cutAtBoth((*piece.high - line.offset) / line.slope);
    }
  }

  /// The cells are so small that an end of a piece, or a crossing, is either between two of them or a cell of
  /// its own.
  void cutAtBoth(const Place &y) {
    if (!isDiscrete)
      return cuts.push_back(y);
    cuts.push_back(A::ceiling(y));
    cuts.push_back(A::floor(y) + Place(1));
  }

  const Piecewise<A> &f;
  const Lines &lowers, &uppers;
  bool isDiscrete;
  std::vector<Place> cuts;
};

} // namespace

template <class A>
std::optional<Piecewise<A>>
PiecewiseAlgebra<A>::integral(const Piecewise<A> &f, const std::vector<Line<A>> &lowers,
                              const std::vector<Line<A>> &uppers, bool isDiscrete) {
  assert(!lowers.empty() || !uppers.empty());
  std::vector<Terms<A>> primitives;
  std::vector<std::optional<Number>> whole;
  for (const Piece<A> &piece : f.pieces) {
    primitives.push_back(antiderivative(piece.terms, f.isDiscrete));
    whole.push_back(between(primitives.back(), piece.low, piece.high, f.isDiscrete));
  }
  Piecewise<A> g{isDiscrete, {}};
  const Cells<A> cells(f, lowers, uppers, isDiscrete);
  std::optional<Extent<A>> before;
  for (std::size_t cell = 0; cell < cells.count(); ++cell) {
    auto extent = cells.extent(cell);
    if (extent && before && *extent == *before && !g.pieces.empty()) {
      g.pieces.back().high = cells.high(cell);
      continue;
    }
    before = extent;
    if (!extent)
      continue;
    Terms<A> terms;
    for (std::size_t i = extent->first; i < extent->last; ++i) {
      const Piece<A> &piece = f.pieces[i];
      const bool isCutLow = i == extent->first && extent->isCutLow;
      const bool isCutHigh = i + 1 == extent->last && extent->isCutHigh;
      if (!isCutLow && !isCutHigh) {
        if (!whole[i])
          return std::nullopt;
        addTo(terms, constant(*whole[i]), false);
        continue;
      }
      const Place step(f.isDiscrete ? 1 : 0);
      if (isCutHigh)
        addTo(terms, composed(primitives[i], {extent->upper->slope, extent->upper->offset + step}), false);
      else if (piece.high)
        addTo(terms, constant(value(primitives[i], *piece.high + step)), false);
      else if (!vanishes(primitives[i], true))
        return std::nullopt;
      if (isCutLow)
        addTo(terms, composed(primitives[i], *extent->lower), true);
      else if (piece.low)
        addTo(terms, constant(value(primitives[i], *piece.low)), true);
      else if (!vanishes(primitives[i], false))
        return std::nullopt;
    }
    g.pieces.push_back({cells.low(cell), cells.high(cell), std::move(terms)});
  }
  return g;
}

template class PiecewiseAlgebra<Doubles>;
template class PiecewiseAlgebra<Intervals>;
template class PiecewiseAlgebra<Conditioned<Doubles>>;
template class PiecewiseAlgebra<Conditioned<Intervals>>;

} // namespace plumb::disproof
