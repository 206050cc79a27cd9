// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/timeaxis/spantext.h"

#include "base/formatting.h"
#include "models/signs/sign.h"
#include "models/trace/tracetext.h"
#include "widgets/kit/frame/widgettext.h"

#include <optional>

namespace sonde::widgets {

using models::TimeLanes;

namespace {

QString duration(std::int64_t ns)
{
    return durationText(std::chrono::nanoseconds(ns));
}

} // namespace

QString SpanText::label(const Piece &piece)
{
    if (piece.count > 1)
        return countText(piece.count);
    const QString word = models::signWord(piece.sign);
    if (piece.isHeld())
        return heldLabel(piece);
    const QString time = piece.open ? elapsedText(std::chrono::nanoseconds(piece.duration()))
                                    : duration(piece.duration());
    return piece.sign == models::Sign::Ok || word.isEmpty() ? time
                                                            : word % QStringLiteral(" · ") % time;
}

QString SpanText::heldLabel(const Piece &piece)
{
    const std::chrono::nanoseconds time(piece.heldNs());
    return Text::tr("held, %1").arg(piece.isHeld() ? elapsedText(time) : durationText(time));
}

QString SpanText::describe(const TimeLanes &lanes, models::ExchangePhases &known,
    const TimeLanes::Lane &lane, const Piece &piece)
{
    if (piece.count > 1)
        return Text::tr("%1 messages in %2")
            .arg(countText(piece.count), duration(piece.end - piece.begin));
    const QString time = timeText(lanes.wallOf(piece.begin));
    const QString word = models::signWord(piece.sign);
    const QString number = QLatin1Char('#') % QString::number(piece.number);
    const QString separator = QStringLiteral(" · ");
    if (piece.look == TimeLanes::Look::Mark)
        return QStringList({number, time, word}).join(separator);
    QStringList parts{number, time};
    if (!piece.isHeld())
        parts << duration(piece.duration());
    parts << word;
    if (const QString role = lanes.roleOf(lane, piece.number); !role.isEmpty())
        parts.prepend(role);
    if (piece.held != 0)
        parts << Text::tr("held %1 at a breakpoint").arg(duration(piece.heldNs()));
    if (piece.waited != 0)
        parts << Text::tr("waited %1 for input").arg(duration(piece.waited - piece.end));
    QString text = parts.join(separator);
    const auto phases =
        piece.look == TimeLanes::Look::Exchange ? known.of(piece.number) : std::nullopt;
    if (!phases || phases->sent == 0 || phases->firstByte == 0)
        return text;
    const QString chunks = phases->arrivals.size() == 1
        ? Text::tr("1 chunk received")
        : Text::tr("%1 chunks received", nullptr, int(phases->arrivals.size()))
              .arg(countText(phases->arrivals.size()));
    return Text::tr("%1\nsent after %2 · first byte after %3 · %4")
        .arg(text, duration(phases->sent - piece.begin), duration(phases->firstByte - piece.begin),
            chunks);
}

} // namespace sonde::widgets
