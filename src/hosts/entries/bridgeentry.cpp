// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/bridgeentry.h"

#include "config/entryparts.h"
#include "hosts/entries/entrystyle.h"
#include "hosts/table/hoststr.h"
#include "hosts/text/filesyntaxes.h"
#include "hosts/text/writtentext.h"
#include "json/builder.h"
#include "json/document.h"

#include <QByteArray>
#include <QUrl>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace sonde::hosts {

namespace {

// Members that say how the host reaches and authorizes at a URL, and that one which starts a
// program must not have.
constexpr std::array<std::string_view, 10> kReached{"url", "serverUrl", "httpUrl", "uri", "type",
    "transport", "transportType", "headers", "http_headers", "requestOptions"};
constexpr std::array<std::string_view, 8> kAuthorized{"oauth", "oauthScopes", "oauthClient",
    "oauth_client_id", "scopes", "oauth_resource", "authProviderType", "requiresOAuth"};
// Credentials that only the host can read.
constexpr std::array<std::string_view, 7> kCredentials{"headersHelper", "auth", "apiKey", "obo",
    "bearer_token", "bearer_token_env_var", "env_http_headers"};
constexpr std::array<std::string_view, 3> kStarted{"command", "cmd", "args"};
constexpr std::array<std::string_view, 3> kVariables{"env", "environment", "envs"};

bool isOneOf(const auto &names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool isOfConnection(std::string_view name)
{
    return isOneOf(kReached, name) || isOneOf(kAuthorized, name) || isOneOf(kVariables, name);
}

// Some members of an entry, and the bytes from the first to the last of them, where others may be.
struct Region {
    std::vector<json::Value> members;
    std::vector<json::Value> others;
    TextRange range;
};

Region regionOf(const HostDocument &document, const HostEntry &entry, const auto &belongs)
{
    Region region;
    for (const json::Value member : entry.value) {
        if (!belongs(member.key()))
            continue;
        const ValuePlace place = document.place(member);
        const bool isFirst = region.members.empty();
        region.range.begin =
            isFirst ? place.name.begin : std::min(region.range.begin, place.name.begin);
        region.range.end = std::max(region.range.end, place.range.end);
        region.members.push_back(member);
    }
    for (const json::Value member : entry.value) {
        const std::size_t begin = document.place(member).name.begin;
        if (!belongs(member.key()) && begin > region.range.begin && begin < region.range.end)
            region.others.push_back(member);
    }
    return region;
}

Region connectionOf(const HostDocument &document, const HostEntry &entry)
{
    return regionOf(document, entry, &isOfConnection);
}

// Of an entry with a bridge.
Region startOf(const HostDocument &document, const HostEntry &entry)
{
    return regionOf(document, entry, [](std::string_view name) {
        return isOneOf(kStarted, name) || isOneOf(kVariables, name) || name == "type"
            || name == "transport";
    });
}

// What stands between two members.
std::string separatorAt(
    const Host &host, const HostDocument &document, const HostEntry &entry, std::size_t member)
{
    const std::string_view text = document.bytes().view();
    const bool isBlock = document.place(entry.value).isBlock;
    const std::string prefix = fileSyntax(host.syntax).linePrefix(text, member);
    if (isBlock)
        return std::string(newlineAt(text, member)) + prefix;
    const bool hasOwnLine = prefix.find_first_not_of(" \t") == std::string::npos;
    return hasOwnLine ? ',' + std::string(newlineAt(text, member)) + prefix : ", ";
}

std::string joined(const std::vector<std::string> &parts, std::string_view separator)
{
    std::string text;
    for (const std::string &part : parts) {
        if (!text.empty())
            text += separator;
        text += part;
    }
    return text;
}

json::Value headersOf(const HostEntry &entry)
{
    const json::Value headers = config::headersOf(config::holderOf(entry.value));
    return headers.isObject() ? headers : json::Value();
}

QString textOfHeader(const json::Value &header)
{
    return header.isString() ? header.toString() : json::toQString(header.raw());
}

// The entry as it was, in characters that no host changes.
QString keptEntry(const HostDocument &document, const Region &connection)
{
    const std::string_view text = document.bytes().view();
    const TextRange range = connection.range;
    json::Builder kept;
    kept.beginObject()
        .member("text", text.substr(range.begin, range.end - range.begin))
        .member("others", std::int64_t(connection.others.size()))
        .key("members")
        .beginObject();
    for (const json::Value &member : connection.members)
        kept.rawMember(member.key(), member.raw());
    kept.endObject().endObject();
    const std::string_view json = kept.view();
    return QString::fromLatin1(QByteArray(json.data(), qsizetype(json.size())).toBase64());
}

json::Document keptIn(const HostEntry &entry)
{
    for (const std::string_view name : kVariables) {
        const QString text = entry.value[name][kEntryVariable.data()].toString();
        if (!text.isEmpty())
            return json::Document::parse(
                Bytes::fromByteArray(QByteArray::fromBase64(text.toLatin1())));
    }
    return {};
}

using Variables = std::vector<std::pair<QString, QString>>;

std::vector<std::string> bridgeWords(
    const HostEntry &entry, const TapCommand &tap, Variables &variables)
{
    QStringList words{QStringLiteral("tap"), QStringLiteral("--stdio"), QStringLiteral("--name"),
        tap.name, QStringLiteral("--record"), tap.folder, QStringLiteral("--url"), entry.url};
    const json::Value holder = config::holderOf(entry.value);
    const bool isSse = holder["type"].equals("sse") || holder["transport"].equals("sse");
    if (isSse)
        words += {QStringLiteral("--transport"), QStringLiteral("sse")};
    for (const json::Value header : headersOf(entry)) {
        const QString variable = kHeaderVariable + QString::number(variables.size());
        variables.emplace_back(variable, textOfHeader(header));
        words += {QStringLiteral("--header-env"), json::toQString(header.key()) + u'=' + variable};
    }
    std::vector<std::string> written;
    for (const QString &word : words)
        written.push_back(quotedValue(word));
    return written;
}

std::vector<std::string> bridgeMembers(const Host &host, const HostDocument &document,
    const HostEntry &entry, const TapCommand &tap, const Region &connection)
{
    const EntryStyle &style = entryStyle(host);
    const FileSyntax &syntax = fileSyntax(host.syntax);
    Variables variables{{kEntryVariable, keptEntry(document, connection)}};
    std::vector<std::string> words = bridgeWords(entry, tap, variables);
    std::vector<std::string> members;
    if (!style.stdio.isEmpty())
        members.push_back(syntax.writtenName(style.type.data()) + quotedValue(style.stdio));
    const std::string program = quotedValue(tap.program);
    std::string command = syntax.writtenName(style.command.data());
    if (style.hasCommandList) {
        words.insert(words.begin(), program);
        members.push_back(command + '[' + joined(words, ", ") + ']');
    } else {
        members.push_back(command + program);
        members.push_back(syntax.writtenName("args") + '[' + joined(words, ", ") + ']');
    }
    std::vector<std::string> environment;
    for (const auto &[name, value] : variables)
        environment.push_back(syntax.writtenName(name.toStdString()) + quotedValue(value));
    members.push_back(
        syntax.writtenName(style.environment.data()) + '{' + joined(environment, ", ") + '}');
    return members;
}

// Whether a member is spread over lines that are not beside each other.
bool isSpread(const Host &host, const HostDocument &document, const json::Value &member)
{
    return member.isContainer() && fileSyntax(host.syntax).isSpread(document.place(member));
}

} // namespace

QString bridgeRefusal(const Host &host, const HostDocument &document, const HostEntry &entry)
{
    const bool isApart = host.layout == Layout::List && host.containers.size() > 1;
    if (!entry.value.isObject() || isApart)
        return Text::tr("“%1” cannot be tapped in place: %2 lists servers with a URL apart "
                        "from those that it starts. Start sonde-cli tap --url with it, and "
                        "enter the address that it prints in the configuration.")
            .arg(entry.name, QString(host.name));
    const Region connection = connectionOf(document, entry);
    for (const json::Value member : entry.value) {
        const QString name = json::toQString(member.key());
        if (isOneOf(kStarted, member.key()))
            return Text::tr("“%1” has both a command and a URL.").arg(entry.name);
        if (isOneOf(kCredentials, member.key()))
            return Text::tr("“%1” cannot be tapped: only %2 can read its “%3”.")
                .arg(entry.name, QString(host.name), name);
    }
    std::vector<json::Value> moved = connection.members;
    moved.insert(moved.end(), connection.others.begin(), connection.others.end());
    for (const json::Value &member : moved) {
        if (isSpread(host, document, member))
            return Text::tr("“%1” cannot be edited: write its “%2” on one line.")
                .arg(entry.name, json::toQString(member.key()));
    }
    for (const json::Value header : headersOf(entry))
        moved.push_back(header);
    for (const json::Value &member : moved) {
        if (document.place(member).obstacle != Obstacle::None)
            return Text::tr("“%1” cannot be edited: %2")
                .arg(entry.name, obstacleText(document.place(member).obstacle));
    }
    return {};
}

QStringList unusedByBridge(const HostEntry &entry)
{
    QStringList names;
    for (const json::Value member : entry.value) {
        if (isOneOf(kAuthorized, member.key()))
            names += json::toQString(member.key());
    }
    return names;
}

bool hasSecretUrl(const HostEntry &entry)
{
    const QUrl url(entry.url);
    return !url.userInfo().isEmpty() || url.hasQuery();
}

json::Document entryBeforeBridge(const HostEntry &entry)
{
    if (!entry.tap || !entry.tap->isBridge)
        return {};
    const json::Document kept = keptIn(entry);
    const json::Value members = kept.root()["members"];
    return members.isObject() ? json::Document::parse(members.raw()) : json::Document();
}

Splice spliceOfBridge(
    const Host &host, const HostDocument &document, const HostEntry &entry, const TapCommand &tap)
{
    const Region connection = connectionOf(document, entry);
    std::vector<std::string> members = bridgeMembers(host, document, entry, tap, connection);
    for (const json::Value &other : connection.others)
        members.emplace_back(document.rawMember(other));
    return {connection.range.begin, connection.range.end,
        joined(members, separatorAt(host, document, entry, connection.range.begin))};
}

std::optional<Splice> spliceOfUnbridge(
    const Host &host, const HostDocument &document, const HostEntry &entry)
{
    const json::Document kept = keptIn(entry);
    const json::Value before = kept.root()["members"];
    if (!kept.isValid() || !before.isObject())
        return std::nullopt;
    const FileSyntax &syntax = fileSyntax(host.syntax);
    const Region start = startOf(document, entry);
    std::vector<std::string> members;
    for (const json::Value member : before) {
        const std::string value = syntax.writtenValue(member);
        if (value.empty())
            return std::nullopt;
        members.push_back(syntax.writtenName(member.key()) + value);
    }
    for (const json::Value &other : start.others)
        members.emplace_back(document.rawMember(other));
    return Splice{start.range.begin, start.range.end,
        joined(members, separatorAt(host, document, entry, start.range.begin))};
}

std::optional<Splice> exactSpliceOfUnbridge(const HostDocument &document, const HostEntry &entry)
{
    const json::Document kept = keptIn(entry);
    const json::Value text = kept.root()["text"];
    if (!kept.isValid() || !text.isString())
        return std::nullopt;
    const Region start = startOf(document, entry);
    std::size_t end = start.range.end;
    std::int64_t others = kept.root()["others"].toInt64().value_or(0);
    for (const json::Value member : entry.value) { // those that were moved behind the bridge
        const ValuePlace place = document.place(member);
        if (others > 0 && place.name.begin > start.range.end) {
            end = std::max(end, place.range.end);
            --others;
        }
    }
    return Splice{start.range.begin, end, text.text()};
}

} // namespace sonde::hosts
