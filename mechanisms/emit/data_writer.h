// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/data_writer.h - From records to answers --*- C++ -*-===//
///
/// \file
/// The class Data of a mechanism about records, or of a composition that samples them: the schema is in the
/// program, so the code that counts is written from it. A record is tested against the lengths and ranges of
/// its fields and against the premises, in this order, and then counted; each test may rely on those before
/// it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_DATA_WRITER_H
#define PLUMB_MECHANISMS_EMIT_DATA_WRITER_H

#include "mechanisms/emit/expression_writer.h"
#include "mechanisms/emit/template.h"
#include "mechanisms/emit/writer.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumb::emit {

class DataWriter {
public:
  /// Writes it, if the inputs are about records.
  ///
  /// \param sampled of a composition: the probability with which a record is in the sample, as the program
  /// says it, and the type of the coin that has it.
  struct Sampled {
    std::string probability, coin;
  };
  explicit DataWriter(Terms &shared, std::optional<Sampled> sample = std::nullopt);

  bool isThere() const { return unit.inputs.recordAdjacency && lacks.empty(); }
  /// Why there is no such class though the mechanism is about records: what of them is not counted in C++.
  const std::vector<plan::Problem> &problems() const { return lacks; }

  /// The struct Record; empty, as all of these, if there is no such class.
  std::string recordStruct() const { return structure; }
  std::string classText() const { return text; }
  /// The answers of a Data `data`, as they are passed to `run`: each ends with a comma.
  std::string answerNames() const;
  /// A step reads rows of \p query that are as long as the stream: it has the records, and computes what is
  /// asked for. So it is if no more than two indices say where a record counts, each record has an end that
  /// it tells, and the condition has a value whatever its fields hold.
  bool holdsRecordsFor(const ir::Variable &query) const;
  /// The rows of step `row`, as they are passed to `step`.
  std::string rows() const;

private:
  std::string written();
  std::string recordText();
  std::string columnNames() const;
  std::string columns();
  std::string taking();
  void lengths();
  void ranges();
  void testPremise(const ir::RecordPremise &premise);
  void countAnswers(const ir::Variable &variable);
  void holdRecord(const ir::Variable &variable);
  std::string holdingMembers(const ir::Variable &variable);
  std::string counted(const ir::SchemaQuery &query, const std::string &then);
  std::string share(const ir::Variable &variable);
  std::string answerFields();
  std::string answers();
  std::string eachAnswer() const;
  std::string counters();
  std::string rowReaders();
  /// `this->fAnswers` of each query with \p call behind it, between \p between.
  std::string ofEach(const std::string &call, const std::string &between) const;
  std::string counter(const ir::Variable &query) const;
  std::string width(const ir::Variable &query);

  /// A term of 128 bits at most.
  std::string wide(const ir::Expression &term);
  /// Of a term of sort Real.
  std::string rational(const ir::Expression &term);
  std::vector<std::string> allWide(const std::vector<ir::ExpressionPtr> &terms);
  /// Opens the loop of \p indices.front() from \p low up to \p high, where \p condition leaves it.
  void loop(const std::string &low, const std::string &high, const ir::Expression *condition,
            const std::vector<const ir::Variable *> &indices);
  /// "runtime::IndexRange<std::int64_t>(0, n).below(record.leave)"
  std::string range(const std::string &low, const std::string &high, const ir::Expression *condition,
                    const std::vector<const ir::Variable *> &indices);
  /// "for ([[maybe_unused]] const std::int64_t t : RANGE)"
  std::string over(const ir::Variable &index, const std::string &range);
  void refuse(const std::string &fails, const std::string &message);
  const ir::Record &record() const { return *unit.inputs.recordAdjacency->record; }
  const std::string &fieldName(const ir::Field &field) const { return fieldNames.at(&field); }

  Terms &unit;
  std::optional<Sampled> sampled;
  ExpressionWriter terms;
  std::vector<const ir::Variable *> queries;
  Writer tests;
  std::map<const ir::Field *, std::string> fieldNames;
  std::string structure, text;
  std::vector<plan::Problem> lacks;
};

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_DATA_WRITER_H
