# SPDX-License-Identifier: Apache-2.0
"""Random channels: published ones with other pieces, many classes of one member with numbers as entries, and laws that are
probabilities only where requirements and sizes say so."""


WEIGHTS = ["E", "1", "1", "2", "1/2", "(E - 1)", "(E + 1)", "R", "1 / E", "0"]
BITS = ["R / (R + 1)", "1 / (R + 1)", "1 - 1 / R", "1/2", "1/2", "0", "1", "1 / E", "E / (E + 1)"]
BUDGETS = ["eps", "eps", "eps", "eps", "eps", "eps", "eps / 2", "2 * eps", "eps + ln(2)", "ln(3)", "3 / 2 * eps"]


def notion(source, inputs, outputs):
    kind = source.choice(["ldp", "ldp", "osldp", "osldp", "uldp"])
    budget = source.choice(BUDGETS)
    if kind == "ldp":
        return f"ldp({budget})"
    sensitive = " | ".join(source.sample(inputs, source.choice([1, 1, max(1, len(inputs) - 1)])))
    if kind == "osldp":
        return f"osldp({sensitive}, {budget})"
    if all(s in outputs for s in sensitive.split(" | ")) and source.random() < 0.5:
        return f"uldp({sensitive}, {budget})"
    protected = " | ".join(source.sample(outputs, source.choice([1, max(1, len(outputs) - 1)])))
    return f"uldp({sensitive}, {protected}, {budget})"


def by_classes(source, name):
    """One, two or three classes of any size, weights over their row sums."""
    tame = source.random() < 0.7
    weights, small = (["1"], ["1"]) if tame else (WEIGHTS, ["1", "2", "0"])
    classes = ["S", "N", "P"][:source.choice([1, 2, 2, 3])]
    sizes = {c: source.choice(["s", "n", "1", "2", "3"]) for c in classes}
    extra = source.random() < 0.3
    outputs = classes + ["B"] if extra else list(classes)
    sizes["B"] = source.choice(["k", "1", "2"])
    rules, is_mapped = [], extra and source.random() < 0.6
    if tame and len(classes) > 1 and source.random() < 0.5:
        return utility(source, name, is_mapped)
    for a in classes:
        cells = []
        for b in outputs:
            if a == b:
                cells += [(f"x in {a}, y = x", source.choice(["E", "E", *weights]), "1"), (f"x in {a}, y in {b}", source.choice(["1", "1", *weights]), f"({sizes[b]} - 1)")]
            elif is_mapped and b == "B" and a == classes[-1]:
                cells += [(f"x in {a}, y = bot(x)", source.choice(["E", "1"]), "1"), (f"x in {a}, y in {b}", source.choice(small), f"({sizes[b]} - 1)")]
            else:
                cells.append((f"x in {a}, y in {b}", source.choice(["1", "1", *weights]), sizes[b]))
        total = " + ".join(f"{size} * ({w})" for _, w, size in cells)
        rules += [f"  {where} -> ({w}) / ({total})" for where, w, _ in cells]
    if source.random() < 0.15:
        source.shuffle(rules)
    maps = [f"  map bot: {classes[-1]} -> B"] if is_mapped else []
    return head(source, name, [f"{c}[{sizes[c]}]" for c in classes], [*classes, *([f"B[{sizes['B']}]"] if extra else [])], False,
                notion(source, classes, outputs), maps + lets() + rules)


def utility(source, name, is_mapped):
    """Utility-optimised randomised response, with bots for some values or without; often with one weight changed."""
    B = " | B" if is_mapped else ""
    total = "(s + k + E - 1)" if is_mapped else "(s + E - 1)"
    odd = lambda weight: source.choice([weight] * 12 + ["2", "1", "E", "0", "(E - 1)"])
    rules = [f"  x in S, y = x -> {odd('E')} / {total}", *([f"  x in P, y = bot(x) -> {odd('E')} / {total}"] if is_mapped else []),
             f"  y in S{B} -> {odd('1')} / {total}", f"  x in N, y = x -> {odd('(E - 1)')} / {total}"]
    guarantee = source.choice(["uldp(S, {})", "uldp(S, {})", "osldp(S, {})", "uldp(N, {})"] if not is_mapped
                              else ["uldp(S | P, S | B, {})", "uldp(S | P, S | B, {})", "osldp(S | P, {})", "uldp(S, S | B, {})"])
    guarantee = guarantee.format(source.choice(["eps"] * 6 + BUDGETS))
    return head(source, name, ["S[s]", *(["P[n]"] if is_mapped else []), "N[n]"], ["S", *(["P"] if is_mapped else []), "N", *(["B[k]"] if is_mapped else [])],
                False, guarantee, (["  map bot: P -> B"] if is_mapped else []) + lets() + rules)


def lets():
    return ["  let E = exp(eps)", "  let R = exp(eps / 2)"]


