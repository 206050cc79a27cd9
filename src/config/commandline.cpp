// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/commandline.h"

#include "base/domainerror.h"
#include "config/configtext.h"

#include <optional>

namespace sonde::config {

namespace {

constexpr qsizetype kMaxLength = 1 << 20; // of a pasted command line

struct Word {
    QString text;
    qsizetype unquotedPrefix = 0; // number of leading characters written without quotes
    QString shellCharacters; // unquoted characters with a meaning for a shell
};

class Splitter {
public:
    explicit Splitter(QStringView text)
        : m_text(text)
    {
    }

    Result<std::vector<Word>> split()
    {
        if (m_text.size() > kMaxLength)
            return usageError(
                Text::tr("The command line is longer than %1 characters. Put the long part "
                         "into a file, or enter the arguments one by one.")
                    .arg(kMaxLength));
        while (m_at < m_text.size()) {
            if (auto error = step())
                return *error;
        }
        endWord();
        return std::move(m_words);
    }

private:
    std::optional<Error> step()
    {
        const QChar c = m_text[m_at];
        if (c == u'\'')
            return quoted(u'\'');
        if (c == u'"')
            return quoted(u'"');
        if (c == u'\\')
            return escaped();
        if (c.isSpace())
            endWord();
        else
            plain(c);
        ++m_at;
        return std::nullopt;
    }

    std::optional<Error> escaped()
    {
        if (m_at + 1 >= m_text.size())
            return usageError(
                Text::tr("The command line ends with a backslash that escapes nothing. Remove "
                         "it, or write it twice."));
        const QChar next = m_text[m_at + 1];
        m_at += 2;
        if (next != u'\n') // a line continuation is removed completely
            append(next);
        return std::nullopt;
    }

    std::optional<Error> quoted(QChar quote)
    {
        const qsizetype opened = m_at++;
        begin();
        for (; m_at < m_text.size(); ++m_at) {
            const QChar c = m_text[m_at];
            if (c == quote) {
                ++m_at;
                return std::nullopt;
            }
            if (c == u'\\' && quote == u'"' && escapesInDoubleQuotes())
                continue;
            append(c);
        }
        return usageError(
            Text::tr("The quote %1 at character %2 of the command line is never closed. Add "
                     "the closing %1, or put a backslash before it.")
                .arg(quote)
                .arg(opened + 1));
    }

    // Inside double quotes a backslash escapes only these characters; before others it is literal.
    bool escapesInDoubleQuotes()
    {
        if (m_at + 1 >= m_text.size())
            return false;
        const QChar next = m_text[m_at + 1];
        if (next == u'\n') {
            ++m_at;
            return true;
        }
        if (!QStringView(u"$`\"\\").contains(next))
            return false;
        append(next);
        ++m_at;
        return true;
    }

    void plain(QChar c)
    {
        const bool home = c == u'~' && !m_inWord;
        begin();
        if (m_word.unquotedPrefix == m_word.text.size())
            ++m_word.unquotedPrefix;
        const bool special = home || QStringView(u"|&;<>()$`*?").contains(c);
        if (special && !m_word.shellCharacters.contains(c))
            m_word.shellCharacters += c;
        m_word.text += c;
    }

    void append(QChar c)
    {
        begin();
        m_word.text += c;
    }

    void begin() { m_inWord = true; }

    void endWord()
    {
        if (m_inWord)
            m_words.push_back(std::move(m_word));
        m_word = {};
        m_inWord = false;
    }

    QStringView m_text;
    qsizetype m_at = 0;
    bool m_inWord = false; // an empty pair of quotes is a word, too
    Word m_word;
    std::vector<Word> m_words;
};

// The length of NAME in an unquoted NAME=value, otherwise 0.
qsizetype assignmentName(const Word &word)
{
    const qsizetype equals = word.text.indexOf(u'=');
    if (equals <= 0 || equals >= word.unquotedPrefix || word.text[0].isDigit())
        return 0;
    for (const QChar c : QStringView(word.text).first(equals)) {
        const bool fits = c == u'_' || (c.unicode() < 128 && c.isLetterOrNumber());
        if (!fits)
            return 0;
    }
    return equals;
}

bool isPlainWord(const QString &word)
{
    if (word.isEmpty())
        return false;
    for (const QChar c : word) {
        const bool plain = c.isLetterOrNumber() || QStringView(u"_-./:=,@%+^").contains(c);
        if (!plain)
            return false;
    }
    return true;
}

} // namespace

Result<CommandLine> splitCommandLine(QStringView text)
{
    auto words = Splitter(text).split();
    if (!words)
        return words.error();

    CommandLine line;
    for (const Word &word : words.value()) {
        const qsizetype name = line.words.isEmpty() ? assignmentName(word) : 0;
        if (name > 0)
            line.environment.emplace_back(word.text.first(name), word.text.sliced(name + 1));
        else
            line.words += word.text;
        if (!word.shellCharacters.isEmpty())
            line.notes += Text::tr("Sonde runs no shell: “%1” is passed to the program as "
                                   "written; %2 has no special meaning.")
                              .arg(word.text, word.shellCharacters);
    }
    return line;
}

QString joinCommandLine(const QStringList &words)
{
    QString line;
    for (const QString &word : words) {
        if (!line.isEmpty())
            line += u' ';
        // A first word like A=b would be read as an environment variable.
        const bool assignment = line.isEmpty() && word.contains(u'=');
        if (isPlainWord(word) && !assignment)
            line += word;
        else
            line +=
                u'\'' + QString(word).replace(QLatin1Char('\''), QLatin1String("'\\''")) + u'\'';
    }
    return line;
}

} // namespace sonde::config
