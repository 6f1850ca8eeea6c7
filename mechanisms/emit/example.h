// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/example.h - A first program --------------*- C++ -*-===//
///
/// \file
/// A complete program that uses an emitted mechanism, and its CMakeLists.txt, to begin with and to compile
/// in tests.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_EXAMPLE_H
#define PLUMB_MECHANISMS_EMIT_EXAMPLE_H

#include "frontend/ir/expression.h"
#include "mechanisms/emit/emit.h"

#include <map>

namespace plumb::emit {

/// The values of each parameter and query, as decimal numbers and fractions, in row-major order; truth values
/// are "0" and "1". They satisfy the premises.
using ExampleInputs = std::map<std::string, std::vector<std::string>>;

/// C++ for the value of \p variable, all elements of an array.
std::string exampleValue(const ir::Variable &variable, const std::vector<std::string> &values);

/// `<mechanism>_main.cpp`: a program that runs the emitted mechanism once on \p inputs and prints what is
/// published. As a stream, if it has that form: one update at a time, with the state in a file that is named
/// on the command line, from which a second run goes on.
EmittedFile example(const report::Certificate &certificate, const ExampleInputs &inputs);

/// A `CMakeLists.txt` that builds all examples in its folder, with the installed runtime. It is the same for
/// all of them, so those that are emitted later do not drop those before.
EmittedFile exampleBuild();

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_EXAMPLE_H
