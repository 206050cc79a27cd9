// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/responsetemplate.h"

#include "json/document.h"

#include <algorithm>
#include <array>
#include <optional>

namespace sonde::rpc {

namespace {

constexpr std::string_view kOpen = "{{";
constexpr std::string_view kClose = "}}";

struct Placeholder {
    std::size_t begin = 0; // of the braces
    std::size_t end = 0;
    std::string_view name;
};

std::string_view trimmed(std::string_view name)
{
    const auto first = name.find_first_not_of(' ');
    return first == std::string_view::npos
        ? std::string_view()
        : name.substr(first, name.find_last_not_of(' ') + 1 - first);
}

// In JSON two open braces one after the other are only in a string, and a name of a place has
// neither a brace nor what ends a string.
std::optional<Placeholder> nextPlaceholder(std::string_view text, std::size_t from)
{
    for (auto begin = text.find(kOpen, from); begin != std::string_view::npos;
         begin = text.find(kOpen, begin + 1)) {
        const std::size_t name = begin + kOpen.size();
        const std::size_t end = text.find_first_of("{}\"\\", name);
        if (end != std::string_view::npos && text.substr(end).starts_with(kClose))
            return Placeholder{begin, end + kClose.size(), trimmed(text.substr(name, end - name))};
    }
    return std::nullopt;
}

std::string_view firstMember(std::string_view name)
{
    if (name.starts_with('/'))
        return name.substr(1, name.find('/', 1) - 1);
    return name.substr(0, name.find_first_of(".["));
}

json::Value valueAt(const json::Document &request, std::string_view name)
{
    const QString place = QString::fromUtf8(name.data(), qsizetype(name.size()));
    return name.starts_with('/') ? request.pointer(place) : request.path(place);
}

// Whether the placeholder is a whole string that is a value.
bool isWholeValue(std::string_view text, const Placeholder &one)
{
    if (one.begin == 0 || text[one.begin - 1] != '"' || one.end >= text.size()
        || text[one.end] != '"' || (one.begin >= 2 && text[one.begin - 2] == '\\'))
        return false;
    const auto next = text.find_first_not_of(" \t\r\n", one.end + 1);
    return next == std::string_view::npos || text[next] != ':';
}

// On one line: over stdio a line is a message.
std::string oneLine(std::string_view raw)
{
    std::string text(raw);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return text;
}

// The value inside of a string.
std::string insideString(const json::Value &value)
{
    const std::string raw = oneLine(value.raw());
    if (value.isString())
        return raw.substr(1, raw.size() - 2);
    std::string text;
    for (const char c : raw) {
        if (c == '"' || c == '\\')
            text += '\\';
        text += c;
    }
    return text;
}

} // namespace

FilledResponse filledResponse(const Message &request, std::string_view text)
{
    auto next = nextPlaceholder(text, 0);
    if (!next)
        return {std::string(text), {}};
    const json::Document document = json::Document::parse(request.bytes());
    FilledResponse filled;
    std::size_t at = 0;
    for (; next; next = nextPlaceholder(text, at)) {
        const json::Value value = valueAt(document, next->name);
        if (!value.exists())
            return {{}, "the request has no " + std::string(next->name)};
        const bool isWhole = isWholeValue(text, *next);
        filled.text += text.substr(at, next->begin - at);
        if (isWhole)
            filled.text.pop_back(); // the quote
        filled.text += isWhole ? oneLine(value.raw()) : insideString(value);
        at = next->end + (isWhole ? 1 : 0);
        if (filled.text.size() > FilledResponse::kMaxText)
            return {{}, "the response is too long"};
    }
    filled.text += text.substr(at);
    return filled;
}

std::string unknownPlaceholder(std::string_view text)
{
    static constexpr std::array<std::string_view, 4> kMembers{"id", "jsonrpc", "method", "params"};
    for (auto next = nextPlaceholder(text, 0); next; next = nextPlaceholder(text, next->end)) {
        if (std::find(kMembers.begin(), kMembers.end(), firstMember(next->name)) == kMembers.end())
            return std::string(next->name);
    }
    return {};
}

} // namespace sonde::rpc
