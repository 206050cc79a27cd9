// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/tap/resulttemplate.h"

#include <algorithm>
#include <string_view>

namespace sonde::models {

namespace {

// What the modern era requires besides: of every result of a server, and of what may be cached.
enum class Seal { None, Typed, Cached };

struct Template {
    std::string_view method;
    std::string_view members;
    Seal seal;
};

constexpr std::string_view kType = R"("resultType":"complete",)";
constexpr std::string_view kCache = R"("ttlMs":0,"cacheScope":"private",)";

// 2025-11-25 and 2026-07-28, schema: the required members of the results
constexpr Template kTemplates[] = {
    {"tools/call", R"("content":[{"type":"text","text":""}])", Seal::Typed},
    {"tools/list", R"("tools":[])", Seal::Cached},
    {"resources/list", R"("resources":[])", Seal::Cached},
    {"resources/templates/list", R"("resourceTemplates":[])", Seal::Cached},
    {"resources/read", R"("contents":[])", Seal::Cached},
    {"prompts/list", R"("prompts":[])", Seal::Cached},
    {"prompts/get", R"("messages":[{"role":"user","content":{"type":"text","text":""}}])",
        Seal::Typed},
    {"completion/complete", R"("completion":{"values":[]})", Seal::Typed},
    {"tasks/list", R"("tasks":[])", Seal::None},
    {"roots/list", R"("roots":[])", Seal::None},
    {"sampling/createMessage",
        R"("role":"assistant","content":{"type":"text","text":""},"model":"none")", Seal::None},
    {"elicitation/create", R"("action":"decline")", Seal::None},
};

} // namespace

std::string resultTemplate(const rpc::Message &request)
{
    const std::string method = request.method.toStdString();
    const auto found = std::find_if(std::begin(kTemplates), std::end(kTemplates),
        [&method](const Template &one) { return one.method == method; });
    if (found == std::end(kTemplates))
        return "{}";
    // 2026-07-28 basic: each request of the modern era names its revision
    const bool isModern(request.params()["_meta"]["io.modelcontextprotocol/protocolVersion"]);
    std::string result = "{";
    if (isModern && found->seal != Seal::None)
        result += kType;
    if (isModern && found->seal == Seal::Cached)
        result += kCache;
    result += found->members;
    return result + '}';
}

} // namespace sonde::models
