// SPDX-License-Identifier: Apache-2.0
#include "checker/report/certificate.h"
#include "checker/report/sensitivity_result.h"
#include "tests/checker/report/checked.h"

#include <llvm/Support/JSON.h>

using namespace plumb;
using namespace plumb::test;
using namespace plumb::report;

TEST_CASE("SHA-256 of the examples of FIPS 180-4") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("only a proof has a certificate") {
  Checked proved(noisyAnswer()), refuted(noisyAnswer("increasing"));
  CHECK(certify(proved.result, proved.file));
  CHECK_FALSE(certify(refuted.result, refuted.file));

  std::string vacuous = noisyAnswer();
  vacuous.replace(vacuous.find("eps > 0"), 7, "eps > 0, eps < 0");
  Checked excluded(vacuous);
  CHECK_FALSE(certify(excluded.result, excluded.file));
}

TEST_CASE("where nothing was asked there is no certificate") {
  Checked checked(noisyAnswer());
  // The textbook form states its bounds; nothing is derived, and nothing open.
  SensitivityResult stated(*checked.program.mechanisms[0], std::nullopt);
  CHECK(stated.isProved());
  CHECK_FALSE(certify(stated, checked.file));
}

TEST_CASE("a certificate holds all that the proof rests on") {
  Checked checked(noisyAnswer());
  auto certificate = certify(checked.result, checked.file);
  REQUIRE(certificate);
  CHECK(&certificate->mechanism() == checked.program.mechanisms[0].get());
  CHECK(certificate->subject().guarantees() == std::vector<std::string>{"private(eps)"});
  CHECK(certificate->assumptions().size() == 3);
  CHECK(certificate->obligations().size() == checked.result.proof.obligations().size());
  for (const Evidence &evidence : certificate->obligations())
    CHECK(evidence.isProved());
  REQUIRE(certificate->subject().laws().size() == 1);
  CHECK(certificate->subject().laws()[0] ==
        "lam: one-sided geometric law, P[x] proportional to exp(-x/b) on x >= 0, b = 1 / eps");
}

TEST_CASE("a certificate does not know the folder in which it was made") {
  Checked here(noisyAnswer(), z3(), "here/test.plumb"), there(noisyAnswer(), z3(), "test.plumb");
  auto first = certify(here.result, here.file), second = certify(there.result, there.file);
  CHECK(first->sourceName() == "test.plumb");
  CHECK(first->sourceHash() == sha256(noisyAnswer()));
  CHECK(certificateJson(*first, "h", "0", {}) == certificateJson(*second, "h", "0", {}));
}

TEST_CASE("the certificate file is JSON with the hashes of program and header") {
  Checked checked(noisyAnswer());
  std::string text = certificateJson(*certify(checked.result, checked.file), "noisy.h", "cafe",
                                     {{"plumb", "1"}, {"z3", "2"}});
  CHECK(text.back() == '\n');
  auto parsed = llvm::json::parse(text);
  REQUIRE(static_cast<bool>(parsed));
  const llvm::json::Object &object = *parsed->getAsObject();
  CHECK(*object.getString("mechanism") == "noisy");
  CHECK(*object.getObject("header")->getString("name") == "noisy.h");
  CHECK(*object.getObject("header")->getString("sha256") == "cafe");
  CHECK(*object.getObject("source")->getString("sha256") == sha256(noisyAnswer()));
  CHECK(*object.getObject("versions")->getString("z3") == "2");
  CHECK(object.getArray("assumptions")->size() == 3);
  CHECK(*object.getArray("obligations")->back().getAsObject()->getString("engine") == "z3");
  CHECK(text.find("\"plumb\": \"1\"") < text.find("\"z3\": \"2\""));
}
