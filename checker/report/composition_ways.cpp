// SPDX-License-Identifier: Apache-2.0
//
// The text of a composition for the kernel, with the records by which each part leads from r to r'.

#include "checker/composition/steps.h"
#include "checker/report/composition_result.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/stated_neighbours.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace plumb::report {

using composition::Fields;
using composition::Gait;
using composition::Row;
using composition::Walk;
using Kind = ir::RecordAdjacency::Kind;

namespace {

/// When fields that no answer shows become those of r'. The prover is content with either.
enum class Unread : std::uint8_t { First, WithOthers, Last };

/// Records on the way of one part, as they are written behind it.
class Way {
public:
  Way(const ir::Composition &ofAll, const Row &ofStated, std::size_t number)
      : record(*ofAll.head.recordAdjacency->record), part(*ofAll.parts[number].mechanism),
        steps(ofStated.steps[number]), walk(ofStated.walks[number].get()), changing(ofStated.changing),
        unread(composition::unreadBy(part)) {}

  /// Empty: there is none, or it leads from r to r' at once.
  std::string text(Unread when) {
    if (steps == 0)
      return through({"same " + all()});
    // One of two is enough where one of them shows in no answer, or where no answer tells r' from r.
    if (part.recordAdjacency->kind != Kind::Replace)
      return steps > 1
                 ? through({"nobody", all()})
                 : through({"nobody", "same " + all() + " or same nobody", all() + " or same " + all()});
    if (walk)
      return through(strides(when == Unread::Last && !unread.empty()));
    return steps == 1 && when != Unread::First ? "" : through(mixtures());
  }

private:
  static std::string through(const std::vector<std::string> &points) {
    return " through " + llvm::join(points, ", ");
  }

  template <class Pick> std::string those(const Pick &pick) const {
    std::vector<std::string> names;
    for (const auto &field : record.fields)
      if (pick(*field))
        names.push_back(field->name);
    return "{ " + llvm::join(names, ", ") + " }";
  }

  std::string all() const {
    return those([](const ir::Field &) { return true; });
  }

  /// Fields that answers show become those of r' one after another; the last of them with all that is left.
  std::vector<std::string> mixtures() const {
    std::vector<std::string> points;
    Fields taken;
    for (const ir::Field *field : unread)
      if (changing.count(field))
        taken.insert(field);
    if (!taken.empty())
      points.push_back("same " + those([&](const ir::Field &field) { return taken.count(&field) != 0; }));
    for (const auto &field : record.fields)
      if (changing.count(field.get()) && taken.insert(field.get()).second)
        points.push_back(those([&](const ir::Field &each) { return taken.count(&each) != 0; }));
    if (!points.empty())
      points.back() = all();
    return points;
  }

  /// \see composition::Steps
  bool isNumber(const ir::Field &field) const {
    const auto isOf = [&](const ir::Field &one, ir::Sort sort) {
      return changing.count(&one) && one.sort == sort && !one.orNone;
    };
    return isOf(field, ir::Sort::Int) ||
           (isOf(field, ir::Sort::Real) &&
            llvm::none_of(record.fields, [&](const auto &one) { return isOf(*one, ir::Sort::Int); }));
  }

  /// \param isLast fields that no answer shows become those of r' when all others have.
  std::vector<std::string> strides(bool isLast) const {
    const auto waits = [&](const ir::Field &field) { return isLast && unread.count(&field) != 0; };
    std::vector<std::string> points;
    for (unsigned step = 1; step < steps; ++step) {
      std::vector<std::string> fields;
      std::string most = std::to_string(step) + " * (" + ir::print(*walk->stride) + ")";
      for (const auto &field : record.fields) {
        if (waits(*field))
          continue;
        const std::string &name = field->name, whole = "r'." + name + " - r." + name;
        if (!isNumber(*field)) {
          fields.push_back(name);
          continue;
        }
        fields.push_back(name + ": r." + name + " + max(0 - " + most + ", min(" + most + ", " + whole + "))");
        if (walk->gait == Gait::InTurn)
          most = "max(0, " + most + " - abs(" + whole + "))";
      }
      points.push_back("{ " + llvm::join(fields, ", ") + " }");
    }
    points.push_back(those([&](const ir::Field &field) { return !waits(field); }));
    if (isLast)
      points.push_back("same " + all());
    return points;
  }

  const ir::Record &record;
  const ir::Mechanism &part;
  unsigned steps;
  const Walk *walk;
  const Fields &changing;
  Fields unread;
};

} // namespace

/// The one row says by which steps each part is paid for.
static bool hasWays(const CompositionResult &result) {
  const ir::Composition &composition = *result.composition;
  return ir::statesNeighbours(composition) && result.composed.rows().size() == 1 &&
         composition.head.recordAdjacency->kind == Kind::Replace;
}

/// The kernel knows less of powers of e than the prover, and fewer ways from D to D'; and it charges each
/// part for all neighbours where the text has no ways.
bool CompositionResult::isShownAlike(std::string_view condition) const {
  if (!composition->definitions.empty())
    return false;
  return condition == "requires" || condition == "defined" || condition == "times" ||
         (hasWays(*this) && (condition == "premise" || condition == "sum"));
}

/// Each part has its own neighbours, told field by field: the last row is about all that they let change.
static bool hasWaysByFields(const CompositionResult &result) {
  const ir::Composition &composition = *result.composition;
  const std::vector<ir::Part> &parts = composition.parts;
  return !ir::statesNeighbours(composition) && !composition.sampling &&
         llvm::all_of(parts, composition::isByAttributes) && result.composed.rows().size() > 1;
}

/// What a part calls sensitive becomes that of r' first. What then is left shows in none of its answers.
static std::string wayByFields(const CompositionResult &result, std::size_t number) {
  const ir::Composition &composition = *result.composition;
  const ir::Part &part = composition.parts[number];
  const auto those = [&](const Fields &fields) {
    std::vector<std::string> names;
    for (const auto &field : composition.head.recordAdjacency->record->fields)
      if (fields.count(field.get()))
        names.push_back(field->name);
    return "{ " + llvm::join(names, ", ") + " }";
  };
  Fields all;
  for (const auto &field : composition.head.recordAdjacency->record->fields)
    all.insert(field.get());
  const bool isPaid = result.composed.rows().back().charges[number] == composition::Charge::Budget;
  return " through " + (isPaid ? those(composition::sensitiveFields(part)) + ", " : "") + "same " +
         those(all);
}

std::vector<std::string> CompositionResult::provedTexts() const {
  if (hasWaysByFields(*this)) {
    std::vector<std::string> ways;
    for (std::size_t i = 0; i < composition->parts.size(); ++i)
      ways.push_back(wayByFields(*this, i));
    return {ir::print(*composition), ir::print(*composition, ways)};
  }
  if (!hasWays(*this))
    return {ir::print(*composition)};
  std::vector<std::string> texts;
  for (Unread when : {Unread::Last, Unread::WithOthers, Unread::First}) {
    std::vector<std::string> ways;
    for (std::size_t i = 0; i < composition->parts.size(); ++i)
      ways.push_back(Way(*composition, composed.rows().front(), i).text(when));
    std::string text = ir::print(*composition, ways);
    if (!llvm::is_contained(texts, text))
      texts.push_back(std::move(text));
  }
  return texts;
}

} // namespace plumb::report
