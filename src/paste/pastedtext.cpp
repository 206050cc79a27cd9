// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "paste/pastedtext.h"

#include "base/domainerror.h"
#include "config/commandline.h"
#include "config/configtext.h"
#include "config/pastedparts.h"
#include "hosts/servers/serversoffile.h"
#include "hosts/text/filesyntaxes.h"
#include "paste/pastedcommand.h"
#include "paste/pastedlink.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace sonde::paste {

using namespace config;

namespace {

// Without the blank lines around it, and without the indentation of its first line in any line: of
// YAML, the indentation within counts.
QString outdented(QStringView text)
{
    static const QRegularExpression blankLines(QStringLiteral("\\A(?:[ \\t]*\\r?\\n)+"));
    QString rest = text.toString();
    rest.remove(blankLines);
    qsizetype indentation = 0;
    while (indentation < rest.size() && rest[indentation] == u' ')
        ++indentation;
    if (indentation > 0) {
        QStringList lines = rest.split(u'\n');
        for (QString &line : lines) {
            qsizetype blanks = 0;
            while (blanks < std::min(indentation, line.size()) && line[blanks] == u' ')
                ++blanks;
            line.remove(0, blanks);
        }
        rest = lines.join(u'\n');
    }
    return rest.trimmed();
}

// Removes the fence of a Markdown block and shell prompts.
QString unwrapped(QStringView pasted)
{
    if (pasted.trimmed().startsWith(QChar(0xfeff)))
        pasted = pasted.trimmed().sliced(1);
    QString text = outdented(pasted);
    if (text.startsWith(QLatin1String("```"))) {
        const qsizetype firstLine = text.indexOf(u'\n');
        text = firstLine < 0 ? QString() : text.sliced(firstLine + 1);
        const qsizetype fence = text.lastIndexOf(QLatin1String("```"));
        if (fence >= 0)
            text.truncate(fence);
        text = outdented(text);
    }
    if (text.startsWith(QLatin1String("$ ")))
        text = text.sliced(2).trimmed();
    return withoutQuotes(text);
}

Result<PastedServers> fromUrl(const QString &text)
{
    Profile profile;
    profile.reachByUrl().url = text;
    return PastedServers{{profile}, {}};
}

Result<PastedServers> read(const QString &text)
{
    static const QRegularExpression scheme(QStringLiteral("\\A[A-Za-z][A-Za-z0-9+.-]*://"));
    const bool oneWord =
        std::none_of(text.begin(), text.end(), [](QChar c) { return c.isSpace(); });
    if (text.isEmpty())
        return usageError(config::Text::tr(
            "There is nothing to parse. Paste a URL, a command line or the configuration of a "
            "host."));
    if (hosts::isPartOfFile(text))
        return hosts::readServersOfText(text.toStdString());
    if (auto link = readPastedLink(text))
        return std::move(*link);
    if (oneWord && isHttpUrl(text))
        return fromUrl(text);
    if (oneWord && looksLikeLocalAddress(text))
        return fromUrl(QLatin1String("http://") + text);
    if (oneWord && scheme.match(text).hasMatch())
        return usageError(
            config::Text::tr("MCP servers do not use this URL scheme. Paste a URL that "
                             "begins with https:// or http://."));
    const auto line = splitCommandLine(text);
    if (!line)
        return line.error();
    return readPastedCommand(*line);
}

Result<PastedServers> readText(QStringView text)
{
    if (text.size() > kMaxPasted)
        return usageError(
            config::Text::tr("The pasted text is longer than %1 characters. Paste only the "
                             "part that describes the servers.")
                .arg(kMaxPasted));
    auto pasted = read(unwrapped(text));
    return pasted ? Result<PastedServers>(withUniqueNames(std::move(pasted).value())) : pasted;
}

QStringList valuesOf(Profile profile)
{
    QStringList values;
    profile.editTexts([&values](const QString &text) { values += text; });
    return values;
}

// Adds a note if a value contains a placeholder of the host, like ${input:token}.
void recordPlaceholders(const Profile &profile, QStringList &notes)
{
    const QStringList values = valuesOf(profile);
    const bool some = std::any_of(values.begin(), values.end(), [](const QString &value) {
        const qsizetype at = value.indexOf(QLatin1String("${"));
        return at >= 0 && value.indexOf(u'}', at) > 0;
    });
    if (some)
        notes +=
            config::Text::tr("“%1” has ${…} placeholders, which the program it was written for "
                             "replaces. Sonde does not replace them: enter the values.")
                .arg(profile.name);
}

// A pasted text must not take values of the environment along without a word.
void fillReferences(Profile &profile, const HostVariables &variables, QStringList &notes)
{
    const QStringList before = valuesOf(profile);
    const QStringList unknown = fillVariables(profile, variables);
    if (valuesOf(profile) != before)
        notes += config::Text::tr("“%1” contains values of this computer, such as those of "
                                  "environment variables, in place of references like ${NAME}.")
                     .arg(profile.name);
    for (const QString &reference : unknown)
        notes += unresolvedText(profile.name, reference) + u' '
            + config::Text::tr("Enter the value in the settings of the server.");
}

} // namespace

Result<PastedServers> readPastedServers(QStringView text)
{
    auto servers = readText(text);
    if (servers) {
        for (const Profile &profile : servers->profiles)
            recordPlaceholders(profile, servers.value().notes);
    }
    return servers;
}

Result<PastedServers> readPastedServers(QStringView text, const HostVariables &variables)
{
    auto servers = readText(text);
    if (!servers)
        return servers;
    for (Profile &profile : servers.value().profiles) {
        if (servers->isOfHost)
            fillReferences(profile, variables, servers.value().notes);
        else
            recordPlaceholders(profile, servers.value().notes);
    }
    return servers;
}

} // namespace sonde::paste
