// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The law Q(y|x) of a local mechanism, by classes of values that are treated
/// alike. Utility-optimised randomised response is
///
///     Law::create(powers, {{"S", s}, {"N", n}},
///                 {{"S", s, {own(E / (s + E - 1), 1 / (s + E - 1)), every(Number(0))}},
///                  {"N", n, {every(1 / (s + E - 1)), own((E - 1) / (s + E - 1), Number(0))}}},
///                 Law::Form::Symbol);
///
/// For reports of bits an entry is the probability that the bit of y is 1, and
/// all bits are independent.

#ifndef PLUMB_RUNTIME_LOCAL_LAW_H
#define PLUMB_RUNTIME_LOCAL_LAW_H

#include "plumb/runtime/local/powers.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumb::runtime::local {

/// The entries of an input x of one class at the outputs y of another class.
struct Block {
  enum class Partner : std::uint8_t {
    /// All y are alike.
    None,
    /// One y is x itself; both classes have the same members.
    Itself,
    /// One y is the image of x under map number `map`.
    Image
  };
  Partner partner = Partner::None;
  std::size_t map = 0;
  /// At the partner, where there is one.
  Number hit;
  /// At all other y.
  Number miss;
};

/// The three kinds of blocks, for tables that read like those on paper.
Block own(Number entry, Number others);
Block image(std::size_t map, Number entry, Number others);
Block every(Number entry);

/// Reports are numbered through: those of the first class from 0, then those of
/// the second.
struct OutputClass {
  std::string name;
  std::int64_t size = 0;
};

/// Inputs are numbered in the same way, apart from reports.
struct InputClass {
  std::string name;
  std::int64_t size = 0;
  /// One for each class of outputs.
  std::vector<Block> blocks;
};

/// A checked law. Immutable.
class Law {
public:
  enum class Form : std::uint8_t { Symbol, Bits };

  /// An error value unless
  ///  - there is an input and an output, and a class has 0 to 2^48 members;
  ///  - the entries of the inputs that exist are defined and between 0 and 1,
  ///    and for symbols each row has the sum 1, all of it exactly.
  ///
  /// \pre each class of inputs has one block for each class of outputs, and
  ///   with the partner Itself both have the same size; aborts otherwise.
  static Expected<Law> create(Powers powers, std::vector<OutputClass> outputs, std::vector<InputClass> inputs,
                              Form form);

  const Powers &powers() const { return base; }
  Form form() const { return reported; }
  const std::vector<OutputClass> &outputs() const { return outputClasses; }
  const std::vector<InputClass> &inputs() const { return inputClasses; }

  std::uint64_t inputCount() const { return firstInput(inputClasses.size()); }
  std::uint64_t outputCount() const { return firstOutput(outputClasses.size()); }
  /// The number of the first member of a class, empty or not.
  std::uint64_t firstInput(std::size_t ofClass) const;
  std::uint64_t firstOutput(std::size_t ofClass) const;

private:
  Law(Powers powers, std::vector<OutputClass> outputs, std::vector<InputClass> inputs, Form form)
      : base(std::move(powers)), outputClasses(std::move(outputs)), inputClasses(std::move(inputs)),
        reported(form) {}

  std::optional<Error> problem() const;
  std::optional<Error> problemOfRow(const InputClass &input) const;

  Powers base;
  std::vector<OutputClass> outputClasses;
  std::vector<InputClass> inputClasses;
  Form reported;
};

} // namespace plumb::runtime::local

#endif // PLUMB_RUNTIME_LOCAL_LAW_H
