// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Records from a table of comma-separated values, one row at a time. For the code that counts records; what
/// it says of a mistake names a line and a column and no value.

#ifndef PLUMB_RUNTIME_RECORD_TABLE_H
#define PLUMB_RUNTIME_RECORD_TABLE_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/rational.h"
#include "plumb/runtime/wide.h"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace plumb::runtime {

/// The columns of the fields of a record, in their order.
class RecordColumns {
public:
  /// Of a field that is one value.
  void add(const std::string &field);
  /// Of a field that is an array, one for each element: `visited[0][1]`. False, and nothing added, if there
  /// are too many elements or an extent is negative.
  bool add(const std::string &field, const std::vector<Wide> &extents);

private:
  friend class RecordTable;
  struct Field {
    std::string name;
    /// Its first column, and how many it has.
    std::size_t first = 0, count = 0;
  };
  /// What is wrong with a column of a table that is called \p name; empty if it is one of these, or is not
  /// about a field.
  std::string refusal(const std::string &name) const;

  std::vector<Field> fields;
  std::vector<std::string> names;
};

/// Reads one row after the other, and holds one.
///
/// The first line names the columns, in any order. One that is called like a field, or an element of one,
/// which a record has not is a mistake; others than those that are asked for are not looked at. An integer is
/// decimal, with or without a sign, and has 64 bits; a real is an integer of any size, a decimal fraction or
/// a quotient, `7.25` or `29/4`, and is taken exactly; a truth value is `true`, `false`, `1` or `0`; where a
/// field may hold none there may stand `none`. Lines end with LF or CR LF. Values may stand in double quotes,
/// and none has a line break. An empty line is no row.
class RecordTable {
public:
  /// \p stream outlives the table.
  static Expected<RecordTable> open(std::istream &stream, RecordColumns columns);

  /// Goes on to the next row; false behind the last one.
  Expected<bool> next();
  /// The line of the row, from 1; an empty one counts.
  std::uint64_t line() const { return lineNumber; }

  /// Takes the value of the next column. What is wrong with it, `complete` says.
  void take(std::int64_t &value);
  void take(bool &value);
  void take(Rational &value);
  template <class Value> void take(std::optional<Value> &value) {
    if (text() == "none") {
      ++column;
      value.reset();
    } else {
      maybeNone = true;
      take(value.emplace());
      maybeNone = false;
    }
  }
  /// Takes \p count values.
  template <class Value> void take(std::vector<Value> &values, std::size_t count) {
    values.clear();
    for (std::size_t i = 0; i < count; ++i) {
      Value value{};
      take(value);
      values.push_back(value);
    }
  }
  /// Names the line and the first field that could not be taken.
  Expected<void> complete() const;

  /// "line 3: `leave` ...".
  Error errorHere(const std::string &what) const;

private:
  RecordTable(std::istream &source, RecordColumns asked) : stream(&source), columns(std::move(asked)) {}
  /// False at the end.
  Expected<bool> readLine();
  const std::string &text() const { return cells[places[column]]; }
  void refuse(const char *what);

  std::istream *stream;
  RecordColumns columns;
  /// Where each of them stands in a row, and how many columns there are.
  std::vector<std::size_t> places;
  std::size_t width = 0;
  std::vector<std::string> cells;
  std::size_t column = 0;
  /// The value may also be `none`.
  bool maybeNone = false;
  std::uint64_t lineNumber = 0;
  std::optional<Error> mistake;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_RECORD_TABLE_H
