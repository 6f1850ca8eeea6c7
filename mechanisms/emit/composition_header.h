// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/composition_header.h - One object --------*- C++ -*-===//
///
/// \file
/// The header `<composition>.h`: a class that runs the parts of a composition in their order, with the
/// arguments that the text gives them, and pays for each. It includes the headers of its parts.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_COMPOSITION_HEADER_H
#define PLUMB_MECHANISMS_EMIT_COMPOSITION_HEADER_H

#include "checker/report/certificate.h"
#include "mechanisms/plan/problem.h"
#include "mechanisms/plan/work.h"

#include <string>

namespace plumb::emit {

/// The text of `<composition>.h`; meaningless if there are \p problems.
/// \param work how the noise of the parts is drawn, in the headers beside it
std::string compositionText(const report::Certificate &certificate, plan::Work work,
                            plan::Problems &problems);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_COMPOSITION_HEADER_H
