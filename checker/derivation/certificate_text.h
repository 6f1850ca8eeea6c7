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

/// The line with which a text begins, `program` or `mechanism`, and its lines.
std::string textEntry(std::string_view word, const std::string &program);
std::string subjectEntry(std::string_view name);

/// What a model says: a symbol at numbers has a value.
using Values = std::map<std::pair<kernel::Symbol, std::vector<mpq_class>>, mpq_class>;

/// What is said of one subject, in lines.
class SubjectText {
public:
  /// \p entry is what it begins with.
  SubjectText(const kernel::Terms &ofTerms, std::string entry);

  void addShown(const kernel::Obligation &obligation, const Steps &steps);
  void addReached(unsigned line, std::size_t alternative, const Values &values);
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
