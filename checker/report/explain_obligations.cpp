// SPDX-License-Identifier: Apache-2.0
#include "checker/report/explain_obligations.h"

#include "checker/relational/walk.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

namespace plumb::report {

using proof::Condition;
using smt::Outcome;

namespace {

struct Chapter {
  const char *title;
  std::vector<Condition> conditions;
};

const std::array<Chapter, 8> &chapters() {
  static const std::array<Chapter, 8> all{
      Chapter{"1. Both runs end", {Condition::Termination}},
      Chapter{"2. Both runs draw the same samples, each from the same law",
              {Condition::SameSamples, Condition::SameLaw}},
      Chapter{"3. Every aligned draw stays in the support of its law",
              {Condition::Support, Condition::Direction}},
      Chapter{"4. The outputs are equal, the alignment is one-to-one, and it is affordable",
              {Condition::Outputs, Condition::Acyclic, Condition::Cost}},
      Chapter{"5. The alignment has countably many pieces", {Condition::Countable}},
      Chapter{"The neighbouring relation", {Condition::Symmetric, Condition::PremiseFixed}},
      Chapter{"What makes this meaningful",
              {Condition::Premises, Condition::Defined, Condition::Coverage, Condition::DeadPath,
               Condition::Invariant}},
      Chapter{"Claims about every single run", {Condition::Claim, Condition::ClaimDefined}},
  };
  return all;
}

constexpr std::string_view movement = "moved at ";

/// The movement at each scale and the ledger share one sentence; of these, the first is about a scale.
bool isMovement(const verdict::Evidence &evidence) {
  return evidence.condition == Condition::Cost && evidence.subject.compare(0, movement.size(), movement) == 0;
}

std::string sentence(const verdict::Evidence &evidence) {
  if (!isMovement(evidence))
    return evidence.text();
  std::string scale = "at scale `" + evidence.subject.substr(movement.size()) + "` ";
  return evidence.status == Outcome::Proved ? scale + "no more is moved than the ledger says"
                                            : scale + "more may be moved than the ledger says";
}

std::string_view agent(std::string_view engine) {
  return engine == "syntax" ? "the syntax" : engine == "dependency graph" ? "the dependency graph" : engine;
}

Line written(const ObligationLine &obligation) {
  Line words = obligation.status == Outcome::Proved ? Line() : strong("open") + line(": ");
  words = words + line(obligation.text);
  std::string how = obligation.status == Outcome::Proved
                        ? (obligation.engine.empty() ? "" : "by " + std::string(agent(obligation.engine)))
                        : std::string(verdict::text(obligation.status));
  if (obligation.count > 1)
    how += (how.empty() ? "" : ", ") + std::to_string(obligation.count) + " obligations";
  if (obligation.proved != 0)
    how += ", and " + std::to_string(obligation.proved) + " on other ways proved";
  return how.empty() ? words : words + line(" (" + how + ")");
}

/// So many cases of one line are told.
constexpr std::size_t mostLines = 12;

bool isOpen(const ObligationLine &obligation) {
  return obligation.status != Outcome::Proved;
}

bool isOfOnePlace(const ObligationLine &one, const ObligationLine &other) {
  return one.condition == other.condition && one.subject == other.subject && one.loop == other.loop;
}

std::vector<const ir::Statement *> loopsOf(const ir::Mechanism &mechanism) {
  std::vector<const ir::Statement *> loops;
  relational::forEachStatement(mechanism.body, [&](const ir::Statement &statement, unsigned) {
    if (statement.kind() == ir::Statement::Kind::For)
      loops.push_back(&statement);
  });
  return loops;
}

/// In program order an inner loop stands behind those around it.
const ir::Statement *innermost(const std::vector<const ir::Statement *> &loops, SourceRange range) {
  const ir::Statement *found = nullptr;
  for (const ir::Statement *loop : loops)
    if (loop->range().begin <= range.begin && range.end <= loop->range().end)
      found = loop;
  return found;
}

/// Of two loops on one line also the column.
std::string placeOf(const ir::Statement &loop, const std::vector<const ir::Statement *> &loops,
                    const SourceFile &file) {
  const SourceLocation place = file.location(loop.range().begin);
  const bool isAlone = std::none_of(loops.begin(), loops.end(), [&](const ir::Statement *other) {
    return other != &loop && file.location(other->range().begin).line == place.line;
  });
  return "line " + std::to_string(place.line) + (isAlone ? "" : ", column " + std::to_string(place.column));
}

/// What is proved of a place of which something is open is counted with that.
void countProvedBesideOpen(std::vector<ObligationLine> &lines) {
  std::vector<ObligationLine> all;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(all), isOpen);
  for (const ObligationLine &one : lines) {
    if (isOpen(one))
      continue;
    bool isBesideOpen = false;
    for (ObligationLine &open : all)
      if (isOpen(open) && isOfOnePlace(one, open)) {
        open.proved += one.count;
        isBesideOpen = true;
      }
    if (!isBesideOpen)
      all.push_back(one);
  }
  lines = std::move(all);
}

} // namespace

