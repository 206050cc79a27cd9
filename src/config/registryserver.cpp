// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/registryserver.h"

#include "config/configtext.h"
#include "config/pastedparts.h"
#include "json/extras.h"
#include "json/value.h"

#include <algorithm>

namespace sonde::config {

namespace {

constexpr qsizetype kMaxRegistryNotes = 50;
constexpr int kMaxRegistryInputs = 1000; // of one package or remote

// A member in the spelling of 2025-12-11 or in that of 2025-07-09.
json::Value either(const json::Value &object, std::string_view newer, std::string_view older)
{
    const json::Value value = object[newer];
    return value.exists() ? value : object[older];
}

QString textOf(const json::Value &value)
{
    if (value.isString())
        return value.toString();
    return value.isNumber() || value.isBool() ? json::toQString(value.raw()) : QString();
}

bool isTrue(const json::Value &value)
{
    return value.toBool().value_or(false);
}

// The servers of one server.json. An input is a value that the server's author has left to the
// user, in part or wholly (the schema's Input and InputWithVariables).
class RegistryReader {
public:
    explicit RegistryReader(const json::Value &server)
        : m_server(server)
        , m_name(server["name"].toString().section(u'/', -1))
    {
    }

    PastedServers read()
    {
        for (const json::Value package : m_server["packages"])
            addPackage(package);
        for (const json::Value remote : m_server["remotes"])
            addRemote(remote, remote["url"], either(remote, "type", "transport_type"));
        return std::move(m_servers);
    }

private:
    void addPackage(const json::Value &package)
    {
        const json::Value transport = package["transport"];
        if (transport["url"].isString()) {
            note(Text::tr("The package %1 is a program that serves %2: start it yourself.")
                     .arg(package["identifier"].toString(), transport["url"].toString()));
            return addRemote(transport, transport["url"], transport["type"]);
        }
        Profile profile;
        profile.name = m_name;
        const json::Value environment =
            either(package, "environmentVariables", "environment_variables");
        if (!setCommand(profile, package, environment))
            return;
        int left = kMaxRegistryInputs;
        for (const json::Value variable : environment) {
            if (--left < 0)
                break;
            const QString name = variable["name"].toString();
            const QString value = valueOf(variable, name);
            if (!value.isEmpty() || isRequired(variable))
                profile.environment.emplace_back(name, Secret(value));
            if (isTrue(either(variable, "isSecret", "is_secret")) && !value.isEmpty())
                profile.secretVariables << name;
        }
        add(std::move(profile));
    }

    // How the registry's packages are started; the schema does not say.
    bool setCommand(Profile &profile, const json::Value &package, const json::Value &environment)
    {
        const QString type = either(package, "registryType", "registry_type").toString();
        const QString identifier = either(package, "identifier", "name").toString();
        const QString version = package["version"].toString();
        const QString hint = either(package, "runtimeHint", "runtime_hint").toString();
        QStringList before = argumentsOf(either(package, "runtimeArguments", "runtime_arguments"));
        QString named = identifier;
        const auto use = [&](const char *program, const QString &separator) {
            profile.program = hint.isEmpty() ? QLatin1String(program) : hint;
            if (!version.isEmpty())
                named += separator + version;
        };
        if (type == QLatin1String("npm")) {
            use("npx", QStringLiteral("@"));
            if (before.isEmpty())
                before << QStringLiteral("-y");
        } else if (type == QLatin1String("pypi")) {
            use("uvx", QStringLiteral("=="));
        } else if (type == QLatin1String("nuget")) {
            use("dnx", QStringLiteral("@"));
        } else if (type == QLatin1String("oci") || type == QLatin1String("docker")) {
            use("docker", QStringLiteral(":"));
            if (identifier.section(u'/', -1).contains(u':') || identifier.contains(u'@'))
                named = identifier; // it has its version
            if (before.isEmpty())
                before << QStringLiteral("run") << QStringLiteral("-i") << QStringLiteral("--rm");
            for (const json::Value variable : environment)
                before << QStringLiteral("-e") << variable["name"].toString();
        } else {
            note(Text::tr("The package %1 was skipped: Sonde cannot start packages of the "
                          "type “%2”.")
                     .arg(identifier, type));
            return false;
        }
        profile.arguments = before + QStringList{named}
            + argumentsOf(either(package, "packageArguments", "package_arguments"));
        return true;
    }

