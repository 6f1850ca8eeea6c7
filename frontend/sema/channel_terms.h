// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/channel_terms.h - Numbers of a channel -----*- C++ -*-===//
///
/// \file
/// Written terms of a channel to ir::ChannelTerm. A budget eps is irrational as e^eps, so a parameter is
/// either an exponent everywhere or a number everywhere; that is found out here.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_CHANNEL_TERMS_H
#define PLUMB_FRONTEND_SEMA_CHANNEL_TERMS_H

#include "frontend/ir/channel.h"
#include "frontend/parse/syntax.h"
#include "frontend/support/diagnostic.h"

#include <map>

namespace plumb::sema {

/// What is meant by a function that is neither `exp` nor `ln`, or \p otherwise.
Help helpForExponential(const std::string &function, Help otherwise);

/// The terms of one channel. A parameter is an exponent if it stands in `exp` or in a budget; where it
/// stands besides is told at the end, because the order of the text does not matter for that.
class ChannelTerms {
public:
  /// What an exponent may be multiplied with or divided by.
  enum class Multiples : std::uint8_t { Numbers, WholeNumbers };

  /// Both outlive this. The parameters of \p result are known; definitions become known one by one.
  ChannelTerms(ir::Channel &result, DiagnosticSink &diagnostics, Multiples allowed = Multiples::Numbers)
      : channel(result), sink(diagnostics), multiples(allowed) {}

  /// Null after a report, here and below.
  ir::ChannelTermPtr number(const syntax::Expression &written);
  /// A sum of multiples of real parameters and of logarithms.
  ir::ChannelTermPtr exponent(const syntax::Expression &written);
  /// The kind and the budget of a notion of channels, and what stands in front of the budget; isRight: as
  /// many as there have to be.
  struct Stated {
    ir::Channel::Notion notion;
    std::vector<const syntax::ChannelNotion::Argument *> sets;
    bool isRight;
  };
  Stated notion(const syntax::ChannelNotion &written);
  /// As number() and exponent(), of what may be left open: `?`, or `exp(?)`.
  ir::ChannelTermPtr openNumber(const syntax::Expression &written);
  ir::ChannelTermPtr openExponent(const syntax::Expression &written);
  /// Adds the comparisons of a chain or conjunction.
  void requirement(const syntax::Expression &written);
  /// Reports exponents that stand elsewhere, and marks them.
  void settleExponents();

private:
  using Expression = syntax::Expression;

  enum class Role : std::uint8_t { Number, Exponent };

  ir::ChannelTermPtr read(const Expression &written, Role role);
  ir::ChannelTermPtr hole(const Expression &written, Role role);
  ir::ChannelTermPtr name(const Expression &written, Role role);
  ir::ChannelTermPtr call(const Expression &written, Role role);
  ir::ChannelTermPtr arithmetic(const Expression &written, Role role);
  ir::ChannelTermPtr refuse(const Expression &written, Role role);
  bool isConstant(const ir::ChannelTerm &term) const;
  bool isMultiple(const Expression &written) const;
  bool mentionsExponent(const Expression &written) const;
  /// Finds the parameters that stand in `exp`, or with \p isInside, in this.
  void findExponents(const Expression &written, bool isInside);

  ir::Channel &channel;
  DiagnosticSink &sink;
  Multiples multiples;
  /// Where each real parameter stands first in an exponent, and first outside of all.
  std::map<std::size_t, SourceRange> inside, outside;
  std::vector<const Expression *> comparisons;
};

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_CHANNEL_TERMS_H
