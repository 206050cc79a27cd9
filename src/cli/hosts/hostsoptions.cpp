// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/hostsoptions.h"

#include "base/formatting.h"
#include "cli/options/commandtable.h"
#include "cli/options/optiontable.h"
#include "cli/options/usageerror.h"
#include "cli/output/text.h"
#include "hosts/hosttable.h"

#include <QFileInfo>

#include <utility>

namespace sonde::cli {

namespace {

using Action = HostsOptions::Action;

const QStringList &hostActions()
{
    static const QStringList names{QStringLiteral("list"), QStringLiteral("show"),
        QStringLiteral("import"), QStringLiteral("export"), QStringLiteral("add"),
        QStringLiteral("tap"), QStringLiteral("untap")};
    return names;
}

QStringList hostIds()
{
    QStringList ids;
    for (const hosts::Host &host : hosts::hostTable())
        ids += host.id;
    return ids;
}

class HostsParser {
public:
    explicit HostsParser(QStringList arguments)
        : m_left(std::move(arguments))
    {
    }

    Result<HostsOptions> run()
    {
        if (const Result<void> read = readAction(); !read)
            return read.error();
        while (!m_left.isEmpty()) {
            const QString word = m_left.takeFirst();
            if (!m_optionsEnded && word == QLatin1String("--")) {
                m_optionsEnded = true; // a server may have any name
                continue;
            }
            const bool isOption = !m_optionsEnded && word.startsWith(QLatin1String("--"));
            if (const Result<void> read = isOption ? readOption(word) : readWord(word); !read)
                return read.error();
        }
        if (const Result<void> complete = checkComplete(); !complete)
            return complete.error();
        return m_options;
    }

private:
    bool changes() const
    {
        return m_options.action == Action::Tap || m_options.action == Action::Untap
            || m_options.action == Action::Add;
    }

    Result<void> readAction()
    {
        m_name = m_left.isEmpty() ? QString() : m_left.takeFirst();
        const auto index = hostActions().indexOf(m_name);
        if (index < 0)
            return usageError(joinSentences(
                {m_name.isEmpty() ? Text::tr("“hosts” is not a complete command.")
                                  : Text::tr("“hosts” has no command %1.").arg(quotedWord(m_name)),
                    didYouMean(m_name, hostActions()),
                    Text::tr("Use hosts list, show, import, export, add, tap or untap.")}));
        m_options.action = static_cast<Action>(index);
        return {};
    }

    Result<void> readHost(const QString &word)
    {
        if (!hosts::findHost(word))
            return usageError(joinSentences({Text::tr("There is no host %1.").arg(quotedWord(word)),
                didYouMean(word, hostIds()),
                Text::tr("The hosts are %1.").arg(listText(hostIds()))}));
        m_options.host = word;
        return {};
    }

    Result<void> readWord(const QString &word)
    {
        const bool isServer = m_options.action == Action::Export && !m_options.hasEntry;
        if (isServer && !word.isEmpty()) {
            setEntry(word);
            return {};
        }
        const auto colon = word.indexOf(u':');
        if (m_options.action == Action::Import && m_options.host.isEmpty() && colon > 0) {
            setEntry(word.mid(colon + 1));
            return m_options.entry.isEmpty()
                ? usageError(Text::tr("The name of a server is missing after %1.").arg(word))
                : readHost(word.left(colon));
        }
        if (m_options.action != Action::List && m_options.host.isEmpty())
            return readHost(word);
        if (m_options.action == Action::List || m_options.hasEntry)
            return usageError(
                Text::tr("“hosts %1” takes no argument %2.").arg(m_name, quotedWord(word)));
        setEntry(word);
        return {};
    }

    void setEntry(const QString &name)
    {
        m_options.entry = name;
        m_options.hasEntry = true;
    }

