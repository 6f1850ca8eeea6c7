#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The release of noise_topk.cpp in vectorised numpy, with floating-point noise.

A yardstick for speed only: floating-point noise is not private.

Usage: noise_topk_numpy.py [n [k [repetitions]]], by default 41270 100 200.
"""

import sys
import time

import numpy


def release(k, counts, scale, rng):
    """Indices and values of the k largest noisy counts, largest first."""
    noisy = counts + rng.exponential(scale, counts.size)
    top = numpy.argpartition(noisy, counts.size - k)[counts.size - k :]
    top = top[numpy.argsort(-noisy[top], kind="stable")]
    return top, noisy[top]


def main():
    n, k, repetitions = (
        int(sys.argv[i]) if i < len(sys.argv) else default
        for i, default in ((1, 41270), (2, 100), (3, 200))
    )
    scale = k / 0.5
    counts = (600000 // numpy.arange(1, n + 1)).astype(numpy.float64)
    rng = numpy.random.default_rng()
    release(k, counts, scale, rng)

    times = []
    for _ in range(repetitions):
        before = time.perf_counter()
        release(k, counts, scale, rng)
        times.append((time.perf_counter() - before) * 1e9 / n)
    times.sort()
    print(f"n = {n}, k = {k}, scale = {scale:g}, {repetitions} releases")
    print(
        f"release: median {times[len(times) // 2]:.2f} ns per count, "
        f"best {times[0]:.2f}, worst {times[-1]:.2f}"
    )


if __name__ == "__main__":
    main()
