// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/failure.h"

namespace plumb::interpreter {

std::string_view description(Failure::Kind kind) {
  switch (kind) {
  case Failure::Kind::IndexOutOfBounds:
    return "reads outside an array";
  case Failure::Kind::DivisionByZero:
    return "divides by zero";
  case Failure::Kind::NonPositiveScale:
    return "draws noise whose scale is not positive";
  case Failure::Kind::SelectionSize:
    return "selects more elements than there are, or fewer than none";
  case Failure::Kind::NothingToChoose:
    return "looks for the largest or smallest of no values";
  case Failure::Kind::PublishedTwice:
    return "publishes twice in one iteration";
  case Failure::Kind::DrawOutsideSupport:
    return "was given noise outside the support of its law";
  case Failure::Kind::StepLimit:
    return "takes too many steps";
  }
  return {};
}

} // namespace plumb::interpreter
