// SPDX-License-Identifier: Apache-2.0
#include "checker/report/json_text.h"
#include "tools/plumb/aligned_lines.h"
#include "tools/plumb/channel_losses.h"

#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace plumb::tool {

namespace {

using claims::LossRow;
using runtime::otp::Interval;

const char *nameOf(LossRow::Kind kind) {
  switch (kind) {
  case LossRow::Kind::Given:
    return "given";
  case LossRow::Kind::Uniform:
    return "uniform";
  case LossRow::Kind::WorstSquared:
    return "worst l2^2";
  case LossRow::Kind::WorstAbsolute:
    return "worst l1";
  }
  llvm_unreachable("all rows are handled");
}

/// Fractions as they are, while they are short; others to six digits.
std::string shareText(const Rational &share) {
  const std::string exact = toString(share);
  constexpr std::size_t longest = 12;
  return exact.size() <= longest ? exact : claims::intervalOf(share).upperText(6);
}

/// "S 1/4, N 3/4".
std::string sharesText(const ChannelLosses &losses, const LossRow &row) {
  std::string text;
  for (std::size_t i = 0; i < row.shares.size(); ++i)
    text += (i == 0 ? "" : ", ") + losses.classes[i].name + " " + shareText(row.shares[i]);
  return text;
}

void writeEnds(llvm::json::OStream &json, const char *name, const Interval &interval) {
  json.attributeObject(name, [&] {
    json.attribute("lower", interval.lowerText(digitsForPrograms));
    json.attribute("upper", interval.upperText(digitsForPrograms));
  });
}

} // namespace

std::string channelLossesText(const std::vector<ChannelLosses> &all, const std::string &users) {
  std::string text;
  for (const ChannelLosses &losses : all) {
    std::vector<TableLine> lines{{"", "l2^2 at most", "l1 at most", "l1 of many", "shares"}};
    for (const LossRow &row : losses.rows)
      lines.push_back({nameOf(row.kind), row.squared.upperText(digitsForReaders),
                       row.absolute.upperText(digitsForReaders),
                       row.absoluteOfMany.upperText(digitsForReaders), sharesText(losses, row)});
    text += losses.path + ": " + (losses.channel.empty() ? "" : losses.channel + ": ") +
            "expected losses of the empirical estimate\n  " +
            (losses.values.empty() ? "" : losses.values + "; ") + users +
            (users == "1" ? " user\n" : " users\n") + alignedText(lines);
  }
  return text;
}

std::string channelLossesCsv(const std::vector<ChannelLosses> &all) {
  std::string text = "file,channel,row,shares,l2_squared_lower,l2_squared_upper,l1_at_most_lower,"
                     "l1_at_most_upper,l1_of_many_lower,l1_of_many_upper\n";
  for (const ChannelLosses &losses : all)
    for (const LossRow &row : losses.rows) {
      text += "\"" + losses.path + "\"," + losses.channel + "," + nameOf(row.kind) + ",\"" +
              sharesText(losses, row) + "\"";
      for (const Interval *ends : {&row.squared, &row.absolute, &row.absoluteOfMany})
        text += "," + ends->lowerText(digitsForPrograms) + "," + ends->upperText(digitsForPrograms);
      text += "\n";
    }
  return text;
}

std::string channelLossesJson(const std::vector<ChannelLosses> &all, const std::string &users) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attributeArray("losses", [&] {
      for (const ChannelLosses &losses : all)
        json.object([&] {
          json.attribute("file", report::jsonText(losses.path));
          if (!losses.channel.empty()) {
            json.attribute("channel", losses.channel);
            json.attribute("values", losses.values);
          }
          json.attribute("users", users);
          json.attributeArray("rows", [&] {
            for (const LossRow &row : losses.rows)
              json.object([&] {
                json.attribute("row", nameOf(row.kind));
                json.attributeObject("shares", [&] {
                  for (std::size_t i = 0; i < row.shares.size(); ++i)
                    json.attribute(losses.classes[i].name, toString(row.shares[i]));
                });
                writeEnds(json, "l2Squared", row.squared);
                writeEnds(json, "l1AtMost", row.absolute);
                writeEnds(json, "l1OfMany", row.absoluteOfMany);
              });
          });
        });
    });
  });
  stream << "\n";
  return stream.str();
}

} // namespace plumb::tool
