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
#include "mechanisms/plan/problem.h"
#include "mechanisms/plan/work.h"

#include <string>

namespace plumb::emit {

/// The text of `<mechanism>.h`; meaningless if there are \p problems.
std::string headerText(const report::Certificate &certificate, plan::Work work, plan::Problems &problems);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_HEADER_H
