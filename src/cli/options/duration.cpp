// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/duration.h"

#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace sonde::cli {

namespace {

struct Unit {
    QStringView name;
    double ms;
};

constexpr Unit kUnits[] = {{u"h", 3'600'000}, {u"m", 60'000}, {u"s", 1000}, {u"ms", 1}};

bool isOfNumber(QChar character)
{
    return (character >= u'0' && character <= u'9') || character == u'.';
}

// How many characters at the start are of a number, or are not.
qsizetype startOf(QStringView text, bool ofNumber)
{
    return std::find_if(text.begin(), text.end(), [&](QChar each) {
        return isOfNumber(each) != ofNumber;
    }) - text.begin();
}

// In milliseconds: numbers with a unit each, the largest unit first. Nothing: it is no time.
std::optional<double> sumOf(QStringView text)
{
    double sum = 0;
    const Unit *next = std::begin(kUnits);
    do {
        const qsizetype digits = startOf(text, true);
        bool isNumber = false;
        const double number = text.left(digits).toDouble(&isNumber);
        text = text.mid(digits);
        const QStringView name = text.left(startOf(text, false));
        const Unit *const unit = std::find_if(
            next, std::end(kUnits), [&](const Unit &each) { return each.name == name; });
        if (!isNumber || unit == std::end(kUnits))
            return std::nullopt;
        sum += number * unit->ms;
        next = unit + 1;
        text = text.mid(name.size());
    } while (!text.isEmpty());
    return sum;
}

} // namespace

Result<std::chrono::milliseconds> parseDuration(QStringView text, const QString &option)
{
    const QString word = text.toString();
    const bool hasUnit = startOf(text, true) < text.size();
    const std::optional<double> ms = sumOf(hasUnit ? word : QString(word + u's'));
    if (!ms)
        return usageError(Text::tr("%1 is not a time for %2. Use for example 500ms, 90s, 30m or "
                                   "1h30m. A number without a unit is in seconds.")
                              .arg(quotedWord(word), option));
    if (*ms < 1 || *ms > static_cast<double>(kLongestTimeout.count()))
        return usageError(Text::tr("%1 is out of range for %2. Use a time from 1ms to 24h.")
                              .arg(quotedWord(word), option));
    return std::chrono::milliseconds(std::llround(*ms));
}

} // namespace sonde::cli
