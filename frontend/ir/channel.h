// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/channel.h - Local mechanisms -----------------*- C++ -*-===//
///
/// \file
/// A checked channel: a table Q(y|x) that one person applies to one value. The table is given once
/// for all sizes, by classes of values that are treated alike.
///
/// Sources: Murakami and Kawamoto, Utility-Optimized Local Differential Privacy Mechanisms for
/// Distribution Estimation, USENIX Security 2019, Definitions 1, 2 and 6.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_CHANNEL_H
#define PLUMB_FRONTEND_IR_CHANNEL_H

#include "frontend/ir/type.h"
#include "frontend/support/rational.h"
#include "frontend/support/source_file.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumb::ir {

struct ChannelTerm;
using ChannelTermPtr = std::unique_ptr<ChannelTerm>;

/// A number in a channel. Parameters, definitions and operands are those of one Channel.
struct ChannelTerm {
  enum class Kind : std::uint8_t {
    /// `number`
    Number,
    /// `index` into Channel::parameters
    Parameter,
    /// `index` into Channel::definitions, of an earlier one
    Definition,
    Negate,
    Add,
    Subtract,
    Multiply,
    Divide,
    /// e to the power of a sum of multiples of exponents (see Channel::Parameter) and logarithms.
    Exponential,
    /// The natural logarithm; only inside of exponents.
    Logarithm,
  };

  Kind kind;
  Rational number;
  std::size_t index = 0;
  std::vector<ChannelTermPtr> operands;
  SourceRange range;
};

struct Channel {
  struct Parameter {
    std::string name;
    /// Int or Real.
    Sort sort;
    /// Stands inside of `exp` or as a budget, and nowhere else.
    bool isExponent = false;
    SourceRange range;
    /// Stands for what the text leaves open (open_channel.h).
    bool isOpen = false;
  };

  /// `let name = value`: no exponent stands in the value outside of `exp`.
  struct Definition {
    std::string name;
    ChannelTermPtr value;
  };

  /// `left <= right`. Exponents stand on both sides as in an Exponential, or nowhere.
  struct Requirement {
    enum class Comparison : std::uint8_t { Less, LessEqual, Equal };
    ChannelTermPtr left, right;
    Comparison comparison;
    /// Written as `right >= left`.
    bool isTurned = false;
    SourceRange range;
  };

  /// Values that are treated alike. A class of inputs and outputs has the same members as both.
  struct Class {
    std::string name;
    /// How many members: a natural Number or an Int Parameter.
    ChannelTermPtr size;
    bool isInput = false;
    bool isOutput = false;
    SourceRange range;
  };

  /// An arbitrary function from one class of inputs to another class of outputs; at most one for each pair.
  /// It is a parameter: what is proved holds for each such function.
  struct Map {
    std::string name;
    std::size_t from;
    std::size_t to;
  };

  /// One condition of a rule.
  struct Condition {
    enum class Kind : std::uint8_t {
      /// x is in one of the classes.
      Input,
      /// y (or the bit j) is in one of the classes.
      Output,
      /// y = x, or y = map(x).
      Related,
      /// not that
      Unrelated,
    };
    Kind kind;
    /// In increasing order.
    std::vector<std::size_t> classes;
    /// Of Related and Unrelated; nothing: y = x.
    std::optional<std::size_t> map;
  };

  /// Q(y|x) = entry where all conditions hold and no rule before it applied; 0 where none applies.
  struct Rule {
    std::vector<Condition> conditions;
    ChannelTermPtr entry;
    SourceRange range;
  };

  /// What is guaranteed of x, x' and y (Definitions 1, 2, 6).
  struct Notion {
    enum class Kind : std::uint8_t {
      /// Q(y|x) <= e^budget Q(y|x') for all x, x', y.
      Ldp,
      /// The same for all protected y; any other y that is reached at all is reached from a single x, and
      /// that is not sensitive.
      Uldp,
      /// The same for all sensitive x, all x' and y.
      Osldp,
      /// No bound, but what keeps one (Definition 5): a protected y is reached from sensitive x alone; any
      /// other y that is reached at all is reached from a single x, and that is not sensitive.
      KeepsTypes,
    };
    Kind kind;
    /// Uldp, Osldp: the sensitive inputs, as classes in increasing order. KeepsTypes: the protected inputs.
    std::vector<std::size_t> sensitive;
    /// Uldp, KeepsTypes: the protected outputs. Of a bitwise channel: those without a 1 in any other class.
    std::vector<std::size_t> guarded;
    /// A sum as in an Exponential; 0 of KeepsTypes.
    ChannelTermPtr budget;
    SourceRange range;
  };

  std::string name;
  SourceRange nameRange;
  std::vector<Parameter> parameters;
  std::vector<Definition> definitions;
  std::vector<Requirement> requirements;
  /// Inputs first in the order of the text, then classes of outputs alone.
  std::vector<Class> classes;
  /// The classes of outputs in the order of the text.
  std::vector<std::size_t> outputs;
  /// An output is one bit for each member of the classes of outputs, drawn independently; the rules give
  /// the probability that bit j is 1.
  bool isBitwise = false;
  std::vector<Map> maps;
  std::vector<Rule> rules;
  /// At least one.
  std::vector<Notion> notions;
  SourceRange range;
};

/// What decides an entry besides the classes of x and y.
enum class Relation : std::uint8_t {
  /// The pair of classes has neither members in common nor a map.
  None,
  /// y = x, or y = map(x).
  Hit,
  /// Not that.
  Miss,
};

/// The map between two classes, if there is one.
std::optional<std::size_t> mapBetween(const Channel &channel, std::size_t input, std::size_t output);

/// The rule that applies, or null if Q(y|x) = 0.
const Channel::Rule *ruleFor(const Channel &channel, std::size_t input, std::size_t output,
                             Relation relation);

/// Program text that parses to the same channel; UTF-8 spellings are printed as ASCII.
std::string print(const Channel &channel);
std::string print(const Channel &channel, const ChannelTerm &term);
/// "uldp(S | P, S | B, eps)"
std::string print(const Channel &channel, const Channel::Notion &notion);
std::string print(const Channel &channel, const Channel::Requirement &requirement);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_CHANNEL_H
