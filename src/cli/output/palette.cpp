// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/palette.h"

#include <QByteArray>
#include <QStringBuilder>

namespace sonde::cli {

namespace {

QLatin1String codeOf(Ink ink)
{
    switch (ink) {
    case Ink::Plain:
        break;
    case Ink::Strong:
        return QLatin1String("1");
    case Ink::Muted:
        return QLatin1String("2");
    case Ink::Sent:
        return QLatin1String("34");
    case Ink::Received:
        return QLatin1String("36");
    case Ink::Good:
        return QLatin1String("32");
    case Ink::Warning:
        return QLatin1String("33");
    case Ink::Bad:
        return QLatin1String("31");
    }
    return {};
}

bool isForced()
{
    const QByteArray forced = qgetenv("CLICOLOR_FORCE");
    return !forced.isEmpty() && forced != "0";
}

} // namespace

Palette Palette::of(bool isTerminal)
{
    const bool isAble = isForced() || (isTerminal && qgetenv("TERM") != "dumb");
    return Palette(isAble && qgetenv("NO_COLOR").isEmpty());
}

QString Palette::ink(Ink ink, const QString &text) const
{
    if (!m_hasColors || ink == Ink::Plain || text.isEmpty())
        return text;
    return u"\x1b[" % codeOf(ink) % u'm' % text % u"\x1b[0m";
}

} // namespace sonde::cli
