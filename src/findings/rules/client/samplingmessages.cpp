// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/rules/client/samplingmessages.h"

namespace sonde::findings {

std::vector<json::Value> samplingsOf(const Context &context)
{
    std::vector<json::Value> found;
    if (context.message.method == "sampling/createMessage" && context.params().isObject())
        found.push_back(context.params());
    for (const json::Value request : context.result()["inputRequests"]) {
        if (request["method"].equals("sampling/createMessage") && request["params"].isObject())
            found.push_back(request["params"]);
    }
    return found;
}

std::vector<json::Value> blocksOf(const json::Value &message)
{
    const auto content = message["content"];
    if (!content.isArray())
        return {content};
    std::vector<json::Value> blocks;
    for (const json::Value block : content)
        blocks.push_back(block);
    return blocks;
}

std::vector<json::Value> blocksOf(const json::Value &message, std::string_view type)
{
    std::vector<json::Value> blocks = blocksOf(message);
    std::erase_if(blocks, [type](const json::Value &block) { return !block["type"].equals(type); });
    return blocks;
}

} // namespace sonde::findings
