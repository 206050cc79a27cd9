// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "synthetic/snapshotoffer.h"

#include "base/regex.h"
#include "json/builder.h"
#include "json/singleline.h"

#include <algorithm>
#include <utility>

namespace sonde::synthetic {

namespace {

constexpr std::string_view kTasksExtension = "io.modelcontextprotocol/tasks";
constexpr std::string_view kNoServerInfo = R"({"name":"mock","version":"0"})";

json::Document documentOf(const Bytes &text)
{
    return json::Document::parse(text, {.maxDepth = 1000});
}

// An object without the member of that name.
std::string without(const json::Value &object, std::string_view name)
{
    json::Builder out;
    out.beginObject();
    for (const json::Value member : object) {
        if (member.key() != name)
            out.rawMember(member.key(), json::singleLine(member.raw()));
    }
    return out.endObject().takeString();
}

// Tasks are left out: a mock responds at once.
std::string servedCapabilities(const Bytes &declared)
{
    const json::Document all = documentOf(declared);
    json::Builder out;
    out.beginObject();
    for (const json::Value capability : all.root()) {
        const std::string name = capability.key();
        if (name == "extensions")
            out.rawMember(name, without(capability, kTasksExtension));
        else if (name != "tasks")
            out.rawMember(name, json::singleLine(capability.raw()));
    }
    return out.endObject().takeString();
}

// A literal as a regular expression.
void appendEscaped(std::string &pattern, std::string_view literal)
{
    constexpr std::string_view kSpecial = R"(\^$.|?*+()[]{}/)";
    for (const char c : literal) {
        if (kSpecial.find(c) != std::string_view::npos)
            pattern += '\\';
        pattern += c;
    }
}

} // namespace

SnapshotOffer::SnapshotOffer(changes::Snapshot snapshot)
    : m_snapshot(std::move(snapshot))
    , m_serverInfo(m_snapshot.serverInfo.isEmpty() ? std::string(kNoServerInfo)
                                                   : json::singleLine(m_snapshot.serverInfo.view()))
    , m_capabilities(servedCapabilities(m_snapshot.capabilities))
    , m_instructions(json::singleLine(m_snapshot.instructions.view()))
    , m_declared(documentOf(Bytes::copyOf(m_capabilities)))
{
}

bool SnapshotOffer::declares(std::string_view capability, std::string_view part) const
{
    const json::Value declared = m_declared.root()[capability];
    return part.empty() ? declared.exists() : declared[part].toBool().value_or(false);
}

bool SnapshotOffer::hasList(changes::ListKind kind) const
{
    return declares(changes::namesOf(kind).capability) || !m_snapshot.list(kind).items.empty();
}

std::string SnapshotOffer::list(changes::ListKind kind) const
{
    json::Builder out;
    out.beginArray();
    for (const changes::Item &item : m_snapshot.list(kind).items)
        out.raw(json::singleLine(item.definition.view()));
    return out.endArray().takeString();
}

json::Document SnapshotOffer::find(changes::ListKind kind, std::string_view key) const
{
    const std::vector<changes::Item> &items = m_snapshot.list(kind).items;
    const auto found = std::lower_bound(items.begin(), items.end(), key,
        [](const changes::Item &item, std::string_view wanted) { return item.key < wanted; });
    const bool isThere = found != items.end() && found->key == key && !key.empty();
    return isThere ? documentOf(found->definition) : json::Document();
}

json::Document SnapshotOffer::findTemplate(std::string_view uri) const
{
    for (const changes::Item &item : m_snapshot.list(changes::ListKind::Templates).items) {
        if (fitsTemplate(item.key, uri))
            return documentOf(item.definition);
    }
    return {};
}

bool fitsTemplate(std::string_view uriTemplate, std::string_view uri)
{
    std::string pattern = "^";
    while (!uriTemplate.empty()) {
        const std::size_t begin = std::min(uriTemplate.find('{'), uriTemplate.size());
        appendEscaped(pattern, uriTemplate.substr(0, begin));
        uriTemplate.remove_prefix(begin);
        const std::size_t end = uriTemplate.find('}');
        if (uriTemplate.empty())
            break;
        if (end == std::string_view::npos)
            return false;
        const char op = end > 1 ? uriTemplate[1] : '\0';
        const bool isSimple = std::string_view("+#./;?&").find(op) == std::string_view::npos;
        pattern += isSimple ? "[^/]*" : ".*";
        uriTemplate.remove_prefix(end + 1);
    }
    const auto regex = Regex::compile(pattern + '$');
    return regex && regex->find(uri) == Regex::Match::Yes;
}

} // namespace sonde::synthetic
