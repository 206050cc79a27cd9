// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/schemawords.h"

#include "changes/changestr.h"

namespace sonde::changes {

namespace {

constexpr qsizetype kMaxShown = 60; // characters of a value in a sentence

} // namespace

QString shownValue(const json::Value &value)
{
    constexpr std::size_t kMaxRead = 256;
    const QString text = json::toQString(value.raw().substr(0, kMaxRead)).simplified();
    return text.size() > kMaxShown ? text.left(kMaxShown) + QChar(0x2026) : text;
}

json::Value SchemaWords::after(const json::Value &narrow, const json::Value &wide) const
{
    const json::Value &later = m_isResult ? narrow : wide;
    return later ? later : m_isResult ? wide : narrow;
}

QString SchemaWords::subject(const QString &place) const
{
    if (place.isEmpty())
        return m_isResult ? Text::tr("The result") : Text::tr("The arguments");
    return m_isResult ? Text::tr("Result field “%1”").arg(place)
                      : Text::tr("Argument “%1”").arg(place);
}

QString SchemaWords::required(const QString &place, bool isKnown) const
{
    if (m_isResult)
        return isKnown ? Text::tr("Result field “%1” is no longer required").arg(place)
                       : Text::tr("Required result field “%1” is gone").arg(place);
    return isKnown ? Text::tr("Argument “%1” is now required").arg(place)
                   : Text::tr("New required argument “%1”").arg(place);
}

QString SchemaWords::notAllowed(const QString &place) const
{
    return m_isResult
        ? Text::tr("New result field “%1”, where no additional fields were allowed").arg(place)
        : Text::tr("Argument “%1” was removed, and no additional arguments are allowed").arg(place);
}

QString SchemaWords::othersNotAllowed(const QString &place) const
{
    return m_isResult
        ? Text::tr("%1: additional fields are now possible").arg(subject(place))
        : Text::tr("%1: additional members are no longer allowed").arg(subject(place));
}

QString SchemaWords::nothingAllowed(const QString &place) const
{
    return m_isResult ? Text::tr("%1: was never present, and is now possible").arg(subject(place))
                      : Text::tr("%1: no value is allowed now").arg(subject(place));
}

QString SchemaWords::typeChanged(const QString &place, TypeSet narrow, TypeSet wide) const
{
    const QString before = typeText(m_isResult ? wide : narrow);
    const QString now = typeText(m_isResult ? narrow : wide);
    return Text::tr("%1: type was %2, is now %3").arg(subject(place), before, now);
}

QString SchemaWords::typeGone(const QString &place, TypeSet types) const
{
    return m_isResult
        ? Text::tr("%1: can now be %2").arg(subject(place), typeText(types))
        : Text::tr("%1: %2 is no longer accepted").arg(subject(place), typeText(types));
}

QString SchemaWords::valueGone(const QString &place, const json::Value &value) const
{
    return m_isResult
        ? Text::tr("%1: can now be %2").arg(subject(place), shownValue(value))
        : Text::tr("%1: %2 is no longer accepted").arg(subject(place), shownValue(value));
}

QString SchemaWords::onlyListed(const QString &place, const json::Value &list) const
{
    return m_isResult
        ? Text::tr("%1: was one of %2, and can now be another value")
              .arg(subject(place), shownValue(list))
        : Text::tr("%1: only %2 is accepted now").arg(subject(place), shownValue(list));
}

QString SchemaWords::boundChanged(const QString &place, const char *keyword,
    const json::Value &narrow, const json::Value &wide) const
{
    const json::Value &before = m_isResult ? wide : narrow;
    const json::Value &now = m_isResult ? narrow : wide;
    const QString name = QString::fromLatin1(keyword);
    if (!before)
        return Text::tr("%1: new %2 %3").arg(subject(place), name, shownValue(now));
    if (!now)
        return Text::tr("%1: %2 %3 is gone").arg(subject(place), name, shownValue(before));
    return Text::tr("%1: %2 was %3, is now %4")
        .arg(subject(place), name, shownValue(before), shownValue(now));
}

QString SchemaWords::keywordChanged(const QString &place, std::string_view keyword) const
{
    return Text::tr("%1: “%2” changed")
        .arg(subject(place), QString::fromUtf8(keyword.data(), qsizetype(keyword.size())));
}

QString SchemaWords::tooLarge() const
{
    return m_isResult ? Text::tr("The output schemas are too large to compare completely")
                      : Text::tr("The input schemas are too large to compare completely");
}

} // namespace sonde::changes
