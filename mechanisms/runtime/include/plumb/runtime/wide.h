// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// `Wide`, the type of noise and of noisy values: 128 bits, signed.
///
/// Noise is never truncated and nothing may wrap, or the law proved would not
/// be the law drawn. 128 bits suffice for the following reason.
///
/// The samplers accept scales up to 2^64. They build a value from a public
/// range plus a counter that goes up by one per fresh random draw, and abort if
/// the counter reaches a limit. The largest limit is 2^32 successes in a row of
/// a coin of bias 1/e: probability e^(-2^32), below 10^(-1,800,000,000). Below
/// the limits every sample is smaller than 2^97 in magnitude (`noiseBits`).
/// The abort depends on random bits and the public scale alone, not on data.
///
/// So sums of up to 2^29 samples and 2^60 values of 64 bits fit in a Wide, and
/// emitted code adds with plain `+`.

#ifndef PLUMB_RUNTIME_WIDE_H
#define PLUMB_RUNTIME_WIDE_H

#include "plumb/runtime/expected.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace plumb::runtime {

// The keyword silences -Wpedantic about a type that ISO C++ does not know.
__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 WideUnsigned;

/// Every sample x satisfies |x| < 2^noiseBits.
inline constexpr unsigned noiseBits = 97;

/// Decimal text, such as "-170141183460469231731687303715884105728".
std::string toText(Wide value);

/// Reads decimal text: an optional sign and digits, nothing else. An error
/// value if the text is anything else or leaves the 128 bits.
Expected<Wide> parseWide(std::string_view text);

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_WIDE_H
