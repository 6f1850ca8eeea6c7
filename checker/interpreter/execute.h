// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/execute.h - One whole run ---*- C++ -*-===//
///
/// \file
/// One run of a mechanism on given inputs and given noise, exact and step by step. Shares no code with the
/// two-run program of checker/relational, so that one can be held against the other.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_EXECUTE_H
#define PLUMB_CHECKER_INTERPRETER_EXECUTE_H

#include "checker/interpreter/machine.h"

namespace plumb::interpreter {

/// Gives the noise, one draw after the other.
class NoiseSource {
public:
  virtual ~NoiseSource() = default;
  /// A value in the support of the requested law; another one makes the run fail.
  virtual Exact draw(const Machine::Request &request) = 0;
};

/// A fixed sequence of draws, zeros behind its end (0 is in the support of every law).
class Tape final : public NoiseSource {
public:
  explicit Tape(Numbers values) : draws(std::move(values)) {}
  Exact draw(const Machine::Request &) override { return next < draws.size() ? draws[next++] : Exact(); }

private:
  Numbers draws;
  std::size_t next = 0;
};

/// One executed Sample.
struct SampleRecord {
  const ir::Sample *sample;
  const Instruction *instruction;
  /// Values of the loops around it, outermost first.
  Indices iteration;
  Exact scale;
  Exact value;
  /// The state of the run just before; laid out by the Instance.
  Numbers before;
};

/// "lam", "lam[2]" for an element of an array, "lam[i=2]" for a scalar drawn in a loop.
std::string sampleName(const SampleRecord &record);

/// One executed statement of a run, as text.
struct Step {
  const Instruction *instruction;
  Indices iteration;
  /// What Machine::effect says.
  std::string effect;
};

/// The exact trace of one run.
struct Execution {
  /// Keeps the instructions of samples and steps alive.
  std::shared_ptr<const Flow> flow;
  std::vector<SampleRecord> samples;
  /// Also of a run that failed: what it had published until then.
  Output output;
  /// At the end, or at the failure.
  Numbers state;
  std::optional<Failure> failure;
  /// Only if asked for.
  std::vector<Step> steps;
};

enum class Tracing : std::uint8_t { Off, Steps };

/// Runs to the end or to a failure.
///
/// \pre \p answers belongs to \p instance.
Execution execute(const Instance &instance, const Numbers &answers, NoiseSource &noise,
                  Tracing tracing = Tracing::Off, std::uint64_t stepLimit = 1'000'000);

/// The same for values by name. Nothing if they do not fit the mechanism (see Instance::create).
std::optional<Execution> execute(const ir::Mechanism &mechanism, const Inputs &inputs, NoiseSource &noise,
                                 Tracing tracing = Tracing::Off);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_EXECUTE_H
