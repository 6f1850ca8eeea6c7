// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// A RapidCheck property that tries the same cases in every run.

#ifndef PLUMB_TESTS_ESTIMATE_HOLDS_H
#define PLUMB_TESTS_ESTIMATE_HOLDS_H

#include <iostream>
#include <rapidcheck.h>

namespace plumb::runtime::estimate::test {

template <class Property> bool holdsAlways(const char *name, Property property) {
  rc::detail::TestParams parameters;
  parameters.seed = 2019;
  parameters.maxSuccess = 300;
  rc::detail::TestMetadata metadata;
  metadata.id = metadata.description = name;
  const auto result = rc::detail::checkTestable(std::move(property), metadata, parameters);
  if (result.template is<rc::detail::SuccessResult>())
    return true;
  rc::detail::printResultMessage(result, std::cerr);
  std::cerr << '\n';
  return false;
}

} // namespace plumb::runtime::estimate::test

#endif // PLUMB_TESTS_ESTIMATE_HOLDS_H
