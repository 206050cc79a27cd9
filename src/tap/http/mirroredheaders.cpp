// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/mirroredheaders.h"

#include "wire/http/headervalue.h"
#include "json/document.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sonde::tap {

namespace {

constexpr std::size_t kMaxArguments = 1000; // values that are compared with a header
constexpr QByteArrayView kParameterPrefix("mcp-param-");

std::string nameIn(const rpc::Message &message)
{
    const std::string_view member = wire::memberOfName(message.method.view());
    return member.empty() ? std::string() : message.params()[member].text();
}

// As a header repeats it; nothing: a header cannot.
std::optional<QByteArray> repeated(const json::Value &value)
{
    if (value.isString())
        return wire::encodeHeaderValue(value.text());
    if (!value.isBool() && !value.toInt64())
        return std::nullopt;
    return QByteArray(value.raw().data(), qsizetype(value.raw().size()));
}

// The arguments that the header may have been made from: properties of objects, at any depth.
std::vector<json::Value> sources(const json::Value &arguments, const QByteArray &value)
{
    std::vector<json::Value> found;
    std::vector<json::Value> open{arguments};
    for (std::size_t seen = 0; !open.empty() && seen < kMaxArguments;) {
        const json::Value object = open.back();
        open.pop_back();
        for (const json::Value member : object) {
            if (++seen > kMaxArguments)
                break;
            if (member.isObject())
                open.push_back(member);
            else if (repeated(member) == value)
                found.push_back(member);
        }
    }
    return found;
}

class Follower {
public:
    Follower(const rpc::Message &was, const rpc::Message &now)
        : m_was(was)
        , m_now(now)
        , m_isOther(was.kind == rpc::Kind::Invalid)
        , m_sameTool(!m_isOther && was.method == now.method && nameIn(was) == nameIn(now))
    {
    }

    // Nothing: the header is removed. What did not fit before either stays.
    std::optional<QByteArray> valueOf(const wire::HttpHeader &field) const
    {
        const QByteArray name = field.name.toLower();
        if (name == "mcp-method" && (m_isOther || m_was.method != m_now.method))
            return encoded(m_now.method.toStdString());
        if (name == "mcp-name" && (m_isOther || nameIn(m_was) != nameIn(m_now)))
            return encoded(nameIn(m_now));
        return name.startsWith(kParameterPrefix) ? parameter(name, field.value) : field.value;
    }

    // That the message before had not.
    std::optional<QByteArray> newName() const
    {
        return nameIn(m_was) == nameIn(m_now) ? std::nullopt : encoded(nameIn(m_now));
    }

private:
    static std::optional<QByteArray> encoded(const std::string &text)
    {
        return text.empty() ? std::nullopt : std::optional(wire::encodeHeaderValue(text));
    }

    // Of several arguments with the same value, the one that is called like the header; otherwise
    // it must not matter which one it was.
    std::optional<QByteArray> parameter(const QByteArray &name, const QByteArray &value) const
    {
        if (!m_sameTool)
            return std::nullopt;
        const auto found = sources(m_was.params()["arguments"], value);
        std::optional<std::optional<QByteArray>> now;
        for (const json::Value &source : found) {
            auto text = repeated(m_now.root().document()->pointer(source.pointer()));
            if (QByteArray::fromStdString(source.key()).toLower()
                == name.mid(kParameterPrefix.size()))
                return text;
            if (now && *now != text)
                return value;
            now = text;
        }
        return now.value_or(value);
    }

    const rpc::Message &m_was;
    const rpc::Message &m_now;
    const bool m_isOther; // no edited one
    const bool m_sameTool;
};

} // namespace

wire::HeadChanges followMessage(
    wire::HttpRequest &request, const rpc::Message &was, const rpc::Message &now)
{
    constexpr auto kPart = wire::HeadChange::Part::Request;
    wire::HeadChanges changes;
    if (!request.headers.contains("Mcp-Method"))
        return changes;
    const Follower follower(was, now);
    wire::HttpHeaders kept;
    for (wire::HttpHeader field : request.headers.fields()) {
        const std::optional<QByteArray> value = follower.valueOf(field);
        const QByteArray text = value.value_or(QByteArray());
        if (!value || text != field.value)
            changes.push_back({kPart, field.name, field.value, text});
        field.value = text;
        if (value)
            kept.add(field);
    }
    const std::optional<QByteArray> name = follower.newName();
    if (name && !kept.contains("Mcp-Name")) {
        changes.push_back({kPart, "Mcp-Name", {}, *name});
        kept.add("Mcp-Name", *name);
    }
    request.headers = kept;
    return changes;
}

} // namespace sonde::tap
