// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/told_values.h - What a cell may hold ---*- C++ -*-===//
///
/// \file
/// What is published in a cell, and how an alignment asks for it: the tag, and which of a few values.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_TOLD_VALUES_H
#define PLUMB_CHECKER_SYNTHESIS_TOLD_VALUES_H

#include "checker/synthesis/situations.h"

#include <vector>

namespace plumb::synthesis {

/// \p left \p op \p right, a truth value.
ExpressionPtr boolean(ir::BinaryOperator op, ExpressionPtr left, ExpressionPtr right);
std::vector<ExpressionPtr> copies(const std::vector<ExpressionPtr> &terms);

/// The loop variables of \p transcript: its cell of this iteration.
std::vector<ExpressionPtr> indicesOf(const ir::Transcript &transcript);
/// "out[i] is above", of this iteration.
ExpressionPtr isTagged(const ir::Transcript &transcript, const ir::Tag &tag);

/// What the iteration of \p draw may publish behind it, each once; the first tag of \p mechanism where it may
/// publish nothing.
std::vector<const ir::Tag *> tagsBehind(const ir::Mechanism &mechanism, const Draw &draw);

/// What is published under \p tag at the place \p at, in the order of the text.
std::vector<const ir::Expression *> published(const ir::Mechanism &mechanism,
                                              const ir::Transcript &transcript, const ir::Tag &tag,
                                              std::size_t at);

/// Do all loops of which \p term reads the index stand around \p draw?
bool isKnownAt(const Draw &draw, const ir::Expression &term);

/// Conditions that tell apart which of a few values something published has.
struct Which {
  std::vector<ExpressionPtr> conditions;
  /// One of them holds; else there is one more value, for which none does.
  bool isAll = false;
};

/// \param told reads what is one of \p values in an alignment.
Which whichOf(const ir::Mechanism &mechanism, const Draw &draw,
              const std::vector<const ir::Expression *> &values, const ir::Expression &told);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_TOLD_VALUES_H
