// SPDX-License-Identifier: Apache-2.0
//===- checker/report/certificate.h - The word "proved", on paper -*- C++ -*-===//
///
/// \file
/// A Certificate exists only for what was proved, be it a mechanism, a composition or a channel: certify() is
/// the one place that makes it, from a verdict and the obligations behind it. Emission takes one and nothing
/// else, so unproved code cannot be generated.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_CERTIFICATE_H
#define PLUMB_CHECKER_REPORT_CERTIFICATE_H

#include "checker/report/subject.h"
#include "frontend/support/source_file.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumb::report {

/// Lives no longer than the subject that it is about.
class Certificate {
public:
  const Subject &subject() const { return *certified; }
  Declaration declaration() const { return certified->declaration(); }
  /// \pre the declaration is a mechanism: what is known of its queries alone is a certificate, but none of
  /// it.
  const ir::Mechanism &mechanism() const { return *std::get<const ir::Mechanism *>(declaration()); }
  /// \pre the declaration is a channel.
  const ir::Channel &channel() const { return *std::get<const ir::Channel *>(declaration()); }
  const std::vector<Assumption> &assumptions() const { return certified->assumptions; }
  /// Each of them proved.
  const std::vector<Evidence> &obligations() const { return certified->obligations(); }
  /// Base name of the source file (no folder: certificates do not depend on where they are made).
  const std::string &sourceName() const { return name; }
  /// SHA-256 of the source text, 64 lower-case hexadecimal digits.
  const std::string &sourceHash() const { return hash; }

private:
  friend std::optional<Certificate> certify(const Subject &subject, const SourceFile &file);
  Certificate() = default;
  const Subject *certified = nullptr;
  std::string name, hash;
};

/// Nothing unless the verdict of \p subject is Proved, and rests on some obligation.
std::optional<Certificate> certify(const Subject &subject, const SourceFile &file);

/// The certificate file: one JSON object with a final newline, keys in a fixed order. \p headerHash is the
/// SHA-256 of the emitted header; \p versions are name-version pairs ("plumb", "z3", ...).
std::string certificateJson(const Certificate &certificate, const std::string &headerName,
                            const std::string &headerHash,
                            const std::vector<std::pair<std::string, std::string>> &versions);

/// SHA-256 of \p text as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view text);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_CERTIFICATE_H
