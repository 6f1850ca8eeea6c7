// SPDX-License-Identifier: Apache-2.0
#include "tools/plumb/language_server/positions.h"

#include "frontend/support/utf8.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace plumb::tool::language_server {

namespace {

constexpr std::size_t betweenMarks = 256;

/// UTF-16 units of one code point; a byte that is no UTF-8 is replaced by one unit on its way.
std::uint32_t unitsOf(const CodePoint &point) {
  return point.valid && point.value > 0xFFFF ? 2 : 1;
}

} // namespace

Positions::Positions(std::string_view ofText) : text(ofText), starts{0} {
  std::uint32_t units = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (at >= marks.size() * betweenMarks)
      marks.push_back({static_cast<std::uint32_t>(at), units});
    const CodePoint point = decodeUtf8(text, at);
    units += unitsOf(point);
    at += point.length;
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool isPair = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    if ((text[at] == '\r' && !isPair) || text[at] == '\n')
      starts.push_back(static_cast<std::uint32_t>(at + 1));
  }
}

std::optional<std::uint32_t> Positions::offset(const llvm::json::Value *position) const {
  const llvm::json::Object *object = position == nullptr ? nullptr : position->getAsObject();
  if (object == nullptr)
    return std::nullopt;
  const auto line = object->getInteger("line"), column = object->getInteger("character");
  if (!line || !column || *line < 0 || *column < 0)
    return std::nullopt;
  if (static_cast<std::uint64_t>(*line) >= starts.size())
    return static_cast<std::uint32_t>(text.size());
  std::size_t at = starts[static_cast<std::size_t>(*line)];
  for (std::int64_t units = 0; at < text.size() && text[at] != '\n' && text[at] != '\r';) {
    const CodePoint point = decodeUtf8(text, at);
    units += unitsOf(point);
    if (units > *column)
      break;
    at += point.length;
  }
  return static_cast<std::uint32_t>(at);
}

std::optional<SourceRange> Positions::range(const llvm::json::Value *range) const {
  const llvm::json::Object *object = range == nullptr ? nullptr : range->getAsObject();
  if (object == nullptr)
    return std::nullopt;
  const auto begin = offset(object->get("start")), end = offset(object->get("end"));
  if (!begin || !end)
    return std::nullopt;
  const auto [first, last] = std::minmax(*begin, *end);
  return SourceRange{first, last};
}

std::size_t Positions::lineOf(std::uint32_t offset) const {
  return static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), offset) - starts.begin() -
                                  1);
}

std::vector<SourceRange> Positions::lines(SourceRange range) const {
  std::vector<SourceRange> parts;
  for (std::size_t line = lineOf(range.begin); line < starts.size() && starts[line] < range.end; ++line) {
    const std::uint32_t begin = std::max(range.begin, starts[line]);
    std::uint32_t end = line + 1 < starts.size() ? std::min(range.end, starts[line + 1]) : range.end;
    while (end > begin && (text[end - 1] == '\n' || text[end - 1] == '\r'))
      --end;
    if (begin < end)
      parts.push_back({begin, end});
  }
  return parts;
}

llvm::json::Value Positions::position(std::uint32_t offset) const {
  return llvm::json::Object{{"line", static_cast<std::int64_t>(lineOf(offset))},
                            {"character", columnOf(offset)}};
}

std::int64_t Positions::unitsBefore(std::uint32_t offset) const {
  const auto behind = std::partition_point(marks.begin(), marks.end(),
                                           [&](const Mark &mark) { return mark.offset <= offset; });
  if (behind == marks.begin())
    return 0;
  std::int64_t units = std::prev(behind)->units;
  for (std::size_t at = std::prev(behind)->offset; at < std::min<std::size_t>(offset, text.size());) {
    const CodePoint point = decodeUtf8(text, at);
    units += unitsOf(point);
    at += point.length;
  }
  return units;
}

std::int64_t Positions::columnOf(std::uint32_t offset) const {
  return unitsBefore(offset) - unitsBefore(starts[lineOf(offset)]);
}

llvm::json::Value Positions::range(SourceRange range) const {
  return llvm::json::Object{{"start", position(range.begin)}, {"end", position(range.end)}};
}

void Positions::write(llvm::json::OStream &json, SourceRange range) const {
  const auto end = [&](const char *name, std::uint32_t offset) {
    json.attributeObject(name, [&] {
      json.attribute("line", static_cast<std::int64_t>(lineOf(offset)));
      json.attribute("character", columnOf(offset));
    });
  };
  json.object([&] {
    end("start", range.begin);
    end("end", range.end);
  });
}

llvm::json::Value Positions::everything() const {
  return range(SourceRange{0, static_cast<std::uint32_t>(text.size())});
}

} // namespace plumb::tool::language_server
