// SPDX-License-Identifier: Apache-2.0
//
// Keys of threads that are left when a shared object with the runtime is loaded and unloaded again and again.
//
//   object_loads KEPT UNLOADED     the object linked with -Wl,-z,nodelete, and without

#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <pthread.h>
#include <thread>
#include <vector>

namespace {

int keysLeft() {
  std::vector<pthread_key_t> keys;
  for (pthread_key_t key = 0; pthread_key_create(&key, nullptr) == 0;)
    keys.push_back(key);
  for (const pthread_key_t key : keys)
    pthread_key_delete(key);
  return static_cast<int>(keys.size());
}

/// Draws once in a thread. False if that is not possible.
bool drawFrom(const char *object) {
  void *const handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    std::printf("%s\n", dlerror());
    return false;
  }
  std::uint64_t first = 0, second = 0;
  if (auto *const draw = reinterpret_cast<std::uint64_t (*)()>(dlsym(handle, "draw")))
    std::thread([&] {
      first = draw();
      second = draw();
    }).join();
  dlclose(handle);
  return first != second;
}

/// How many keys \p loads of \p object take; -1 if one draws nothing.
int keysTakenBy(const char *object, int loads) {
  const int before = keysLeft();
  for (int i = 0; i < loads; ++i)
    if (!drawFrom(object))
      return -1;
  return before - keysLeft();
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  constexpr int loads = 50;
  const int kept = keysTakenBy(argv[1], loads), unloaded = keysTakenBy(argv[2], loads);
  std::printf("%d loads take %d keys with -z nodelete, and %d without\n", loads, kept, unloaded);
  return kept == 1 && unloaded == loads ? 0 : 1;
}
