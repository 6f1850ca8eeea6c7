// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/bound_names.h - Names for what is bound ------*- C++ -*-===//
///
/// \file
/// A term is printed for people and for other programs, who know variables by their names alone. The text of
/// a term means the term if no two variables of one scope print alike. Names that were written are kept; a
/// bound variable whose name means something else where it is bound (after a substitution) gets a number.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_BOUND_NAMES_H
#define PLUMB_FRONTEND_IR_BOUND_NAMES_H

#include "frontend/ir/schema.h"

#include <map>

namespace plumb::ir {

class BoundNames {
public:
  explicit BoundNames(const Expression &term);
  explicit BoundNames(const RecordPremise &premise);

  /// Its own name, unless it is bound in the term and something else there has this name.
  const std::string &of(const Variable &variable) const { return in(variables, variable); }
  const std::string &of(const RecordVariable &record) const { return in(records, record); }

private:
  friend class NameChoice;

  template <typename Table, typename Bound>
  static const std::string &in(const Table &table, const Bound &bound) {
    auto found = table.find(&bound);
    return found == table.end() ? bound.name : found->second;
  }

  /// Those alone that do not keep their names.
  std::map<const Variable *, std::string> variables;
  std::map<const RecordVariable *, std::string> records;
};

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_BOUND_NAMES_H
