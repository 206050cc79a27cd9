// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/versionrange.h"

#include <QRegularExpression>

namespace sonde::doctor {

namespace {

constexpr qsizetype kMaxRange = 500; // characters

// The first version that is above all that begin with these segments: 18.2 gives 18.3.
QVersionNumber after(QList<int> segments)
{
    if (!segments.isEmpty())
        ++segments.last();
    return QVersionNumber(segments);
}

// "18", "18.x", "18.2.*": as many segments as are numbers.
QVersionNumber numbersOf(const QString &text)
{
    QList<int> segments;
    for (const QString &part : text.split(u'.')) {
        bool isNumber = false;
        const int number = part.section(u'-', 0, 0).toInt(&isNumber);
        if (!isNumber)
            break;
        segments << number;
    }
    return QVersionNumber(segments);
}

bool isAtLeast(const QVersionNumber &version, const QVersionNumber &limit)
{
    return QVersionNumber::compare(version.normalized(), limit.normalized()) >= 0;
}

bool beginsWith(const QVersionNumber &version, const QVersionNumber &prefix)
{
    return prefix.isPrefixOf(version);
}

// ^1.2.3: the first segment that is not 0 stays.
QVersionNumber caretLimit(const QVersionNumber &version)
{
    QList<int> kept;
    for (const int segment : version.segments()) {
        kept << segment;
        if (segment != 0)
            break;
    }
    return after(kept);
}

bool fits(const QVersionNumber &version, const QString &sign, const QVersionNumber &limit)
{
    const QList<int> segments = limit.segments();
    if (sign == u">=")
        return isAtLeast(version, limit);
    if (sign == u">")
        return segments.size() < 3 ? isAtLeast(version, after(segments))
                                   : isAtLeast(version, limit) && version != limit;
    if (sign == u"<")
        return !isAtLeast(version, limit);
    if (sign == u"<=")
        return segments.size() < 3 ? !isAtLeast(version, after(segments))
                                   : !isAtLeast(version, limit) || version == limit;
    if (sign == u"^")
        return isAtLeast(version, limit) && !isAtLeast(version, caretLimit(limit));
    if (sign == u"~")
        return isAtLeast(version, limit) && !isAtLeast(version, after(segments.mid(0, 2)));
    if (sign == u"~=") // PEP 440: all but the last segment stay
        return isAtLeast(version, limit)
            && !isAtLeast(version, after(segments.mid(0, segments.size() - 1)));
    if (sign == u"!=")
        return !beginsWith(version, limit);
    return beginsWith(version, limit);
}

std::optional<bool> fitsAll(const QVersionNumber &version, const QString &conditions)
{
    static const QRegularExpression condition(
        QStringLiteral("\\s*(>=|<=|~=|==|!=|>|<|\\^|~|=)?\\s*v?([0-9xX*][0-9A-Za-z.*+-]*)\\s*,?"));
    static const QRegularExpression hyphen(QStringLiteral("^\\s*(\\S+)\\s+-\\s+(\\S+)\\s*$"));
    QString text = conditions;
    if (const auto range = hyphen.match(conditions); range.hasMatch())
        text = u">=" + range.captured(1) + u" <=" + range.captured(2);
    qsizetype at = 0;
    bool all = true;
    while (at < text.size()) {
        const auto match = condition.match(text, at, QRegularExpression::NormalMatch,
            QRegularExpression::AnchorAtOffsetMatchOption);
        if (!match.hasMatch())
            return {};
        const QVersionNumber limit = numbersOf(match.captured(2));
        all = all && (limit.isNull() || fits(version, match.captured(1), limit));
        at = match.capturedEnd();
    }
    return all;
}

} // namespace

std::optional<QVersionNumber> versionIn(const QString &line)
{
    static const QRegularExpression number(QStringLiteral("(\\d+\\.\\d+(?:\\.\\d+)?)"));
    const auto match = number.match(line);
    if (!match.hasMatch())
        return {};
    return QVersionNumber::fromString(match.captured(1));
}

std::optional<bool> satisfies(const QVersionNumber &version, const QString &range)
{
    if (range.size() > kMaxRange)
        return {};
    bool any = false;
    for (const QString &alternative : range.split(QStringLiteral("||"))) {
        const auto fitsThis = fitsAll(version, alternative.trimmed());
        if (!fitsThis)
            return {};
        any = any || *fitsThis;
    }
    return any;
}

} // namespace sonde::doctor
