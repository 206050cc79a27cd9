// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/seenlist.h"

namespace sonde::findings {

namespace {

struct Kind {
    std::string_view method;
    const char *member;
    const char *name;
};
constexpr Kind kKinds[]{{"tools/list", "tools", "name"}, {"prompts/list", "prompts", "name"},
    {"resources/list", "resources", "uri"},
    {"resources/templates/list", "resourceTemplates", "uriTemplate"},
    {"roots/list", "roots", "uri"}};

const Kind *kindOf(std::string_view method)
{
    for (const Kind &kind : kKinds) {
        if (kind.method == method)
            return &kind;
    }
    return nullptr;
}

} // namespace

json::Value SeenList::itemsIn(std::string_view method, const json::Value &result)
{
    const Kind *kind = kindOf(method);
    return kind ? result[kind->member] : json::Value();
}

std::vector<std::string> SeenList::namesIn(std::string_view method, const json::Value &result)
{
    std::vector<std::string> names;
    const Kind *kind = kindOf(method);
    for (const json::Value item : itemsIn(method, result)) {
        if (names.size() >= kMaxNames)
            break;
        names.push_back(item[kind->name].text());
    }
    return names;
}

void SeenList::addPage(std::string_view method, const json::Value &result, bool isFirst,
    trace::Number request, trace::Number number)
{
    if (isFirst) {
        m_names.clear();
        m_requested = request;
        m_firstPage = number;
        m_cacheScope = result["cacheScope"].raw();
    }
    for (std::string &name : namesIn(method, result))
        m_names.push_back(std::move(name));
    m_isComplete = !result["nextCursor"] && m_names.size() < kMaxNames && m_firstPage != 0;
    m_lastPage = number;
    if (m_names.size() > kMaxNames)
        m_names.clear();
}

void SeenPrompts::add(const json::Value &prompts)
{
    for (const json::Value prompt : prompts) {
        if (m_required.size() >= kMaxPrompts)
            return;
        auto &required = m_required[prompt["name"].text()];
        required.clear();
        for (const json::Value argument : prompt["arguments"]) {
            if (argument["required"].toBool().value_or(false))
                required.push_back(argument["name"].text());
        }
    }
}

const std::vector<std::string> *SeenPrompts::requiredBy(std::string_view prompt) const
{
    const auto found = m_required.find(prompt);
    return found == m_required.end() ? nullptr : &found->second;
}

} // namespace sonde::findings
