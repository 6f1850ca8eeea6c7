// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/meetings.h"

#include <algorithm>
#include <optional>
#include <set>

namespace plumb::channel {

using ir::Channel;
using ir::Relation;

namespace {

/// A member of a class, by its number from 0.
struct Point {
  std::size_t group;
  std::ptrdiff_t member = 0;
  bool operator==(const Point &) const = default;
};

bool isMapped(const Channel &channel, std::size_t from, std::size_t to) {
  return std::any_of(channel.maps.begin(), channel.maps.end(),
                     [&](const Channel::Map &map) { return map.from == from && map.to == to; });
}

/// No class has fewer members than it is asked for here.
bool exists(const Channel &channel, const LeastSizes &sizes) {
  return std::all_of(sizes.begin(), sizes.end(), [&](const auto &entry) {
    const ir::ChannelTerm &size = *channel.classes[entry.first].size;
    return size.kind != ir::ChannelTerm::Kind::Number || size.number >= entry.second;
  });
}

LeastSizes sizesOf(const std::vector<Point> &points) {
  std::map<std::size_t, std::set<std::ptrdiff_t>> members;
  for (const Point &point : points)
    members[point.group].insert(point.member);
  LeastSizes sizes;
  for (const auto &[group, different] : members)
    sizes[group] = static_cast<unsigned>(different.size());
  return sizes;
}

/// Tries all choices of members for some inputs, an output, and what the inputs hit.
class Choices {
public:
  Choices(const Channel &subject, const std::vector<std::size_t> &inputs, std::size_t output)
      : channel(subject), inputCount(inputs.size()) {
    for (std::size_t input : inputs)
      points.push_back({input});
    points.push_back({output});
    for (std::size_t i = 0; i < inputCount; ++i)
      hits.push_back(hitOf(i, output));
  }

  std::vector<Meeting> all();

private:
  /// The point that input \p i hits: itself, its image, or none.
  std::optional<std::size_t> hitOf(std::size_t i, std::size_t output);
  Relation relation(std::size_t i) const;
  Meeting current() const;
  bool advance();

  const Channel &channel;
  std::size_t inputCount;
  /// The inputs, the output, images.
  std::vector<Point> points;
  std::vector<std::optional<std::size_t>> hits;
};

std::optional<std::size_t> Choices::hitOf(std::size_t i, std::size_t output) {
  if (points[i].group == output)
    return i;
  if (!isMapped(channel, points[i].group, output))
    return std::nullopt;
  points.push_back({output});
  return points.size() - 1;
}

Relation Choices::relation(std::size_t i) const {
  if (!hits[i])
    return Relation::None;
  return points[*hits[i]] == points[inputCount] ? Relation::Hit : Relation::Miss;
}

Meeting Choices::current() const {
  const std::size_t last = inputCount - 1;
  const bool isTogether = last == 1 && hits[0] && hits[1] && points[*hits[0]] == points[*hits[1]];
  return {points[0].group,
          points[last].group,
          points[inputCount].group,
          relation(0),
          last == 1 ? relation(1) : Relation::None,
          isTogether,
          sizesOf(points)};
}

/// To the next choice: as many members of a class as there are points in it. False after the last.
bool Choices::advance() {
  for (Point &point : points) {
    const auto members = std::count_if(points.begin(), points.end(),
                                       [&](const Point &other) { return other.group == point.group; });
    if (point.member + 1 < members) {
      ++point.member;
      return true;
    }
    point.member = 0;
  }
  return false;
}

std::vector<Meeting> Choices::all() {
  std::set<Meeting> found;
  do {
    if (inputCount == 2 && points[0] == points[1])
      continue;
    Meeting meeting = current();
    if (exists(channel, meeting.sizes))
      found.insert(std::move(meeting));
  } while (advance());
  return {found.begin(), found.end()};
}

} // namespace

bool isHitBy(const Channel &channel, std::size_t input, std::size_t output) {
  return input == output || isMapped(channel, input, output);
}

std::vector<Meeting> meetings(const Channel &channel, std::size_t left, std::size_t right,
                              std::size_t output) {
  return Choices(channel, {left, right}, output).all();
}

std::vector<Meeting> encounters(const Channel &channel, std::size_t input, std::size_t output) {
  return Choices(channel, {input}, output).all();
}

} // namespace plumb::channel
