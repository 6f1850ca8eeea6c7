// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What never changes, held once by all of its copies.

#ifndef PLUMB_RUNTIME_SHARED_H
#define PLUMB_RUNTIME_SHARED_H

#include <memory>
#include <utility>

namespace plumb::runtime {

/// A constant `Value`. No copy, move or assignment throws, so none is torn: half of one mechanism and half of
/// another would be a third one that nobody proved. A move is a copy, and takes nothing away. Copies may be
/// used by several threads at once.
template <class Value> class Shared {
public:
  explicit Shared(Value value) : held(std::make_shared<const Value>(std::move(value))) {}
  Shared(const Shared &) noexcept = default;
  Shared &operator=(const Shared &) noexcept = default;
  ~Shared() = default;

  const Value &operator*() const { return *held; }
  const Value *operator->() const { return held.get(); }

private:
  std::shared_ptr<const Value> held;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_SHARED_H
