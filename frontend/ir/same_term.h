// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/same_term.h - Is it the same term? -----------*- C++ -*-===//
///
/// \file
/// Equality of terms by their structure. What a term binds goes by its place: `forall i in 0 .. n: f(i)` and
/// `forall j in 0 .. n: f(j)` are the same term (alpha-equivalence). Everything else goes by identity:
/// variables, records, fields, tags and transcripts are compared by address, never by their names, so that
/// two that print alike are told apart. A size of the file is the one variable that has two addresses
/// (Variable::fileSize); both are the same.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_SAME_TERM_H
#define PLUMB_FRONTEND_IR_SAME_TERM_H

#include "frontend/ir/composition.h"
#include "frontend/ir/schema.h"

namespace plumb::ir {

/// Terms of one sort that have one value for all values of what they read; where they stand in the text does
/// not matter. False says nothing: `a + b` is not the same term as `b + a`.
bool isSameTerm(const Expression &first, const Expression &second);

/// Two premises that say the same, term by term. \see isSameTerm
bool isSamePremise(const RecordPremise &first, const RecordPremise &second);

/// The same pairs (r, r') are neighbours, term by term. \see isSameTerm
bool isSameAdjacency(const RecordAdjacency &first, const RecordAdjacency &second);

/// The same mechanism is called with the same arguments, however often.
bool isSameCall(const Part &first, const Part &second);

/// The variable itself, or what a size of the file is for the whole file.
inline const Variable &identityOf(const Variable &variable) {
  return variable.fileSize ? *variable.fileSize : variable;
}

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_SAME_TERM_H
