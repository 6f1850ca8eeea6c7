// SPDX-License-Identifier: Apache-2.0
//===- kernel/term.h - What obligations are written in ----------*- C++ -*-===//
///
/// \file
/// Terms over Bool, Int and Real: the language of the kernel, which believes nothing and includes nothing of
/// the rest of Plumb. Terms are shared, never changed and never simplified, so that evidence can point at
/// exactly what stands in an obligation. An array is a function of its index. A product is a product.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_KERNEL_TERM_H
#define PLUMB_KERNEL_TERM_H

#include <cstdint>
#include <deque>
#include <gmpxx.h>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace plumb::kernel {

/// What is thrown for everything that is ill-formed, too large or not shown: one sentence without a period.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Sort : std::uint8_t { Bool, Int, Real };

enum class Operator : std::uint8_t {
  True,
  False,
  Number,     ///< an Int or a Real, exact
  Apply,      ///< a symbol applied to arguments; a variable if there are none
  Bound,      ///< the variable of a Forall
  Not,        ///< 1 Bool
  And,        ///< any number of Bools
  Or,         ///< any number of Bools
  Implies,    ///< 2 Bools
  Equal,      ///< 2 of one sort
  LessEqual,  ///< 2 Ints or 2 Reals
  Less,       ///< 2 Ints or 2 Reals
  Add,        ///< 1 or more, all Int or all Real
  Multiply,   ///< 2 or more, all Int or all Real
  Divide,     ///< an Int by a positive Int Number: the quotient rounded down
  Modulo,     ///< an Int by a positive Int Number: what then is left, at least 0
  IfThenElse, ///< a Bool and 2 of one sort
  ToReal,     ///< 1 Int
  Forall,     ///< a Bound and a Bool in which it is free
};

/// Place of a term in its Terms. The arguments of a term have smaller places than the term.
enum class Term : std::uint32_t {};

/// Place of a symbol in its Terms.
enum class Symbol : std::uint32_t {};

/// What a symbol was made for: it stands in a text or is known by its name; or it is new, for the index of
/// what is best, for one of which a Forall fails, for a count of what is named, or for something else. Who
/// looks for evidence may ask; no check does.
enum class Origin : std::uint8_t { Named, Best, Failing, Count, Other };

struct Signature {
  std::string name;
  std::vector<Sort> domain;
  Sort range;
  Origin origin = Origin::Named;
};

/// In machine words.
std::size_t sizeOf(const mpq_class &number);

struct Node {
  Operator op;
  Sort sort;
  /// Apply: the Symbol. Bound: its number, by which a Forall knows it.
  std::uint32_t label = 0;
  std::vector<Term> arguments = {};
  mpq_class number = 0;
  /// The Bounds in it that no Forall inside of it binds, in order of their places.
  std::vector<Term> open = {};
};

/// What checking may cost: subterms that are looked at, summands that are added up, bytes that are kept. So
/// that a hostile text ends soon, and long before memory does.
class Budget {
public:
  explicit Budget(std::size_t units) : left(units) {}
  void spend(std::size_t units) {
    if (units > left)
      throw Rejected("checking this takes more work than is spent on a certificate");
    left -= units;
  }
  /// Memory that is free again. \pre it was paid for.
  void giveBack(std::size_t units) { left += units; }

private:
  std::size_t left;
};

/// Makes and owns terms. Equal terms are one term, so == of places is equality of terms.
class Terms {
public:
  /// What a term costs by itself: so many may be kept. (A Node has some 150 bytes.)
  static constexpr std::size_t costOfTerm = 256;
  /// And so many bound variables in a formula.
  static constexpr std::size_t openLimit = 16;

  explicit Terms(std::shared_ptr<Budget> ofAll = std::make_shared<Budget>(std::size_t{1} << 29))
      : budget(std::move(ofAll)), table(Order{this}) {}
  Terms(const Terms &) = delete;
  Terms &operator=(const Terms &) = delete;

  /// The symbol called \p name. Throws if it has another signature already.
  Symbol symbol(const std::string &name, const std::vector<Sort> &domain, Sort range,
                Origin origin = Origin::Named);

