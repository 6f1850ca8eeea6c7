// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/products.h - Products of unknowns ------*- C++ -*-===//
///
/// \file
/// Products of unknowns, kept out of the solver's nonlinear arithmetic.
///
/// A product of two non-literal terms is written as an uninterpreted function
/// `times`, so every question stays linear; what is true of products is added as
/// lemmas, each valid for all numbers. That is sound (a proof for every function
/// `times` that satisfies true lemmas is a proof for multiplication) and
/// incomplete: at worst an obligation stays open.
///
/// Terms are made in products.cpp; what is known of products in product_lemmas.cpp, of quotients in
/// quotient_lemmas.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_PRODUCTS_H
#define PLUMB_CHECKER_RELATIONAL_PRODUCTS_H

#include "checker/relational/polynomial.h"

#include <llvm/ADT/STLExtras.h>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace plumb::relational {

/// Makes products and knows what is true of them. One for each TermStore.
class Products {
public:
  explicit Products(smt::TermStore &store);

  /// \p term as a polynomial over atoms of its own sort; to_real is moved inwards to the atoms.
  Polynomial expand(smt::Term term);
  /// \param sort of the atoms of \p polynomial.
  smt::Term term(const Polynomial &polynomial, smt::Sort sort);
  /// a * b, in normal form. Same sort, Int or Real.
  smt::Term multiply(smt::Term a, smt::Term b);
  /// a / b as a * (1 / b), where 1 / b is an uninterpreted function with its defining lemma (b != 0 implies
  /// (1/b) * b = 1), and 1 / (x * y) is (1/x) * (1/y): so equal quotients are equal terms, and a quotient is
  /// linear in what is divided. True for b != 0, and for b = 0 if 1 / 0 is taken to be 0.
  smt::Term quotient(smt::Term a, smt::Term b);
  /// The functions of two arguments that stand for quotients of Reals and of Ints.
  const smt::Symbol &quotientOfReals() const { return over; }
  const smt::Symbol &quotientOfInts() const { return overInt; }
  /// The Euclidean quotient of two Ints by an unknown divisor, likewise (b > 0 implies
  /// 0 <= a - b * (a div b) < b).
  smt::Term integerQuotient(smt::Term a, smt::Term b);

  /// Valid facts about all products and quotients that occur in \p terms.
  std::vector<smt::Term> lemmas(const std::vector<smt::Term> &terms);

  enum class Factor : std::uint8_t { Left, Right };
  /// Formulas that leave no other meaning to the products and quotients in \p terms than the usual one: of
  /// each product one factor, the \p tried one, is among the numbers that \p values gives for it.
  std::vector<smt::Term> multiplication(const std::vector<smt::Term> &terms, Factor tried,
                                        llvm::function_ref<std::vector<Rational>(smt::Term)> values);

private:
  /// By id.
  using Applications = std::map<std::uint32_t, smt::Term>;
  void collect(const std::vector<smt::Term> &terms, Applications &found, Applications &quotients) const;
  Polynomial expandAnew(smt::Term term);
  bool isProduct(smt::Term term) const;
  Polynomial productOf(smt::Term term);
  smt::Term product(const Monomial &monomial);
  smt::Term inverseOf(smt::Term divisor);
  bool isInverse(smt::Term term) const;
  void cancellation(smt::Term product, std::vector<smt::Term> &lemmas);
  void choiceOfDivisors(smt::Term p, const Polynomial &rest, smt::Term divisor,
                        std::vector<smt::Term> &chosen, std::vector<smt::Term> &lemmas);
  std::optional<Polynomial> multipliedOut(smt::Term inverse, const Polynomial &divisor,
                                          const Polynomial &polynomial, unsigned depth);
  std::optional<Polynomial> choiceMultipliedOut(smt::Term inverse, const Polynomial &divisor,
                                                smt::Term choice, unsigned depth);
  std::optional<Polynomial> dividedOut(smt::Term inverse, smt::Term divisor, const Polynomial &polynomial,
                                       std::vector<smt::Term> &positive);
  void multiplicationLemmas(smt::Term comparison, const Applications &quotients, bool turned,
                            std::vector<smt::Term> &lemmas);
  /// For each term the numbers that it is compared with.
  using Largest = std::unordered_map<smt::Term, std::set<Rational>, smt::TermHash>;
  static Largest largestIn(const std::vector<smt::Term> &terms);
  void boundLemmas(smt::Term product, const Largest &largest, std::vector<smt::Term> &lemmas);
  void signLemmas(smt::Term product, bool areFew, std::vector<smt::Term> &lemmas);
  void multipleLemmas(smt::Term b, smt::Term x, smt::Term y, std::vector<smt::Term> &lemmas);
  /// Which terms are compared with which from above, without to_real; of Ints, whether always as less.
  using Compared = std::map<std::pair<std::uint32_t, std::uint32_t>, bool>;
  static Compared comparedIn(const std::vector<smt::Term> &terms);
  void monotonicityLemmas(smt::Term p, smt::Term q, const Compared &compared, std::vector<smt::Term> &lemmas);
  void factorwiseLemmas(smt::Term p, smt::Term q, const Compared &compared, std::vector<smt::Term> &lemmas);

  smt::TermStore &store;
  /// Terms share subterms, so each is expanded once.
  std::unordered_map<smt::Term, Polynomial, smt::TermHash> expanded;
  const smt::Symbol &timesInt;
  const smt::Symbol &timesReal;
  const smt::Symbol &over;
  const smt::Symbol &overInt;
};

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_PRODUCTS_H
