// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/coordinates.h - Numbers that data are made of -*- C++ -*-===//
///
/// \file
/// The data of a question as a point: answers and parameters, or numbers of equal records. A search moves
/// along its axes without knowing which of them it is.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_COORDINATES_H
#define PLUMB_CHECKER_DISPROOF_COORDINATES_H

#include "checker/disproof/moves.h"

namespace plumb::disproof {

/// Data with the parameters on which they are asked.
struct DataPoint {
  interpreter::Instance instance;
  /// On D' as well, in the textbook form.
  interpreter::Numbers first, second;
  /// Whose answers they are. Nothing in the textbook form.
  std::optional<interpreter::RecordPair> records;
};

class Coordinates {
public:
  struct Axis {
    Exact start;
    bool isIntegral;
    /// How far neighbours reach.
    Exact reach;
  };

  virtual ~Coordinates() = default;
  /// Nothing if no data are there, or nothing is guaranteed of them.
  virtual std::optional<DataPoint> at(const interpreter::Numbers &point) const = 0;

  const std::vector<Axis> &axes() const { return all; }
  /// Axes along which to move at once.
  const std::vector<std::vector<std::size_t>> &directions() const { return together; }

protected:
  void add(const Axis &axis);

  std::vector<Axis> all;
  std::vector<std::vector<std::size_t>> together;
};

/// The answers, 0 at the start, and the parameters on which neither a size nor the guarantee depends.
class AnswerCoordinates final : public Coordinates {
public:
  AnswerCoordinates(const interpreter::Instance &start, const std::vector<AnswerRange> &ranges);
  std::optional<DataPoint> at(const interpreter::Numbers &point) const override;

private:
  void addParameters();

  const interpreter::Instance &instance;
  /// Where the axes behind the answers stand among the parameters.
  std::vector<std::size_t> parameters;
};

/// How many of each of some records both data sets have, none at the start, beside the one that differs.
class RecordCoordinates final : public Coordinates {
public:
  /// \pre all of \p kinds are possible, and \p pair are neighbours.
  RecordCoordinates(const interpreter::Instance &of, interpreter::RecordPair pair,
                    std::vector<interpreter::RecordValue> kinds);
  std::optional<DataPoint> at(const interpreter::Numbers &point) const override;

private:
  const interpreter::Instance &instance;
  interpreter::RecordPair changed;
  std::vector<interpreter::RecordValue> others;
};

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_COORDINATES_H
