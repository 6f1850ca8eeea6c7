// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/stream_writer.h - The class Stream -------*- C++ -*-===//
///
/// \file
/// The stream form of a mechanism (plan/stream.h): `State`, the functions of
/// `Mechanism` that begin a run and make one step of it, and the class `Stream`
/// around them. All that is the same for every mechanism (counting, saving,
/// restoring) is in the runtime (stepped_run.h); the header lists the fields.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_STREAM_WRITER_H
#define PLUMB_MECHANISMS_EMIT_STREAM_WRITER_H

#include "mechanisms/emit/data_writer.h"
#include "mechanisms/emit/statement_writer.h"
#include "mechanisms/emit/template.h"

namespace plumb::emit {

class StreamWriter {
public:
  /// \pre \p shared has a stream.
  StreamWriter(Unit &shared, const DataWriter &fromRecords);

  /// Fills what stands in `@if stream` of templates/mechanism.h.in. Saved states of mechanisms with another
  /// structure (frontend/ir/structure.h) are refused.
  void fill(Template &header);

private:
  void setSteps(Template &header);
  std::string fields();
  std::string rowChecks();
  std::string classText(bool hasSpans);
  /// A row of \p query is as long as the stream: `Data` computes what is read of it, and a caller passes all.
  bool isLong(const ir::Variable &query) const;
  /// What becomes of the rows in the function whose parameters they are: the caller passes all, a step takes
  /// them, the program reads them, or only the sizes of spans are looked at.
  enum class Rows : std::uint8_t { Passed, Taken, Read, Sized };
  /// "std::int64_t f, std::span<const std::int64_t> g": one row of each query.
  std::string rows(Rows use);
  /// The type of what a step gives.
  std::string published() const;

  Unit &unit;
  const DataWriter &data;
  std::vector<const ir::Variable *> queries;
  /// The index of the loop, and what passes from one step to the next.
  std::vector<const ir::Variable *> state;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_STREAM_WRITER_H
