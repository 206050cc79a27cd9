// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "models/signs/sign.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace sonde::models {

// The lines of an HTTP head exactly as they were recorded, and what there is to say about each:
// who has set it, and whether it says the same as the message in the body.
class HeadModel : public QAbstractTableModel {
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

    using QAbstractTableModel::QAbstractTableModel;

    // `custom` are the names of the headers that the person has set, and Sonde the others; nothing
    // when another program has sent it.
    void setRequest(
        const Bytes &head, const std::optional<QStringList> &custom, const Mirrored &mirrored);
    // Interim heads first, trailers last, each under its own first line.
    void setAnswer(const Bytes &interim, const Bytes &head, const Bytes &trailers);
    void clear();
    QByteArray text() const; // all lines as they were recorded

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Line {
        QByteArray text; // without its end
        QByteArray name; // of a header: lower case
        QByteArray value;
        QString note;
        ColorRole tone = ColorRole::Muted; // of the note
    };

    static void append(std::vector<Line> &lines, const Bytes &head);
    static void compare(Line &line, const Mirrored &mirrored);
    void reset(std::vector<Line> lines, QByteArray text);

    std::vector<Line> m_lines;
    QByteArray m_text;
};

} // namespace sonde::models
