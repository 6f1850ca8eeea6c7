// SPDX-License-Identifier: Apache-2.0
#include "checker/report/table_verdict.h"

#include "checker/report/entry.h"

namespace plumb::report {

std::string textReport(const TableVerdict &verdict) {
  const std::string head = onOneLine(verdict.path) + ": " + verdict.notion + ": ";
  if (verdict.violation)
    return head + "with no eps\n  " + describe(*verdict.violation) + "\n";
  const channel::SmallestBound &smallest = verdict.smallest;
  std::string text = head + "from eps = ln(" + toString(smallest.bound) + ") on\n";
  text += "  eps is between " + toString(verdict.eps.low) + "\n            and " +
          toString(verdict.eps.high) + ", about " + channel::decimalBelow(verdict.eps.low) + "\n";
  if (!smallest.y.empty())
    text += entry("attained", "x = " + smallest.x + ", x' = " + smallest.otherX + ", y = " + smallest.y);
  if (verdict.decomposedOutputs)
    text += entry("the same as", "a uldp mechanism of this eps with " +
                                     std::to_string(*verdict.decomposedOutputs) +
                                     " outputs, then a mixing of its outputs");
  return text;
}

} // namespace plumb::report
