// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/commandtable.h"
#include "cli/options/nearest.h"
#include "cli/options/optiontable.h"
#include "cli/options/usageerror.h"
#include "cli/output/terminaltext.h"
#include "cli/output/text.h"
#include "cli/trace/tracecommand.h"

namespace sonde::cli {

namespace {

using Action = TraceOptions::Action;

Error usage(const QString &sentence)
{
    Error error;
    error.domain = Domain::Usage;
    error.sentence = sentence;
    return error;
}

const QStringList &actions()
{
    static const QStringList names{QStringLiteral("show"), QStringLiteral("filter"),
        QStringLiteral("stats"), QStringLiteral("export"), QStringLiteral("import"),
        QStringLiteral("tail"), QStringLiteral("check")};
    return names;
}

Result<void> readFilter(const QString &text, TraceOptions &options)
{
    const auto compiled = trace::Filter::compile(text);
    if (const auto *error = std::get_if<trace::FilterError>(&compiled)) {
        return usage(Text::tr("The filter has an error at character %1: %2")
                         .arg(error->at + 1)
                         .arg(harmlessLine(error->sentence)));
    }
    options.filter = std::get<trace::Filter>(compiled);
    return {};
}

class Parser {
public:
    explicit Parser(const QStringList &arguments)
        : m_left(arguments)
    {
    }

    Result<TraceOptions> run()
    {
        if (auto done = readAction(); !done)
            return done.error();
        while (!m_left.isEmpty()) {
            const QString word = m_left.takeFirst();
            const bool isOption = word.startsWith(QLatin1String("--")) && !m_onlyWords;
            if (auto done = isOption ? readOption(word) : readWord(word); !done)
                return done.error();
        }
        if (m_options.file.isEmpty())
            return usage(Text::tr("trace %1 needs a session file.").arg(m_name));
        if (m_options.action == Action::Filter && m_options.filter.isEmpty())
            return usage(Text::tr("trace filter needs a filter after the file, for example 'method "
                                  "== \"tools/call\"'."));
        if (m_options.action == Action::Import && m_options.output.isEmpty())
            return usage(Text::tr(
                "trace import needs the name of a new session file after the file to import."));
        return m_options;
    }

private:
    Result<void> readAction()
    {
        m_name = m_left.isEmpty() ? QString() : m_left.takeFirst();
        const auto index = actions().indexOf(m_name);
        if (m_name.isEmpty())
            return usage(Text::tr("“trace” is not a complete command. Use trace show, filter, "
                                  "stats, check, export, import or tail, and a FILE."));
        if (index < 0) {
            const QString near = nearest(m_name, actions());
            return usage(
                joinSentences({Text::tr("“trace %1” is not a command.").arg(harmlessLine(m_name)),
                    near.isEmpty() ? QString() : Text::tr("Did you mean “%1”?").arg(near),
                    Text::tr("Use trace show, filter, stats, check, export, import or tail, and a "
                             "FILE.")}));
        }
        m_options.action = static_cast<Action>(index);
        return {};
    }

    Result<void> readWord(const QString &word)
    {
        if (m_options.file.isEmpty()) {
            m_options.file = word;
            return {};
        }
        if (m_options.action == Action::Filter && m_options.filter.isEmpty())
            return readFilter(word, m_options);
        if (m_options.action == Action::Import && m_options.output.isEmpty()) {
            m_options.output = word;
            return {};
        }
        bool good = false;
        const auto number = word.toUInt(&good);
        if (m_options.action == Action::Show && good && number > 0) {
            m_options.numbers.push_back(number);
            return {};
        }
        return usage(Text::tr("trace %1 takes no argument “%2”. Remove it.")
                         .arg(m_name, harmlessLine(word)));
    }

    Result<void> readOption(const QString &name)
    {
        if (name == QLatin1String("--")) {
            m_onlyWords = true;
            return {};
        }
        const QString words = QStringLiteral("trace ") + m_name;
        const Commands commands = findCommand(words)->commands;
        const Option *const option = findOption(name, commands);
        if (!option)
            return noOption(words, name, commands);
        if (!option->example.isEmpty()) {
            if (m_left.isEmpty())
                return usage(Text::tr("%1 needs a value.").arg(name));
            const QString value = m_left.takeFirst();
            const Result<void> done = readValue(name, value);
            return done ? done : proposing(done.error(), value, optionValues(*option));
        }
        if (name == QLatin1String("--json")) {
            m_options.json = true;
            m_options.format = QStringLiteral("json");
        } else if (name == QLatin1String("--quiet")) {
            m_options.quiet = true;
        } else if (name == QLatin1String("--count")) {
            m_options.count = true;
        } else {
            m_options.redact = false;
        }
        return {};
    }

    Result<void> readValue(const QString &name, const QString &value)
    {
        if (name == QLatin1String("--filter"))
            return readFilter(value, m_options);
        if (name == QLatin1String("--level") || name == QLatin1String("--fail-on"))
            return readLevel(name, value, m_options.levels);
        if (auto known = checkFormat(value); m_options.action == Action::Check && !known)
            return known;
        if (name == QLatin1String("--format"))
            m_options.format = value;
        else if (name == QLatin1String("--output"))
            m_options.output = value;
        else
            m_options.patterns << value;
        return {};
    }

    QStringList m_left;
    QString m_name;
    bool m_onlyWords = false;
    TraceOptions m_options;
};

} // namespace

Result<TraceOptions> parseTraceOptions(const QStringList &arguments)
{
    return Parser(arguments).run();
}

} // namespace sonde::cli