std::vector<ObligationLine> obligationLines(const Result &result, const SourceFile &file) {
  const std::vector<verdict::Evidence> &obligations = result.proof.obligations();
  const std::vector<const ir::Statement *> loops = loopsOf(*result.mechanism);
  std::vector<ObligationLine> lines;
  for (std::size_t place = 0; place < obligations.size(); ++place) {
    const verdict::Evidence &evidence = obligations[place];
    const std::string_view advice =
        evidence.advice.empty() ? info(evidence.condition).advice : std::string_view(evidence.advice.text);
    ObligationLine one{evidence.condition,
                       evidence.subject,
                       sentence(evidence),
                       evidence.engine,
                       std::string(advice),
                       evidence.status,
                       1,
                       0,
                       {place},
                       isMovement(evidence),
                       innermost(loops, evidence.range)};
    auto same = std::find_if(lines.begin(), lines.end(), [&](const ObligationLine &known) {
      return known.condition == one.condition && known.text == one.text && known.engine == one.engine &&
             known.status == one.status && known.loop == one.loop;
    });
    if (same == lines.end())
      lines.push_back(std::move(one));
    else {
      ++same->count;
      same->places.push_back(place);
    }
  }
  countProvedBesideOpen(lines);
  std::map<std::pair<Condition, std::string>, std::set<const ir::Statement *>> alike;
  for (const ObligationLine &one : lines)
    alike[{one.condition, one.text}].insert(one.loop);
  for (ObligationLine &one : lines)
    if (one.loop != nullptr && alike.at({one.condition, one.text}).size() > 1)
      one.text += ", in the loop of " + placeOf(*one.loop, loops, file);
  return lines;
}

/// The cases of all of them; a line that says the same as one before is left out, and those that are too many
/// or too long are counted.
static std::vector<Line> reasonsOf(const ObligationLine &obligation, const Chains &chains,
                                   ForeignNames &names) {
  std::vector<Line> lines;
  std::size_t more = 0;
  for (std::size_t place : obligation.places)
    if (place < chains.obligations.size())
      more += addLines(lines, chains.obligations[place], names);
  if (lines.size() > mostLines) {
    more += lines.size() - mostLines;
    lines.resize(mostLines);
  }
  if (more != 0)
    lines.push_back(line((lines.empty() ? "" : "and ") + std::to_string(more) +
                         (lines.empty() ? "" : " more") + (more == 1 ? " case" : " cases") +
                         ", with all steps in `plumb explain --format=json`"));
  return lines;
}

void explainObligations(Document &document, const Result &result, const SourceFile &file,
                        const Chains &chains, const Line &price) {
  std::vector<ObligationLine> lines = obligationLines(result, file);
  std::stable_partition(lines.begin(), lines.end(), isOpen);
  ForeignNames names;
  for (const Chapter &chapter : chapters()) {
    std::vector<Line> items;
    std::vector<std::vector<Line>> below;
    for (Condition condition : chapter.conditions)
      for (const ObligationLine &obligation : lines)
        if (obligation.condition == condition) {
          items.push_back(written(obligation));
          below.push_back(reasonsOf(obligation, chains, names));
          if (condition == Condition::Cost && !obligation.isMovement && !isOpen(obligation) && !price.empty())
            below.back().insert(below.back().begin(), price);
        }
    if (items.empty())
      continue;
    document.heading(3, line(chapter.title));
    document.items(std::move(items), std::move(below));
  }
  for (Line &sentence : explained(names))
    document.paragraph(std::move(sentence));
}

