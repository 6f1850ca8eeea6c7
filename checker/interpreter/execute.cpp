// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/execute.h"

#include <llvm/Support/Casting.h>

namespace plumb::interpreter {

std::string sampleName(const SampleRecord &record) {
  const std::vector<const ir::For *> &loops = record.instruction->enclosing;
  std::vector<bool> named(loops.size());
  std::string subscripts;
  for (const ir::ExpressionPtr &index : record.sample->indices) {
    const auto *read = llvm::dyn_cast<ir::Read>(index.get());
    for (std::size_t l = 0; l < loops.size(); ++l)
      if (read && &loops[l]->index == &read->variable) {
        subscripts += "[" + std::to_string(record.iteration[l]) + "]";
        named[l] = true;
      }
  }
  for (std::size_t l = 0; l < loops.size(); ++l)
    if (!named[l])
      subscripts += "[" + loops[l]->index.name + "=" + std::to_string(record.iteration[l]) + "]";
  return record.sample->target.name + subscripts;
}

Execution execute(const Instance &instance, const Numbers &answers, NoiseSource &noise, Tracing tracing,
                  std::uint64_t stepLimit) {
  Execution run;
  run.flow = instance.sharedFlow();
  Machine machine(instance, answers, stepLimit);
  Machine::Event event = machine.step();
  for (; event != Machine::Event::Finished && event != Machine::Event::Failed; event = machine.step()) {
    if (event == Machine::Event::AwaitsDraw) {
      const Machine::Request &request = machine.request();
      Numbers before = machine.state();
      Exact value = noise.draw(request);
      run.samples.push_back(
          {request.sample, request.instruction, request.iteration, request.scale, value, std::move(before)});
      machine.draw(value);
    }
    if (tracing == Tracing::Steps)
      run.steps.push_back({&machine.last(), machine.iteration(), machine.effect()});
  }
  run.failure = machine.failure();
  run.output = machine.output();
  run.state = machine.state();
  return run;
}

std::optional<Execution> execute(const ir::Mechanism &mechanism, const Inputs &inputs, NoiseSource &noise,
                                 Tracing tracing) {
  auto instance = Instance::create(mechanism, inputs);
  if (!instance)
    return std::nullopt;
  auto answers = instance->answers(inputs);
  if (!answers)
    return std::nullopt;
  return execute(*instance, *answers, noise, tracing);
}

} // namespace plumb::interpreter
