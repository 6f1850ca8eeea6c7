// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/query_word.h - What queries are asked with ---*- C++ -*-===//
///
/// \file
/// The words of the language for what is asked about records.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_QUERY_WORD_H
#define PLUMB_FRONTEND_IR_QUERY_WORD_H

#include "frontend/ir/schema.h"

#include <string_view>

namespace plumb::ir {

/// "count", "sum", "max", "min".
std::string_view wordOf(SchemaQuery::Aggregate aggregate);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_QUERY_WORD_H
