// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/filter/filtervalue.h"

#include "base/formatting.h"
#include "trace/record/tracetr.h"
#include <QDateTime>
#include <QLocale>

#include <array>
#include <cctype>
#include <cmath>
#include <limits>

namespace sonde::trace {

namespace {

struct Unit {
    QStringView name;
    double factor;
};
constexpr std::array kDurations{Unit{u"ns", 1}, Unit{u"us", 1e3}, Unit{u"µs", 1e3},
    Unit{u"μs", 1e3}, Unit{u"ms", 1e6}, Unit{u"s", 1e9}, Unit{u"min", 60e9}, Unit{u"h", 3600e9}};
constexpr std::array kSizes{Unit{u"", 1}, Unit{u"B", 1}, Unit{u"kB", 1e3}, Unit{u"KB", 1e3},
    Unit{u"MB", 1e6}, Unit{u"GB", 1e9}, Unit{u"KiB", 1024}, Unit{u"MiB", 1024.0 * 1024},
    Unit{u"GiB", 1024.0 * 1024 * 1024}};

bool readWithUnit(QStringView text, std::span<const Unit> units, std::int64_t &number)
{
    qsizetype digits = 0;
    while (digits < text.size() && (text[digits].isDigit() || text[digits] == u'.'))
        ++digits;
    bool good = false;
    const double value = QLocale::c().toDouble(text.left(digits), &good);
    for (const Unit &unit : units) {
        if (!good || text.mid(digits) != unit.name)
            continue;
        const double whole = std::round(value * unit.factor);
        if (whole > 9e18)
            return false;
        number = static_cast<std::int64_t>(whole);
        return true;
    }
    return false;
}

// "12:05", "12:05:02", "12:05:02.771640": nanoseconds since midnight.
bool readClock(QStringView text, std::int64_t &ns)
{
    const auto parts = text.split(u':');
    if (parts.size() < 2 || parts.size() > 3)
        return false;
    bool hourGood = false;
    bool minuteGood = false;
    const uint hour = parts[0].toUInt(&hourGood);
    const uint minute = parts[1].toUInt(&minuteGood);
    if (!hourGood || !minuteGood || hour > 23 || minute > 59)
        return false;
    std::int64_t seconds = 0;
    if (parts.size() == 3 && !readWithUnit(parts[2], std::array{Unit{u"", 1e9}}, seconds))
        return false;
    if (seconds >= 60'000'000'000)
        return false;
    ns = (hour * std::int64_t(3600) + minute * std::int64_t(60)) * 1'000'000'000 + seconds;
    return true;
}

bool readTime(QStringView text, FilterValue &value)
{
    value.timeOfDay = !text.contains(u'-');
    if (value.timeOfDay)
        return readClock(text, value.number);
    const QDate date = QDate::fromString(text.left(10).toString(), Qt::ISODate);
    if (!date.isValid())
        return false;
    const qint64 midnight = date.startOfDay().toMSecsSinceEpoch();
    constexpr qint64 kFarMs = std::numeric_limits<std::int64_t>::max() / 1'000'000 - 86'400'000;
    if (midnight > kFarMs || midnight < -kFarMs)
        return false;
    std::int64_t clock = 0;
    if (text.size() > 10
        && ((text[10] != u'T' && text[10] != u' ') || !readClock(text.mid(11), clock)))
        return false;
    // Uses the calendar instead of adding, because a day may have 23 hours.
    const auto ms = static_cast<int>(clock / 1'000'000);
    const QDateTime moment(date, QTime::fromMSecsSinceStartOfDay(ms));
    value.number = moment.toMSecsSinceEpoch() * 1'000'000 + clock % 1'000'000;
    return true;
}

QString quotedList(std::span<const std::string_view> values)
{
    QStringList list;
    for (const auto value : values)
        list << QString::fromLatin1(value.data(), qsizetype(value.size()));
    return listText(list);
}

FilterError tokenError(const FilterToken &token, const QString &sentence)
{
    return {sentence, token.at, token.length};
}

std::optional<FilterError> readName(
    const FilterFieldInfo &info, const FilterToken &token, FilterValue &value)
{
    value.number = valueIndex(info, token.text);
    if (value.number >= 0)
        return {};
    const QString field = QLatin1String(info.name);
    return tokenError(token,
        Text::tr("%1 must be one of: %2%3.")
            .arg(field, quotedList(info.values),
                info.type == FilterType::Status ? Text::tr("; or an HTTP status such as 404")
                                                : QString()));
}

bool readInteger(QStringView text, std::int64_t &number)
{
    bool good = false;
    number = text.toLongLong(&good);
    return good;
}

// "7b 22", "7b22": whole bytes, optionally separated by blanks.
bool readHex(QStringView text, std::string &bytes)
{
    bytes.clear();
    for (qsizetype at = 0; at < text.size();) {
        if (text[at] == u' ') {
            ++at;
            continue;
        }
        bool good = false;
        const auto pair = text.mid(at, 2);
        const auto byte = pair.toUShort(&good, 16);
        const auto isDigit = [](QChar c) { return std::isxdigit(c.toLatin1()) != 0; };
        if (!good || pair.size() < 2 || !isDigit(pair[0]) || !isDigit(pair[1]))
            return false;
        bytes += static_cast<char>(byte);
        at += 2;
    }
    return !bytes.empty();
}

} // namespace

std::optional<FilterError> readFilterValue(
    const FilterFieldInfo &info, const FilterToken &token, FilterValue &value)
{
    value.text = token.text.toStdString();
    value.quoted = token.kind == FilterToken::Kind::String;
    const auto decimal = value.quoted ? std::nullopt : json::Decimal::read(value.text);
    value.isNumber = decimal.has_value();
    value.decimal = decimal.value_or(json::Decimal());
    value.isWord =
        !value.quoted && (value.text == "true" || value.text == "false" || value.text == "null");
    const QString field = QLatin1String(info.name);
    switch (info.type) {
    case FilterType::String:
    case FilterType::Id:
    case FilterType::Json:
        return {};
    case FilterType::Bytes:
        if (readHex(token.text, value.text))
            return {};
        return tokenError(token,
            Text::tr("%1 must be compared with bytes in hexadecimal digits, such as \"ef bb bf\".")
                .arg(field));
    case FilterType::Integer:
        if (readInteger(token.text, value.number))
            return {};
        return tokenError(token, Text::tr("%1 must be compared with an integer.").arg(field));
    case FilterType::Status:
        value.isNumber = readInteger(token.text, value.number);
        if (value.isNumber)
            return {};
        return readName(info, token, value);
    case FilterType::Name:
    case FilterType::Rank:
        return readName(info, token, value);
    case FilterType::Duration:
        if (readWithUnit(token.text, kDurations, value.number))
            return {};
        return tokenError(token,
            Text::tr("%1 must be compared with a duration and its unit, such as 50ms; the units "
                     "are ns, µs, ms, s, min and h.")
                .arg(field));
    case FilterType::Size:
        if (readWithUnit(token.text, kSizes, value.number))
            return {};
        return tokenError(token,
            Text::tr("%1 must be compared with a number of bytes, such as 200, 2kB or 1MiB.")
                .arg(field));
    case FilterType::Time:
        if (readTime(token.text, value))
            return {};
        return tokenError(token,
            Text::tr("%1 must be compared with a time of day such as 12:05:02.5, or with a date "
                     "such as 2026-11-20T12:05.")
                .arg(field));
    }
    return {};
}

} // namespace sonde::trace
