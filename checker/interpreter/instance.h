// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/instance.h - Inputs of concrete size ----*- C++ -*-===//
///
/// \file
/// A neighbourhood, or a mechanism on it, with values for its public parameters: sizes are known, so every
/// array has a place in a flat vector of exact numbers. Every run and every search starts from one.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_INSTANCE_H
#define PLUMB_CHECKER_INTERPRETER_INSTANCE_H

#include "checker/interpreter/evaluate.h"
#include "checker/interpreter/flow.h"
#include "checker/interpreter/record_shape.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace plumb::interpreter {

using Numbers = std::vector<Exact>;

/// Values of parameters and queries by name, arrays in row-major order. Names that are
/// missing have zeros.
using Inputs = std::map<std::string, Numbers>;

/// A neighbourhood whose parameters have values, so that every array has a size, and the mechanism that runs
/// on it, if one does. Cheap to copy; both outlive it.
///
/// Three flat vectors hold all numbers of a run: the parameters (here), the answers of the queries
/// on one dataset (handed in, so that both datasets share an instance), the state of a run.
class Instance {
public:
  /// Nothing if \p inputs does not fit: an array of negative size, of more than \p largest elements,
  /// or with another number of values than its size; a size that is undefined. The same goes for the
  /// arrays and ranges of a record, if the mechanism is about records. Requirements are not
  /// looked at (see requirementsHold), queries neither.
  static std::optional<Instance> create(ir::Setting setting, const Inputs &inputs,
                                        std::int64_t largest = 1 << 22);

  const ir::Neighbourhood &neighbourhood() const { return layout->setting.neighbourhood(); }
  bool hasMechanism() const { return layout->setting.hasMechanism(); }
  /// \pre one runs; so for its flow.
  const ir::Mechanism &mechanism() const { return layout->setting.mechanism(); }
  const Flow &flow() const { return layout->flow; }
  /// The same, for those who outlive the instance.
  std::shared_ptr<const Flow> sharedFlow() const { return {layout, &layout->flow}; }
  /// Also of a size of the Program: the place of its twin in the neighbourhood.
  const Place &place(const ir::Variable &variable) const;
  /// What the records of the data look like. Null in the textbook form.
  const RecordShape *recordShape() const { return layout->records ? &*layout->records : nullptr; }
  const Numbers &parameters() const { return values; }
  std::size_t answerCount() const { return layout->answers; }
  std::size_t stateSize() const { return layout->state; }

  /// The same sizes with other elements of array parameters. \pre scalars are unchanged.
  Instance with(Numbers parameters) const;
  /// The queries' part of \p inputs. Nothing if an array has another number of values than its size.
  std::optional<Numbers> answers(const Inputs &inputs) const;
  /// The parameters, and \p answers, by name.
  Inputs named(const Numbers &answers) const;

private:
  struct Layout {
    ir::Setting setting;
    /// Empty if nothing runs.
    Flow flow;
    // Looked up, never walked through.
    std::unordered_map<const ir::Variable *, Place> places;
    std::optional<RecordShape> records;
    std::size_t answers = 0;
    std::size_t state = 0;
  };

  Instance() = default;
  bool lay(const Inputs &inputs, std::int64_t largest, Layout &out);

  std::shared_ptr<const Layout> layout;
  Numbers values;
};

/// The parameters alone, for sizes, requirements, bounds and the guarantee.
class ParameterScope final : public Scope {
public:
  explicit ParameterScope(const Instance &of) : instance(of) {}
  const Exact *element(const ir::Variable &variable, bool primed,
                       llvm::ArrayRef<std::int64_t> indices) const override;
  const Cell *cell(const ir::Transcript &transcript, llvm::ArrayRef<std::int64_t> indices) const override;
  const Result &result() const override;

private:
  const Instance &instance;
};

/// Do all `requires` hold? An undefined one does not.
bool requirementsHold(const Instance &instance);

/// The epsilon of \p guarantee. Nothing if it is undefined for these parameters, or too long a number; \p
/// failure, if given, says which.
std::optional<Exact> claimedEpsilon(const Instance &instance, const ir::Guarantee &guarantee,
                                    std::optional<Failure> *failure = nullptr);
/// Of what the mechanism guarantees.
std::optional<Exact> claimedEpsilon(const Instance &instance, std::optional<Failure> *failure = nullptr);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_INSTANCE_H
