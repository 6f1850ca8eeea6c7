// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/head.h"

#include "frontend/ir/occurrence.h"
#include "frontend/ir/print_expression.h"
#include "frontend/ir/published.h"
#include "frontend/ir/stated_neighbours.h"
#include "frontend/support/utf8.h"
#include "mechanisms/plan/released.h"

#include <initializer_list>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <set>

namespace plumb::emit {

using report::Assumption;

std::string commentText(std::string_view text) {
  std::string clean;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decodeUtf8(text, at);
    if (!point.valid || isControl(point.value))
      clean += ' ';
    else
      clean += text.substr(at, point.length);
    at += point.length;
  }
  while (!clean.empty() && (clean.back() == '\\' || clean.back() == ' '))
    clean.pop_back();
  return clean;
}

static std::string line(const std::string &text) {
  std::string clean = commentText(text);
  return clean.empty() ? "///\n" : "/// " + clean + "\n";
}

static std::string section(const std::string &title, const std::vector<std::string> &items) {
  if (items.empty())
    return {};
  std::string text = "///\n" + line(title + ":");
  for (const std::string &item : items)
    text += line("  - " + item);
  return text;
}

static std::vector<std::string> texts(const report::Certificate &certificate,
                                      std::initializer_list<Assumption::Kind> kinds) {
  std::vector<std::string> result;
  for (const Assumption &assumption : certificate.assumptions())
    if (llvm::is_contained(kinds, assumption.kind))
      result.push_back((assumption.kind == Assumption::Kind::Premise ? "requires " : "") + assumption.text);
  return result;
}

/// The declaration of \p what in the program, set in.
static std::string declaration(const std::string &what) {
  std::string text;
  for (llvm::StringRef rest = what; !rest.empty();) {
    auto [first, others] = rest.split('\n');
    text += line("    " + first.str());
    rest = others;
  }
  return text;
}

/// Who counts as a neighbour, what is asked of the data, and what the caller has to see to.
static std::string schema(const ir::Mechanism &mechanism, bool countsRecords) {
  const ir::RecordAdjacency &adjacency = *mechanism.recordAdjacency;
  std::string text = "///\n" +
                     line("Neighbours differ in one record (event level): " + ir::print(adjacency) + ".") +
                     "///\n" + declaration(ir::print(*adjacency.record));
  if (adjacency.policy)
    text += declaration(ir::print(*adjacency.policy));
  for (const auto &variable : mechanism.variables)
    if (variable->definition)
      text += declaration(ir::print(*variable->definition));
  return text + "///\n" +
         line("That answers differ as the proof needs was derived from these declarations. That what is "
              "passed") +
         line(countsRecords ? "below are the exact answers to these queries is up to the caller, but where "
                              "`Data` counts."
                            : "below are the exact answers to these queries is up to the caller.");
}

std::vector<std::string> knownOfRecords(const ir::Neighbourhood &inputs) {
  std::vector<std::string> known;
  if (!inputs.recordAdjacency)
    return known;
  for (const auto &field : inputs.recordAdjacency->record->fields)
    if (field->low)
      known.push_back("`" + field->name + "` is in `" + ir::printPromotedBound(*field->low) + " .. " +
                      ir::printPromotedBound(*field->high) + "`" +
                      (field->reachesHigh() ? ", both included" : "") + (field->orNone ? ", or none" : ""));
  for (const ir::RecordPremise &premise : inputs.premises)
    known.push_back(ir::print(premise));
  return known;
}

std::string vouchedStruct(const std::vector<std::string> &known, bool counts) {
  std::string text =
      line("Said by who passes answers as numbers: they are those of records of which all of this holds.") +
      line(
          counts
              ? "Nothing tests it here, as `Data` does of each record. Where it is not so, the guarantee and "
                "the claims need"
              : "Nothing tests it. Where it is not so, the guarantee and the claims need") +
      line("not hold.") + line("");
  for (const std::string &each : known)
    text += line("  - " + each);
  return text + "struct Vouched {\n  explicit Vouched() = default;\n};";
}

bool isCount(const ir::Variable &query) {
  return query.definition && query.definition->aggregate == ir::SchemaQuery::Aggregate::Count;
}

std::string belowZero(const std::string &name, bool several, Includes &includes) {
  if (!several)
    return name + " < 0";
  includes.add("<algorithm>");
  return "std::any_of(" + name + ".begin(), " + name + ".end(), [](auto count) { return count < 0; })";
}

std::string belowZeroReason(const ir::Variable &query) {
  return "`" + query.name + "` counts records, and is below 0";
}

static bool hasSum(const ir::Mechanism &mechanism) {
  return llvm::any_of(mechanism.variables, [](const auto &variable) {
    return variable->definition && variable->definition->aggregate == ir::SchemaQuery::Aggregate::Sum;
  });
}