  /// The term of this operator with these arguments, if the rules beside Operator are met; throws if not.
  /// \p label and \p number as in Node, \p sort for Number and Bound alone.
  Term make(Operator op, std::vector<Term> arguments, std::uint32_t label = 0, const mpq_class &number = 0,
            Sort sort = Sort::Bool);

  Term boolean(bool value) { return make(value ? Operator::True : Operator::False, {}); }
  Term integer(const mpz_class &value) { return make(Operator::Number, {}, 0, value, Sort::Int); }
  Term real(const mpq_class &value) { return make(Operator::Number, {}, 0, value, Sort::Real); }
  Term apply(Symbol function, std::vector<Term> arguments) {
    return make(Operator::Apply, std::move(arguments), static_cast<std::uint32_t>(function));
  }
  Term variable(const std::string &name, Sort sort) { return apply(symbol(name, {}, sort), {}); }
  Term bound(std::uint32_t number, Sort sort) { return make(Operator::Bound, {}, number, 0, sort); }
  Term negation(Term a) { return make(Operator::Not, {a}); }
  Term conjunction(std::vector<Term> terms) { return make(Operator::And, std::move(terms)); }
  Term disjunction(std::vector<Term> terms) { return make(Operator::Or, std::move(terms)); }
  Term implies(Term a, Term b) { return make(Operator::Implies, {a, b}); }
  Term equal(Term a, Term b) { return make(Operator::Equal, {a, b}); }
  Term lessEqual(Term a, Term b) { return make(Operator::LessEqual, {a, b}); }
  Term less(Term a, Term b) { return make(Operator::Less, {a, b}); }
  Term add(std::vector<Term> terms) { return make(Operator::Add, std::move(terms)); }
  Term multiply(std::vector<Term> terms) { return make(Operator::Multiply, std::move(terms)); }
  Term minus(Term a);
  Term subtract(Term a, Term b) { return add({a, minus(b)}); }
  Term divide(Term a, const mpz_class &divisor) { return make(Operator::Divide, {a, integer(divisor)}); }
  Term modulo(Term a, const mpz_class &divisor) { return make(Operator::Modulo, {a, integer(divisor)}); }
  Term ite(Term condition, Term whenTrue, Term whenFalse) {
    return make(Operator::IfThenElse, {condition, whenTrue, whenFalse});
  }
  Term toReal(Term a) { return make(Operator::ToReal, {a}); }
  Term forall(Term variable, Term body) { return make(Operator::Forall, {variable, body}); }

  /// \p body with \p value for \p variable, wherever no Forall inside binds it anew.
  /// \pre \p variable is a Bound. Throws if \p value is open (something could be captured) or of another
  /// sort.
  Term instance(Term body, Term variable, Term value);
  /// \p from with the value of each part in \p values in its place, at once: what a value is made of stays.
  Term replaced(Term from, const std::map<Term, Term> &values);

  /// All that \p root is made of, arguments first; what stands in a Forall is not, if \p outside is meant.
  std::set<Term> subterms(Term root, bool outside = false) const;

  const Node &operator[](Term term) const { return nodes.at(static_cast<std::size_t>(term)); }
  const Signature &operator[](Symbol symbol) const { return symbols.at(static_cast<std::size_t>(symbol)); }
  /// The symbol of an Apply.
  const Signature &symbolOf(Term application) const { return (*this)[Symbol{(*this)[application].label}]; }
  void spend(std::size_t units) const { budget->spend(units); }
  void giveBack(std::size_t units) const { budget->giveBack(units); }
  /// How many there are; their places are the numbers below.
  std::size_t size() const { return nodes.size(); }

private:
  /// Some total order in which equal nodes are equal; asks neither hashes nor addresses.
  struct Order {
    const Terms *terms;
    bool operator()(Term a, Term b) const;
  };

  void check(Node &node) const;

  std::shared_ptr<Budget> budget;
  std::deque<Node> nodes;
  std::set<Term, Order> table;
  std::deque<Signature> symbols;
  std::map<std::string, Symbol> names;
};

} // namespace plumb::kernel

#endif // PLUMB_KERNEL_TERM_H
