// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/rowtable.h"
#include "models/trace/tracemodel.h"

#include <map>

namespace sonde::models {

// One server-sent event, as it is listed.
struct SseEventRow {
    // A row of the trace that the event made, and its time.
    struct Made {
        trace::Number number = 0;
        std::int64_t steadyNs = 0;
    };

    QString type;
    QString id;
    QString retry;
    QString data; // its beginning
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::uint64_t size = 0; // of the data
    Made made;
};

// The server-sent events of a response's body, parsed again from the recorded bytes.
class SseEventModel : public RowTable<SseEventRow> {
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

    // By the offset in the body; the first one inside of an event is that event's.
    using Made = SseEventRow::Made;
    using MadeAt = std::map<std::uint64_t, Made>;

    struct Events {
        std::vector<SseEventRow> list;
        std::uint64_t comments = 0;
        bool anyRetry = false;
    };
    static Events read(const Bytes &body); // on any thread

    explicit SseEventModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    void setEvents(Events events, const MadeAt &made, std::int64_t begunNs);
    void setBody(const Bytes &body, const MadeAt &made, std::int64_t begunNs);
    void clear();
    std::uint64_t comments() const { return m_comments; } // lines that keep it alive
    bool anyRetry() const { return m_anyRetry; } // some event names a retry time

protected:
    QVariant cell(const SseEventRow &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override;

private:
    QString text(const SseEventRow &event, int row, int column) const;

    std::uint64_t m_comments = 0;
    bool m_anyRetry = false;
    std::int64_t m_begunNs = 0;
};

} // namespace sonde::models
