// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// An open file that closes itself, on every path: for the state files and the ledger of the runtime.

#ifndef PLUMB_RUNTIME_DESCRIPTOR_H
#define PLUMB_RUNTIME_DESCRIPTOR_H

#include <unistd.h>
#include <utility>

namespace plumb::runtime {

/// Owns a file descriptor, or none (-1).
class Descriptor {
public:
  explicit Descriptor(int opened) : number(opened) {}
  Descriptor(Descriptor &&other) noexcept : number(std::exchange(other.number, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(number, other.number);
    return *this;
  }
  ~Descriptor() {
    if (number >= 0)
      ::close(number);
  }
  bool isOpen() const { return number >= 0; }
  int get() const { return number; }

private:
  int number;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_DESCRIPTOR_H
