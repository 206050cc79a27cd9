// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

#include <chrono>
#include <concepts>
#include <cstdint>

namespace sonde {

// How the whole program formats durations, times, sizes and counts: one function per format. Digits
// are formatted alike in every language, so that 9.204 never means nine thousand in one place and
// nine in another. Units and plural forms are translated.

QString durationText(
    std::chrono::nanoseconds time); // "41.306 ms", "31.56 s", "2:05 min", "1:02:05 h"
QString signedDurationText(std::chrono::nanoseconds time); // "+0.412 ms", "−3.000 ms"
// In tenths of a second, for running operations: "14.2 s".
QString elapsedText(std::chrono::nanoseconds time);
QString limitText(std::chrono::nanoseconds time); // of a limit, in seconds: "60 s", "0.25 s"
// How long ago something happened: "just now", "3 min ago", "2 h ago", "1 day ago", "4 days ago".
QString agoText(std::chrono::nanoseconds time);
QString clockText(std::chrono::nanoseconds time); // "0:14", "12:03", "1:02:03"

// Local times with microseconds, because a local server responds within a millisecond. `wallNs` is
// in nanoseconds since 1970-01-01 UTC.
QString timeText(std::int64_t wallNs); // "12:05:02.771640"
QString dateTimeText(std::int64_t wallNs); // "2026-11-20 12:05:02.771640"

QString countText(std::uint64_t count); // "9,204"
QString bytesText(std::uint64_t bytes); // exact: "1 byte", "9,204 bytes"
QString sizeText(std::uint64_t bytes); // rounded, 1 kB is 1000 bytes: "999 bytes", "12.4 kB"

QString listText(const QStringList &items); // "red, green, blue"

// Accepts Qt's signed counts.
template <std::signed_integral Count>
QString countText(Count count)
{
    return countText(static_cast<std::uint64_t>(count));
}
template <std::signed_integral Count>
QString bytesText(Count bytes)
{
    return bytesText(static_cast<std::uint64_t>(bytes));
}

} // namespace sonde
