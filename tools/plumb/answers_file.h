// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/answers_file.h - Answers, place by place -----*- C++ -*-===//
///
/// \file
/// What `plumb bounds FILE --answers FILE` reads: names of answers and public arrays in the first line of a
/// CSV file, and in each further line their values at one place.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_ANSWERS_FILE_H
#define PLUMB_TOOLS_PLUMB_ANSWERS_FILE_H

#include "checker/claims/given_values.h"

#include <optional>
#include <string>

namespace plumb::tool {

/// Adds a column for each name; the first mistake, with its place in the file, or nothing.
std::optional<runtime::Error> readAnswers(const std::string &path, claims::GivenValues &values);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_ANSWERS_FILE_H