void explainOpen(Document &document, const Result &result, const SourceFile &file) {
  std::vector<ObligationLine> open;
  std::vector<ObligationLine> lines = obligationLines(result, file);
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(open), isOpen);
  std::stable_sort(open.begin(), open.end(), [](const ObligationLine &a, const ObligationLine &b) {
    return a.condition < b.condition;
  });
  std::vector<Line> items;
  for (const ObligationLine &obligation : open) {
    Line words = strong(std::string(info(obligation.condition).shortName)) + line(": " + obligation.text);
    if (obligation.status == Outcome::Refuted && obligation.condition != Condition::Termination)
      words = words + line(". To do: " + obligation.advice);
    items.push_back(std::move(words));
  }
  document.items(std::move(items));
}

std::vector<LoopInvariants> invariantsOf(const ir::Mechanism &mechanism, const proof::Proof &proof) {
  const std::vector<const ir::Statement *> loops = loopsOf(mechanism);
  std::vector<LoopInvariants> all;
  for (std::size_t i = 0; i < std::min(loops.size(), proof.invariants().size()); ++i) {
    LoopInvariants one{loops[i], {}, {}};
    // Different bounds may read the same: c as a parameter and c as what is left of a product with 1.
    std::map<std::string, std::size_t> told;
    const std::vector<std::string> &texts = proof.invariants()[i];
    for (std::size_t place = 0; place < texts.size(); ++place) {
      const auto [known, isNew] = told.emplace(texts[place], one.invariants.size());
      if (isNew) {
        one.invariants.push_back(texts[place]);
        one.places.emplace_back();
      }
      one.places[known->second].push_back(place);
    }
    if (!one.invariants.empty())
      all.push_back(std::move(one));
  }
  return all;
}

/// What runs keep one by one is known of both, and reads the same there.
static std::set<std::string> usedAlone(const Result &result, const ir::Statement &loop,
                                       const UsedInvariants &used) {
  const std::vector<const ir::Statement *> loops = loopsOf(*result.mechanism);
  const auto &all = result.proof.invariantsAlone();
  const auto at = static_cast<std::size_t>(std::find(loops.begin(), loops.end(), &loop) - loops.begin());
  std::set<std::string> texts;
  for (const auto &[ofLoop, place] : used.alone)
    if (ofLoop == &loop && at < all.size() && place < all[at].size())
      texts.insert(all[at][place]);
  return texts;
}

void explainInvariants(Document &document, const Result &result, const SourceFile &file,
                       const Chains &chains) {
  const std::vector<LoopInvariants> all = invariantsOf(*result.mechanism, result.proof);
  const std::vector<const ir::Statement *> loops = loopsOf(*result.mechanism);
  std::map<std::string, std::size_t> heads;
  for (const LoopInvariants &one : all)
    ++heads[ir::printHead(*one.loop)];
  const bool isAllTold =
      std::none_of(chains.obligations.begin(), chains.obligations.end(), [](const ObligationChain &chain) {
        return chain.kind == ObligationChain::Kind::Believed;
      });
  for (const LoopInvariants &one : all) {
    const std::set<std::string> alone = usedAlone(result, *one.loop, chains.used);
    std::vector<Line> items, others;
    for (std::size_t i = 0; i < one.invariants.size(); ++i) {
      const bool isNamed = alone.count(one.invariants[i]) != 0 ||
                           std::any_of(one.places[i].begin(), one.places[i].end(), [&](std::size_t place) {
                             return chains.used.ofPair.count({one.loop, place}) != 0;
                           });
      (isNamed ? items : others).push_back(code(one.invariants[i]));
    }
    const std::string head = ir::printHead(*one.loop);
    document.paragraph(line("Whenever ") + code(head) +
                       line((heads.at(head) > 1 ? " of " + placeOf(*one.loop, loops, file) : "") +
                            " looks for its next iteration:"));
    const bool isUsed = !items.empty();
    document.items(std::move(items));
    if (!others.empty() && !chains.obligations.empty())
      document.paragraph(line(!isAllTold ? "Not named in the chains above, which may rest on some of them:"
                              : isUsed
                                  ? "What is shown above rests on these alone, and they on some of these:"
                                  : "What is shown above rests on none of these:"));
    document.items(std::move(others));
  }
}

} // namespace plumb::report
