// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/formatting.h"

#include "base/basetr.h"
#include "base/pluralnumber.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace sonde {

using std::chrono::nanoseconds;

namespace {

constexpr std::int64_t kMicrosecond = 1'000;
constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;

QString twoDigits(std::int64_t value)
{
    return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0'));
}

// "2:05", "1:02:05"
QString minutesAndSeconds(std::int64_t seconds)
{
    const QString rest = twoDigits(seconds % 60);
    if (seconds < 3600)
        return QStringLiteral("%1:%2").arg(seconds / 60).arg(rest);
    return QStringLiteral("%1:%2:%3").arg(seconds / 3600).arg(twoDigits(seconds / 60 % 60), rest);
}

QString minutesText(std::int64_t ns)
{
    const std::int64_t seconds = ns / kSecond;
    const QString digits = minutesAndSeconds(seconds);
    return seconds < 3600 ? Text::tr("%1 min").arg(digits) : Text::tr("%1 h").arg(digits);
}

// QDateTime's formats end at milliseconds.
QString localTime(std::int64_t wallNs, const QString &toMilliseconds)
{
    const auto micros = static_cast<int>(wallNs / kMicrosecond % 1000);
    return QDateTime::fromMSecsSinceEpoch(wallNs / kMillisecond).toString(toMilliseconds)
        + QStringLiteral("%1").arg(micros, 3, 10, QLatin1Char('0'));
}

} // namespace

QString durationText(nanoseconds time)
{
    const std::int64_t ns = time.count();
    // Rounded before the unit is chosen, so that no duration reads 1000.000 ms.
    const std::int64_t micros = (ns + kMicrosecond / 2) / kMicrosecond;
    if (micros < 1'000'000)
        return Text::tr("%1 ms").arg(static_cast<double>(micros) / 1000, 0, 'f', 3);
    const std::int64_t hundredths = (ns + 5'000'000) / 10'000'000;
    if (hundredths < 6000)
        return Text::tr("%1 s").arg(static_cast<double>(hundredths) / 100, 0, 'f', 2);
    return minutesText(ns + kSecond / 2);
}

QString signedDurationText(nanoseconds time)
{
    const QChar sign = time < nanoseconds::zero() ? QChar(0x2212) : QChar(u'+');
    return sign + durationText(std::chrono::abs(time));
}

QString elapsedText(nanoseconds time)
{
    const std::int64_t ns = std::max<std::int64_t>(time.count(), 0);
    const std::int64_t tenths = ns / 100'000'000;
    if (tenths >= 600)
        return minutesText(ns);
    return Text::tr("%1 s").arg(static_cast<double>(tenths) / 10, 0, 'f', 1);
}

QString limitText(nanoseconds time)
{
    const double seconds = std::chrono::duration<double>(time).count();
    return Text::tr("%1 s").arg(QString::number(seconds, 'g', 4));
}

QString agoText(nanoseconds time)
{
    const std::int64_t minutes = std::max<std::int64_t>(time.count(), 0) / kSecond / 60;
    if (minutes < 1)
        return Text::tr("just now");
    if (minutes < 60)
        return Text::tr("%1 min ago").arg(minutes);
    const std::int64_t hours = minutes / 60;
    if (hours < 24)
        return Text::tr("%1 h ago").arg(hours);
    const std::int64_t days = hours / 24;
    return days == 1 ? Text::tr("1 day ago")
                     : Text::tr("%1 days ago", nullptr, int(days)).arg(countText(days));
}

QString clockText(nanoseconds time)
{
    return minutesAndSeconds(std::max<std::int64_t>(time.count(), 0) / kSecond);
}

QString timeText(std::int64_t wallNs)
{
    return localTime(wallNs, QStringLiteral("HH:mm:ss.zzz"));
}

QString dateTimeText(std::int64_t wallNs)
{
    return localTime(wallNs, QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"));
}

QString countText(std::uint64_t count)
{
    static const QLocale english(QLocale::English, QLocale::UnitedStates);
    return english.toString(static_cast<qulonglong>(count));
}

QString bytesText(std::uint64_t bytes)
{
    return bytes == 1 ? Text::tr("1 byte")
                      : Text::tr("%1 bytes", nullptr, pluralNumber(bytes)).arg(countText(bytes));
}

QString sizeText(std::uint64_t bytes)
{
    constexpr const char *kUnits[] = {QT_TRANSLATE_NOOP("sonde", "%1 kB"),
        QT_TRANSLATE_NOOP("sonde", "%1 MB"), QT_TRANSLATE_NOOP("sonde", "%1 GB"),
        QT_TRANSLATE_NOOP("sonde", "%1 TB")};
    if (bytes < 1000)
        return bytesText(bytes);
    double size = static_cast<double>(bytes) / 1000;
    std::size_t unit = 0;
    // Rounded before the unit is chosen, so that no size reads 1000.0 kB.
    while (size >= 999.95 && unit + 1 < std::size(kUnits)) {
        size /= 1000;
        ++unit;
    }
    return Text::tr(kUnits[unit]).arg(size, 0, 'f', 1);
}

QString listText(const QStringList &items)
{
    return items.join(Text::tr(", ", "between the items of a list"));
}

} // namespace sonde
