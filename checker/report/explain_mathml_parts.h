// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_mathml_parts.h - The elements used -*- C++ -*-===//
///
/// \file
/// The single MathML elements of which explain_mathml.cpp makes formulas.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_MATHML_PARTS_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_MATHML_PARTS_H

#include <string>
#include <string_view>

/// Each returns one element; arguments that hold markup are taken as they are, words and marks are escaped.
namespace plumb::report::parts {

std::string row(const std::string &markup);
/// A variable: lower-case names of Greek letters become the letter.
std::string name(std::string_view identifier);
std::string numeral(std::string_view digits);
std::string symbol(std::string_view mark);
/// Upright, as a tag or a function is.
std::string word(std::string_view upright);
/// Prose within a formula; blanks count.
std::string text(std::string_view prose);
std::string primed(const std::string &base);
std::string subscript(const std::string &base, const std::string &index);
/// A sub- and a superscript at one place: f' at i.
std::string primedSubscript(const std::string &base, const std::string &index);
/// \p index below the base, as that of a sum stands: the range of a maximum.
std::string under(const std::string &base, const std::string &index);
std::string fraction(const std::string &above, const std::string &below);
std::string parenthesized(const std::string &inner);
/// Two lines behind a brace: \p first if \p condition, \p second otherwise.
std::string cases(const std::string &first, const std::string &condition, const std::string &second);

} // namespace plumb::report::parts

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_MATHML_PARTS_H