    Result<void> readOption(const QString &word)
    {
        const QString option = word.section(u'=', 0, 0);
        const QString words = QStringLiteral("hosts ") + m_name;
        const Commands commands = findCommand(words)->commands;
        if (!findOption(option, commands))
            return noOption(words, option, commands);
        const bool isList = m_options.action == Action::List;
        if (option == QLatin1String("--file") && changes())
            return readValue(word, m_options.file);
        if (option == QLatin1String("--output-format") && isList) {
            QString format;
            Result<void> read = readValue(word, format);
            if (!read)
                return read;
            const Result<void> known = readFormat(format);
            return known
                ? known
                : proposing(known.error(), format, optionValues(*findOption(option, commands)));
        }
        if (word == QLatin1String("--json") && isList)
            m_options.format = OutputFormat::JsonLines;
        else if (word == QLatin1String("--no-header") && isList)
            m_options.header = false;
        else if (word == QLatin1String("--show-secrets")
            && (isList || m_options.action == Action::Show))
            m_options.showSecrets = true;
        else if (word == QLatin1String("--quiet"))
            m_options.quiet = true;
        else if (word == QLatin1String("--yes") && changes())
            m_options.yes = true;
        else if (word == QLatin1String("--dry-run")
            && (changes() || m_options.action == Action::Import))
            m_options.dryRun = true;
        else if (word == QLatin1String("--all") && m_options.action == Action::Untap)
            m_options.all = true;
        else
            return noOption(words, option, commands);
        return {};
    }

    Result<void> readValue(const QString &word, QString &value)
    {
        const auto equals = word.indexOf(u'=');
        if (equals >= 0)
            value = word.mid(equals + 1);
        else if (!m_left.isEmpty())
            value = m_left.takeFirst();
        return value.isEmpty()
            ? usageError(Text::tr("%1 needs a value.").arg(word.section(u'=', 0, 0)))
            : Result<void>();
    }

    Result<void> readFormat(const QString &format)
    {
        if (format == QLatin1String("table"))
            m_options.format = OutputFormat::Table;
        else if (format == QLatin1String("name"))
            m_options.format = OutputFormat::Name;
        else if (format == QLatin1String("csv"))
            m_options.format = OutputFormat::Csv;
        else if (format == QLatin1String("jsonl") || format == QLatin1String("json"))
            m_options.format = OutputFormat::JsonLines;
        else
            return usageError(Text::tr("%1 is not an output format. Use --output-format with "
                                       "table, name, json, jsonl or csv.")
                                  .arg(quotedWord(format)));
        return {};
    }

    Result<void> checkComplete() const
    {
        if (m_options.action == Action::Show && m_options.host.isEmpty())
            return usageError(
                Text::tr("“hosts show” needs a host, for example hosts show claude-code."));
        if (m_options.action == Action::Tap && !m_options.hasEntry)
            return usageError(Text::tr("“hosts tap” needs a host and the name of a server, for "
                                       "example hosts tap cursor weather."));
        if (m_options.action == Action::Import && m_options.host.isEmpty())
            return usageError(
                Text::tr("“hosts import” needs a host, for example hosts import cursor:weather."));
        if (m_options.action == Action::Export && m_options.host.isEmpty())
            return usageError(Text::tr("“hosts export” needs a server of Sonde and a host, for "
                                       "example hosts export weather cursor."));
        if (m_options.action == Action::Add && !m_options.hasEntry)
            return usageError(Text::tr("“hosts add” needs a host and the name of a server of "
                                       "Sonde, for example hosts add cursor weather."));
        if (m_options.action == Action::Untap && m_options.host.isEmpty() != m_options.all)
            return usageError(
                Text::tr("“hosts untap” needs a host, or --all for the taps of every host."));
        if (!m_options.file.isEmpty() && m_options.all)
            return usageError(Text::tr("--file needs a host, which says what kind of file it is."));
        const bool mayBeNew = m_options.action == Action::Add;
        if (!mayBeNew && !m_options.file.isEmpty() && !QFileInfo(m_options.file).isFile())
            return usageError(Text::tr("The file %1 of --file does not exist or is not a file.")
                                  .arg(quotedWord(m_options.file)));
        return {};
    }

    QStringList m_left;
    QString m_name;
    bool m_optionsEnded = false;
    HostsOptions m_options;
};

} // namespace

Result<HostsOptions> parseHostsOptions(const QStringList &arguments)
{
    return HostsParser(arguments).run();
}

} // namespace sonde::cli
