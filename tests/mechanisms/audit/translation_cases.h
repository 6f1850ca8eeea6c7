// SPDX-License-Identifier: Apache-2.0
//===- tests/mechanisms/audit/translation_cases.h - Compiled runs *- C++ -*-===//
///
/// \file
/// Runs of compiled mechanisms as text, for the interpreter to repeat. Included behind the replay
/// harnesses of the mechanisms, which choose the data and keep the noise.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TESTS_MECHANISMS_AUDIT_TRANSLATION_CASES_H
#define PLUMB_TESTS_MECHANISMS_AUDIT_TRANSLATION_CASES_H

namespace plumb::translation {

using namespace plumb::runtime::replay;

/// "out[0]=above(3) result=2": every cell by its indices, tag and numbers; a truth value is 0 or 1.
inline std::string publishedText(const Published &published, const TagName *tags) {
  std::string text;
  for (const auto &transcript : published.cells)
    for (const auto &cell : transcript) {
      text += "out";
      for (Int index : cell.indices)
        text += "[" + index.text() + "]";
      text += std::string("=") + tags[cell.tag].name;
      for (std::size_t i = 0; i < tags[cell.tag].values; ++i)
        text += ":" + cell.values[i].text();
      text += " ";
    }
  if (!published.indices.empty() || !published.values.empty()) {
    text += "chosen";
    for (std::size_t i = 0; i < published.indices.size(); ++i)
      text += ":" + published.indices[i].text() + "=" + published.values[i].text();
  } else if (published.hasResult) {
    text += "result=" + published.result.text();
  }
  return text;
}

/// One line for each draw and for what was published.
template <class Program>
void printCase(const typename Program::Answers &answers, const std::vector<Drawn> &draws,
               const Published &published) {
  std::printf("answers %s\n", Program::text(answers).c_str());
  for (const Drawn &drawn : draws)
    std::printf("drawn %s %s %s\n", name(drawn.source->law), textOf(drawn.source->scale).c_str(),
                runtime::toText(drawn.value).c_str());
  std::printf("published %s\n", publishedText(published, Program::tags).c_str());
}

template <class Program>
void printRun(const typename Program::Compiled &compiled, const typename Program::Answers &answers,
              std::vector<Wide> &tape, Random &random) {
  const std::vector<Wide> prefix = tape;
  Tape recording(prefix, &random);
  const Published published = *Program::run(compiled, answers, runtime::Ledger::unaccounted(), recording);
  tape = valuesOf(recording.drawn());
  printCase<Program>(answers, recording.drawn(), published);
}

/// The runs of the parts of a composition, each as a case of its mechanism with what it was given, if that
/// are fractions: the interpreter knows no others.
struct PrintingWitness {
  template <class Part>
  void see(const typename Part::Public &parameters, const typename Part::Answers &answers,
           const std::vector<Drawn> &draws, const Published &published) {
    if constexpr (std::same_as<typename Subject<Part>::Real, Rational>) {
      std::printf("mechanism %s\nparameters %s\n", Part::mechanism, Part::text(parameters).c_str());
      printCase<Part>(answers, draws, published);
    }
  }
};

/// Parameters that the mechanism is created with, if these are such.
template <class Program>
std::optional<typename Program::Compiled> compiledFor(const typename Program::Public &parameters) {
  try {
    if (!runtime::replay::meetsPremises<Program>(parameters) || !Program::hasSizes(parameters))
      return std::nullopt;
  } catch (const Undefined &) {
    return std::nullopt;
  }
  auto built = Program::create(parameters);
  // The harness has its own way from the guarantee to a number.
  const Rational price = std::max<Rational>(Rational(), Program::epsilon(parameters));
  if (built && built->epsilon() != price) {
    std::fprintf(stderr, "%s costs %s, but says %s\n", Program::mechanism, price.text().c_str(),
                 built->epsilon().text().c_str());
    std::exit(1);
  }
  return built ? std::optional(*std::move(built)) : std::nullopt;
}

/// About \p wanted runs, the same for one seed: on D and on D' in turn. Every third one has the noise of the
/// one before, with one number moved by one, which meets ties.
template <class Program> void printCases(std::uint64_t seed, int wanted) {
  std::printf("mechanism %s\n", Program::mechanism);
  Random random(seed);
  for (int attempt = 0, done = 0; attempt < 20'000 && done < wanted; ++attempt) {
    const auto parameters = Program::choose(random);
    const auto compiled = compiledFor<Program>(parameters);
    if (!compiled)
      continue;
    std::printf("parameters %s\n", Program::text(parameters).c_str());
    for (int pair = 0; pair < 4; ++pair) {
      typename Program::Answers first(parameters), second(parameters);
      if (!Program::neighbours(parameters, random, first, second))
        break;
      std::vector<Wide> tape;
      for (int i = 0; i < 6; ++i, ++done) {
        if (i % 3 == 2 && !tape.empty())
          tape[random.below(tape.size())] += random.truth() ? 1 : -1;
        else
          tape.clear();
        printRun<Program>(*compiled, i % 2 == 0 ? first : second, tape, random);
      }
    }
  }
}

} // namespace plumb::translation

#endif // PLUMB_TESTS_MECHANISMS_AUDIT_TRANSLATION_CASES_H
