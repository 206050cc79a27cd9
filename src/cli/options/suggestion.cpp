// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/suggestion.h"

#include "base/nearest.h"
#include "cli/options/optiontable.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"

namespace sonde::cli {

QString didYouMean(const QString &word, const QStringList &candidates)
{
    const QString near = nearest(word, candidates);
    return near.isEmpty() ? QString() : Text::tr("Did you mean %1?").arg(near);
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

} // namespace sonde::cli
