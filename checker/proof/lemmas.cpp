// SPDX-License-Identifier: Apache-2.0
#include "checker/proof/lemmas.h"

namespace plumb::proof {

using smt::Term;

std::vector<Term> withLemmas(relational::Context context, std::vector<Term> facts,
                             const std::vector<Term> &goals) {
  std::vector<Term> all = facts;
  all.insert(all.end(), goals.begin(), goals.end());
  for (Term lemma : context.products.lemmas(all))
    facts.push_back(lemma);
  return facts;
}

} // namespace plumb::proof
