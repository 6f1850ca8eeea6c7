// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/emit.h - From a certificate to C++ -------*- C++ -*-===//
///
/// \file
/// The way out: a proved mechanism becomes one C++20 header that links to
/// mechanisms/runtime, and one certificate that names the header's hash.
///
/// What is emitted is what was proved: the mechanism over the integers with exact
/// discrete noise. The statements are those of the program, in its order; the
/// alignments, invariants and claims are proof and do not appear. Three rules
/// carry the theorem over to machine numbers:
///
///  - No value wraps. Every integer expression has a range that is known here
///    (plan/value_ranges.h), and is computed in 64 or 128 bits accordingly; what might
///    not fit is a Problem.
///  - Answers have 64 bits and are taken as they are, so that claims are true of
///    them; sums over records are within a range that no answer leaves
///    (plan/answers.cpp).
///  - Nothing private is tested but by the program itself: errors speak of public
///    parameters, and are found when the mechanism is constructed.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_EMIT_H
#define PLUMB_MECHANISMS_EMIT_EMIT_H

#include "checker/report/certificate.h"
#include "mechanisms/plan/problem.h"
#include "mechanisms/plan/work.h"

#include <string>
#include <utility>
#include <vector>

namespace plumb::emit {

struct EmittedFile {
  /// Without a folder: "asymmetric_svt.h".
  std::string name;
  std::string text;
  /// For its owner to go on with: once it is there, it is his.
  bool isBeginning = false;
};

struct Emission {
  /// `<name>.h` and `<name>.cert.json`, in this order; empty if there are problems.
  std::vector<EmittedFile> files;
  /// In the order of the program text.
  std::vector<plan::Problem> problems;
};

/// Mechanisms, channels and compositions are; tables and sensitivities say something about others.
bool isEmittable(const report::Declaration &declaration);

/// The files for \p certificate, which lives no longer than its program.
/// \pre it is of a declaration that isEmittable.
///
/// The same certificate and versions give the same bytes, on every machine.
///
/// \param versions name-version pairs for the certificate file ("plumb", "z3", ...).
Emission emit(const report::Certificate &certificate,
              const std::vector<std::pair<std::string, std::string>> &versions,
              plan::Work work = plan::Work::Fast);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_EMIT_H