    void addRemote(const json::Value &remote, const json::Value &url, const json::Value &type)
    {
        Profile profile;
        profile.name = m_name;
        HttpSettings &http = profile.reachByUrl();
        http.url = filled(url.toString(), remote["variables"]);
        http.transport = transportFromHost(type.toString());
        int left = kMaxRegistryInputs;
        for (const json::Value header : remote["headers"]) {
            const QString name = header["name"].toString();
            const QString value = valueOf(header, name);
            if (--left >= 0 && !value.isEmpty())
                addHeader(http, name, value);
        }
        add(std::move(profile));
    }

    void add(Profile profile)
    {
        // The last one only proves that there are more.
        if (m_servers.profiles.size() <= kMaxPastedServers)
            m_servers.profiles.push_back(std::move(profile));
    }

    QStringList argumentsOf(const json::Value &arguments)
    {
        QStringList words;
        for (const json::Value argument : arguments) {
            if (words.size() >= kMaxRegistryInputs)
                break;
            const QString name = argument["name"].toString();
            const QString hint = either(argument, "valueHint", "value_hint").toString();
            const QString value = valueOf(argument, name.isEmpty() ? hint : name);
            if (argument["type"].toString() == QLatin1String("named")) {
                if (value.isEmpty() && takesValue(argument))
                    continue;
                words << name;
            }
            if (!value.isEmpty())
                words << value;
        }
        return words;
    }

    static bool isRequired(const json::Value &input)
    {
        return isTrue(either(input, "isRequired", "is_required"));
    }

    // A named argument without any of these is a flag.
    static bool takesValue(const json::Value &argument)
    {
        return argument["value"].exists() || argument["default"].exists()
            || argument["format"].exists() || argument["choices"].exists()
            || either(argument, "valueHint", "value_hint").exists();
    }

    // Its value or default; empty, and noted, when the user has to give it.
    QString valueOf(const json::Value &input, const QString &name)
    {
        const json::Value value = input["value"];
        const QString text = textOf(value.exists() ? value : input["default"]);
        if (text.isEmpty() && isRequired(input))
            note(Text::tr("%1 needs a value: %2")
                     .arg(name, input["description"].toString().simplified().left(200)));
        return filled(text, input["variables"]);
    }

    // Puts the values of variables in the place of {names}, which are not searched for names again;
    // what has no value stays, and is noted. Longer than any argument, the text stays as it is.
    QString filled(const QString &text, const json::Value &variables)
    {
        if (!variables.isObject())
            return text;
        QString made;
        qsizetype at = 0;
        while (at < text.size()) {
            const qsizetype open = text.indexOf(u'{', at);
            const qsizetype close = open < 0 ? -1 : text.indexOf(u'}', open);
            if (close < 0)
                break;
            made += text.mid(at, open - at);
            const QString place = text.mid(open, close + 1 - open);
            const QString name = place.mid(1, place.size() - 2);
            const json::Value variable = variables[name.toStdString()];
            const QString value = variable.exists() ? valueOf(variable, name) : QString();
            if (variable.exists() && value.isEmpty())
                note(Text::tr("%1 is to be replaced by a value of your own.").arg(place));
            made += value.isEmpty() ? place : value;
            if (made.size() > kMaxArgumentBytes)
                return text;
            at = close + 1;
        }
        return made + text.mid(at);
    }

    void note(const QString &sentence)
    {
        if (m_servers.notes.size() < kMaxRegistryNotes && !m_servers.notes.contains(sentence))
            m_servers.notes += sentence;
    }

    json::Value m_server;
    QString m_name;
    PastedServers m_servers;
};

json::Value serverOf(const json::Value &root)
{
    return root["server"].isObject() ? root["server"] : root;
}

} // namespace

bool isRegistryServer(const json::Value &root)
{
    const json::Value server = serverOf(root);
    return server["name"].isString()
        && (server["packages"].isArray() || server["remotes"].isArray());
}

PastedServers readRegistryServer(const json::Value &root)
{
    return RegistryReader(serverOf(root)).read();
}

} // namespace sonde::config
