// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What the terms of a program are in C++: checked, exact, and translated a second time, so that the
/// emitted code is compared with something.

#ifndef PLUMB_RUNTIME_REPLAY_TERMS_H
#define PLUMB_RUNTIME_REPLAY_TERMS_H

#include "plumb/runtime/rational.h"
#include "plumb/runtime/replay/checked_int.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace plumb::runtime::replay {

using runtime::Rational;

inline Rational rational(const char *text) {
  return *Rational::parse(text);
}
/// Rounded. \pre both parts are small enough for it.
inline double estimate(const Rational &value) {
  return mpz_get_d(value.numerator()) / mpz_get_d(value.denominator());
}
inline Rational real(Int value) {
  return Rational(value.wide());
}
inline Rational over(const Rational &a, const Rational &b) {
  if (b == 0)
    throw Undefined{"a division by zero"};
  return a / b;
}
template <class Number> Number absolute(const Number &number) {
  return number < 0 ? -number : number;
}
template <class Number> Number least(const Number &a, const Number &b) {
  return b < a ? b : a;
}
template <class Number> Number greatest(const Number &a, const Number &b) {
  return a < b ? b : a;
}

template <class Predicate> bool forEvery(Int low, Int high, Predicate holds) {
  for (Int i = low; i < high; i = i + 1)
    if (!holds(i))
      return false;
  return true;
}

template <class Value> struct Extremal {
  Int index;
  Value value{};
};
template <bool isLargest, class Value, class Predicate, class Term>
Extremal<Value> extremal(Int low, Int high, Predicate qualifies, Term term) {
  Extremal<Value> best;
  bool isFound = false;
  for (Int i = low; i < high; i = i + 1) {
    if (!qualifies(i))
      continue;
    const Value here = term(i);
    if (isFound && !(isLargest ? best.value < here : here < best.value))
      continue;
    best = {i, here};
    isFound = true;
  }
  if (!isFound)
    throw Undefined{"there is nothing to choose from"};
  return best;
}

/// A truth value that has an address.
struct Bit {
  Bit(bool truth = false) : value(truth) {}
  operator bool() const { return value; }
  bool value;
};

using Indices = std::vector<Int>;

/// In row-major order, of zeros at first. A negative extent is none.
template <class Element> struct Array {
  Array() = default;
  explicit Array(Indices sizes) { resize(std::move(sizes)); }
  /// Gives it other \p sizes, at most some thousand elements; the first ones stay.
  void resize(Indices sizes) {
    Int count = 1;
    for (Int extent : sizes)
      count = count * greatest(extent, Int(0));
    if (count > 4096)
      throw Undefined{"an array is too long to be tried"};
    extents = std::move(sizes);
    items.resize(static_cast<std::size_t>(count.word()));
  }
  std::size_t place(std::initializer_list<Int> subscripts) const {
    Int place = 0;
    std::size_t dimension = 0;
    for (Int subscript : subscripts) {
      if (subscript < 0 || subscript >= extents[dimension])
        throw Undefined{"a subscript is out of bounds"};
      place = place * extents[dimension++] + subscript;
    }
    return static_cast<std::size_t>(place.wide());
  }
  /// Of the element that is number \p at of \c items.
  Indices subscripts(std::size_t at) const {
    Indices all(extents.size());
    for (std::size_t dimension = extents.size(); dimension-- > 0;) {
      const auto extent = static_cast<std::size_t>(extents[dimension].wide());
      all[dimension] = Int(at % extent);
      at /= extent;
    }
    return all;
  }
  /// The elements whose first subscript is \p first.
  std::span<const Element> row(Int first) const {
    if (first < 0 || first >= extents[0])
      throw Undefined{"a subscript is out of bounds"};
    const auto length = items.size() / static_cast<std::size_t>(extents[0].wide());
    return std::span(items).subspan(static_cast<std::size_t>(first.wide()) * length, length);
  }

  Indices extents;
  std::vector<Element> items;
};
template <class Element> Element &at(Array<Element> &array, std::initializer_list<Int> subscripts) {
  return array.items[array.place(subscripts)];
}
template <class Element>
const Element &at(const Array<Element> &array, std::initializer_list<Int> subscripts) {
  return array.items[array.place(subscripts)];
}

inline std::string textOf(Int value) {
  return value.text();
}
inline std::string textOf(const Rational &value) {
  return value.text();
}
inline std::string textOf(bool value) {
  return value ? "true" : "false";
}
template <class Element> std::string textOf(const Array<Element> &array) {
  std::string text;
  for (const Element &element : array.items)
    text += (text.empty() ? "" : ", ") + textOf(element);
  return "[" + text + "]";
}

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_TERMS_H
