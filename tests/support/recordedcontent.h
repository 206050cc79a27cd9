// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/file/sessionreader.h"

#include <QStringList>

namespace sonde::test {

// Everything that a session file says, but for the numbers of streams and strings, and where
// properties of exchanges are kept: each change of them is one more text in their stream.
inline QStringList contentOf(const QString &path)
{
    using namespace Qt::StringLiterals;
    QStringList all;
    const auto reader = trace::SessionReader::open(path);
    if (!reader)
        return {reader.error().sentence};
    const trace::SessionReader &file = **reader;
    const auto records = file.records(1, file.messageCount());
    if (!records)
        return {records.error().sentence};
    for (const trace::Record &record : *records) {
        const bool isExchange = record.kind == rpc::Kind::Exchange;
        const auto text = file.read(record);
        const QByteArray shown = isExchange ? QByteArray()
            : text                          ? text->toByteArray().toHex()
                                            : QByteArray("unread");
        all += u"%1 %2 %3 %4 %5 %6 %7 %8 %9 "_s.arg(int(record.channel))
                   .arg(int(record.kind))
                   .arg(int(record.state))
                   .arg(record.steadyNs)
                   .arg(record.parent)
                   .arg(record.errorCode)
                   .arg(isExchange ? trace::endOf(record) : std::int64_t(record.offset))
                   .arg(file.string(record.method), file.string(record.target))
            + u"%1 %2 %3 "_s.arg(file.stream(record.stream).connection)
                  .arg(isExchange ? 0 : record.wallNs)
                  .arg(record.kind == rpc::Kind::Lifecycle ? record.pair : 0)
            + QString::fromLatin1(shown);
    }
    QStringList chunks;
    for (const rpc::StreamId stream : file.streams()) {
        const rpc::StreamInfo info = file.stream(stream);
        const auto list = file.chunks(stream, 0, 100'000);
        for (const trace::Piece &chunk : *list) {
            const auto bytes = file.read(stream, chunk.offset, chunk.length);
            if (info.channel != rpc::Channel::Http)
                chunks += u"%1 %2 %3 %4 "_s.arg(info.connection)
                              .arg(int(info.channel))
                              .arg(chunk.offset)
                              .arg(chunk.at.steady)
                    + QString::fromLatin1(
                        bytes ? bytes->toByteArray().toHex() : QByteArray("unread"));
        }
    }
    chunks.sort();
    return all + chunks;
}

} // namespace sonde::test
