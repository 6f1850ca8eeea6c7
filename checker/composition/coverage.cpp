// SPDX-License-Identifier: Apache-2.0
#include "checker/composition/coverage.h"

#include "checker/composition/composer.h"

#include <algorithm>

namespace plumb::composition {

using smt::Term;

Term isInSome(Pairs::Writer &writer, const std::vector<Row> &rows, smt::TermStore &store) {
  std::vector<Term> each;
  for (const Row &row : rows)
    each.push_back(writer.isIn(row));
  return store.disjunction(std::move(each));
}

void Composer::coverage() {
  for (const Relation &relation : relations) {
    const ir::Part &part = composition.parts[relation.part];
    isCovered(part.mechanism->name, "`" + ir::printCall(part) + "`", part.range,
              allowedBy(composition, part));
  }
  // Each attribute where some part lets it: more than the pairs that one part allows.
  if (std::all_of(composition.parts.begin(), composition.parts.end(), isByAttributes))
    isCovered("all", "some part for each attribute", composition.head.nameRange,
              someAllow(composition, changingFields(composition)));
}

void Composer::isCovered(const std::string &about, const std::string &who, SourceRange range,
                         ChangeClass changes) {
  Pairs pairs(composition, std::move(changes), store);
  Pairs::Writer writer(pairs);
  Term covered = isInSome(writer, composed.ledger, store);
  Evidence &step = record("covered." + about, "", range, pairs.context(), writer.facts(), covered);
  step.sentence = step.status == smt::Outcome::Proved
                      ? "each change that is allowed by " + who + " is in the ledger"
                      : "it is not proved that each change which is allowed by " + who + " is in the ledger";
}

} // namespace plumb::composition
