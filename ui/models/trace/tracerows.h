// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/recordlist.h"
#include "trace/record/store.h"

#include <QHash>
#include <QSet>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace sonde::models {

class RowFindings;

// What was recorded, by the rows of the list that shows it, and what is known of a row from others.
class TraceRows {
public:
    enum Columns {
        NumberColumn,
        TimeColumn,
        DeltaColumn,
        DirectionColumn,
        KindColumn,
        MethodColumn,
        TargetColumn,
        IdColumn,
        StatusColumn,
        DurationColumn,
        SizeColumn,
        FindingsColumn,
        ServerColumn,
        NoteColumn,
        ColumnCount,
    };

    explicit TraceRows(trace::Store &store); // which outlives it
    TraceRows(const TraceRows &) = delete;
    TraceRows &operator=(const TraceRows &) = delete;

    trace::Store &store() const { return m_store; }
    const trace::Record &record(int row) const { return m_records[std::size_t(row)]; }
    // The records of all rows as they are now, for a background job.
    trace::RecordSnapshot snapshot() { return m_records.snapshot(); }
    trace::Number number(int row) const { return m_first + trace::Number(row); }
    int rowOf(trace::Number number) const; // -1 when it is not here
    // The exchange that the row is, or that carried it; 0 for neither.
    trace::Number groupOf(int row) const;
    // The first message that the exchange carried; 0 while there is none.
    trace::Number firstCarried(trace::Number exchange) const;
    const rpc::StreamInfo &stream(rpc::StreamId id) const;
    // Whether a host and a server talk there, with Sonde in between.
    bool isTapped(rpc::StreamId id) const;
    // The newest event that says what a tap did with the message; 0: there is none.
    trace::Number handlingOf(trace::Number message) const { return m_handlings.value(message); }
    // The message that came, and the event with what was sent in its place, of a row of either;
    // zeros where nothing else was sent.
    std::pair<trace::Number, trace::Number> changeOf(int row) const;
    // How long the message waited at a breakpoint before it went on; 0: it did not.
    std::int64_t heldNs(int row) const;
    // See trace::durationOf(): without the time at a breakpoint; -1 if there is none.
    std::int64_t durationNs(int row) const;
    // Servers that have rows, in the order of their first one.
    const QStringList &servers() const { return m_servers; }
    trace::Note note(int row) const { return m_store.notes().of(number(row)); }
    // What the rules have found about the rows; null: nothing looks for it.
    const RowFindings *findings() const { return m_findings; }

protected:
    ~TraceRows() = default;

    int count() const { return static_cast<int>(m_records.size()); }
    // Whether these records are the next ones.
    bool isNext(trace::Number first) const { return m_first + m_records.size() == first; }
    void dropAll(trace::Number next); // the number of row 0 from then on
    void addRecords(const std::vector<trace::Record> &fresh) { m_records.append(fresh); }
    void setRecord(int row, const trace::Record &record)
    {
        m_records.set(std::size_t(row), record);
    }
    // What records tell of others, before and after they are rows: whether there are other
    // servers() than before, and the messages with another handlingOf().
    bool followStreams(const std::vector<trace::Record> &fresh);
    std::vector<trace::Number> followHandlings(const trace::Changes &changes);
    void setRowFindings(const RowFindings *findings) { m_findings = findings; }

private:
    trace::Store &m_store;
    // Not a vector: growing one of a million rows copies them all at once.
    trace::RecordList m_records;
    trace::Number m_first = 1; // the number of row 0
    QHash<trace::Number, trace::Number> m_handlings; // by message
    QStringList m_servers;
    QSet<std::pair<QString, int>> m_tapped; // server and connection
    mutable std::vector<std::optional<rpc::StreamInfo>> m_streams; // by StreamId
    const RowFindings *m_findings = nullptr;
};

} // namespace sonde::models
