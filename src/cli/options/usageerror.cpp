// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/usageerror.h"

#include "base/formatting.h"
#include "cli/options/nearest.h"
#include "cli/options/optiontable.h"
#include "cli/output/terminaltext.h"
#include "cli/output/text.h"

namespace sonde::cli {

Error usageError(const QString &sentence)
{
    return {Domain::Usage, 0, sentence, {}, {}};
}

QString decodedWord(const std::string &bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QString quotedWord(const QString &word)
{
    return QChar(0x201c) + harmlessLine(word) + QChar(0x201d);
}

Error proposing(Error error, const QString &value, const QStringList &candidates)
{
    error.sentence = joinSentences({error.sentence, didYouMean(value, candidates)});
    return error;
}

Error noOption(const QString &command, const QString &option, Commands commands)
{
    return usageError(
        joinSentences({Text::tr("“%1” has no option %2.").arg(command, quotedWord(option)),
            didYouMean(option, optionNames(commands))}));
}

QString didYouMean(const QString &word, const QStringList &candidates)
{
    const QString near = nearest(word, candidates);
    return near.isEmpty() ? QString() : Text::tr("Did you mean %1?").arg(near);
}

} // namespace sonde::cli
