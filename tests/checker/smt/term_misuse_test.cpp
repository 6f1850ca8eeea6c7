// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/term.h"

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdio>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

using namespace plumb;
using namespace plumb::smt;

namespace {

/// True if \p action stops the process by a failed assertion.
bool stops(const std::function<void()> &action) {
  std::fflush(nullptr);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // Catch would take the signal for a failure of its own.
    std::signal(SIGABRT, SIG_DFL);
    if (!std::freopen("/dev/null", "w", stderr))
      _exit(1);
    action();
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

struct Terms {
  TermStore store;
  Term x = store.freshVariable("x", Sort::Int);
  Term r = store.freshVariable("r", Sort::Real);
  Term p = store.freshVariable("p", Sort::Bool);
};

} // namespace

TEST_CASE_METHOD(Terms, "a well-sorted term stops nothing") {
  CHECK_FALSE(stops([&] { store.add(store.toReal(x), r); }));
}

TEST_CASE_METHOD(Terms, "integers and reals do not mix") {
  CHECK(stops([&] { store.add(x, r); }));
  CHECK(stops([&] { store.multiply(x, r); }));
  CHECK(stops([&] { store.less(x, r); }));
  CHECK(stops([&] { store.lessEqual(r, x); }));
  CHECK(stops([&] { store.equal(x, r); }));
  CHECK(stops([&] { store.ite(p, x, r); }));
  CHECK(stops([&] { store.toReal(r); }));
  CHECK(stops([&] { store.equal(x, store.real(1)); }));
}

TEST_CASE_METHOD(Terms, "truth values and numbers do not mix") {
  CHECK(stops([&] { store.negate(x); }));
  CHECK(stops([&] { store.conjunction({p, x}); }));
  CHECK(stops([&] { store.disjunction({x}); }));
  CHECK(stops([&] { store.implies(p, x); }));
  CHECK(stops([&] { store.ite(x, p, p); }));
  CHECK(stops([&] { store.add(p, p); }));
  CHECK(stops([&] { store.minus(p); }));
  CHECK(stops([&] { store.less(p, p); }));
  CHECK(stops([&] { store.absolute(p); }));
}

TEST_CASE_METHOD(Terms, "literals have the sort that they say") {
  CHECK(stops([&] { store.literal(Rational(1, 2), Sort::Int); }));
  CHECK(stops([&] { store.literal(1, Sort::Bool); }));
  CHECK(stops([&] {
    Rational undefined;
    mpz_set_ui(undefined.get_den_mpz_t(), 0);
    store.real(undefined);
  }));
}

TEST_CASE_METHOD(Terms, "only integers are divided, and only by positive literals") {
  CHECK(stops([&] { store.divide(r, 2); }));
  CHECK(stops([&] { store.modulo(r, 2); }));
  CHECK(stops([&] { store.divide(x, 0); }));
  CHECK(stops([&] { store.modulo(x, -3); }));
}

TEST_CASE_METHOD(Terms, "a function takes what it was declared to take") {
  const Symbol &f = store.freshSymbol("f", {Sort::Int}, Sort::Real);
  CHECK_FALSE(stops([&] { store.apply(f, {x}); }));
  CHECK(stops([&] { store.apply(f, {}); }));
  CHECK(stops([&] { store.apply(f, {x, x}); }));
  CHECK(stops([&] { store.apply(f, {r}); }));
}

TEST_CASE_METHOD(Terms, "a term is replaced by one of its own sort") {
  CHECK(stops([&] { store.substitute(p, {{p, x}}); }));
}

TEST_CASE_METHOD(Terms, "the invalid term cannot be used") {
  CHECK_FALSE(Term().isValid());
  CHECK(stops([&] { Term().sort(); }));
  CHECK(stops([&] { store.negate(Term()); }));
  CHECK(stops([&] { store.conjunction({p, Term()}); }));
  CHECK(stops([&] { store.add({}); }));
  CHECK(stops([&] { toSmtLib(Term()); }));
  CHECK(stops([&] { x.symbol(), x.number(); }));
}
