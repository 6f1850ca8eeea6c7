// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The user's side of a local mechanism that reports one symbol.
///
/// The outputs of a row fall into a few groups of equal probability: the
/// partners of x, and the rest of each class. A table draws the group, and a
/// uniform number a member of it, so the cost does not grow with the alphabet.

#ifndef PLUMB_RUNTIME_LOCAL_SYMBOL_CLIENT_H
#define PLUMB_RUNTIME_LOCAL_SYMBOL_CLIENT_H

#include "plumb/runtime/constant_work_uniform.h"
#include "plumb/runtime/finite_table.h"
#include "plumb/runtime/local/maps.h"

#include <optional>
#include <string>

namespace plumb::runtime::local {

/// Immutable; may be shared between threads.
class SymbolClient {
public:
  /// An error value if the maps do not fit, or if an exponential in the law is
  /// beyond e^4096. \pre law.form() == Law::Form::Symbol; aborts otherwise.
  static Expected<SymbolClient> create(const Law &law, std::vector<Map> maps = {});

  /// Values are 0 .. inputs() - 1.
  std::uint64_t inputs() const { return rows.back().end; }

  /// A report for \p x; an error value, and nothing is drawn, if x is no value.
  ///
  /// Three random words whatever the report is, and with probability 2^-58 more.
  template <BitSource Bits> Expected<std::uint64_t> perturb(std::uint64_t x, Bits &bits) const {
    std::uint64_t begin = 0;
    for (const Row &row : rows) {
      if (x < row.end)
        return sample(row, x - begin, bits);
      begin = row.end;
    }
    return Error{"the value is none of the " + std::to_string(inputs()) + " values of this mechanism"};
  }

private:
  /// Outputs of one class that have one probability.
  struct Group {
    enum class Kind : std::uint8_t { All, Partner, Others };
    Kind kind;
    /// The first output of the class; for Others the partner is skipped.
    std::uint64_t first;
    std::uint64_t size;
    /// Whose image the partner is; nothing: it is the value itself.
    std::optional<std::size_t> map;
  };
  struct Row {
    /// Behind the last value of the class.
    std::uint64_t end;
    std::vector<Group> groups;
    FiniteTable table;
  };

  SymbolClient(std::vector<Row> checkedRows, std::vector<Map> checkedMaps)
      : rows(std::move(checkedRows)), maps(std::move(checkedMaps)) {}

  static void addGroups(const Law &law, const InputClass &input, std::vector<Group> &groups,
                        std::vector<Number> &probabilities);
  static Expected<FiniteTable> tableOf(const Powers &powers, const std::vector<Number> &probabilities);

  template <BitSource Bits> std::uint64_t sample(const Row &row, std::uint64_t index, Bits &bits) const {
    const Group &group = row.groups[row.table.sample(bits)];
    const std::uint64_t member = constantWorkUniformBelow(group.size, bits);
    if (group.kind == Group::Kind::All)
      return group.first + member;
    const std::uint64_t partner = group.map ? maps[*group.map][index] : index;
    if (group.kind == Group::Kind::Partner)
      return group.first + partner;
    return group.first + member + static_cast<std::uint64_t>(member >= partner);
  }

  std::vector<Row> rows;
  std::vector<Map> maps;
};

} // namespace plumb::runtime::local

#endif // PLUMB_RUNTIME_LOCAL_SYMBOL_CLIENT_H
