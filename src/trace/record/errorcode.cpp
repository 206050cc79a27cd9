// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/errorcode.h"

#include "trace/record/store.h"

#include <algorithm>

namespace sonde::trace {

namespace {

constexpr std::uint32_t kMaxSearched =
    64 * 1024; // bytes of a response that are searched for the code

std::string oddErrorCode(const Store &store, const Record &response)
{
    Record beginning = response;
    beginning.length = std::min(response.length, kMaxSearched);
    const auto bytes = store.read(beginning);
    if (!bytes)
        return {};
    // Of a truncated text, the part before the cut can be read.
    const auto document = json::Document::parse(*bytes);
    const json::Value code = document.root()["error"]["code"];
    const bool isWhole = code && code.node().complete && code.node().end < bytes->size();
    return isWhole ? std::string(code.raw()) : std::string();
}

} // namespace

std::int32_t plainErrorCode(std::string_view written)
{
    const int code = rpc::Message::integerOf(written).value_or(0);
    return std::to_string(code) == written ? code : 0;
}

std::optional<Record> oddErrorOf(const Record &record, const Record *pair)
{
    if (record.errorCode != 0)
        return {};
    if (record.kind == rpc::Kind::ErrorResponse)
        return record;
    if (record.kind == rpc::Kind::Request && pair && pair->kind == rpc::Kind::ErrorResponse)
        return *pair;
    return {};
}

std::string errorCodeText(
    const Store &store, const Record &record, const std::optional<Record> &odd)
{
    if (record.kind == rpc::Kind::Exchange)
        return {};
    if (record.errorCode != 0)
        return std::to_string(record.errorCode);
    return odd ? oddErrorCode(store, *odd) : std::string();
}

} // namespace sonde::trace
