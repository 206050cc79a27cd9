// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/hosts/entrysecrets.h"

#include "config/httpsettings.h"
#include "config/profile.h"
#include "hosts/bridgeentry.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace sonde::models {

namespace {

constexpr std::array<const char *, 3> kVariableMembers{"env", "environment", "envs"};
constexpr std::array<const char *, 2> kHeaderMembers{"headers", "http_headers"};
constexpr std::string_view kDots = "\"\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\"";

struct ClearSecret {
    QString name; // of a variable, a header or an option
    json::Value value;
};

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
    return name == hosts::kEntryVariable || name.startsWith(hosts::kHeaderVariable);
}

class SecretFinder {
public:
    std::vector<ClearSecret> run(const hosts::HostEntry &entry)
    {
        for (const char *name : kVariableMembers)
            look(entry.value[name], false);
        look(entry.value["command"]["env"], false);
        for (const char *name : kHeaderMembers)
            look(entry.value[name], true);
        look(entry.value["requestOptions"]["headers"], true); // of Continue
        lookInWords(entry.command.isArray() ? entry.command : entry.argumentList);
        return std::move(m_found);
    }

private:
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

    // --api-key VALUE, --api-key=VALUE, API_KEY=VALUE and Authorization: VALUE.
    void lookInWords(const json::Value &words)
    {
        if (!words.isArray())
            return;
        QString option; // a word before that waits for its value
        for (const json::Value word : words) {
            const QString text = word.toString();
            const bool isOption = text.startsWith(u'-');
            if (!option.isEmpty() && !isOption)
                note(option, word, text);
            option.clear();
            const auto equals = text.indexOf(u'=');
            const auto colon = text.indexOf(u':');
            const QString name = equals > 0 ? text.left(equals) : text;
            if (equals > 0 && isSecretWord(name))
                note(name, word, text.mid(equals + 1));
            else if (equals < 0 && isOption && isSecretWord(name))
                option = text;
            else if (colon > 0 && !isOption && config::isSecretHeader(text.left(colon)))
                note(text.left(colon), word, text.mid(colon + 1).trimmed());
        }
    }

    // Words of an option or a variable; of others, like a path or a query, nothing is known.
    static bool isSecretWord(const QString &name)
    {
        const bool isName = std::all_of(name.begin(), name.end(),
            [](QChar c) { return c.isLetterOrNumber() || c == u'-' || c == u'_'; });
        const bool isPath = name.endsWith(QLatin1String("file"), Qt::CaseInsensitive)
            || name.endsWith(QLatin1String("path"), Qt::CaseInsensitive)
            || name.endsWith(QLatin1String("env"), Qt::CaseInsensitive);
        return isName && !isPath && config::isSecretVariable(name);
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

QStringList secretsInClear(const hosts::HostEntry &entry)
{
    QStringList names;
    for (const ClearSecret &secret : SecretFinder().run(entry)) {
        if (!isOfBridge(secret.name)) // which gives back what the entry had
            names += secret.name;
    }
    return names;
}

Bytes withoutSecrets(const hosts::HostDocument &document)
{
    return withoutSecrets(document, {0, document.bytes().size()});
}

Bytes withoutSecrets(const hosts::HostDocument &document, const hosts::TextRange &part)
{
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (const hosts::HostEntry &entry : document.entries()) {
        for (const ClearSecret &secret : SecretFinder().run(entry)) {
            const hosts::TextRange range = document.place(secret.value).range;
            places.emplace_back(range.begin, range.end);
        }
    }
    std::sort(places.begin(), places.end());
    std::string shown;
    std::size_t at = part.begin;
    for (const auto &[begin, end] : places) {
        if (begin < at || end > part.end) // also an entry that two containers reach
            continue;
        shown += document.bytes().view().substr(at, begin - at);
        shown += kDots;
        at = end;
    }
    shown += document.bytes().view().substr(at, part.end - at);
    return Bytes::copyOf(shown);
}

} // namespace sonde::models
