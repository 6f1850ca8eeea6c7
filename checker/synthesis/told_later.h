// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/told_later.h - Used before it is told --*- C++ -*-===//
///
/// \file
/// A mechanism may act on a value first and publish it afterwards: it marks the winner as taken, then says
/// who it is. That both runs have the same winner follows where z is compared with what they publish; in
/// front of it they might part. What is announced as soon as it is known does not.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_TOLD_LATER_H
#define PLUMB_CHECKER_SYNTHESIS_TOLD_LATER_H

#include "checker/synthesis/announcement.h"

#include <vector>

namespace plumb::synthesis {

struct ToldLater {
  /// Behind the statement that assigns it for the last time.
  Place place;
  const ir::Variable *local;
};

/// Locals that their block publishes as they are, behind branches or loops that read them; one for each
/// block.
std::vector<ToldLater> toldLater(ir::Mechanism &mechanism);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_TOLD_LATER_H
