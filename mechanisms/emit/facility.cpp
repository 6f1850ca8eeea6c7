// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/facility.h"

#include <llvm/Support/ErrorHandling.h>

namespace plumb::emit {

static const char *definition(Facility facility) {
  switch (facility) {
  case Facility::At:
    return R"(  /// A subscript; the proof shows that it is in range.
  static std::size_t at(Wide index) { return static_cast<std::size_t>(index); }
)";
  case Facility::ClampedTo:
    return R"(  template <unsigned bits> static Wide clampedTo(Wide sum) {
    constexpr Wide limit = Wide{1} << bits;
    return std::clamp(sum, -limit, limit);
  }
)";
  case Facility::Absolute:
    return R"(  static Wide absolute(Wide number) { return number < 0 ? -number : number; }
)";
  case Facility::Quotient:
    return R"(  /// Rounded so that the remainder is not negative. The proof shows that divisor != 0.
  static Wide quotient(Wide dividend, Wide divisor) {
    const Wide truncated = dividend / divisor;
    if (dividend % divisor >= 0)
      return truncated;
    return divisor > 0 ? truncated - 1 : truncated + 1;
  }
)";
  case Facility::Remainder:
    return R"(  /// 0 <= remainder < |divisor|. The proof shows that divisor != 0.
  static Wide remainder(Wide dividend, Wide divisor) {
    const Wide truncated = dividend % divisor;
    if (truncated >= 0)
      return truncated;
    return divisor > 0 ? truncated + divisor : truncated - divisor;
  }
)";
  case Facility::ForAll:
    return R"(  /// Does \p holds hold for every integer from \p low up to, not including, \p high?
  template <class Index, class Predicate> static bool forAll(Index low, Index high, Predicate holds) {
    for (Index i = low; i < high; ++i)
      if (!holds(i))
        return false;
    return true;
  }
)";
  case Facility::Extremal:
    return R"(  /// Of the integers from \p low up to, not including, \p high that qualify: the first one with the largest
  /// (or the smallest) value, and that value. The proof shows that there is one.
  template <bool isLargest, class Value, class Index, class Predicate, class Term>
  static auto extremal(Index low, Index high, Predicate qualifies, Term term) {
    struct {
      Index index;
      Value value;
    } best{low, Value()};
    bool isFound = false;
    for (Index i = low; i < high; ++i) {
      if (!qualifies(i))
        continue;
      const Value here = term(i);
      if (isFound && !(isLargest ? best.value < here : here < best.value))
        continue;
      best.index = i;
      best.value = here;
      isFound = true;
    }
    return best;
  }
)";
  case Facility::Element:
    return R"(  struct Subscript {
    Wide index, extent;
  };
  /// An element of an array in row-major order; a zero, and a note in \p isDefined, where there is none.
  template <class Element>
  static Element element(const std::vector<Element> &array, std::initializer_list<Subscript> subscripts,
                         bool &isDefined) {
    Wide place = 0;
    for (const Subscript &subscript : subscripts) {
      if (subscript.index < 0 || subscript.index >= subscript.extent) {
        isDefined = false;
        return Element();
      }
      place = place * subscript.extent + subscript.index;
    }
    return array[static_cast<std::size_t>(place)];
  }
)";
  case Facility::NonZero:
    return R"(  /// The divisor; a one, and a note in \p isDefined, if it is zero.
  template <class Number> static Number nonZero(const Number &divisor, bool &isDefined) {
    if (divisor != 0)
      return divisor;
    isDefined = false;
    return 1;
  }
)";
  }
  llvm_unreachable("all facilities are defined");
}

std::string definitionsOf(const Facilities &used) {
  std::string text;
  for (Facility facility : used)
    text += definition(facility);
  return text;
}

} // namespace plumb::emit
