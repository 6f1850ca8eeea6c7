// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/composition.h - Mechanisms one after another -*- C++ -*-===//
///
/// \file
/// A checked `compose`: mechanisms that run one after another on the same data, with the arguments that
/// they get. What they cost together is computed in checker/composition.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_COMPOSITION_H
#define PLUMB_FRONTEND_IR_COMPOSITION_H

#include "frontend/ir/guarantee.h"
#include "frontend/ir/neighbourhood.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::ir {

struct Mechanism;

/// What stands for one parameter or query of a part.
struct Argument {
  /// Of the part's mechanism.
  const Variable *parameter;
  /// For a scalar parameter: a term of its sort over scalar parameters of the composition. Null else.
  ExpressionPtr value;
  /// For an array or a query: a variable of the composition, alike in role, sort and dimensions.
  const Variable *whole;
};

/// `daily(eps / 7) 7 times`
struct Part {
  const Mechanism *mechanism;
  /// One for each parameter and query of the mechanism's head, in its order.
  std::vector<Argument> arguments;
  /// Sort Int, over scalar parameters; null: once.
  ExpressionPtr times;
  SourceRange range;
};

/// `sample each with p`: every record is kept with this probability, by a coin of its own, and all parts run
/// on those that are kept.
struct Sampling {
  /// Sort Real, over scalar parameters that no part publishes.
  ExpressionPtr probability;
  SourceRange range;
};

/// `let E = exp(eps)`, `let c = ln(1 + E)`: a number that no term of the language is.
struct Definition {
  enum class Function : std::uint8_t { Exponential, Logarithm };

  /// A real Parameter of the head, which nobody chooses.
  const Variable *variable;
  Function function;
  /// Sort Real, over scalar parameters and what is defined before.
  ExpressionPtr argument;
  SourceRange range;
};

/// Mechanisms that run on the same data, one after another.
struct Composition {
  /// Its name, variables and requirements; the neighbours and premises that it states (stated_neighbours.h),
  /// or else the difference set, or kind of change and record alone (no pair), and the premises, of all
  /// parts.
  Neighbourhood head;
  /// In the order of the text.
  std::vector<Definition> definitions;
  /// The total that it claims; a null epsilon if none.
  Guarantee guarantee;
  /// Nothing: the parts run on all records.
  std::optional<Sampling> sampling;
  /// At least one; each belongs to the same Program.
  std::vector<Part> parts;
};

/// Is \p variable, of the head, what some `let` defines?
bool isDefined(const Composition &composition, const Variable &variable);

/// "exp(eps)"
std::string print(const Definition &definition);
/// "daily(eps / 7)"
std::string printCall(const Part &part);
/// "7", "(k + 1)": in front of `times`. Empty if the part runs once.
std::string printTimes(const Part &part);
/// "daily(eps / 7) 7 times"
std::string print(const Part &part);
/// Program text without the mechanisms that it refers to. \p behindParts, if there are any, are what to add
/// to each part.
std::string print(const Composition &composition, const std::vector<std::string> &behindParts = {});

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_COMPOSITION_H
