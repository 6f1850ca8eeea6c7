# SPDX-License-Identifier: Apache-2.0
"""Texts that no person would write: deep, long, of odd bytes, with huge numbers. All that is asked is an answer."""

HEAD = "mechanism m(eps: real, n: size, f: query)\n  requires eps > 0\n  adjacency f changes by {}\n  guarantees private({})\n{{\n"
LAM = "  lam ~ laplace({} / eps)   align lam' = lam + f - f'\n"


def simple(bound="1", budget="eps", scale="1", body="  output f + lam\n"):
    return HEAD.format(bound, budget) + LAM.format(scale) + body + "}\n"


def deep(source):
    depth = source.choice([50, 500, 5000, 40000])
    opening, closing = source.choice([("(", ")"), ("abs(", ")"), ("-", ""), ("max(1, ", ")"), ("not ", "")])
    inside = opening * depth + ("true" if opening == "not " else "f") + closing * depth
    return simple(body=f"  if {inside}{'' if opening == 'not ' else ' > 0'} {{ output yes }} else {{ output no }}\n")


def nested(source):
    depth = source.choice([3, 30, 300, 3000])
    kind = source.choice(["if f + lam > 0 {", "for i{} in 0 .. n {{"])
    return simple(body="  " + " ".join(kind.format(k) if "{}" in kind else kind for k in range(depth)) + " output yes " + "}" * depth + "\n")


def long_sum(source):
    count = source.choice([10, 100, 2000])
    return simple(body="  output lam" + source.choice([" + f", " - 1", " * 1", " + f * 2"]) * count + "\n")


def long_name(source):
    return simple().replace("lam", source.choice("abz") * source.choice([300, 5000, 100000]))


def huge_number(source):
    big = source.choice(["9" * 20, "9" * 400, "9" * 20000, "0." + "0" * 300 + "1", "18446744073709551616", "-9223372036854775808"])
    return simple(*source.choice([(big, "eps", "1"), ("1", f"{big} * eps", "1"), ("1", "eps", big), (big, "eps", big)]))


def many_statements(source):
    count = source.choice([20, 200, 2000])
    return simple(body="".join(f"  x{k} := {k} + lam\n" for k in range(count)) + "  output f + lam\n")


def many_declarations(source):
    one = simple()
    return "".join(one.replace("mechanism m", f"mechanism m{k}") for k in range(source.choice([5, 40])))


def many_requirements(source):
    count = source.choice([20, 200])
    return simple().replace("eps > 0", ", ".join(["eps > 0", *(f"n >= {-k}" for k in range(count))]))


def odd_bytes(source):
    data = bytearray(simple().encode())
    for _ in range(source.choice([1, 3, 30])):
        at = source.randrange(len(data))
        data[at:at + source.choice([0, 1])] = bytes(source.choice([[0], [255], [0xC3], [0xED, 0xA0, 0x80], [0xEF, 0xBB, 0xBF], [13], [0xE2, 0x80, 0xAE]]))
    return bytes(data)


def cut(source):
    text = simple()
    return text[:source.randrange(len(text))]


def shuffled(source):
    words = simple().split()
    source.shuffle(words)
    return " ".join(words)


def noise(source):
    return bytes(source.randrange(256) for _ in range(source.choice([0, 1, 10, 1000])))


def empty(source):
    return source.choice(["", "\n" * 100000, " " * 100000, "/*" * 1000, "// " + "x" * 100000, "/*", "\ufeff" + simple(), simple().replace("\n", "\r\n"),
                          simple().replace("\n", "\r")])


SHAPES = [deep, nested, long_sum, long_name, huge_number, many_statements, many_declarations, many_requirements, odd_bytes, odd_bytes, cut, shuffled,
          noise, empty]


def hostile(source):
    return source.choice(SHAPES)(source)