static bool hasCount(const ir::Mechanism &mechanism) {
  return llvm::any_of(mechanism.variables, [](const auto &variable) { return isCount(*variable); });
}

/// What becomes of large answers; see plan/answers.cpp.
static std::string sizeOfAnswers(const ir::Mechanism &mechanism) {
  if (!hasSum(mechanism) && hasCount(mechanism))
    return line("Answers are any 64-bit integers, and counts of records at least 0. All of this holds for "
                "each of "
                "them:") +
           line("no value is cut off, and nothing wraps.");
  if (!hasSum(mechanism))
    return line("Answers are any 64-bit integers. All of this holds for each of them: no value is cut off, "
                "and "
                "nothing") +
           line("wraps.");
  return line("All of this holds for fewer than 2^62 records whose fields are 64-bit integers. A sum is "
              "clamped to a "
              "range") +
         line("that none can leave then, so sums stay exact, also relative to each other. No other value is "
              "cut "
              "off, and") +
         line("nothing wraps.");
}

/// What `--constant-work` promises, and what it leaves.
static std::string timing(const ir::Mechanism &mechanism, bool isStream, bool countsRecords) {
  std::vector<std::string> varies = plan::whatVaries(mechanism);
  if (isStream)
    varies.push_back(
        "how many digits the numbers have that a stream keeps, when it is saved or its file is written");
  if (hasCount(mechanism))
    varies.push_back("whether a count is below 0, which no data have");
  if (countsRecords)
    varies.push_back("what is in the records, where `Data` counts them and hands on what it has counted");
  return "///\n" +
         line(
             "Emitted for constant work: in samplers, and in selections that are not listed below, no branch "
             "and no") +
         line("address depends on noise or answers.") +
         section("The time of a run may still depend on", varies);
}

std::string headComment(const report::Certificate &certificate, plan::Work work, bool isStream,
                        bool countsRecords) {
  const ir::Mechanism &mechanism = certificate.mechanism();
  std::vector<std::string> claims;
  for (const ir::Claim &claim : mechanism.claims)
    claims.push_back(ir::print(*claim.formula));

  std::string text = line("\\file");
  text += line("The mechanism `" + mechanism.name +
               "`, proved differentially private: " + certificate.subject().guarantees().front() + ".");
  text += line("For all neighbours D -> D' below and every set S of outputs,");
  text += line("P[run on D in S] <= exp(" + ir::printPromoted(*mechanism.guarantee.epsilon) +
               ") P[run on D' in S].");
  if (plan::Released(mechanism).hidesSomething())
    text +=
        "///\n" +
        line("The proof covers more than is published: it holds as well where what the program announces to "
             "it is") +
        line("published. Here nothing of that is published, or computed for its sake.");
  using Kind = Assumption::Kind;
  if (mechanism.recordAdjacency)
    text += schema(mechanism, countsRecords);
  text += section("Neighbours differ in one record, which is assumed to mean",
                  texts(certificate, {Kind::DifferenceSet}));
  text += section(
      countsRecords ? "Assumed of every record, before and after the change; `Data` tests it, and `run` with "
                      "answers does not"
                    : "Assumed of every record, before and after the change; see to it, for nothing here "
                      "tests data",
      texts(certificate, {Kind::DataPremise}));
  text += section("Further assumptions", texts(certificate, {Kind::Premise, Kind::PublicParameters}));
  text += section("Claims, true of every single run", claims);
  text += section("Noise, drawn exactly", certificate.subject().laws());
  if (work == plan::Work::Constant)
    text += timing(mechanism, isStream, countsRecords);
  text += "///\n";
  text += sizeOfAnswers(mechanism);
  text += "///\n";
  text += line("Names that C++ or this header needs for itself have a trailing underscore.");
  text += "///\n";
  text += line("Generated by Plumb from " + certificate.sourceName() + " (SHA-256 " +
               certificate.sourceHash() + ").");
  text +=
      line("Do not edit: " + mechanism.name + ".cert.json, the certificate, names the hash of this file.");
  return text;
}

/// Who counts as a neighbour of a composition, and what is asked about the data.
static std::string schema(const ir::Composition &composition) {
  const auto &adjacency = composition.head.recordAdjacency;
  if (!adjacency)
    return {};
  const bool isStated = ir::statesNeighbours(composition);
  std::string text = "///\n" +
                     line("Neighbours differ in one record (event level): " + ir::print(*adjacency) +
                          (isStated ? "." : ", as the parts allow; see the rows below.")) +
                     "///\n" + declaration(ir::print(*adjacency->record));
  if (adjacency->policy)
    text += declaration(ir::print(*adjacency->policy));
  std::set<std::string> told;
  for (const ir::Part &part : composition.parts)
    for (const auto &variable : part.mechanism->variables)
      if (variable->definition && told.insert(variable->name).second)
        text += declaration(ir::print(*variable->definition));
  return text;
}

