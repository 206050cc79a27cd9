// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/linereader.h"

#include "base/formatting.h"
#include "cli/options/commandwords.h"
#include "cli/options/suggestion.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"

#include <QStringConverter>

#include <algorithm>

namespace sonde::cli {

namespace {

constexpr qsizetype kFewCommands = 5; // that one sentence names
// They begin a session themselves, often several: an open server has one already.
constexpr Commands kOwnConnections{Command::Check, Command::Doctor, Command::FanOut};

class LineReader {
public:
    explicit LineReader(const std::vector<std::string> &arguments)
    {
        const auto separator = std::find(arguments.begin(), arguments.end(), "--");
        m_ours.assign(arguments.begin(), separator);
        m_line.isSeparated = separator != arguments.end();
        if (m_line.isSeparated)
            m_line.rest.assign(separator + 1, arguments.end());
        m_line.row = findCommand(namedCommand(arguments));
        if (m_line.row)
            m_line.commands = meaningOf(*m_line.row, arguments);
    }

    Result<Line> run()
    {
        if (const Result<void> good = checkEncoding(m_ours); !good)
            return good.error();
        for (std::size_t at = 0; at < m_ours.size(); ++at) {
            if (const Result<void> done = readWord(at); !done)
                return done.error();
        }
        for (const Line::Given &each : m_line.given) {
            if (m_line.row && !each.option->commands.meets(m_line.commands))
                return foreign(*each.option);
        }
        // There, a word that looks like an option can be an argument.
        if (!m_line.needsServer() && !isTap())
            m_line.words.insert(m_line.words.end(), m_line.rest.begin(), m_line.rest.end());
        return m_line;
    }

private:
    Result<void> readWord(std::size_t &at);
    Result<std::string> valueOf(const Option &option, std::size_t &at) const;
    bool isValue(const std::string &word) const;
    bool isTap() const { return m_line.commands.meets(Command::TapProgram); }
    Error unknown(const QString &name) const;
    Error foreign(const Option &option) const;

    std::vector<std::string> m_ours;
    Line m_line;
};

Result<void> LineReader::readWord(std::size_t &at)
{
    const std::string &word = m_ours[at];
    // No option begins with one dash. Where the program of a server may stand, it is one of its
    // own.
    const bool isPlain =
        word.size() < 2 || word[0] != '-' || (word[1] != '-' && !m_line.needsServer() && !isTap());
    if (isPlain) {
        m_line.words.push_back(word);
        return {};
    }
    const std::size_t equals = word.find('=');
    const QString name = decodedWord(word.substr(0, equals));
    const Option *own = findOption(name, m_line.commands);
    const Option *option = own ? own : findOption(name);
    if (!option)
        return unknown(name);
    // A host must start what its entry says: there the last one counts.
    if (!isTap() && (option->traits & kMayRepeat) == 0 && m_line.has(option->name.data()))
        return usageError(Text::tr("The option %1 was given twice. Remove one of them.").arg(name));
    if (option->example.isEmpty()) {
        if (equals != std::string::npos)
            return usageError(Text::tr("The option %1 takes no value. Use just %1.").arg(name));
        m_line.given.push_back({option, {}});
        return {};
    }
    const Result<std::string> value = valueOf(*option, at);
    if (!value)
        return value.error();
    if (value->empty() && (option->traits & kMayBeEmpty) == 0)
        return usageError(
            Text::tr("The value of %1 is empty. Use %1 %2.").arg(name, option->example));
    m_line.given.push_back({option, *value});
    return {};
}

Result<std::string> LineReader::valueOf(const Option &option, std::size_t &at) const
{
    const std::string &word = m_ours[at];
    if (const std::size_t equals = word.find('='); equals != std::string::npos)
        return word.substr(equals + 1);
    if (at + 1 < m_ours.size() && isValue(m_ours[at + 1]))
        return m_ours[++at];
    return usageError(
        Text::tr("The option %1 needs a value. Use %1 %2.").arg(option.name, option.example));
}

// Whether the word behind an option is its value. Patterns, files and names of servers may begin
// with dashes; where a server's own options may follow, it is more likely that the value is
// missing.
bool LineReader::isValue(const std::string &word) const
{
    if (!word.starts_with("--") || isTap())
        return true;
    const QString name = decodedWord(word.substr(0, word.find('=')));
    return !m_line.needsServer() && !findOption(name) && name != u"--help";
}

Error LineReader::unknown(const QString &name) const
{
    if (!m_line.needsServer())
        return noOption(m_line.row->words, name, m_line.commands);
    return usageError(joinSentences({Text::tr("There is no option %1.").arg(quotedWord(name)),
        didYouMean(name, optionNames(m_line.commands)),
        m_line.isSeparated ? QString()
                           : Text::tr("Put the server's own options after -- and its program.")}));
}

// An option of another command.
Error LineReader::foreign(const Option &option) const
{
    const QStringList owners = commandsWith(option.name);
    if (m_line.needsServer() && owners.contains(m_line.row->words))
        return usageError(
            Text::tr("%1 contradicts %2. Remove one of them.")
                .arg(option.name, QString(m_line.row->serverOptions).section(u'|', 0, 0)));
    if (option.name == u"--on" && m_line.commands.meets(kOwnConnections))
        return usageError(
            Text::tr("“%1” opens connections of its own, so it cannot use a server that "
                     "sonde-cli open keeps running (--on). Give the server itself: -- and its "
                     "program, --url URL or --server NAME.")
                .arg(m_line.row->words));
    if (option.name == u"--count" && m_line.commands.meets(Command::Load))
        return usageError(
            Text::tr("“load” has no option --count. Use --calls for how many calls, --duration for "
                     "how long, and --rate for how many per second."));
    if (!m_line.needsServer() || owners.size() > kFewCommands)
        return noOption(m_line.row->words, option.name, m_line.commands);
    const QString names = owners.size() == 1
        ? owners.front()
        : Text::tr("%1 and %2").arg(listText(owners.mid(0, owners.size() - 1)), owners.back());
    return usageError(joinSentences({Text::tr("%1 is only for %2.").arg(option.name, names),
        option.elsewhere.isEmpty() ? QString() : Text::tr(option.elsewhere.data())}));
}

} // namespace

Result<Line> readLine(const std::vector<std::string> &arguments)
{
    return LineReader(arguments).run();
}

Result<void> checkEncoding(const std::vector<std::string> &words)
{
    for (const std::string &word : words) {
        const QByteArrayView bytes(word.data(), static_cast<qsizetype>(word.size()));
        QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
        const QString text = decoder(bytes);
        if (decoder.hasError())
            return usageError(
                Text::tr("The argument %1 on the command line is not UTF-8. Enter it in UTF-8.")
                    .arg(quotedWord(text)));
    }
    return {};
}

} // namespace sonde::cli
