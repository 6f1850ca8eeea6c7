# SPDX-License-Identifier: Apache-2.0
"""Distributions of a mechanism's output, by enumeration of its noise.

Twice: quickly in doubles, to find a suspect; and in integers scaled by 2^120 with outward rounding, to convict it.
What is not enumerated is counted as lost, and no violation is claimed unless it survives that the neighbour gets all of
what it lost.
"""

import math
from fractions import Fraction

from terms import Undefined

UNIT = 1 << 120


class TooMany(Exception):
    """More paths than there is time for."""


def exp_bounds(x):
    """Integers a, b with a <= e^x 2^120 <= b, for a Fraction x; from the series, outward."""
    if x < 0:
        low, high = exp_bounds(-x)
        return UNIT * UNIT // high, -(-UNIT * UNIT // low)
    halvings = max(0, math.ceil(math.log2(float(x) + 1)) + 2)
    y = x / 2 ** halvings
    step = 1 << 200
    y_low, y_high = math.floor(y * step), math.ceil(y * step)
    low = high = 0
    term_low = term_high = step
    for k in range(1, 60):
        low, high = low + term_low, high + term_high
        term_low = term_low * y_low // (step * k)
        term_high = -(-term_high * y_high // (step * k))
    high += 2 * term_high + 2
    for _ in range(halvings):
        low, high = low * low // step, -(-high * high // step)
    return low >> 80, (high >> 80) + 1


def quick_mass(law, scale):
    """The function x -> mass in doubles, by distance from 0."""
    q = math.exp(-1 / float(scale))
    first = (1 - q) / (1 + q) if law == "laplace" else 1 - q
    return lambda distance: first * q ** distance


class SureMass:
    """The same as pairs of integers."""

    def __init__(self, law, scale):
        self.low, self.high = exp_bounds(-1 / Fraction(scale))
        one = UNIT
        if law == "laplace":
            self.first = ((one - self.high) * one // (one + self.high), -(-(one - self.low) * one // (one + self.low)))
        else:
            self.first = (one - self.high, one - self.low)

    def __call__(self, distance):
        low, high = self.first
        for _ in range(distance):
            low, high = low * self.low // UNIT, -(-high * self.high // UNIT)
        return low, high


class Odometer:
    """Feeds a run with noise, all combinations of it whose mass is at least `least`, one run after another."""

    def __init__(self, least, most_paths):
        self.least, self.most = least, most_paths
        self.values, self.laws, self.masses, self.at = [], [], [], 0
        self.known = {}

    def start(self):
        self.at = 0

    def draw(self, law, scale):
        if scale <= 0:
            raise Undefined(f"scale {scale}")
        at = self.at
        self.at += 1
        if at < len(self.values):
            return self.values[at]
        if (law, scale) not in self.known:
            if scale > 10**6:
                raise TooMany("scale")
            self.known[law, scale] = quick_mass(law, scale)
        mass = self.known[law, scale]
        before = self.masses[-1] if self.masses else 1.0
        self.values.append(0)
        self.laws.append((law, scale, mass, before))
        self.masses.append(before * mass(0))
        return 0

    def advance(self):
        """To the next combination; False behind the last."""
        while self.values:
            law, _, mass, before = self.laws[-1]
            value = self.next_value(law, self.values[-1])
            weight = before * mass(abs(value))
            if weight >= self.least:
                self.values[-1], self.masses[-1] = value, weight
                return True
            self.values.pop(), self.laws.pop(), self.masses.pop()
        return False

    @staticmethod
    def next_value(law, value):
        if law == "exponential":
            return value + 1
        if law == "neg_exponential":
            return value - 1
        return -value if value > 0 else -value + 1

    def path(self):
        return [(law, scale, abs(x)) for (law, scale, _, _), x in zip(self.laws, self.values)]


def transcript(outcome):
    cells, result = outcome
    return (tuple(sorted(cells.items())), result)


def distribution(run, parameters, answers, least, most_paths=20000):
    """({output: mass}, what was lost at most), in doubles."""
    odometer, found, total, paths = Odometer(least, most_paths), {}, 0.0, 0
    while True:
        odometer.start()
        key = transcript(run(parameters, answers, odometer.draw))
        mass = odometer.masses[-1] if odometer.masses else 1.0
        found[key] = found.get(key, 0.0) + mass
        total += mass
        paths += 1
        if paths > most_paths:
            raise TooMany(paths)
        if not odometer.advance():
            return found, max(0.0, 1 - total) + 1e-12


def sure_masses(run, parameters, answers, least, wanted, most_paths=200000):
    """({output: (low, high)}, what is lost at most) for the outputs in `wanted`, as integers over UNIT."""
    odometer, total, paths = Odometer(least, most_paths), 0, 0
    found, masses = {key: (0, 0) for key in wanted}, {}
    while True:
        odometer.start()
        key = transcript(run(parameters, answers, odometer.draw))
        low = high = UNIT
        for step in odometer.path():
            if step not in masses:
                masses[step] = SureMass(*step[:2])(step[2])
            low, high = low * masses[step][0] // UNIT, -(-high * masses[step][1] // UNIT)
        total += low
        if key in found:
            found[key] = (found[key][0] + low, found[key][1] + high)
        paths += 1
        if paths > most_paths:
            raise TooMany(paths)
        if not odometer.advance():
            return found, UNIT - total


def worst_ratio(first, second, lost):
    """The output with the largest mass ratio between two quick distributions, and ln of that ratio (from below)."""
    best, where = -math.inf, None
    for key, mass in first.items():
        against = second.get(key, 0.0) + lost
        if mass > 1e-9 and against > 0 and math.log(mass / against) > best:
            best, where = math.log(mass / against), key
    return best, where
