// SPDX-License-Identifier: Apache-2.0
//
// What the clients of all reports send is what the clients of their channels send with the same bits, if
// these are given the arguments and the numbers that the text says. Exit code 1: it is not.
#include "../seeded_bits.h"
#include "tags_before_a_report.h"
#include "two_reports.h"

#include <cstdint>
#include <cstdio>

using namespace plumb;
using runtime::Rational;

namespace {

bool failed = false;

void check(bool holds, const char *what) {
  if (!holds)
    std::printf("%s\n", what);
  failed |= !holds;
}

constexpr std::uint64_t seeds = 400;

void twoReports() {
  constexpr std::int64_t s = 2, n = 3, t = 4;
  const two_reports::Parameters parameters{{3, 1}, {5, 2}, s, n, t};
  const auto all = two_reports::Client::create(parameters);
  const auto first = urr::Client::create({{3, 4}, s, n});
  const auto second = krr::Client::create({{5, 2}, s + n});
  check(all && first && second, "two_reports is not created");
  if (failed)
    return;
  check(all->inputs() == 5 && all->first(two_reports::Input::N) == 2, "two_reports: values");
  check(all->epsilon() == Rational(11, 2), "two_reports: price");
  for (std::uint64_t x = 0; x < 5; ++x)
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      test::SeededBits bits(seed), same(seed);
      const auto sent = all->perturb(x, bits);
      check(sent && sent->report1.size() == 4, "two_reports: number of reports");
      if (failed)
        return;
      const std::uint64_t own = x < 2 ? first->first(urr::Input::S) + x : first->first(urr::Input::N) + x - 2;
      for (const urr::Report report : sent->report1)
        check(report == *first->perturb(own, same), "two_reports: the reports of urr");
      check(sent->report2 == *second->perturb(x, same), "two_reports: the report of krr");
    }
  test::SeededBits bits(0);
  check(!all->perturb(5, bits), "two_reports: 5 is no value");
  auto without = parameters;
  without.t = 0;
  const auto refused = two_reports::Client::create(without);
  check(!refused && refused.error().message == "requires `t >= 1`, but t = 0", "two_reports: t = 0");
  auto many = parameters;
  many.s = many.n = INT64_MAX;
  check(!two_reports::Client::create(many), "two_reports: more values than there are numbers");
}

void tagsBeforeAReport() {
  constexpr std::int64_t s = 2, p = 3, n = 2, k = 2;
  const std::vector<std::uint64_t> bots = {1, 0, 1};
  const auto all = tags_before_a_report::Client::create({{2, 1}, s, p, n, k}, {{bots}});
  const auto tag = tag_::Client::create({s, p, n, k}, {bots});
  const auto answer = answer::Client::create({{2, 1}, s, n, k});
  const auto merged = merge_bots::Client::create({s, n, k});
  check(all && tag && answer && merged, "tags_before_a_report is not created");
  if (failed)
    return;
  check(all->epsilon() == Rational(2), "tags_before_a_report: price");
  for (std::uint64_t x = 0; x < 7; ++x)
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      test::SeededBits bits(seed), same(seed);
      const auto sent = all->perturb(x, bits);
      const std::uint64_t own = x < 2   ? tag->first(tag_::Input::S) + x
                                : x < 5 ? tag->first(tag_::Input::P) + x - 2
                                        : tag->first(tag_::Input::N) + x - 5;
      check(tag->perturb(own, same).has_value(), "tags_before_a_report: a tag");
      // By what each of them means: open answers stay, and persons have become bots.
      const bool isBot = 2 <= x && x < 5;
      const std::uint64_t answered =
          isBot ? answer->first(answer::Input::B) + bots[x - 2]
                : (x < 2 ? answer->first(answer::Input::S) + x : answer->first(answer::Input::N) + x - 5);
      const std::uint64_t given = *answer->perturb(answered, same);
      // Reports of `answer` are numbered S, B, N.
      const std::uint64_t read = given < 2   ? merged->first(merge_bots::Input::S) + given
                                 : given < 4 ? merged->first(merge_bots::Input::B) + given - 2
                                             : merged->first(merge_bots::Input::N) + given - 4;
      check(sent && sent->report1 == *merged->perturb(read, same), "tags_before_a_report: a report");
    }
}

} // namespace

int main() {
  twoReports();
  tagsBeforeAReport();
  return failed ? 1 : 0;
}
