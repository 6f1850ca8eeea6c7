// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/stream_writer.h - The class Stream -------*- C++ -*-===//
///
/// \file
/// Writes the stream form of a mechanism (plan/stream.h): `State`, the functions of
/// `Mechanism` that begin a run and make one step of it, and the class `Stream`
/// around them. All that is the same for every mechanism (counting, saving,
/// restoring) is in the runtime (stepped_run.h); the header lists the fields.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_STREAM_WRITER_H
#define PLUMB_MECHANISMS_EMIT_STREAM_WRITER_H

#include "mechanisms/emit/statement_writer.h"

namespace plumb::emit {

class StreamWriter {
public:
  /// Saved states of mechanisms with another structure (frontend/ir/structure.h) are refused.
  ///
  /// \pre \p shared has a stream.
  explicit StreamWriter(Unit &shared);

  /// Private members of Mechanism.
  std::string members() const;
  /// Behind the class Mechanism.
  std::string definitions() const;
  /// The class Stream.
  std::string classText() const;

private:
  std::string stateStruct();
  std::string eachField() const;
  std::string refusal() const;
  std::string identity() const;
  std::string stepComment() const;
  std::string stepping() const;
  std::string secrecy() const;
  /// What becomes of the rows in the function whose parameters they are: all are passed on, the program
  /// reads them, or only the sizes of spans are looked at.
  enum class Rows : std::uint8_t { Passed, Read, Sized };
  /// "std::int64_t f, std::span<const std::int64_t> g": one row of each query.
  std::string rows(Rows use) const;
  /// "f, g".
  std::string rowNames() const;
  std::string published() const;
  std::vector<const ir::Variable *> keptAndIndex() const;

  Unit &unit;
  std::string hash;
  // Written at once, because they decide which small functions are needed.
  std::string state, sized, begin, stepsBehind, running, refuses, iterate;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_STREAM_WRITER_H
