// SPDX-License-Identifier: Apache-2.0
#pragma once

/// \file
/// How the process asks the kernel for its memory. Z3 touches 8 MiB for each context that it makes, and a
/// check makes several: page by page, that takes the kernel a good part of a check's time. Where the C
/// library or the kernel refuses, or the address space is limited to less than 1 GiB, all stays as it was,
/// but that all threads share what they allocate from.

namespace plumb::tool {

/// What is freed stays in the process, also large blocks. To be called once, before there are threads.
void keepFreedMemory();

/// The next 60 MiB that this thread allocates lie in large pages, where the kernel gives any. What the thread
/// does not touch costs nothing. \pre keepFreedMemory was called.
void useLargePages();

} // namespace plumb::tool
