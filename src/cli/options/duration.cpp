// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/duration.h"

#include "cli/output/terminaltext.h"
#include "cli/output/text.h"

#include <cmath>

namespace sonde::cli {

Result<std::chrono::milliseconds> parseDuration(QStringView text, const QString &option)
{
    const auto wrong = [&](const QString &sentence) {
        return Error{.domain = Domain::Usage,
            .sentence = joinSentences({sentence.arg(harmlessLine(text.toString())),
                Text::tr("Use for example %1 500ms or %1 2s.").arg(option)})};
    };
    if (text.trimmed() != text)
        return wrong(Text::tr("The timeout “%1” has a space before or after it."));
    qsizetype digits = 0;
    while (digits < text.size()
        && ((text[digits] >= u'0' && text[digits] <= u'9') || text[digits] == u'.'))
        ++digits;
    bool isNumber = false;
    const double number = text.left(digits).toDouble(&isNumber);
    const QStringView unit = text.mid(digits);
    if (!isNumber)
        return wrong(Text::tr("The timeout “%1” does not start with a number."));
    if (unit.isEmpty())
        return wrong(Text::tr("The timeout “%1” has no unit."));
    if (unit != u"ms" && unit != u"s" && unit != u"m")
        return wrong(Text::tr("The timeout “%1” has a unit other than ms, s and m."));
    const double ms = number * (unit == u"ms" ? 1 : unit == u"s" ? 1000 : 60'000);
    if (ms < 1)
        return wrong(Text::tr("The timeout “%1” is shorter than a millisecond."));
    if (ms > static_cast<double>(kLongestTimeout.count()))
        return wrong(Text::tr("The timeout “%1” is longer than a day."));
    return std::chrono::milliseconds(std::llround(ms));
}

} // namespace sonde::cli
