// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/framesummary.h"

#include "base/formatting.h"
#include "models/trace/tracetext.h"
#include "widgets/kit/frame/widgettext.h"

#include <QStringList>

#include <algorithm>
#include <iterator>

namespace sonde::widgets {

namespace {

class FrameWords {
public:
    static QString count(const trace::Pieces &pieces)
    {
        const QString number = countText(pieces.list.size());
        return pieces.more ? Text::tr("more than %1").arg(number) : number;
    }
    static QString piece(const trace::Pieces &pieces, std::size_t index, bool written)
    {
        const trace::Piece &piece = pieces.list[index];
        return Text::tr("chunk %1 of %2, %3, %4")
            .arg(countText(index + 1), count(pieces), bytesText(piece.length),
                moment(pieces, index, written));
    }
    static QString line(const trace::MessageFrame &frame, std::size_t index)
    {
        const QString all = countText(frame.lines.size());
        QString words = Text::tr("data line %1 of %2")
                            .arg(countText(index + 1),
                                frame.moreLines ? Text::tr("more than %1").arg(all) : all);
        const auto &list = frame.pieces.list;
        const auto after = std::upper_bound(list.begin(), list.end(), frame.lines[index].offset,
            [](std::uint64_t offset, const trace::Piece &piece) { return offset < piece.offset; });
        if (after == list.begin() || std::prev(after)->end() <= frame.lines[index].offset)
            return words;
        const auto piece = std::size_t(std::prev(after) - list.begin());
        return words + QStringLiteral(", ") + moment(frame.pieces, piece, false);
    }
    static QString moved(const trace::Pieces &pieces, bool written)
    {
        const QString over = durationText(
            std::chrono::nanoseconds(pieces.list.back().at.steady - pieces.list.front().at.steady));
        return (written ? Text::tr("Written in %1 writes over %2")
                        : Text::tr("Received in %1 reads over %2"))
            .arg(count(pieces), over);
    }
    static QString cut() { return Text::tr("The frame is longer than the part shown"); }
    static QString joined(const trace::MessageFrame &frame)
    {
        return Text::tr("%1 data lines are joined here")
            .arg(frame.moreLines ? Text::tr("more than %1").arg(countText(frame.lines.size()))
                                 : countText(frame.lines.size()));
    }

private:
    static QString moment(const trace::Pieces &pieces, std::size_t index, bool written)
    {
        const trace::Piece &piece = pieces.list[index];
        const QString time = timeText(piece.at.wall);
        QString when = written ? Text::tr("written %1").arg(time) : Text::tr("read %1").arg(time);
        if (index == 0)
            return when;
        const auto later = piece.at.steady - pieces.list.front().at.steady;
        return Text::tr("%1 (%2)").arg(when, signedDurationText(std::chrono::nanoseconds(later)));
    }
};

bool isWritten(const trace::Record &record)
{
    return record.channel == rpc::Channel::Sent;
}

} // namespace

content::ByteFrame byteFrame(const trace::MessageFrame &frame, const trace::Record &record)
{
    content::ByteFrame shown{frame.before, frame.after, {}};
    if (!record.folded) {
        shown.pieces = pieceMarks(frame.pieces, record.offset, isWritten(record));
        return shown;
    }
    for (std::size_t i = 0; i < frame.lines.size(); ++i)
        shown.pieces.push_back({qint64(frame.lines[i].place), FrameWords::line(frame, i)});
    return shown;
}

std::vector<content::ByteFrame::Piece> pieceMarks(
    const trace::Pieces &pieces, std::uint64_t origin, bool written)
{
    std::vector<content::ByteFrame::Piece> marks;
    for (std::size_t i = 0; i < pieces.list.size() && pieces.list.size() > 1; ++i)
        marks.push_back({qint64(pieces.list[i].offset) - qint64(origin),
            FrameWords::piece(pieces, i, written)});
    return marks;
}

QString frameSummary(const trace::MessageFrame &frame, const trace::Record &record)
{
    QStringList words;
    if (frame.pieces.list.size() > 1)
        words.append(FrameWords::moved(frame.pieces, isWritten(record)));
    if (record.folded)
        words.append(FrameWords::joined(frame));
    if (frame.cutBefore || frame.cutAfter)
        words.append(FrameWords::cut());
    return words.join(QStringLiteral(" · "));
}

} // namespace sonde::widgets
