// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/methods.h"

#include "json/document.h"

#include <algorithm>
#include <array>

namespace sonde::mcp {

namespace {

struct Method {
    const char *name;
    const char *first; // revision
    const char *last; // empty: it is still there
    bool repeatable; // see isRepeatable()
};

// The schemas of the revisions; 2026-07-28 changelog for what it removed and brought.
constexpr std::array<Method, 25> kMethods{{
    {"server/discover", "2026-07-28", "", true},
    {"initialize", "2024-11-05", "2025-11-25", true},
    {"ping", "2024-11-05", "2025-11-25", true},
    {"tools/list", "2024-11-05", "", true},
    {"tools/call", "2024-11-05", "", false},
    {"resources/list", "2024-11-05", "", true},
    {"resources/templates/list", "2024-11-05", "", true},
    {"resources/read", "2024-11-05", "", true},
    {"resources/subscribe", "2024-11-05", "2025-11-25", true},
    {"resources/unsubscribe", "2024-11-05", "2025-11-25", true},
    {"prompts/list", "2024-11-05", "", true},
    {"prompts/get", "2024-11-05", "", true},
    {"completion/complete", "2024-11-05", "", true},
    {"logging/setLevel", "2024-11-05", "2025-11-25", true},
    {"subscriptions/listen", "2026-07-28", "", false},
    {"tasks/list", "2025-11-25", "2025-11-25", true},
    {"tasks/result", "2025-11-25", "2025-11-25", true},
    {"tasks/get", "2025-11-25", "", true},
    {"tasks/update", "2026-07-28", "", false},
    {"tasks/cancel", "2025-11-25", "", false},
    {"notifications/cancelled", "2024-11-05", "", true},
    {"notifications/progress", "2024-11-05", "2025-11-25", false},
    {"notifications/initialized", "2024-11-05", "2025-11-25", true},
    {"notifications/roots/list_changed", "2024-11-05", "2025-11-25", true},
    {"notifications/tasks/status", "2025-11-25", "2025-11-25", false},
}};

// Of the params; empty: requests of that method have no target.
std::string_view memberWithTarget(std::string_view method)
{
    if (method == "tools/call" || method == "prompts/get")
        return "name";
    return method == "resources/read" ? "uri" : std::string_view();
}

} // namespace

QStringList methodsOf(const QString &revision)
{
    QStringList names;
    for (const Method &method : kMethods) {
        // Revisions are dates: their order is that of their text.
        const bool begun = QLatin1String(method.first) <= revision;
        const bool over = *method.last && QLatin1String(method.last) < revision;
        if (begun && !over)
            names << QString::fromLatin1(method.name);
    }
    return names;
}

bool isNotification(const QString &method)
{
    return method.startsWith(QLatin1String("notifications/"));
}

bool isRepeatable(std::string_view method)
{
    return std::any_of(kMethods.begin(), kMethods.end(),
        [method](const Method &each) { return each.repeatable && method == each.name; });
}

std::string targetOf(std::string_view method, std::string_view params)
{
    const std::string_view member = memberWithTarget(method);
    return member.empty()
        ? std::string()
        : json::Document::parse(partWithTarget(method, params)).root()[member].text();
}

// Only the beginning of the params is read: a name after megabytes of arguments is not shown.
std::string_view partWithTarget(std::string_view method, std::string_view params)
{
    constexpr std::size_t kMaxRead = 4096;
    return memberWithTarget(method).empty() ? std::string_view() : params.substr(0, kMaxRead);
}

} // namespace sonde::mcp
