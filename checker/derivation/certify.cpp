// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/certify.h"

#include "checker/derivation/certificate_text.h"
#include "checker/derivation/search.h"
#include "checker/derivation/translation.h"
#include "checker/smt/core.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace plumb::derivation {

namespace {

using kernel::Term;

/// The obligation as it was shown, and how.
struct Shown {
  kernel::Obligation obligation;
  Steps steps;
};

constexpr Limits littleWork{300'000, 300}, lemmaWork{40'000, 40};

class Certifier {
public:
  explicit Certifier(const smt::Budget &budget) : translation(terms), cores(budget) {}

  const kernel::Terms &allTerms() const { return terms; }

  /// The goal as it stands, if that is little work; or each part of a conjunction by itself; or, after all,
  /// the goal with more work.
  std::optional<Shown> show(const smt::Obligation &question) {
    if (question.goal.op() != smt::Operator::And)
      return showWhole(question, {});
    auto shown = showWhole(question, littleWork);
    if (!shown)
      shown = showParts(question);
    return shown ? shown : showWhole(question, {});
  }

private:
  std::optional<Shown> showParts(const smt::Obligation &question) {
    Shown whole{{question.name, {}, translation.translate(question.goal)}, {}};
    std::vector<Lemma> parts;
    std::deque<Steps> kept;
    std::set<Term> hypotheses;
    for (smt::Term goal : question.goal.arguments()) {
      const auto part = showWhole({question.name, question.hypotheses, goal}, {});
      if (!part)
        return std::nullopt;
      hypotheses.insert(part->obligation.hypotheses.begin(), part->obligation.hypotheses.end());
      parts.push_back({part->obligation.goal, &kept.emplace_back(part->steps)});
    }
    whole.obligation.hypotheses.assign(hypotheses.begin(), hypotheses.end());
    auto steps = joined(terms, whole.obligation, {}, parts, {{Step::Kind::Unit, {whole.obligation.goal}}});
    if (!steps)
      return std::nullopt;
    whole.steps = std::move(*steps);
    return whole;
  }

  std::optional<Shown> showWhole(const smt::Obligation &question, const Limits &limits) {
    const auto core = cores.find(question);
    if (!core)
      return std::nullopt;
    // What is true of products is no hypothesis: it is shown beside.
    kernel::Obligation obligation{question.name, {}, translation.translate(question.goal)};
    std::vector<Lemma> lemmas;
    for (std::size_t at : *core) {
      const Term hypothesis = translation.translate(question.hypotheses[at]);
      if (const Steps *steps = lemma(hypothesis))
        lemmas.push_back({hypothesis, steps});
      else
        obligation.hypotheses.push_back(hypothesis);
    }
    kernel::Obligation extended = obligation;
    for (const Lemma &each : lemmas)
      extended.hypotheses.push_back(each.formula);
    auto steps = derive(terms, extended, false, limits);
    if (steps && !lemmas.empty())
      steps = joined(terms, obligation, {}, lemmas, *steps);
    return steps ? std::optional<Shown>({std::move(obligation), std::move(*steps)}) : std::nullopt;
  }

  /// Null if \p formula has no products, or is not found to hold by itself.
  const Steps *lemma(Term formula) {
    const auto [place, isNew] = lemmas.emplace(formula, std::nullopt);
    if (isNew && hasProduct(formula))
      place->second = derive(terms, {"", {}, formula}, true, lemmaWork);
    return place->second ? &*place->second : nullptr;
  }

  bool hasProduct(Term formula) const {
    std::set<Term> parts{formula};
    for (auto at = parts.rbegin(); at != parts.rend(); ++at) {
      const kernel::Node &node = terms[*at];
      parts.insert(node.arguments.begin(), node.arguments.end());
      if (node.op == kernel::Operator::Multiply &&
          std::none_of(node.arguments.begin(), node.arguments.end(),
                       [&](Term factor) { return terms[factor].op == kernel::Operator::Number; }))
        return true;
    }
    return false;
  }

  kernel::Terms terms;
  Translation translation;
  smt::Cores cores;
  std::map<Term, std::optional<Steps>> lemmas;
};

} // namespace

CertifiedText certify(const std::string &name, const std::vector<verdict::Evidence> &obligations,
                      const smt::Budget &budget) {
  Certifier certifier(budget);
  SubjectText text(certifier.allTerms(), subjectEntry(name));
  CertifiedText result;
  for (const verdict::Evidence &evidence : obligations) {
    if (!evidence.question || evidence.asksForModel) {
      text.addElsewhere(evidence.name, evidence.engine.empty() ? "nobody" : evidence.engine);
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
