// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/composition_example.h - A first run ------*- C++ -*-===//
///
/// \file
/// A complete program that runs an emitted composition, to begin with and to compile in tests.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_COMPOSITION_EXAMPLE_H
#define PLUMB_MECHANISMS_EMIT_COMPOSITION_EXAMPLE_H

#include "mechanisms/emit/example.h"

namespace plumb::emit {

struct CompositionInputs {
  /// Of each parameter; they satisfy the premises.
  ExampleInputs parameters;
  /// If it samples: comma-separated values with a line of names, as its class Data reads them. Else empty.
  std::string table;
};

/// `<composition>_main.cpp`: a program that runs all parts on \p inputs, and made-up answers, and prints what
/// they publish. Budget and state are in files of the folder that is named on the command line, from which a
/// second run goes on.
EmittedFile compositionExample(const report::Certificate &certificate, const CompositionInputs &inputs);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_COMPOSITION_EXAMPLE_H