def head(source, name, inputs, outputs, is_bitwise, guarantee, body):
    requires = [source.choice(["eps > 0", "eps >= 0", "eps >= 0"]), source.choice(["s >= 1", "s >= 0", "s >= 2"]), "n >= " + source.choice(["0", "1"]), "k >= 1"]
    return "\n".join([f"channel {name}(eps: real, s: int, n: int, k: int)", "  requires " + ", ".join(requires),
                      f"  from {' | '.join(inputs)} to {'bits of ' if is_bitwise else ''}{' | '.join(outputs)}",
                      f"  guarantees {guarantee}", "{", *body, "}"]) + "\n"


def by_bits(source, name):
    classes = ["S", "N", "P"][:source.choice([2, 2, 3])]
    sizes = {c: source.choice(["s", "n", "1", "2"]) for c in classes}
    is_mapped = source.random() < 0.4
    outputs = classes + (["B"] if is_mapped else [])
    rules = []
    pool = ["1 / (R + 1)"] * 6 if source.random() < 0.6 else BITS
    base = {b: source.choice(["1 / (R + 1)", "1 / (R + 1)", *pool]) for b in outputs}
    hits = ["R / (R + 1)"] if pool is not BITS else BITS
    for b in outputs:
        rules.append((f"  x in {b}, j = x" if b in classes else f"  x in {classes[-1]}, j = bot(x)") + f" -> {source.choice(['R / (R + 1)', 'R / (R + 1)', *hits])}")
        rules.append(f"  {source.choice(['', f'x in {classes[0]}, ']) if source.random() < 0.2 else ''}j in {b} -> {base[b]}")
    maps = [f"  map bot: {classes[-1]} -> B"] if is_mapped else []
    return head(source, name, [f"{c}[{sizes[c]}]" for c in classes], [*classes, *(["B[k]"] if is_mapped else [])], True,
                notion(source, classes, outputs), maps + lets() + rules)


def many_classes(source, name):
    """Classes of one member, as many as 40; with maps from one class to each of them, or without."""
    count = source.choice([2, 3, 3, 4, 4, 5, 6, 8, 32, 32, 33, 64])
    bits = [f"B{k}" for k in range(count)]
    mapped = source.choice([0, 1, 2, 3, count, count] if count < 6 or count > 31 else [0, 1, 2, 3])
    maps = [f"  map f{k}: P -> B{k}" for k in range(mapped)]
    rules = [f"  x in P, j = f{k}(x) -> {source.choice(['1/2', '1/4', '1', '3/4', '0'])}" for k in range(mapped)]
    rules += [f"  x in Q, j in B{k} -> {source.choice(['1/2', '1/4'])}" for k in range(count) if source.random() < 0.1]
    everywhere = source.choice(["1/2", "1/2", "1/4", "R / (R + 1)"])
    rules += [f"  x in Q -> {everywhere}", f"  x in P -> {source.choice([everywhere, everywhere, '0'])}"][:source.choice([1, 2, 2])]
    kind = source.choice(["ldp(eps)", "osldp(Q, eps)", "osldp(P, eps)", "osldp(Q, eps)", "osldp(Q, eps + ln(4))"])
    return head(source, name, ["P", "Q"], bits, True, kind, maps + lets() + rules)


def one_member_each(source, name):
    """A table of numbers, written as rules."""
    inputs, outputs = [f"X{k}" for k in range(source.choice([2, 3, 4]))], [f"Y{k}" for k in range(source.choice([2, 3]))]
    rules = []
    for x in inputs:
        weights = [source.choice([0, 1, 1, 2, 3, 4]) for _ in outputs]
        weights[0] += not sum(weights)
        rules += [f"  x in {x}, y in {y} -> {w} / {sum(weights)}" for y, w in zip(outputs, weights) if w]
    return head(source, name, inputs, outputs, False, notion(source, inputs, outputs), rules)


FEW = ["1 <= k, k <= 2"] * 7 + ["1 <= k, k <= 3", "0 <= k, k <= 2", "k = 2", "2 <= k, k <= 3", "k >= 1"]
RANGES = ["p > 0, 2 * p <= 1"] * 4 + ["p > 0, p <= 1", "0 <= p, p <= 1", "100 * p >= 1, p <= 1", "2 * p >= 1, p <= 1"]
TIES = ["p <= q", "q <= p", "p + q <= 1", "p + q = 1", "p * t <= 1", "p * t = 1", "4 * p * q >= 1", "q * k <= 1", "t <= 1000", "100 * p <= 1",
        "1000 * q >= 1", "t * (2 - k) <= 1", "p = q * k", "t * p >= 2"]


