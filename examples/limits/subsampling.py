#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Up to which counts is subsampling with one-sided noise better than Laplace noise? Usage: subsampling.py

Both are eps-private when one record is added or removed. The Laplace mechanism has the variance 2 / eps^2. The other one (the post on one-sided
differential privacy of differentialprivacy.org, Equation (3)) keeps each record with probability p = 1 - exp(-eps), counts those, and
adds exponential noise of mean m = 1 / ln(1 + exp(eps)); of a count n it makes something of mean p n + m. To subtract m and divide by p costs no
privacy, and is n on average, with the variance ((1 - p) p n + m^2) / p^2. Writes figures as `series,x,y,low,high` to stdout: the largest
count for which that is at most 2 / eps^2, over eps; 0 where there is none.
"""

import math


def kept(eps):
    """The probability with which a record is kept."""
    return -math.expm1(-eps)


def noise_mean(eps):
    return 1 / math.log1p(math.exp(eps))


def variance(eps, count):
    """Of the estimate of the count that is right on average."""
    p = kept(eps)
    return ((1 - p) * p * count + noise_mean(eps) ** 2) / p ** 2


def laplace_variance(eps):
    return 2 / eps ** 2


def largest_count(eps):
    """Where both variances agree; negative if the Laplace mechanism is better for each count."""
    p = kept(eps)
    return (laplace_variance(eps) * p ** 2 - noise_mean(eps) ** 2) / ((1 - p) * p)


EPS = [0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 4, 5, 6]


def main():
    print("series,x,y,low,high")
    for eps in EPS:
        count = max(0.0, largest_count(eps))
        print(f"subsampling is better up to here,{eps},{count:.6g},{count:.6g},{count:.6g}")


if __name__ == "__main__":
    main()
