// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/record_scope.h"

#include <cassert>

namespace plumb::interpreter {

const FieldValue *RecordScope::field(const ir::FieldRead &read, llvm::ArrayRef<std::int64_t> indices) const {
  assert((!read.primed || primedRecord) && "the formula speaks of one record only");
  const RecordValue &from = read.primed ? *primedRecord : record;
  auto at = instance.recordShape()->field(read.field).place.find(indices);
  return at ? &from[*at] : nullptr;
}

} // namespace plumb::interpreter
