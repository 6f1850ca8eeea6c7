# SPDX-License-Identifier: Apache-2.0
"""Faults of compiled code, each an edit of what is emitted or linked, with the condition of aligned replay that finds it."""

import collections
import re

# `function`: the edit is made in its body only. `quick`: among the faults of every test run.
Fault = collections.namedtuple("Fault", "example what file function before after condition quick")

HEADER, HARNESS = "header", "harness"
ONE_SIDED = "include/plumb/runtime/one_sided_geometric.h"
RUN, CREATE, ITERATE = "Mechanism::run", "Mechanism::create", "Mechanism::iterate"


def in_header(example, what, function, before, after, condition, quick=False):
    return Fault(example, what, HEADER, function, before, after, condition, quick)


def in_harness(what, before, after, condition, quick=False):
    return Fault("asymmetric_svt", what, HARNESS, None, before, after, condition, quick)


def in_runtime(what, file, before, after, condition, quick=False, example="asymmetric_svt"):
    return Fault(example, what, file, None, before, after, condition, quick)


SVT, MONITOR, TOP_K, TWO_SIDED = "asymmetric_svt", "monitor_location", "asymmetric_noisy_top_k", "svt_integers"
TOTAL = "running_total"
RARE = "rare_ways"
DRAW = r"lamNoise->sample\(bits\)"
OS_BITS = "runtime::OsBits bits;"
# The same bits each time, as somebody may leave them behind who has looked for a fault.
SEEDED = """struct Seeded {
      std::uint64_t word = 7;
      std::uint64_t next_u64() { return word = word * 6364136223846793005u + 1442695040888963407u; }
      std::uint8_t next_byte() { return static_cast<std::uint8_t>(next_u64() >> 56); }
    } bits;"""

