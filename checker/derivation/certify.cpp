// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/certify.h"

#include "checker/derivation/certificate_text.h"
#include "checker/derivation/certifier.h"

namespace plumb::derivation {

CertifiedText certify(const std::string &name, const std::vector<verdict::Evidence> &obligations,
                      const smt::Budget &budget) {
  Certifier certifier(budget);
  SubjectText text(certifier.allTerms(), subjectEntry(name));
  CertifiedText result;
  for (const verdict::Evidence &evidence : obligations) {
    if (!evidence.question || evidence.asksForModel) {
      text.addElsewhere(evidence.name, evidence.engine.empty() ? "nobody" : evidence.engine);
      ++result.elsewhere;
      continue;
    }
    try {
      if (const auto shown = certifier.show(*evidence.question)) {
        text.addShown(shown->obligation, shown->steps);
        ++result.shown;
        continue;
      }
    } catch (const kernel::Rejected &) {
      // Too large for the kernel.
    }
    text.addBelieved(evidence.name);
    result.believed.push_back(evidence.name);
  }
  result.text = text.text();
  return result;
}

} // namespace plumb::derivation
