// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/framewords.h"

#include "models/tracetext.h"

#include <QCoreApplication>
#include <QStringList>

namespace sonde::widgets {

namespace {

class FrameWords {
    Q_DECLARE_TR_FUNCTIONS(FrameWords)
public:
    static QString count(const trace::Pieces &pieces)
    {
        const QString number = models::groupedText(pieces.list.size());
        return pieces.more ? tr("more than %1").arg(number) : number;
    }
    static QString piece(const trace::Pieces &pieces, std::size_t index, bool written)
    {
        const trace::Piece &piece = pieces.list[index];
        const QString time = models::timeText(piece.at.wall);
        const QString when = written ? tr("written %1").arg(time) : tr("read %1").arg(time);
        QString words = tr("chunk %1 of %2, %3 bytes, %4")
                            .arg(models::groupedText(index + 1), count(pieces),
                                models::groupedText(piece.length), when);
        if (index == 0)
            return words;
        const auto later = piece.at.steady - pieces.list.front().at.steady;
        return tr("%1 (%2)").arg(words, models::deltaText(later));
    }
    static QString moved(const trace::Pieces &pieces, bool written)
    {
        const QString over =
            models::durationText(pieces.list.back().at.steady - pieces.list.front().at.steady);
        return (written ? tr("Written in %1 writes over %2") : tr("Came in %1 reads over %2"))
            .arg(count(pieces), over);
    }
    static QString cut() { return tr("Its frame is longer than is shown"); }
    static QString joined() { return tr("Its data lines are joined here"); }
};

bool isWritten(const trace::Record &record)
{
    return record.channel == rpc::Channel::Sent;
}

} // namespace

content::ByteFrame byteFrame(const trace::MessageFrame &frame, const trace::Record &record)
{
    content::ByteFrame shown{frame.before, frame.after, {}};
    if (record.folded || frame.pieces.list.size() < 2)
        return shown;
    for (std::size_t i = 0; i < frame.pieces.list.size(); ++i) {
        const auto begin = qint64(frame.pieces.list[i].offset) - qint64(record.offset);
        shown.pieces.push_back({begin, FrameWords::piece(frame.pieces, i, isWritten(record))});
    }
    return shown;
}

QString frameSummary(const trace::MessageFrame &frame, const trace::Record &record)
{
    QStringList words;
    if (frame.pieces.list.size() > 1)
        words.append(FrameWords::moved(frame.pieces, isWritten(record)));
    if (record.folded)
        words.append(FrameWords::joined());
    if (frame.cutBefore || frame.cutAfter)
        words.append(FrameWords::cut());
    return words.join(QStringLiteral(" · "));
}

} // namespace sonde::widgets
