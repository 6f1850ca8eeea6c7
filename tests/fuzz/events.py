# SPDX-License-Identifier: Apache-2.0
"""How likely a word is that a mechanism publishes: a probability, or where real noise is published, a density.

The runs are those of runs.py with unknowns for draws; what was published is solved for the newest draws; what is left is
integrated (or summed) numerically. With this, what is called not private is confirmed, and what is proved over the reals is tried.
"""

import math
from fractions import Fraction

from forms import Draw, Form, TooMany, ways
from inputs import of_mechanism
from lexer import Unreadable
from quadrature import Density, Integral, Linear, Test
from runs import compiled
from terms import Undefined, evaluator

GIVEN_UP = (Unreadable, Undefined, TooMany, KeyError, TypeError, ValueError, AttributeError, NameError, OverflowError, RecursionError)


class OnAnEdge(Exception):
    """A density jumps at the word."""


class Word:
    """`cells`: {indices: (tag, values)}; `result`: None, or (indices of a selection, values)."""

    def __init__(self, cells, result):
        self.cells, self.result = cells, result


def word_of(outcome):
    """Of what a run gave back."""
    cells, result = outcome
    found = {place: what for (_, place), what in cells.items()}
    if len(found) != len(cells):
        raise Unreadable("cells of two loops")
    if result is None:
        return Word(found, None)
    return Word(found, result[1:] if isinstance(result, tuple) else ((), (result,)))


def equations(published, word):
    """Pairs that have to be equal; None if they cannot be."""
    if set(published.cells) != set(word.cells) or (published.result is None) != (word.result is None):
        return None
    pairs = []
    for place, (tag, values) in word.cells.items():
        other_tag, others = published.cells[place]
        if tag != other_tag or len(values) != len(others):
            return None
        pairs += zip(others, values)
    if word.result:
        if tuple(published.result[0]) != tuple(word.result[0]):
            return None
        pairs += zip(published.result[1], word.result[1])
    return pairs


class Solved:
    """One way, with what is published solved for draws."""

    def __init__(self, way, pairs):
        self.draws, self.values, self.rank, self.jacobian = way.draws, {}, 0, 1.0
        self.is_possible = all(self.solve(form, value) for form, value in pairs)
        self.tests = [(self.inserted(Linear(c, dict(terms))), strict, {k for k in terms if k in self.values}) for c, terms, strict in way.tests] \
            if self.is_possible else []

    def solve(self, form, value):
        if not isinstance(form, Form) or not form.terms:
            constant = form.constant if isinstance(form, Form) else form
            if constant is None or value is None:
                return constant is None and value is None
            return Fraction(constant) == value
        left = self.inserted(Linear(form.constant - value, form.terms))
        if not left.terms:
            return left.constant == 0
        newest = max(left.terms, key=lambda k: (self.draws[k].real, k))
        q = left.terms[newest]
        if self.draws[newest].real:
            self.rank += 1
            self.jacobian /= abs(float(q))
        elif len(left.terms) > 1 and (abs(q) != 1 or any(Fraction(r).denominator != 1 for r in left.terms.values())):
            raise Unreadable("integers that are not whole multiples")
        solution = Linear(-left.constant / Fraction(q), {k: -r / Fraction(q) for k, r in left.terms.items() if k != newest})
        if not self.draws[newest].real and solution.constant.denominator != 1:
            return False
        self.values = {k: inserted(v, {newest: solution}) for k, v in self.values.items()}
        self.values[newest] = solution
        return True

    def inserted(self, form):
        return inserted(form, self.values)

    def likelihood(self, effort, finer):
        tests = []
        for form, strict, moved in self.tests:
            if not form.terms and form.constant == 0 and any(self.draws[k].real for k in moved):
                raise OnAnEdge()
            tests.append(Test(form, strict))
        densities = [Density(draw, self.values.get(k) or Linear(0, {k: 1})) for k, draw in enumerate(self.draws)]
        for d in densities:
            if (edge := d.support()) is not None:
                if d.real and not edge.form.terms and edge.form.constant == 0:
                    raise OnAnEdge()
                tests.append(edge)
        free = {k: draw.real for k, draw in enumerate(self.draws) if k not in self.values}
        return self.jacobian * Integral(effort, finer).over(free, densities, tests)


