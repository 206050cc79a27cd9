// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/profilejson.h"

#include "config/configerror.h"
#include "config/configtext.h"
#include "json/builder.h"

#include <algorithm>
#include <array>
#include <span>

namespace sonde::config {

namespace {

constexpr std::array<std::string_view, 14> kProfileMembers{
    "name",
    "program",
    "arguments",
    "workingDirectory",
    "environment",
    "secretVariables",
    "era",
    "revision",
    "handshakeTimeoutMs",
    "idleTimeoutMs",
    "totalTimeoutMs",
    "offers",
    "watch",
    "debugger",
};

// These members are known only beside "url".
constexpr std::array<std::string_view, 13> kHttpMembers{
    "url",
    "transport",
    "headers",
    "caFile",
    "certificateFile",
    "keyFile",
    "pinnedKey",
    "proxy",
    "proxyUrl",
    "proxyPasswordKept",
    "unixSocket",
    "followSameOrigin",
    "authorization",
};

bool isOneOf(std::span<const std::string_view> members, std::string_view name)
{
    return std::find(members.begin(), members.end(), name) != members.end();
}

// A kind of address that is added later has to say here which members are its own. Otherwise they
// would be written twice: by it, and as members of a later version.
std::span<const std::string_view> membersOf(const ServerAddress &address)
{
    using Members = std::span<const std::string_view>;
    return address.visit([](const ProgramSettings &) { return Members(); },
        [](const HttpSettings &) { return Members(kHttpMembers); });
}

bool isOurs(std::string_view name, const ServerAddress &address)
{
    return isOneOf(kProfileMembers, name) || isOneOf(membersOf(address), name);
}

// Reads members and remembers the first error.
class ProfileReader {
public:
    explicit ProfileReader(const json::Value &object)
        : m_object(object)
    {
    }

    QString text(std::string_view name)
    {
        const json::Value value = m_object[name];
        if (value.exists() && !value.isString())
            wrong(value, typeSentence(ValueType::String));
        return value.toString();
    }

    QStringList texts(std::string_view name)
    {
        const json::Value array = m_object[name];
        if (array.exists() && !array.isArray())
            wrong(array, typeSentence(ValueType::Strings));
        QStringList list;
        for (const json::Value item : array) {
            if (!item.isString())
                wrong(item, typeSentence(ValueType::String));
            list += item.toString();
        }
        return list;
    }

    std::vector<std::pair<QString, Secret>> variables(std::string_view name)
    {
        const json::Value object = m_object[name];
        if (object.exists() && !object.isObject())
            wrong(object, Text::tr("%1 must be an object of strings."));
        std::vector<std::pair<QString, Secret>> list;
        for (const json::Value item : object) {
            if (!item.isString())
                wrong(item, typeSentence(ValueType::String));
            list.emplace_back(QString::fromStdString(item.key()), Secret(item.toString()));
        }
        return list;
    }

    std::optional<HttpSettings> http()
    {
        if (!m_object["url"].exists())
            return std::nullopt;
        HttpSettings settings;
        settings.url = text("url");
        settings.transport = choice("transport", HttpTransport::Auto, httpTransportFromName,
            Text::tr("%1 must be “auto”, “streamable” or “sse”."));
        settings.headers = headers("headers");
        settings.caFile = text("caFile");
        settings.certificateFile = text("certificateFile");
        settings.keyFile = text("keyFile");
        settings.pinnedKey = text("pinnedKey");
        settings.proxy = choice("proxy", ProxyMode::Environment, proxyModeFromName,
            Text::tr("%1 must be “environment”, “none” or “given”."));
        settings.proxyUrl = text("proxyUrl");
        settings.proxyPasswordKept = flag(m_object["proxyPasswordKept"])
            || !proxyPassword(settings).isEmpty(); // written by an earlier version
        settings.unixSocket = text("unixSocket");
        settings.followSameOrigin = flag(m_object["followSameOrigin"]);
        settings.authorization = authorization(m_object["authorization"]);
        return settings;
    }

    AuthSettings authorization(const json::Value &value)
    {
        if (!value.exists())
            return {};
        auto read = authSettingsFromJson(value);
        if (!read && m_problem.isEmpty())
            m_problem = read.error().sentence;
        return read ? std::move(read).value() : AuthSettings();
    }

