// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/tracemodel.h"

#include <map>

namespace sonde::models {

// The server-sent events of an answer's body, parsed again from the recorded bytes.
class SseEventModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Columns {
        NumberColumn,
        TimeColumn, // since the exchange began
        TypeColumn,
        IdColumn,
        RetryColumn,
        SizeColumn,
        DataColumn,
        ColumnCount,
    };
    enum Roles {
        MessageRole = Qt::UserRole + 1, // trace::Number of the row it made, 0 without
        OffsetRole, // of the event in the body
        LengthRole,
    };
    static constexpr int kMaxEvents = 10'000; // those after are not listed

    // A row of the trace that an event made, and its time.
    struct Made {
        trace::Number number = 0;
        std::int64_t steadyNs = 0;
    };
    // By the offset in the body; the first one inside of an event is that event's.
    using MadeAt = std::map<std::uint64_t, Made>;

    struct Event {
        QString type;
        QString id;
        QString retry;
        QString data; // its beginning
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
        std::uint64_t size = 0; // of the data
        Made made;
    };
    struct Events {
        std::vector<Event> list;
        std::uint64_t comments = 0;
        bool anyRetry = false;
    };
    static Events read(const Bytes &body); // on any thread

    using QAbstractTableModel::QAbstractTableModel;

    void setEvents(Events events, const MadeAt &made, std::int64_t begunNs);
    void setBody(const Bytes &body, const MadeAt &made, std::int64_t begunNs);
    void clear();
    std::uint64_t comments() const { return m_events.comments; } // lines that keep it alive
    bool anyRetry() const { return m_events.anyRetry; } // some event names a retry time

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(int row, int column) const;

    Events m_events;
    std::int64_t m_begunNs = 0;
};

} // namespace sonde::models