def inserted(form, values):
    constant, terms = form.constant, {}
    for k, q in form.terms.items():
        if k in values:
            constant += q * values[k].constant
            for other, r in values[k].terms.items():
                terms[other] = terms.get(other, 0) + q * r
        else:
            terms[k] = terms.get(k, 0) + q
    return Linear(constant, {k: q for k, q in terms.items() if q})


def likelihood(run, parameters, answers, word, effort=60000, finer=1):
    """(rank, Pr), where the rank is the number of draws that the word fixes; (0, 0.0) if it is impossible."""
    by_rank = {}
    for way, outcome in ways(run, parameters, answers):
        pairs = equations(word_of(outcome), word)
        if pairs is None:
            continue
        solved = Solved(way, pairs)
        if solved.is_possible and solved.rank <= min(by_rank, default=solved.rank):
            value = solved.likelihood(effort, finer)
            if value > 0:
                by_rank[solved.rank] = by_rank.get(solved.rank, 0.0) + value
    return min(by_rank.items(), default=(0, 0.0))


class Events:
    """A mechanism in the textbook form, with everything that its words need."""

    def __init__(self, mechanism, schema):
        self.mechanism = mechanism
        self.parameters, self.neighbours = of_mechanism(mechanism, schema, over_reals=True)
        self.run = compiled(mechanism, {*schema.sizes, *(set(schema.queries) if mechanism.change else ())})
        self.budget = evaluator(mechanism.guarantee)

    def loss(self, values, pair, word, **options):
        """ln(Pr[D] / Pr[D']), infinite where the word is impossible on D' or has a density there alone; and both."""
        first, second = (likelihood(self.run, values, answers, word, **options) for answers in pair)
        if first[1] == 0 or first[0] > second[0] and second[1] > 0:
            return -math.inf, first[1], 0.0
        if second[1] == 0 or second[0] > first[0]:
            return math.inf, first[1], 0.0
        return math.log(first[1] / second[1]), first[1], second[1]

    def random_word(self, source, values, answers):
        """What a run publishes, on draws that meet nothing with equality."""
        draws, wide = [], source.choice([1, 1, 3, 8])

        def draw(law, scale):
            if scale <= 0:
                raise Undefined(f"scale {scale}")
            noise = Draw(law, scale)
            x = source.expovariate(float(1 / noise.scale)) * wide
            x = Fraction(round(8 * x), 8) + Fraction(1, 101 + 2 * len(draws)) if noise.real else Fraction(round(x))
            sign = {"laplace": source.choice([1, -1]), "exponential": 1, "neg_exponential": -1}[noise.law]
            draws.append(sign * (x if noise.real else int(x)))
            return draws[-1]
        return word_of(self.run(values, answers, draw))


def judge_word(events, source, values, pair):
    """Words if this word of the first data is a violation."""
    word = events.random_word(source, values, pair[0])
    budget = float(events.budget(values))
    loss, first, second = events.loss(values, pair, word)
    if loss <= budget + 1e-7:
        return None
    # Again, with a quadrature that is finer.
    loss, first, second = events.loss(values, pair, word, effort=600000, finer=3)
    if loss > budget + 1e-6:
        return f"{word.cells} {word.result}: {first} and {second}, loss {loss}, where {budget} is guaranteed"
    return None


def told_word(violation):
    witness = violation["witness"]
    cells = {}
    for cell in witness["cells"]:
        indices = cell["cell"].partition("[")[2].rstrip("]")
        cells[tuple(int(i) for i in indices.split(",") if i.strip())] = (cell["tag"], tuple(None if v == "none" else Fraction(v) for v in cell["values"]))
    result = witness["result"]
    return Word(cells, result and (tuple(result["indices"]), tuple(Fraction(v) for v in result["values"])))


def confirm_violation(events, violation, values, pair):
    """None if both numbers that were told are right, and are a violation; words otherwise."""
    loss, first, second = events.loss(values, pair, told_word(violation), effort=400000)
    low, high = float(violation["firstLow"]), float(violation["firstHigh"])
    other_low, other_high = float(violation["secondLow"]), float(violation["secondHigh"])
    is_right = low * (1 - 1e-5) <= first <= high * (1 + 1e-5) and other_low * (1 - 1e-5) <= second <= other_high * (1 + 1e-5)
    if is_right and loss > float(events.budget(values)) - 1e-9 and (loss == math.inf) == violation["impossibleOnSecond"]:
        return None
    return f"tells {low} .. {high} and {other_low} .. {other_high}, where {first} and {second} are right, a loss of {loss}"