FAULTS = [
    # The run as a whole.
    in_header(SVT, "a tie is told as below", RUN, r"if \(z >= ", "if (z > ", "translation", quick=True),
    in_header(SVT, "the noise is taken off again", RUN, r"cell\.value = z;", "cell.value = z - lam;", "translation"),
    in_header(SVT, "the noise shows in a tag", RUN, r"cell\.tag = Cell::Tag::below;",
              "cell.tag = lam % 2 == 0 ? Cell::Tag::below : Cell::Tag::none;", "translation"),
    in_header(SVT, "the budget is not divided", CREATE, r"create\(parameters\.c / parameters\.eps\)", "create(1 / parameters.eps)",
              "law"),
    in_header(SVT, "noise is drawn and thrown away", RUN, r"const Wide z = ", "lamNoise->sample(bits);\n    const Wide z = ",
              "translation"),
    in_header(SVT, "there is no noise", RUN, DRAW, "0", "translation"),
    in_header(SVT, "one answer too many", RUN, r"count < parameters->c", "count <= parameters->c", "translation"),
    in_header(SVT, "a sum in 32 bits", RUN, r"const Wide z = (.*);", r"const Wide z = static_cast<std::int32_t>(\1);", "translation"),
    in_header(TOTAL, "sums in 64 bits", RUN, r"sum = sum \+ f\[at\(i\)\];", "sum = static_cast<std::int64_t>(sum + f[at(i)]);", "translation", quick=True),
    in_header(TOTAL, "sums in 64 bits in steps", ITERATE, r"state\.sum = state\.sum \+ f;", "state.sum = static_cast<std::int64_t>(state.sum + f);", "steps"),
    in_header(TOTAL, "noisy sums in 64 bits", RUN, r"next = next \+ f\[at\(i\)\] \+ b;", "next = static_cast<std::int64_t>(next + f[at(i)] + b);", "translation"),
    in_header(TOTAL, "noisy sums in 64 bits in steps", ITERATE, r"state\.next = state\.next \+ f \+ b;", "state.next = static_cast<std::int64_t>(state.next + f + b);", "steps"),
    in_header(SVT, "iteration 40 has no noise", RUN, r"\+ lam;", "+ (i == 40 ? 0 : lam);", "translation", quick=True),
    in_header(SVT, "one count is told exactly", RUN, r"\+ lam;", "+ (f[at(i)] == 1500 ? 0 : lam);", "translation", quick=True),
    in_header(MONITOR, "one count is told exactly, if it is not silent", RUN, r"\+ lam;", "+ (f[at(t)] == 1207 ? 0 : lam);", "translation"),
    in_header(SVT, "one number of the noise is taken for 0", RUN, r"\+ lam;", "+ (lam == 137 ? 0 : lam);", "translation"),
    in_header(SVT, "a large count is cut off", RUN, r"f\[at\(i\)\] \+", "std::min(f[at(i)], std::int64_t{1} << 61) +", "translation"),
    in_header(MONITOR, "silence ends one update early", None, r"t < (state\.)?silent_until", r"t < \1silent_until - 1", "translation",
              quick=True),
    in_header(MONITOR, "silence begins again in silence", RUN, r"cell\.tag = Cell::Tag::silent;",
              "cell.tag = Cell::Tag::silent; silent_until = parameters->clear[at(t)];", "translation"),
    in_header(MONITOR, "a step forgets the silence", ITERATE, r"state\.silent_until = [^;]*;", "", "steps"),
    in_header(MONITOR, "silence is not saved", None, r'each\("silent_until", self\.silent_until\);', "", "steps", quick=True),
    # From records to answers.
    in_header(MONITOR, "who is not there is counted", None, r"if \(record\.there && ", "if (", "records", quick=True),
    in_header(MONITOR, "a visit begins one update late", None, r"\.atLeast\(record\.enter\)", ".above(record.enter)", "records"),
    in_header(MONITOR, "a visit may outlast the silence", None, r"record\.leave <= element", "record.leave - 1 <= element", "records"),
    in_header(TOP_K, "the noise is drawn once for all", RUN, r"for \((.*)\) \{\n *const Wide lam = (.*);",
              r"const Wide lam = \2;\n  for (\1) {", "translation"),
    in_header(TOP_K, "one too few is chosen from", RUN, r"topK\(at\(parameters->k\), v\)",
              "topK(at(parameters->k), std::span(v).first(v.size() - (v.size() > at(parameters->k) ? 1 : 0)))", "translation"),
    # Where random inputs do not get.
    in_header(RARE, "what is published last is a count", RUN, r"Cell::Tag::third;\n *cell\.value = z;",
              "Cell::Tag::third;\n          cell.value = f[at(i)];", "translation", quick=True),
    in_header(RARE, "what is published last in steps is a count", ITERATE, r"Cell::Tag::third;\n *cell\.value = z;",
              "Cell::Tag::third;\n          cell.value = f;", "steps"),
    in_header(RARE, "a premise about two parameters is not checked", CREATE, r"if \(parameters\.a \+ Wide\{2\}[^;]*;", "", "premises"),
    # Steps.
    in_header(SVT, "steps have no noise", ITERATE, DRAW, "0", "steps", quick=True),
    in_header(SVT, "steps do not count", ITERATE, r"state\.count = state\.count \+ 1;", "", "steps", quick=True),
    in_header(SVT, "the counter is not saved", None, r'each\("count", self\.count\);', "", "steps", quick=True),
    in_header(SVT, "steps go on behind the last answer", None, r" && state\.count < parameters->c; }", "; }", "steps"),
    in_header(SVT, "steps tell a tie as below", ITERATE, r"if \(z >= ", "if (z > ", "steps"),
    # What callers see.
    in_header(SVT, "runs with bits of their own repeat", "> run", OS_BITS, SEEDED, "randomness", quick=True),
    in_header(SVT, "steps with bits of their own repeat", "> step", OS_BITS, SEEDED, "randomness"),
    in_header(SVT, "a run is not paid for", RUN, r"budget\.spend\(\*price\)", "budget.spend(Rational())", "price", quick=True),
    in_header(SVT, "half of the price is paid", CREATE, r"Rational\(\), parameters\.eps", "Rational(), parameters.eps / 2", "price"),
    in_header(SVT, "answers are not counted", RUN, r"if \(f\.size\(\) != at\(parameters->n\)\)", "if (f.size() < at(parameters->n))",
              "premises"),
    in_header(TOP_K, "a premise is not checked", CREATE, r"if \(parameters\.k > parameters\.n\)[^;]*;", "", "premises"),
    in_header(MONITOR, "a premise about an array is not checked", CREATE, r"if \(!forAll<.*\n.*\n.*;", "", "premises", quick=True),
    in_header(MONITOR, "a premise is not checked of the last element", CREATE, r"forAll<std::int64_t>\(0, parameters\.H,",
              "forAll<std::int64_t>(0, parameters.H - 1,", "premises"),
    in_header(MONITOR, "elements of an array are not counted", CREATE, r"if \(Wide\{parameters\.clear\.size\(\)\} != parameters\.H\)",
              "if (Wide{parameters.clear.size()} < parameters.H)", "premises"),
    in_header(SVT, "noise is drawn though nothing is paid", RUN, r"!paid\)", "!paid && lamNoise->sample(bits) >= 0)", "price"),
    in_header(SVT, "a stream is not paid for", "> create", r"return made\(std::move\(parameters\),\n.*budget, bits\); \}\);",
              "return made(std::move(parameters), [&](Mechanism mechanism) { return Run::create(std::move(mechanism), "
              "runtime::Ledger::unaccounted(), bits); });", "price", quick=True),
    in_header(SVT, "a run with bits of its own is not paid for", "> run", r"return run\(f, budget, bits\);",
              "return run(f, runtime::Ledger::unaccounted(), bits);", "price"),
    in_header(SVT, "a stream with bits of its own is not paid for", "> create", r"return create\(std::move\(parameters\), budget, bits\);",
              "return create(std::move(parameters), runtime::Ledger::unaccounted(), bits);", "price"),
    in_header(MONITOR, "a long run is paid for twice", RUN, r"Output output;",
              "if (parameters->H > 9)\n    if (auto again = budget.spend(*price); !again)\n      return again.error();\n  Output output;", "price"),
    # Streams that are kept.
    in_header(SVT, "a stream in a file is not paid for", "> open", r"Run::open\(std::move\(mechanism\), budget,",
              "Run::open(std::move(mechanism), runtime::Ledger::unaccounted(),", "price"),
    in_header(SVT, "a stream in a file forgets its file", "> open",
              r"return Run::open\(std::move\(mechanism\), budget, std::move\(file\), bits\);",
              "return Run::create(std::move(mechanism), budget, bits);", "steps", quick=True),
    in_header(MONITOR, "a stream goes on with another threshold", None, r"text\.add\(parameters->threshold\);", "", "steps"),
    # The proof.
    in_harness("nothing moves", r"return \(own\.value \+ .*$", "return own.value;", "outputs", quick=True),
    in_harness("everything moves", r"first\.published\.holds\(0, \{own\.before\.i_\w*\}, 2\) \?", "true ?", "cost", quick=True),
    in_harness("it moves out of the support", r": Int\(0\)\)\);", ": Int(-1)));", "support", quick=True),
    in_harness("all moves up, so that the run on D' ends earlier", r"return \(own\.value \+ ",
               "return (own.value + (Int(first.draws.size()) > p.c_ ? Int(1000000) : Int(0)) + ", "same samples", quick=True),
    in_harness("it reads an answer that there is not", r"at\(second\.answers\.f_, \{own\.before\.(\w*)\}\)",
               r"at(second.answers.f_, {own.before.\1 + p.n_})", "defined", quick=True),
    in_harness("different noise becomes the same", r": Int\(0\)\)\);", ": (own.value == 1 ? Int(-1) : Int(0))));", "distinct",
               quick=True),
    # What is linked.
    in_runtime("the sampler has the wrong sign", ONE_SIDED, r"return sampleAfterZeros\(0, bits\);",
               "return -sampleAfterZeros(0, bits);", "support"),
    in_runtime("the sampler is off by one", ONE_SIDED, r"return sampleAfterZeros\(0, bits\);",
               "return sampleAfterZeros(0, bits) + 1;", "law"),
    in_runtime("the sampler has the wrong scale", ONE_SIDED, r"return sampleAfterZeros\(0, bits\);",
               "return (sampleAfterZeros(0, bits) * 9 + 5) / 10;", "law"),
    in_runtime("the tail is cut off", ONE_SIDED, r"return drawBeyond\(bits\);", "return first;", "law", quick=True),
    in_runtime("the tail is too light", ONE_SIDED, r"if \(next != table\.length\(\)\)\n *return skipped;",
               "if (next != table.length())\n        return skipped - next / 2;", "law"),
    in_runtime("the second restart is the last", ONE_SIDED, r"if \(next != table\.length\(\)\)", "if (next != table.length() || restarts == 2)",
               "law"),
    in_runtime("the tail begins one too low", ONE_SIDED, r"std::uint64_t skipped = table\.length\(\);",
               "std::uint64_t skipped = table.length() - 1;", "law", quick=True),
    in_runtime("one number of the noise is never drawn", ONE_SIDED, r"return sampleAfterZeros\(0, bits\);",
               "const Wide x = sampleAfterZeros(0, bits);\n    return x == 19 ? 18 : x;", "law"),
    in_runtime("wide noise has no low digits", ONE_SIDED, r"const std::uint64_t low = word & ", "const std::uint64_t low = ~7 & word & ", "law"),
    in_runtime("ties go to the larger index", "src/top_k.cpp", r"left\.index < right\.index", "left.index > right.index", "translation",
               example=TOP_K),
    in_runtime("two-sided noise has no sign", "include/plumb/runtime/two_sided_geometric.h", r"\(word & 1\)", "(word & 0)", "law",
               example=TWO_SIDED),
    in_runtime("the tail of two-sided noise is cut off", "include/plumb/runtime/two_sided_geometric.h",
               r"magnitude \+= beyond\.sample\(bits\);", ";", "law", example=TWO_SIDED),
]


