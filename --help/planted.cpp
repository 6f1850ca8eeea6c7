#include <string>
#include <utility>
struct Wrapped { Wrapped(int value) : held(value) {} int held; };
std::string twice(std::string text) {
  std::string moved = std::move(text);
  return moved + text;
}
