// SPDX-License-Identifier: Apache-2.0
#include "frontend/sema/channel_names.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace plumb::sema {

bool ChannelNames::declare(const syntax::Word &name, const char *what) {
  static constexpr std::string_view fixed[] = {"x", "y", "j", "exp", "ln"};
  if (std::find(std::begin(fixed), std::end(fixed), name.text) != std::end(fixed)) {
    sink.report(DiagnosticKind::ReservedName, name.range, {name.text}, "choose another name");
    return false;
  }
  const auto [first, isFirst] = names.emplace(name.text, std::pair{what, name.range});
  if (!isFirst)
    sink.report({DiagnosticKind::DuplicateName,
                 name.range,
                 {name.text, first->second.first},
                 {{"the first one", first->second.second}},
                 "choose another name"});
  return isFirst;
}

void ChannelNames::declareParameters(const std::vector<syntax::Parameter> &written, ir::Channel &channel) {
  for (const syntax::Parameter &parameter : written) {
    const std::string &type = parameter.type.text;
    const bool isInt = type == "int" || type == "size";
    if ((!isInt && type != "real") || !parameter.dimensions.empty())
      sink.report(DiagnosticKind::NotInChannel, parameter.range, {"such a parameter"},
                  "the parameters of a channel are single ints and reals");
    if (declare(parameter.name, "a parameter"))
      channel.parameters.push_back(
          {parameter.name.text, isInt ? ir::Sort::Int : ir::Sort::Real, false, parameter.name.range});
  }
}

} // namespace plumb::sema