/// What of the assumptions on the sample is done here, and what is left to the caller.
static std::string sampleOf(const report::Certificate &certificate) {
  return section("Assumed of the sample", texts(certificate, {Assumption::Kind::Sample})) +
         line("`Data` draws it so, exactly, of the records that it is given; the state of a run keeps its "
              "answers for all parts,") +
         line("and nothing draws another one. Up to the caller: every record is added once, whatever it "
              "says; the file of a run and") +
         line("the memory of its process are seen by nobody; no file is copied, so that a second account "
              "would pay for the same") +
         line("sample, or put back together with that of the ledger.");
}

/// Does \p part get a number that \p composition defines? Then its mechanism stands in the header.
static bool getsDefined(const ir::Composition &composition, const ir::Part &part) {
  return llvm::any_of(part.arguments, [&](const ir::Argument &argument) {
    return argument.value && llvm::any_of(composition.definitions, [&](const ir::Definition &definition) {
             return ir::reads(*argument.value, *definition.variable);
           });
  });
}

/// What `let` defines, and how it is drawn.
static std::string definitionsOf(const ir::Composition &composition) {
  if (composition.definitions.empty())
    return {};
  std::vector<std::string> all;
  for (const ir::Definition &definition : composition.definitions)
    all.push_back(definition.variable->name + " = " + ir::print(definition));
  return section("Where these are no fractions, and what is drawn with them is drawn exactly", all) +
         line(
             "Noise of scale 1 / (k ln(t)) has masses proportional to t^-(k |x|), quotients over powers of e "
             "(logarithmic_geometric.h).") +
         line("A sample of it takes the same number of random words whatever it is, but for a probability "
              "below 2^-57. Prices are") +
         line("rounded up.");
}

std::string headComment(const report::Certificate &certificate, const report::CompositionResult &composed) {
  const ir::Composition &composition = *composed.composition;
  const std::string &name = composition.head.name;
  std::vector<std::string> parts, rows;
  for (const ir::Part &part : composition.parts) {
    const std::string passed = ir::publishedName(composition, part);
    parts.push_back(
        std::to_string(parts.size() + 1) + ": " + (passed.empty() ? "" : passed + " := ") + ir::print(part) +
        (getsDefined(composition, part) ? ", in this header" : ", in " + part.mechanism->name + ".h"));
  }
  for (const composition::Row &row : composed.composed.rows())
    rows.push_back(report::ledgerText(composed, row));

  std::string text = line("\\file");
  if (composition.guarantee.epsilon) {
    text += line("The composition `" + name +
                 "`, proved differentially private: " + certificate.subject().guarantees().front() + ".");
    text += line("For all neighbours D -> D' below and every set S of what its parts publish together,");
    text += line("P[parts on D in S] <= exp(" + ir::printPromoted(*composition.guarantee.epsilon) +
                 ") P[parts on D' in S].");
  } else
    text += line("The composition `" + name +
                 "`, proved differentially private: each class of changes below costs "
                 "what its row says.");
  text += schema(composition);
  const bool isSampled = composition.sampling.has_value();
  text += section(isSampled ? "Its parts, which run in this order and on the same sample of the data"
                            : "Its parts, which run in this order and on the same data",
                  parts);
  text += definitionsOf(composition);
  text += section("What they cost together, for each class of changes", rows);
  using Kind = Assumption::Kind;
  text += section("Neighbours differ in one record, which is assumed to mean",
                  texts(certificate, {Kind::DifferenceSet}));
  if (isSampled)
    text += sampleOf(certificate);
  text += section(isSampled ? "Assumed of every record, before and after the change; `Data` tests it"
                            : "Assumed of every record, before and after the change; see to it, for nothing "
                              "here tests data",
                  texts(certificate, {Kind::DataPremise}));
  text += section("Further assumptions", texts(certificate, {Kind::Premise, Kind::PublicParameters}));
  text += "///\n";
  text +=
      line(isSampled ? "The headers of the parts say what they claim of answers on the sample, and how "
                       "their noise is drawn."
                     : "The headers of the parts say what they claim, how their noise is drawn, and which "
                       "answers they take.");
  text += "///\n";
  text += line("Names that C++ or this header needs for itself have a trailing underscore.");
  text += "///\n";
  text += line("Generated by Plumb from " + certificate.sourceName() + " (SHA-256 " +
               certificate.sourceHash() + ").");
  text += line("Do not edit: " + name + ".cert.json, the certificate, names the hash of this file.");
  return text;
}

} // namespace plumb::emit
