// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/listening.h"

namespace sonde::findings {

namespace {

// "toolsListChanged" for notifications/tools/list_changed; empty: it is about no list.
std::string listMember(std::string_view method)
{
    constexpr std::string_view kBefore = "notifications/";
    constexpr std::string_view kAfter = "/list_changed";
    if (!method.starts_with(kBefore) || !method.ends_with(kAfter))
        return {};
    method.remove_prefix(kBefore.size());
    method.remove_suffix(kAfter.size());
    return std::string(method) + "ListChanged";
}

} // namespace

ListenFilter ListenFilter::of(const json::Value &notifications)
{
    ListenFilter filter;
    for (const json::Value member : notifications) {
        if (member.toBool().value_or(false))
            filter.lists.insert(member.key());
    }
    for (const json::Value uri : notifications["resourceSubscriptions"]) {
        filter.isCut = filter.uris.size() >= kMaxUris;
        if (filter.isCut)
            break;
        filter.uris.insert(uri.text());
    }
    return filter;
}

bool ListenFilter::has(std::string_view method, const json::Value &params) const
{
    if (method != "notifications/resources/updated")
        return lists.contains(listMember(method));
    return isCut || hasOrAbove(uris, params["uri"].text());
}

} // namespace sonde::findings
