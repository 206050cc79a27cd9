// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "models/signs/rowtable.h"
#include "models/signs/sign.h"

#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace sonde::models {

struct HeadLine {
    QByteArray text; // without its end
    QByteArray name; // of a header: lower case
    QByteArray value;
    QString note;
    ColorRole tone = ColorRole::Muted; // of the note
};

// The lines of an HTTP head exactly as they were recorded, and what there is to say about each:
// who has set it, and whether it says the same as the message in the body.
class HeadModel : public RowTable<HeadLine> {
    Q_OBJECT
public:
    enum Columns { LineColumn, NoteColumn, ColumnCount };
    static constexpr std::size_t kMaxLines = 10'000; // the rest is one line that says so

    // What a request's headers repeat of its body (2026-07-28 basic/transports/streamable-http,
    // "Standard Request Headers"). UTF-8; empty: the body says no such thing.
    struct Mirrored {
        bool isMessage = false; // otherwise nothing is compared
        std::string method;
        std::string name; // params.name, params.uri or params.taskId
        std::string version; // of the _meta
    };
    static Mirrored mirroredIn(const Bytes &body);

    explicit HeadModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    // `custom` are the names of the headers that the person has set, and Sonde the others; nothing
    // when another program has sent it.
    void setRequest(
        const Bytes &head, const std::optional<QStringList> &custom, const Mirrored &mirrored);
    // Interim heads first, trailers last, each under its own first line.
    void setResponse(const Bytes &interim, const Bytes &head, const Bytes &trailers);
    void clear();
    QByteArray text() const; // all lines as they were recorded
    QByteArray nameAt(int row) const; // of the header as it was written; empty: another line

protected:
    QVariant cell(const HeadLine &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;

private:
    static void append(std::vector<HeadLine> &lines, const Bytes &head);
    static void compare(HeadLine &line, const Mirrored &mirrored);
    void reset(std::vector<HeadLine> lines, QByteArray text);

    QByteArray m_text;
};

} // namespace sonde::models
