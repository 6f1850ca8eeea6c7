// SPDX-License-Identifier: Apache-2.0
#pragma once

/// \file
/// How the process asks the kernel for its memory. Z3 touches 16 MiB for a context, and a check makes
/// several: page by page, that takes the kernel a good part of a check's time. So before main() it is settled
/// that what is freed stays in the process, also large blocks, and that the next 60 MiB that the main thread
/// allocates lie in large pages, where the kernel gives any; what is not touched costs nothing. Where the C
/// library or the kernel refuses, or the address space is limited to less than 1 GiB, all stays as it was,
/// but that all threads share what they allocate from.

namespace plumb::tool {

/// The next 60 MiB that this thread allocates lie in large pages, too.
void useLargePages();

/// All threads share what the main thread allocates from: where only one of them works at a time, what the
/// others have given back is at hand, and lies in large pages.
void shareMemory();

} // namespace plumb::tool