# Channels. The client and the collector of a header build the same table, so a fault in it is one of both.
URR, RAPPOR, PERSONAL, MANGAT = "urr", "rappor", "pum_urr", "mangat"
PERTURB = r"return sampler->perturb\(x, bits\);"
HALF = "[&] { auto other = parameters; other.eps = other.eps / 2; return other; }()"
# What a client does that takes a rare word for something else.
ZERO_IS_TRUE = """struct Watched {
      Bits &of;
      bool hasZero = false;
      std::uint64_t next_u64() {
        const std::uint64_t word = of.next_u64();
        hasZero |= word == 0;
        return word;
      }
      std::uint8_t next_byte() { return of.next_byte(); }
    } watched{bits};
    auto report = sampler->perturb(x, watched);
    return report && watched.hasZero && x >= first(Input::N) ? runtime::Expected<Report>(x) : report;"""


def changed(change):
    """A report that is changed before it is sent."""
    return f"auto report = sampler->perturb(x, bits);\n    if (report)\n      {change}\n    return report;"


FAULTS += [
    in_header(RAPPOR, "one probability is off", None, r", 1 / \(R \+ 1\)\)", ", 1 / (R + 1) * (1 - Number(1) / 1000000000))", "law", quick=True),
    in_header(RAPPOR, "the own bit is not flipped", None, r"own\(R / \(R \+ 1\)", "own(Number(1)", "law"),
    in_header(RAPPOR, "one bit is never set", None, PERTURB, changed("report->front() &= ~std::uint64_t{1};"), "law"),
    in_header(RAPPOR, "one bit is that of its neighbour", None, PERTURB,
              changed("report->front() ^= x > 1 ? (report->front() ^ report->front() >> 1) & 1 : 0;"), "law", quick=True),
    in_header(RAPPOR, "half of the price is told", None, r"\(price, parameters\.eps\)", "(price, parameters.eps / 2)", "price", quick=True),
    in_header(RAPPOR, "the last bit is not counted", None, r"counted\.add\(runtime::estimate::Bits\(report\)",
              "counted.add(runtime::estimate::Bits(Report{report.front() & ~(std::uint64_t{1} << (law.outputCount() - 1) % 64)})", "collector"),
    in_header(URR, "another eps than is paid for", None, r"powers->exp\(parameters\.eps\)", "powers->exp(parameters.eps) + 1", "law"),
    in_header(URR, "a word of zeros means the truth", None, PERTURB, ZERO_IS_TRUE, "law", quick=True),
    in_header(URR, "a premise is not checked", None, r"if \(parameters\.eps < 0\)[^;]*;", "", "premises", quick=True),
    in_header(URR, "a premise excludes its end", None, r"parameters\.s < 1", "parameters.s <= 1", "premises"),
    in_header(MANGAT, "a premise includes what it excludes", None, r"parameters\.p <= 0", "parameters.p < 0", "premises"),
    in_header(MANGAT, "a premise excludes the last probability", None, r"parameters\.p > 1", "parameters.p >= 1", "premises"),
    in_header(MANGAT, "who has the value is free to lie", None, r"own\(Number\(1\), Number\(0\)\), every\(Number\(0\)\)",
              "own(p, Number(0)), every(1 - p)", "law"),
    in_header(URR, "classes of reports are exchanged", None, r"enum class Output \{ S, N \}", "enum class Output { N, S }", "classes",
              quick=True),
    in_header(PERSONAL, "classes of values are exchanged", None, r"enum class Input \{ S, N, P \}", "enum class Input { S, P, N }", "classes"),
    in_header(URR, "the last class is forgotten", None, r',\n *\{"N", parameters\.n, \{every.*\}\}\},', "},", "classes"),
    in_header(URR, "what is no value is reported", None, PERTURB, "return sampler->perturb(x % inputs(), bits);", "classes"),
    in_header(PERSONAL, "values are mapped to another bot", None, r"auto law = lawOf\(parameters\);(?=[^}]*SymbolClient)",
              "for (auto &image : secrets.bot)\n      image = parameters.k - 1 - image;\n    auto law = lawOf(parameters);", "law"),
    in_header(PERSONAL, "all values are mapped to the first bot", None, r"\{std::move\(secrets\.bot\)\}",
              "{runtime::local::Map(secrets.bot.size())}", "maps", quick=True),
    in_header(URR, "the collector has another eps", None, r"lawOf\(parameters\)(?=[^}]*channelOf)", f"lawOf({HALF})", "collector", quick=True),
    in_header(URR, "one report is counted as two", None, r"\(report\), times\)", "(report), 2 * times)", "collector"),
    in_header(URR, "reports with bits of their own repeat", None, OS_BITS, SEEDED, "randomness", quick=True),
    in_runtime("one word too many for the first report", "src/finite_table.cpp", r"digits\(leadingBits, 8, 0\)", "digits(leadingBits, 8, 0) + 1", "law",
               example=URR),
    in_runtime("a coin looks at 64 digits only", "include/plumb/runtime/local/coins.h", r"if \(word != digits\)\n *return word < digits;",
               "return word < digits;", "law", example=RAPPOR),
]

def body_of(function, text):
    """Where the bodies of `function` begin and end: up to the brace that stands below its first line."""
    for found in re.finditer(rf"^( *)[^\n/]*{re.escape(function)}\([^;]*?\{{\n", text, re.MULTILINE):
        yield found.end(), text.index(f"\n{found.group(1)}}}", found.end())


def planted(fault, text):
    """`text` with the fault in it."""
    parts = list(body_of(fault.function, text)) if fault.function else [(0, len(text))]
    count = 0
    for begin, end in reversed(parts):
        part, here = re.subn(fault.before, fault.after.replace("\\n", "\n"), text[begin:end], flags=re.MULTILINE)
        text, count = text[:begin] + part + text[end:], count + here
    if count == 0:
        raise SystemExit(f"{fault.example}: nothing looks like {fault.before}; the table of faults has to follow the emitted code")
    return text
