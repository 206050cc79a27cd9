// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/clientcapability.h"

namespace sonde::findings {

namespace {

// Before 2025-11-25 there is one mode, and its capability is an empty object.
std::string_view missingForElicitation(
    const json::Value &elicitation, const json::Value &params, Revision revision)
{
    if (!elicitation)
        return "elicitation";
    const bool hasModes = revision >= Revision::R20251125;
    const bool isForUrl = params["mode"].equals("url");
    if (!hasModes)
        return {};
    if (isForUrl)
        return elicitation["url"] ? std::string_view() : "elicitation.url";
    return elicitation["form"] || !elicitation["url"] ? std::string_view() : "elicitation.form";
}

} // namespace

std::string_view missingCapability(const json::Value &capabilities, std::string_view method,
    const json::Value &params, Revision revision)
{
    if (method == "roots/list")
        return capabilities["roots"] ? std::string_view() : "roots";
    if (method == "elicitation/create")
        return missingForElicitation(capabilities["elicitation"], params, revision);
    if (method != "sampling/createMessage")
        return {};
    const auto sampling = capabilities["sampling"];
    if (!sampling)
        return "sampling";
    const bool needsTools =
        revision >= Revision::R20251125 && (params["tools"] || params["toolChoice"]);
    return needsTools && !sampling["tools"] ? "sampling.tools" : std::string_view();
}

} // namespace sonde::findings