    // An array, because names may repeat and the order counts.
    std::vector<CustomHeader> headers(std::string_view name)
    {
        const json::Value array = m_object[name];
        if (array.exists() && !array.isArray())
            wrong(array, Text::tr("%1 must be an array of headers."));
        std::vector<CustomHeader> list;
        for (const json::Value item : array) {
            const bool secret = flag(item["secret"]);
            const json::Value value = item["value"];
            if (!item["name"].isString() || (!value.isString() && (value.exists() || !secret)))
                wrong(item, Text::tr("%1 must be an object with a “name” and a “value”."));
            list.push_back({item["name"].toString(), Secret(value.toString()), secret});
        }
        return list;
    }

    Offers offers(std::string_view name)
    {
        const json::Value value = m_object[name];
        if (!value.exists())
            return {};
        auto read = offersFromJson(value);
        if (!read && m_problem.isEmpty())
            m_problem = read.error().sentence;
        return read ? std::move(read).value() : Offers();
    }

    WatchSettings watch(std::string_view name)
    {
        const json::Value value = m_object[name];
        if (!value.exists())
            return {};
        auto read = watchSettingsFromJson(value);
        if (!read && m_problem.isEmpty())
            m_problem = read.error().sentence;
        return read ? std::move(read).value() : WatchSettings();
    }

    DebugSettings debugger(std::string_view name)
    {
        const json::Value value = m_object[name];
        if (!value.exists())
            return {};
        const auto read = debugSettingsFromJson(value);
        if (!read && m_problem.isEmpty())
            m_problem = read.error().sentence;
        return read ? *read : DebugSettings();
    }

    bool flag(const json::Value &value)
    {
        if (value.exists() && !value.isBool())
            wrong(value, typeSentence(ValueType::Flag));
        return value.toBool().value_or(false);
    }

    template <typename Enum>
    Enum choice(std::string_view name, Enum usual, std::optional<Enum> (*fromName)(QStringView),
        const QString &sentence)
    {
        const json::Value value = m_object[name];
        if (!value.exists())
            return usual;
        const auto chosen = fromName(value.toString());
        if (!chosen)
            wrong(value, sentence);
        return chosen.value_or(usual);
    }

    std::chrono::milliseconds milliseconds(std::string_view name, std::chrono::milliseconds usual)
    {
        const json::Value value = m_object[name];
        if (!value.exists())
            return usual;
        const auto number = value.toInt64();
        if (!number)
            wrong(value, typeSentence(ValueType::Milliseconds));
        return std::chrono::milliseconds(number.value_or(usual.count()));
    }

    const QString &problem() const { return m_problem; }

private:
    // `sentence` has %1 for the path of the value.
    void wrong(const json::Value &value, const QString &sentence)
    {
        if (m_problem.isEmpty())
            m_problem = sentence.arg(value.path());
    }

