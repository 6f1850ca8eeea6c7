// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/named_scales.h"

#include "frontend/ir/occurrence.h"
#include "frontend/ir/walk.h"

#include <llvm/Support/Casting.h>
#include <map>

namespace plumb::sema {

using namespace ir;

namespace {

/// A term of more parts is left as it is written: names of names may stand for more than anybody reads.
constexpr std::size_t mostParts = 100;

class NamedScales {
public:
  explicit NamedScales(Mechanism &mechanism) {
    collect(mechanism.body);
    // What is written reads what was written before it, so the order of the text is that of the names.
    for (const Assign *assign : assigns)
      if (assigned.at(&assign->target) == 1 && !assign->target.isArray() &&
          assign->value->sort() == assign->target.sort && isTerm(*assign->value))
        terms.emplace(&assign->target, assign->value.get());
  }

  void replace() {
    for (Sample *sample : samples) {
      if (!sample->scale || !anyPart(*sample->scale, [&](const Expression &part) { return termOf(part); }))
        continue;
      parts = 0;
      ExpressionPtr whole = replaced(*sample->scale, sample->scale->range());
      if (parts <= mostParts)
        sample->scale = std::move(whole);
    }
  }

private:
  void collect(Block &block) {
    for (const std::unique_ptr<Statement> &statement : block) {
      if (auto *sample = llvm::dyn_cast<Sample>(statement.get())) {
        samples.push_back(sample);
      } else if (const auto *assign = llvm::dyn_cast<Assign>(statement.get())) {
        assigns.push_back(assign);
        ++assigned[&assign->target];
      } else if (auto *branch = llvm::dyn_cast<If>(statement.get())) {
        collect(branch->thenBlock);
        collect(branch->elseBlock);
      } else if (auto *loop = llvm::dyn_cast<For>(statement.get())) {
        collect(loop->body);
      }
    }
  }

  /// Of numbers, scalar parameters and locals that are such terms.
  bool isTerm(const Expression &expression) const {
    return !anyPart(expression, [&](const Expression &part) {
      if (const auto *read = llvm::dyn_cast<Read>(&part))
        return read->variable.sort == Sort::Bool || read->variable.isArray() ||
               (read->variable.role != Variable::Role::Parameter && !termOf(part));
      return !llvm::isa<Number, Unary, Binary>(part);
    });
  }

  /// What \p part is the name of; null: of nothing.
  const Expression *termOf(const Expression &part) const {
    const auto *read = llvm::dyn_cast<Read>(&part);
    const auto known = read ? terms.find(&read->variable) : terms.end();
    return known == terms.end() ? nullptr : known->second;
  }

  ExpressionPtr replaced(const Expression &part, SourceRange range) {
    if (++parts > mostParts)
      return copyAt(part, range);
    if (const Expression *term = termOf(part))
      return replaced(*term, range);
    return rebuilt(part, range, [&](const Expression &operand) { return replaced(operand, range); });
  }

  std::vector<Sample *> samples;
  std::vector<const Assign *> assigns;
  std::map<const Variable *, unsigned> assigned;
  std::map<const Variable *, const Expression *> terms;
  std::size_t parts = 0;
};

} // namespace

void replaceNamedScales(Mechanism &mechanism) {
  NamedScales(mechanism).replace();
}

} // namespace plumb::sema
