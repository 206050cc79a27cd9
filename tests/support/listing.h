// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/listing.h"

#include <string>
#include <string_view>

namespace sonde::tests {

// A listing of one page whose items are this JSON array.
inline mcp::Listing listingOf(std::string_view items)
{
    const std::string text =
        R"({"jsonrpc":"2.0","id":1,"result":{"items":)" + std::string(items) + "}}";
    auto page = std::make_shared<rpc::Message>();
    page->kind = rpc::Kind::Response;
    page->document = json::Document::parse(text);
    mcp::Listing list;
    list.pages = 1;
    for (const json::Value item : page->result()["items"])
        list.items.push_back({page, item.id()});
    return list;
}

} // namespace sonde::tests
