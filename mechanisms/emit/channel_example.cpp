// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/emit/channel_example.h"

#include "mechanisms/emit/channel_terms.h"
#include "mechanisms/emit/head.h"
#include "mechanisms/emit/identifiers.h"
#include "mechanisms/emit/template.h"
#include "mechanisms/emit/writer.h"
#include "mechanisms/plan/channel_shape.h"

namespace plumb::emit {

using ir::Channel;

static std::string assignments(const Channel &channel, const ChannelInputs &inputs) {
  Writer lines;
  for (std::size_t i = 0; i < channel.parameters.size(); ++i) {
    const bool isReal = channel.parameters[i].sort == ir::Sort::Real;
    lines.line("parameters." + channelIdentifier(channel.parameters[i].name) + " = " +
               (isReal ? "Rational::parse(" + quoted(inputs[i]) + ").value()" : inputs[i]) + ";");
  }
  return lines.text();
}

/// How many members \p declared has with \p inputs.
static std::string sizeWith(const Channel::Class &declared, const ChannelInputs &inputs) {
  return declared.size->kind == ir::ChannelTerm::Kind::Parameter ? inputs[declared.size->index]
                                                                 : declared.size->number.get_str();
}

/// The maps that everything is sent to the first member with.
static std::string secrets(const Channel &channel, const ChannelInputs &inputs) {
  Writer lines;
  for (const Channel::Map &map : channel.maps)
    lines.line("secrets." + channelIdentifier(map.name) + ".assign(" +
               sizeWith(channel.classes[map.from], inputs) + ", 0);");
  return lines.text();
}

EmittedFile channelExample(const report::Certificate &proved, const ChannelInputs &inputs) {
  const Channel &channel = proved.channel();
  Template program("channel_example.cpp");
  program.set("channel", channel.name)
      .set("space", identifier(channel.name))
      .set("source", commentText(proved.sourceName()))
      .set("parameters", assignments(channel, inputs))
      .set("secrets", secrets(channel, inputs))
      .when("maps", !channel.maps.empty())
      .when("estimated", plan::ChannelShape(channel).collection != plan::Collection::Counts);
  return {channel.name + "_main.cpp", program.text(), true};
}

} // namespace plumb::emit
