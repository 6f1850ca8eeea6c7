// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include "asymmetric_noisy_top_k.h"
#include "counts.h"
#include "measures.h"
#include "plumb/runtime/ledger.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <optional>
#include <ostream>

namespace clickstream {

using plumb::asymmetric_noisy_top_k::Mechanism;
using plumb::runtime::Rational;
using plumb::runtime::TopK;

namespace {

struct Options {
  std::int64_t k = 10;
  Rational eps;
  std::string file;
};

} // namespace

static const char *const usage =
    "usage: clickstream [--k K] [--eps P/Q] [FILE]\n"
    "\n"
    "The K items with the most clicks, selected with differential privacy, beside the true ones.\n"
    "\n"
    "  --k K      how many items (10)\n"
    "  --eps P/Q  the privacy budget, exactly: 1/2, 0.1 or 3 (1/2)\n"
    "  FILE       item,count in each line, or one transaction per line with its items\n"
    "             between blanks (the Kosarak counts that come with this example)\n";

static std::nullopt_t refuse(std::ostream &err, const std::string &message) {
  err << "clickstream: error: " << message << "\n";
  return std::nullopt;
}

static std::optional<Options> parse(const std::vector<std::string> &arguments, const std::string &defaultFile,
                                    std::ostream &err) {
  Options options{10, *Rational::parse("1/2"), defaultFile};
  bool hasFile = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string &argument = arguments[i];
    if (argument == "--k" || argument == "--eps") {
      if (++i == arguments.size())
        return refuse(err, "there is no value behind " + argument);
      const std::string &value = arguments[i];
      if (argument == "--eps") {
        auto eps = Rational::parse(value);
        if (!eps)
          return refuse(err, "--eps: " + eps.error().message);
        options.eps = *eps;
        continue;
      }
      auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), options.k);
      if (error != std::errc() || end != value.data() + value.size())
        return refuse(err, "--k: not an integer of 64 bits: '" + value + "'");
    } else if (argument.size() > 1 && argument.front() == '-') {
      return refuse(err, "there is no option " + argument + "; see --help");
    } else if (hasFile) {
      return refuse(err, "one file at a time: " + options.file + " or " + argument);
    } else {
      options.file = argument;
      hasFile = true;
    }
  }
  return options;
}

static std::optional<Counts> load(const std::string &file, std::ostream &err) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    return refuse(err, file + " is a folder");
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    return refuse(err, "cannot open " + file);
  std::variant<Counts, Malformed> counts = readCounts(stream);
  if (const auto *problem = std::get_if<Malformed>(&counts)) {
    err << file << ":" << problem->line << ":" << problem->column << ": error: " << problem->message << "\n";
    return std::nullopt;
  }
  return std::get<Counts>(std::move(counts));
}

/// For display and for statistics; everything that privacy rests on uses the exact value.
static double approximate(const Rational &value) {
  long over = 0, under = 0;
  const double numerator = mpz_get_d_2exp(&over, value.numerator());
  const double denominator = mpz_get_d_2exp(&under, value.denominator());
  return std::ldexp(numerator / denominator, static_cast<int>(over - under));
}

static void print(const Counts &counts, const TopK &selected, const Options &options, std::ostream &out) {
  const std::vector<std::size_t> best = largest(counts.values, selected.indices.size());
  const double bias = meanNoise(approximate(options.eps) / static_cast<double>(options.k));
  std::vector<double> estimates;
  std::vector<std::int64_t> ownCounts;
  out << "rank  private item  noisy count    estimate  |  true item  true count\n";
  for (std::size_t i = 0; i < selected.indices.size(); ++i) {
    estimates.push_back(static_cast<double>(selected.values[i]) - bias);
    ownCounts.push_back(counts.values[selected.indices[i]]);
    out << std::setw(4) << i + 1 << std::setw(14) << counts.items[selected.indices[i]] << std::setw(13)
        << selected.values[i].text() << std::fixed << std::setprecision(1) << std::setw(12)
        << estimates.back() << "  |" << std::setw(11) << counts.items[best[i]] << std::setw(12)
        << counts.values[best[i]] << "\n";
  }
  out << "\nestimate = noisy count - q/(1-q) with q = exp(-eps/k), the mean of the integer noise: " << bias
      << "\nMSE " << meanSquaredError(estimates, ownCounts)
      << " (mean over the answered items of (estimate - own true count)^2)"
      << "\naccuracy " << std::setprecision(3) << precision(selected.indices, best)
      << " (share of the answered items that are in the true top " << best.size() << ")\n"
      << "The true items and both figures are for study only: a release shows the private columns.\n";
}

int run(const std::vector<std::string> &arguments, const std::string &defaultFile, std::ostream &out,
        std::ostream &err) {
  for (const std::string &argument : arguments)
    if (argument == "--help" || argument == "-h") {
      out << usage;
      return 0;
    }
  std::optional<Options> options = parse(arguments, defaultFile, err);
  if (!options)
    return 1;
  std::optional<Counts> counts = load(options->file, err);
  if (!counts)
    return 1;
  const auto n = static_cast<std::int64_t>(counts->items.size());
  auto mechanism = Mechanism::create({options->eps, options->k, n});
  if (!mechanism) {
    refuse(err, "the mechanism refuses its parameters: " + mechanism.error().message);
    return 1;
  }
  // One release is all that these records will ever pay for here; a service keeps its ledger in a file.
  const auto ledger = plumb::runtime::Ledger::create({{"records", mechanism->epsilon()}});
  const auto output = mechanism->run(counts->values, ledger->budget("records").value());
  if (!output) {
    refuse(err, output.error().message);
    return 1;
  }
  out << "asymmetric_noisy_top_k: private(" << mechanism->epsilon() << ") for one record of " << options->file
      << ",\nif leaving out what is sensitive in it lowers each count by at most 1; k = " << options->k
      << " of n = " << n << " items\n\n";
  print(*counts, output->result, *options, out);
  return 0;
}

} // namespace clickstream