def tied(source, name, size, inputs, outputs, is_bitwise, laws, guarantee, bound, body):
    """A channel whose requirements tie p, q, t and k to each other, and products of its laws to the bound."""
    requires = ["eps >= 0", size, source.choice(["t >= 0", "t >= 0", "t >= 1", "t <= 1"]), source.choice(RANGES), "0 <= q, q <= 1"]
    requires += source.sample(TIES, source.choice([0, 0, 0, 0, 1, 2]))
    if laws and source.random() < 0.85:
        product = " * ".join(f"({law})" for law in laws)
        requires.append(source.choice([f"{bound} * {product} >= 1"] * 9 + [f"{product} >= 0", f"{product} <= {bound}"]))
    return "\n".join([f"channel {name}(eps: real, t: real, p: real, q: real, k: int)", "  requires " + ", ".join(requires),
                      f"  from {' | '.join(inputs)} to {'bits of ' if is_bitwise else ''}{' | '.join(outputs)}",
                      f"  guarantees {guarantee}", "{", *body, "}"]) + "\n"


def line(source, end):
    """A law that is \p end at one size and no probability at another."""
    return source.choice([f"{end} - t * (2 - k)"] * 5 + [f"{end} + t * (2 - k)", f"{end} - t * (k - 1)", f"{end} - t * (3 - k)", end])


def tied_bits(source, name):
    """Bits that maps hit. What is left of a class of one member has no law, so that anything may stand there."""
    classes = ["P", "Q", "R"][:source.choice([2] * 7 + [3])]
    inputs = [c + source.choice(["", "", "", "[2]"]) for c in classes]
    outputs = ["B", "C"][:source.choice([1, 2, 2, 2, 2, 2])]
    calm = source.choice(["1"] * 5 + ["1/2"])
    laws = {c: (source.choice(["p", "p", "q", "1/2", "1"]), line(source, source.choice([calm, calm, "p"]))) for c in classes}
    if source.random() < 0.8:
        laws["P"], laws["Q"] = (calm, calm), (source.choice("pppq"), line(source, calm))
    mapped = [(c, b) for c in classes for b in outputs if source.random() < 0.95]
    rules = [f"  x in {c}, j = f{c}{b}(x) -> {source.choice([laws[c][0]] * 20 + ['q'])}" for c, b in mapped if source.random() < 0.97]
    rules += [f"  x in {c} -> {laws[c][1]}" for c in classes]
    bound, sensitive = source.choice(["4", "4", "2", "100"]), source.choice(["P", "P", "P", classes[-1]])
    guarantee = source.choice([f"osldp({sensitive}, ln({bound}))"] * 4 + [f"ldp(ln({bound}))", f"uldp({sensitive}, B, ln({bound}))",
                                                                        f"osldp({sensitive}, eps + ln({bound}))"])
    factors = source.choice([list(laws["Q"]) * len(outputs)] * 5 + [[law for both in laws.values() for law in both if source.random() < 0.5]])
    return tied(source, name, source.choice(FEW), inputs, [f"{b}[k]" for b in outputs], True, factors, guarantee, bound,
                [f"  map f{c}{b}: {c} -> {b}" for c, b in mapped] + rules)


def tied_table(source, name):
    """Rows that sum to 1 at every size, some of whose weights are below 0 at some."""
    classes = ["S", "N"][:source.choice([1, 2, 2])]
    weights = ["1", "p", "q", "t", "1 - p", "k - 1", "2 - k", "E", "E - 1", line(source, "1"), line(source, "p")]
    sizes = {c: source.choice(["k", "k", "2", "1"]) for c in ["S", "N", "B"]}
    outputs = classes + source.choice([[], ["B"]])
    common = {b: source.choice(weights) for b in outputs}
    rules = []
    for a in classes:
        cells = []
        for b in outputs:
            is_hit = a == b or (b == "B" and a == "S")
            if is_hit:
                cells.append((f"x in {a}, y = {'x' if a == b else 'f(x)'}", source.choice(["E", "1", *weights]), "1"))
            cells.append((f"x in {a}, y in {b}", source.choice([common[b]] * 4 + weights), f"({sizes[b]} - 1)" if is_hit else sizes[b]))
        total = " + ".join(f"{size} * ({w})" for _, w, size in cells)
        rules += [f"  {where} -> ({w}) / ({total})" for where, w, _ in cells]
    bound = source.choice(["1", "2", "4"])
    guarantee = source.choice(["ldp({})", "osldp(S, {})", f"uldp(S, {source.choice(outputs)}, {{}})"]).format(source.choice(["eps", f"eps + ln({bound})", f"ln({bound})"]))
    return tied(source, name, source.choice(FEW), [f"{c}[{sizes[c]}]" for c in classes], [*classes, *([f"B[{sizes['B']}]"] if "B" in outputs else [])],
                False, source.sample(weights[1:5], 2), guarantee, bound, (["  map f: S -> B"] if "B" in outputs else []) + ["  let E = exp(eps)"] + rules)


def channel(source, name="c"):
    kind = source.choice([by_classes, by_classes, by_bits, by_bits, many_classes, one_member_each, tied_bits, tied_bits, tied_bits, tied_table])
    return kind(source, name)
