// SPDX-License-Identifier: Apache-2.0
//===- checker/report/certificate.h - The word "proved", on paper -*- C++ -*-===//
///
/// \file
/// A Certificate exists only for a proved mechanism: certify() is the one place
/// that makes it. Emission takes one, so unproved code cannot be generated.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_CERTIFICATE_H
#define PLUMB_CHECKER_REPORT_CERTIFICATE_H

#include "checker/report/result.h"
#include "frontend/support/source_file.h"

#include <llvm/Support/JSON.h>
#include <optional>
#include <string>
#include <vector>

namespace plumb::report {

class Certificate {
public:
  const ir::Mechanism &mechanism() const { return *source; }
  /// "private(eps)".
  const std::string &guarantee() const { return guaranteeText; }
  const std::vector<Assumption> &assumptions() const { return assumed; }
  struct Row {
    std::string name, status, engine, logic, text;
  };
  const std::vector<Row> &obligations() const { return rows; }
  /// The law of each sample in words: "lam: one-sided geometric law, ... of scale b = c / eps".
  const std::vector<std::string> &laws() const { return lawTexts; }
  /// How the proof was cross-examined: triedText.
  const std::string &tried() const { return trials; }
  /// See report::notReached.
  const std::vector<std::string> &notReached() const { return unreached; }
  /// Base name of the source file (no folder: certificates do not depend on where they are made).
  const std::string &sourceName() const { return name; }
  /// SHA-256 of the source text, 64 lower-case hexadecimal digits.
  const std::string &sourceHash() const { return hash; }

private:
  friend std::optional<Certificate> certify(const Result &result, const SourceFile &file);
  Certificate() = default;
  const ir::Mechanism *source = nullptr;
  std::string guaranteeText, name, hash, trials;
  std::vector<Assumption> assumed;
  std::vector<Row> rows;
  std::vector<std::string> lawTexts, unreached;
};

/// Nothing unless the verdict of \p result is Proved.
std::optional<Certificate> certify(const Result &result, const SourceFile &file);

struct HashedFile {
  std::string name, sha256;
};

/// The parts that certificates of mechanisms and of channels share: elements of "assumptions", and "source",
/// "header" and "versions".
void writeAssumptions(llvm::json::OStream &json, const std::vector<Assumption> &assumptions);
void writeOrigin(llvm::json::OStream &json, const HashedFile &source, const HashedFile &header,
                 const std::vector<std::pair<std::string, std::string>> &versions);

/// The certificate file: one JSON object with a final newline, keys in a fixed order. \p headerHash is the
/// SHA-256 of the emitted header; \p versions are name-version pairs ("plumb", "z3", ...).
std::string certificateJson(const Certificate &certificate, const std::string &headerName,
                            const std::string &headerHash,
                            const std::vector<std::pair<std::string, std::string>> &versions);

/// SHA-256 of \p text as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view text);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_CERTIFICATE_H