    json::Value m_object;
    QString m_problem;
};

void addCommand(json::Builder &out, const Profile &profile)
{
    out.member("program", profile.program);
    out.key("arguments").beginArray();
    for (const QString &argument : profile.arguments)
        out.string(argument);
    out.endArray();
    if (!profile.workingDirectory.isEmpty())
        out.member("workingDirectory", profile.workingDirectory);
    if (!profile.environment.empty()) {
        out.key("environment").beginObject();
        for (const auto &[name, value] : profile.environment)
            out.key(name.toStdString())
                .string(profile.secretVariables.contains(name) ? QString() : value.reveal());
        out.endObject();
        // Written even if empty: without this member the file is from an earlier version.
        out.key("secretVariables").beginArray();
        for (const auto &[name, value] : profile.environment) {
            if (profile.secretVariables.contains(name))
                out.string(name);
        }
        out.endArray();
    }
}

// Default values are omitted.
void addHttp(json::Builder &out, const HttpSettings &http)
{
    const auto addText = [&out](std::string_view name, const QString &text) {
        if (!text.isEmpty())
            out.member(name, text);
    };
    out.member("url", http.url);
    out.member("transport", httpTransportName(http.transport));
    if (!http.headers.empty()) {
        out.key("headers").beginArray();
        for (const CustomHeader &header : http.headers) {
            out.beginObject();
            out.member("name", header.name);
            if (!header.secret) // secret values belong in the keychain
                out.member("value", header.value.reveal());
            out.member("secret", header.secret);
            out.endObject();
        }
        out.endArray();
    }
    addText("caFile", http.caFile);
    addText("certificateFile", http.certificateFile);
    addText("keyFile", http.keyFile);
    addText("pinnedKey", http.pinnedKey);
    if (http.proxy != ProxyMode::Environment)
        out.member("proxy", proxyModeName(http.proxy));
    HttpSettings withoutPassword = http;
    setProxyPassword(withoutPassword, {});
    addText("proxyUrl", withoutPassword.proxyUrl);
    if (http.proxyPasswordKept || !proxyPassword(http).isEmpty())
        out.member("proxyPasswordKept", true);
    addText("unixSocket", http.unixSocket);
    if (http.followSameOrigin)
        out.member("followSameOrigin", true);
    if (!isUsual(http.authorization))
        out.rawMember("authorization", authSettingsToJson(http.authorization));
}

} // namespace

Result<Profile> profileFromJson(const json::Value &object)
{
    if (!object.isObject())
        return valueError(object, typeSentence(ValueType::Object));
    ProfileReader reader(object);
    Profile profile;
    profile.name = reader.text("name");
    if (auto http = reader.http())
        profile.reachByUrl(std::move(*http));
    profile.program = reader.text("program");
    profile.arguments = reader.texts("arguments");
    profile.workingDirectory = reader.text("workingDirectory");
    profile.environment = reader.variables("environment");
    profile.secretVariables = reader.texts("secretVariables");
    if (!object["secretVariables"].exists())
        markSecretVariables(profile);
    profile.era = reader.choice("era", EraMode::Auto, eraModeFromName,
        Text::tr("%1 must be “auto”, “legacy” or “modern”."));
    profile.revision = reader.text("revision");
    profile.handshakeTimeout = reader.milliseconds("handshakeTimeoutMs", kDefaultHandshakeTimeout);
    profile.idleTimeout = reader.milliseconds("idleTimeoutMs", kDefaultIdleTimeout);
    profile.totalTimeout = reader.milliseconds("totalTimeoutMs", kDefaultTotalTimeout);
    profile.offers = reader.offers("offers");
    profile.watch = reader.watch("watch");
    profile.debug = reader.debugger("debugger");
    if (!reader.problem().isEmpty())
        return Error{.domain = Domain::Config, .sentence = reader.problem()};
    if (profile.name.isEmpty())
        return Error{
            .domain = Domain::Config, .sentence = Text::tr("%1 has no name.").arg(object.path())};
    for (const json::Value member : object) {
        if (!isOurs(member.key(), profile))
            profile.unknown.emplace_back(member.key(), member.raw());
    }
    return profile;
}

std::string profileToJson(const Profile &profile)
{
    json::Builder out;
    out.beginObject();
    out.member("name", profile.name);
    profile.visit(
        [](const ProgramSettings &) {}, [&out](const HttpSettings &http) { addHttp(out, http); });
    if (profile.hasProcess() || !profile.program.isEmpty())
        addCommand(out, profile);
    out.member("era", eraModeName(profile.era));
    if (!profile.revision.isEmpty())
        out.member("revision", profile.revision);
    out.member("handshakeTimeoutMs", std::int64_t(profile.handshakeTimeout.count()));
    out.member("idleTimeoutMs", std::int64_t(profile.idleTimeout.count()));
    out.member("totalTimeoutMs", std::int64_t(profile.totalTimeout.count()));
    if (profile.offers != Offers())
        out.rawMember("offers", offersToJson(profile.offers));
    if (profile.watch != WatchSettings())
        out.rawMember("watch", watchSettingsToJson(profile.watch));
    if (profile.debug != DebugSettings())
        out.rawMember("debugger", debugSettingsToJson(profile.debug));
    for (const auto &[name, raw] : profile.unknown)
        out.rawMember(name, raw);
    out.endObject();
    return out.takeString();
}

bool differsOnlyInWatch(const Profile &a, const Profile &b)
{
    const auto &values = a.environment;
    const auto &others = b.environment;
    if (!a.hasProcess() || !b.hasProcess() || values.size() != others.size()
        || !std::equal(
            values.begin(), values.end(), others.begin(), [](const auto &one, const auto &other) {
                return one.second.reveal() == other.second.reveal(); // it is not in the JSON
            }))
        return false;
    Profile other = b;
    other.watch = a.watch;
    return profileToJson(a) == profileToJson(other);
}

} // namespace sonde::config
