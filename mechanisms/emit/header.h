// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/header.h - The whole header --------------*- C++ -*-===//
///
/// \file
/// The emitted header `<mechanism>.h` as a whole, put together from its parts.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_HEADER_H
#define PLUMB_MECHANISMS_EMIT_HEADER_H

#include "checker/report/certificate.h"
#include "mechanisms/emit/includes.h"
#include "mechanisms/plan/problem.h"
#include "mechanisms/plan/work.h"

#include <set>
#include <string>

namespace plumb::emit {

/// The text of `<mechanism>.h`; meaningless if there are \p problems.
std::string headerText(const report::Certificate &certificate, plan::Work work, plan::Problems &problems);

/// A mechanism as a part of a composition that passes it logarithms.
struct LogarithmicPart {
  const ir::Mechanism &mechanism;
  /// Its parameters that get one.
  std::set<const ir::Variable *> logarithms;
  /// "plumb::sampled_two_sided::part1"
  std::string space;
  /// The same as it is opened, in openedSpace of the composition.
  std::string opened;
  /// "counted(c)"
  std::string call;
  /// "::plumb::sampled_two_sided::Composition", the one that makes it.
  std::string owner;
};
/// What stands in the header of the composition; without class Data, without steps. What it needs is added to
/// \p includes.
std::string logarithmicPartText(const LogarithmicPart &part, Includes &includes, plan::Problems &problems);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_HEADER_H
