// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/profilejson.h"

#include "json/builder.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace sonde::config {

namespace {

constexpr std::array<std::string_view, 10> kMembers{
    "name",
    "program",
    "arguments",
    "workingDirectory",
    "environment",
    "era",
    "revision",
    "handshakeTimeoutMs",
    "idleTimeoutMs",
    "totalTimeoutMs",
};

bool isOurs(std::string_view name)
{
    return std::find(kMembers.begin(), kMembers.end(), name) != kMembers.end();
}

// Reads members one after the other and remembers the first thing that does not fit.
class Reader {
    Q_DECLARE_TR_FUNCTIONS(Profile)

public:
    explicit Reader(const json::Value &object)
        : m_object(object)
    {
    }

    QString text(std::string_view name)
    {
        const json::Value value = m_object[name];
        if (value.exists() && !value.isString())
            wrong(value, tr("a string"));
        return value.toString();
    }

    QStringList texts(std::string_view name)
    {
        const json::Value array = m_object[name];
        if (array.exists() && !array.isArray())
            wrong(array, tr("an array of strings"));
        QStringList list;
        for (const json::Value item : array) {
            if (!item.isString())
                wrong(item, tr("a string"));
            list += item.toString();
        }
        return list;
    }

    std::vector<std::pair<QString, Secret>> variables(std::string_view name)
    {
        const json::Value object = m_object[name];
        if (object.exists() && !object.isObject())
            wrong(object, tr("an object of strings"));
        std::vector<std::pair<QString, Secret>> list;
        for (const json::Value item : object) {
            if (!item.isString())
                wrong(item, tr("a string"));
            list.emplace_back(QString::fromStdString(item.key()), Secret(item.toString()));
        }
        return list;
    }

    EraMode era(std::string_view name)
    {
        const json::Value value = m_object[name];
        if (!value.exists())
            return EraMode::Auto;
        const auto mode = eraModeFromName(value.toString());
        if (!mode)
            wrong(value, tr("“auto”, “legacy” or “modern”"));
        return mode.value_or(EraMode::Auto);
    }

    std::chrono::milliseconds milliseconds(std::string_view name, std::chrono::milliseconds usual)
    {
        const json::Value value = m_object[name];
        if (!value.exists())
            return usual;
        const auto number = value.toInt64();
        if (!number)
            wrong(value, tr("a whole number of milliseconds"));
        return std::chrono::milliseconds(number.value_or(usual.count()));
    }

    const QString &problem() const { return m_problem; }

private:
    void wrong(const json::Value &value, const QString &expected)
    {
        if (m_problem.isEmpty())
            m_problem = tr("%1 is not %2").arg(value.path(), expected);
    }

    json::Value m_object;
    QString m_problem;
};

} // namespace

Result<Profile> profileFromJson(const json::Value &object)
{
    if (!object.isObject())
        return Error{
            Domain::Config, 0, Reader::tr("%1 is not an object").arg(object.path()), {}, {}};
    Reader reader(object);
    Profile profile;
    profile.name = reader.text("name");
    profile.program = reader.text("program");
    profile.arguments = reader.texts("arguments");
    profile.workingDirectory = reader.text("workingDirectory");
    profile.environment = reader.variables("environment");
    profile.era = reader.era("era");
    profile.revision = reader.text("revision");
    profile.handshakeTimeout = reader.milliseconds("handshakeTimeoutMs", kDefaultHandshakeTimeout);
    profile.idleTimeout = reader.milliseconds("idleTimeoutMs", kDefaultIdleTimeout);
    profile.totalTimeout = reader.milliseconds("totalTimeoutMs", kDefaultTotalTimeout);
    if (!reader.problem().isEmpty())
        return Error{Domain::Config, 0, reader.problem(), {}, {}};
    if (profile.name.isEmpty())
        return Error{Domain::Config, 0, Reader::tr("%1 has no name").arg(object.path()), {}, {}};
    for (const json::Value member : object) {
        if (!isOurs(member.key()))
            profile.unknown.emplace_back(member.key(), member.raw());
    }
    return profile;
}

std::string profileToJson(const Profile &profile)
{
    json::Builder out;
    out.beginObject();
    out.member("name", profile.name);
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
            out.key(name.toStdString()).string(value.reveal());
        out.endObject();
    }
    out.member("era", eraModeName(profile.era));
    if (!profile.revision.isEmpty())
        out.member("revision", profile.revision);
    out.member("handshakeTimeoutMs", std::int64_t(profile.handshakeTimeout.count()));
    out.member("idleTimeoutMs", std::int64_t(profile.idleTimeout.count()));
    out.member("totalTimeoutMs", std::int64_t(profile.totalTimeout.count()));
    for (const auto &[name, raw] : profile.unknown)
        out.rawMember(name, raw);
    out.endObject();
    return out.takeString();
}

} // namespace sonde::config
