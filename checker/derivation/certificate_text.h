// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/certificate_text.h - What the kernel reads -*- C++ -*-===//
///
/// \file
/// Writes certificates in the format of docs/certificate.md, which kernel/certificate.h reads.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_CERTIFICATE_TEXT_H
#define PLUMB_CHECKER_DERIVATION_CERTIFICATE_TEXT_H

#include "checker/derivation/derivation.h"

#include <map>
#include <string>
#include <string_view>

namespace plumb::derivation {

/// The first line, and the last.
extern const std::string_view certificateHead, certificateEnd;

/// The line with which \p program begins, and its lines.
std::string programEntry(const std::string &program);

/// What is said of one subject, in lines.
class SubjectText {
public:
  SubjectText(const kernel::Terms &ofTerms, std::string_view name);

  void addShown(const kernel::Obligation &obligation, const Steps &steps);
  void addBelieved(std::string_view name);
  void addElsewhere(std::string_view name, std::string_view who);

  const std::string &text() const { return lines; }

private:
  std::string number(kernel::Term term) const;
  std::string symbol(kernel::Symbol symbol);
  void define(kernel::Term term);
  void defineAlone(kernel::Term term);
  std::string sourceText(const kernel::Source &source) const;
  std::string stepText(const Step &step) const;

  const kernel::Terms &terms;
  std::string lines;
  std::map<kernel::Term, std::size_t> numbers;
  std::map<kernel::Symbol, std::size_t> symbols;
};

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_CERTIFICATE_TEXT_H
