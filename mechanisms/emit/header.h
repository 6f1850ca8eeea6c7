// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/header.h - The whole header --------------*- C++ -*-===//

#ifndef PLUMB_MECHANISMS_EMIT_HEADER_H
#define PLUMB_MECHANISMS_EMIT_HEADER_H

#include "checker/report/certificate.h"
#include "mechanisms/emit/problem.h"
#include "mechanisms/emit/work.h"

#include <string>

namespace plumb::emit {

/// The text of `<mechanism>.h`; meaningless if there are \p problems.
std::string headerText(const report::Certificate &certificate, Work work, Problems &problems);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_HEADER_H
