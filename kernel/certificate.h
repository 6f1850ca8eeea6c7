// SPDX-License-Identifier: Apache-2.0
//===- kernel/certificate.h - Evidence as text ------------------*- C++ -*-===//
///
/// \file
/// Reads what `plumb check --certify` writes, and checks the evidence of each obligation while it reads it.
/// What has to be shown of a mechanism is made anew from its text (two_run.h), and nothing of it may be left
/// out. The format is told in docs/certificate.md. Any bytes may come; the first mistake ends it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_KERNEL_CERTIFICATE_H
#define PLUMB_KERNEL_CERTIFICATE_H

#include "kernel/refutation.h"
#include "kernel/two_run.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumb::kernel {

/// What is said of one mechanism, composition or channel, and was found to be so.
struct CertifiedSubject {
  std::string name;
  std::unique_ptr<Terms> terms;
  /// What its text calls for; nothing where obligations are those that the certificate names.
  std::optional<Obligations> derived = {};
  /// Obligations whose evidence was checked.
  std::vector<Obligation> shown = {};
  /// Names of those for which there is no evidence but the word of a solver.
  std::vector<std::string> believed = {};
  /// Names of those that nobody asked a solver for, each with who decided it.
  std::vector<std::pair<std::string, std::string>> elsewhere = {};

  /// Private as its text guarantees: all that the text calls for was shown.
  bool isCorrect() const { return derived && believed.empty(); }
};

struct CertifiedProgram {
  /// In its canonical form.
  std::string text;
  std::vector<CertifiedSubject> subjects;
};

/// What a certificate may have of bytes.
inline constexpr std::size_t certificateLimit = 1u << 26;

/// "ite" for IfThenElse: the word with which the line of such a term begins.
std::string_view wordOf(Operator op);
std::string_view wordOf(Sort sort);
std::string_view wordOf(Step::Kind step);
char letterOf(Source::Kind source);

/// Throws Rejected if \p text is no certificate, NotShown if evidence does not show what it is for; both
/// begin with the number of the line ("12: ...").
std::vector<CertifiedProgram> readCertificate(std::string_view text);

} // namespace plumb::kernel

#endif // PLUMB_KERNEL_CERTIFICATE_H
