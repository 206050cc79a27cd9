// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/clearsecrets.h"

#include "base/secretplaces.h"
#include "config/httpsettings.h"
#include "config/profile.h"
#include "hosts/entries/bridgeentry.h"

#include <array>
#include <string>
#include <utility>

namespace sonde::hosts {

namespace {

constexpr std::array<const char *, 3> kVariableMembers{"env", "environment", "envs"};
constexpr std::array<const char *, 2> kHeaderMembers{"headers", "http_headers"};

bool refersToVariable(const QString &value)
{
    return value.contains(QLatin1String("${")) || value.contains(QLatin1String("{env:"))
        || value.startsWith(u'$');
}

// Headers that carry credentials; other headers may have any name of a secret.
bool mayBeSecretHeader(const QString &name)
{
    return config::isSecretHeader(name)
        || config::isSecretVariable(QString(name).replace(u'-', u'_'));
}

// Variables of a tap that contain what the entry had before.
bool isOfBridge(const QString &name)
{
    return name == kEntryVariable || name.startsWith(kHeaderVariable);
}

class SecretFinder {
public:
    std::vector<ClearSecret> run(const HostEntry &entry)
    {
        lookIn(entry.value);
        lookIn(entry.value["transport"]); // of Cline
        lookInWords(entry);
        return std::move(m_found);
    }

private:
    void lookIn(const json::Value &object)
    {
        for (const char *name : kVariableMembers)
            look(object[name], false);
        look(object["command"]["env"], false);
        for (const char *name : kHeaderMembers)
            look(object[name], true);
        look(object["requestOptions"]["headers"], true); // of Continue
    }

    void look(const json::Value &members, bool areHeaders)
    {
        if (!members.isObject())
            return;
        for (const json::Value member : members) {
            const QString name = json::toQString(member.key());
            const bool isSecret = areHeaders ? mayBeSecretHeader(name)
                                             : config::isSecretVariable(name) || isOfBridge(name);
            if (isSecret && member.isString())
                note(name, member, member.toString());
        }
    }

    // --api-key VALUE, API_KEY=VALUE, Authorization: VALUE, user:VALUE@host and what else looks
    // secret in a command line.
    void lookInWords(const HostEntry &entry)
    {
        std::vector<json::Value> values;
        if (!entry.command.isArray())
            values.push_back(entry.command);
        for (const json::Value word : entry.command.isArray() ? entry.command : entry.argumentList)
            values.push_back(word);
        std::vector<std::string> words;
        words.reserve(values.size());
        for (const json::Value &value : values)
            words.push_back(value.text());
        const auto places = secretsOfCommandLine(words);
        const std::vector<std::string> shown = sonde::withoutSecrets(words);
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (!places[i].empty())
                note(nameOf(places[i].front(), words, shown, i), values[i],
                    QString::fromStdString(words[i].substr(places[i].front().begin)));
        }
    }

    // What the secret is the value of; without a name, the word with asterisks for the secret.
    static QString nameOf(const SecretPlace &place, const std::vector<std::string> &words,
        const std::vector<std::string> &shown, std::size_t i)
    {
        const bool isNamed = place.kind == SecretKind::Option || place.kind == SecretKind::Variable
            || place.kind == SecretKind::Header;
        const std::size_t end = words[i].find_first_of("=:");
        if (isNamed && end != std::string::npos && end < place.begin)
            return QString::fromStdString(words[i].substr(0, end));
        return QString::fromStdString(
            isNamed && i > 0 && place.begin == 0 ? words[i - 1] : shown[i]);
    }

    void note(const QString &name, const json::Value &place, const QString &value)
    {
        const bool isReference = refersToVariable(value) || isOfBridge(value);
        if (!value.isEmpty() && !isReference)
            m_found.push_back({name, place});
    }

    std::vector<ClearSecret> m_found;
};

} // namespace

std::vector<ClearSecret> writtenSecrets(const HostEntry &entry)
{
    return SecretFinder().run(entry);
}

std::vector<ClearSecret> secretsInClear(const HostEntry &entry)
{
    std::vector<ClearSecret> secrets = writtenSecrets(entry);
    // Those give back what the entry had.
    std::erase_if(secrets, [](const ClearSecret &secret) { return isOfBridge(secret.name); });
    return secrets;
}

} // namespace sonde::hosts
