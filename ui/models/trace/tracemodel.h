// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "models/signs/sign.h"
#include "models/trace/servermarks.h"
#include "models/trace/tracecells.h"
#include "trace/record/recordlist.h"
#include "trace/record/store.h"

#include <QAbstractTableModel>
#include <QElapsedTimer>
#include <QHash>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace sonde::models {

class FindingList;

// The rows of the trace: what was recorded, in the order it was recorded. It asks the store at most
// 30 times a second and takes all that is new as one batch, so that a flood costs the window
// little. There is one of it for a store, because take() gives everything once.
class TraceModel : public QAbstractTableModel {
    Q_OBJECT
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
    // SignRole and TextColorRole are in sign.h.
    enum Roles {
        RecordRole = Qt::UserRole + 1, // trace::Record
        NumberRole, // trace::Number
        PairRole, // trace::Number of the other half, 0 without
        ServerRole,
        CarrierRole, // trace::Number of the exchange that carried it, 0 without
    };

    // Both outlive the model.
    explicit TraceModel(trace::Store &store, QObject *parent = nullptr,
        const Clock &clock = SystemClock::instance());
    ~TraceModel() override;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

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
    // Whether what the row sends was sent without asking a person.
    bool isAutomatic(int row) const { return m_cells.automaticLine(row) >= 0; }
    // How the servers are marked; until then each by its place in servers().
    void setServerMarks(std::shared_ptr<ServerMarks> marks) { m_marks = std::move(marks); }
    QStringList servers() const; // that have rows, in the order of their first one

    // The text under Target, read anew; data() keeps what it has shown last.
    QString readTarget(const trace::Record &record) const { return m_cells.readTarget(record); }

    // What the rows' findings are; until then they are those of framing and pairing.
    void setFindings(const FindingList *findings);
    const FindingList *findings() const;
    // These messages have new findings.
    void reportFindings(std::vector<trace::Number> numbers);

    trace::Note note(int row) const { return m_store.notes().of(number(row)); }
    // Says in a sentence what failed; empty when it is done.
    QString setNote(trace::Number number, const trace::Note &note);

    // Paused: nothing is taken in, and everything comes when it goes on. Recording is not touched.
    void setPaused(bool paused);
    bool isPaused() const { return m_paused; }
    // How many records were recorded since the last row.
    std::uint64_t waiting() const;
    // Empties the list. The recording keeps everything.
    void clear();
    // Takes in what is there now, without waiting for the next batch.
    void drainNow();
    // A store gives its records once: those that this model shows, for the model that replaces it,
    // and, in that one, before anything else is taken in.
    trace::Changes shown() const;
    void resume(const trace::Changes &shown);

Q_SIGNALS:
    void pausedChanged(bool paused);
    void serversChanged();
    void notesChanged();
    void taken(); // after each batch
    // What is known of messages changed; dataChanged() also tells what only looks different.
    void recordsChanged(int from, int to);

private:
    class Bell;

    void schedule();
    void append(const trace::Changes &changes);
    void change(const trace::Changes &changes);
    void recordStreams(const std::vector<trace::Record> &fresh);
    void recordHandlings(const trace::Changes &changes);
    void tick();

    trace::Store &m_store;
    std::shared_ptr<Bell> m_bell;
    // Not a vector: growing one of a million rows copies them all at once.
    trace::RecordList m_records;
    trace::Number m_first = 1; // the number of row 0
    std::vector<trace::Number> m_pending; // requests that run, and some that no longer do
    bool m_paused = false;
    QTimer m_batch;
    QTimer m_running;
    QElapsedTimer m_lastTake;
    trace::Changes m_spareChanges; // what was taken before, for its places
    QHash<trace::Number, trace::Number> m_handlings; // by message
    QStringList m_servers;
    QSet<std::pair<QString, int>> m_tapped; // server and connection
    std::shared_ptr<ServerMarks> m_marks = std::make_shared<ServerMarks>(nullptr);
    mutable std::vector<std::optional<rpc::StreamInfo>> m_streams; // by StreamId
    QPointer<const QObject> m_findings;
    TraceCells m_cells;
};

} // namespace sonde::models
