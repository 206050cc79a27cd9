// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/tap/tapoptions.h"

#include "cli/options/commandwords.h"
#include "cli/options/options.h"
#include "cli/options/usageerror.h"
#include "cli/output/text.h"

#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <optional>

namespace sonde::cli {

namespace {

constexpr auto kNameOption = "--name";
constexpr auto kRecordOption = "--record";

class TapParser {
public:
    explicit TapParser(const std::vector<std::string> &words)
        : m_words(words)
        , m_separator(
              static_cast<std::size_t>(std::find(words.begin(), words.end(), "--") - words.begin()))
    {
    }

    Result<TapOptions> run()
    {
        const std::size_t command = commandWord(m_words);
        while (m_at < m_separator) {
            const bool isCommand = m_at == command;
            if (auto read = isCommand ? skip() : readOption(); !read)
                return read.error();
        }
        m_options.program = m_separator + 1;
        if (m_options.program >= m_words.size() || m_words[m_options.program].empty())
            return usageError(Text::tr("“tap” needs the server's program after --, for example "
                                       "sonde-cli tap -- npx server, or --url with its address."));
        if (m_options.name.isEmpty())
            m_options.name = QFileInfo(decodedWord(m_words[m_options.program])).fileName();
        return m_options;
    }

private:
    Result<void> skip()
    {
        ++m_at;
        return {};
    }

    Result<void> readOption()
    {
        const std::string &word = m_words[m_at++];
        const auto equals = word.find('=');
        const std::string option = word.substr(0, equals);
        QString *const into = option == kNameOption ? &m_options.name
            : option == kRecordOption               ? &m_options.recordFile
                                                    : nullptr;
        const QString shown = quotedWord(decodedWord(word));
        if (!into && !word.starts_with("-"))
            return usageError(
                Text::tr("“tap” takes no argument %1. Put -- before the server's program.")
                    .arg(shown));
        if (!into)
            return noOption(QStringLiteral("tap"), decodedWord(option), Command::TapProgram);
        if (equals == std::string::npos && m_at >= m_separator)
            return usageError(Text::tr("%1 needs a value.").arg(QString::fromStdString(option)));
        *into =
            decodedWord(equals == std::string::npos ? m_words[m_at++] : word.substr(equals + 1));
        if (into->isEmpty())
            return usageError(Text::tr("%1 needs a value.").arg(QString::fromStdString(option)));
        return {};
    }

    const std::vector<std::string> &m_words;
    const std::size_t m_separator;
    std::size_t m_at = 0;
    TapOptions m_options;
};

} // namespace

bool isTap(const std::vector<std::string> &words)
{
    const std::size_t at = commandWord(words);
    const auto ours = std::find(words.begin(), words.end(), "--");
    const bool hasUrl = std::any_of(words.begin(), ours, [](const std::string &word) {
        return word == "--url" || word.starts_with("--url=") || word == "--server"
            || word.starts_with("--server=");
    });
    return at < words.size() && words[at] == "tap" && !hasUrl;
}

Result<TapOptions> parseTapOptions(const std::vector<std::string> &words)
{
    return TapParser(words).run();
}

} // namespace sonde::cli
