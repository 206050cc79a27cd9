// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "models/signs/sign.h"
#include "models/trace/servermarks.h"
#include "models/trace/tracecells.h"
#include "models/trace/tracerows.h"

#include <QAbstractTableModel>
#include <QElapsedTimer>
#include <QTimer>

#include <memory>
#include <utility>
#include <vector>

namespace sonde::models {

// The rows of the trace: what was recorded, in the order it was recorded. It asks the store at most
// 30 times a second and takes all that is new as one batch, so that a flood costs the window
// little.
class TraceModel : public QAbstractTableModel, public TraceRows {
    Q_OBJECT
public:
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

    // Whether what the row sends was sent without asking a person.
    bool isAutomatic(int row) const { return m_cells.automaticLine(row) >= 0; }
    // How the servers are marked; until then each by its place in servers().
    void setServerMarks(std::shared_ptr<ServerMarks> marks) { m_marks = std::move(marks); }

    // The text under Target, read anew; data() keeps what it has shown last.
    QString readTarget(const trace::Record &record) const { return m_cells.readTarget(record); }

    // What the rows' findings are; until then, and with null, they are those of framing and
    // pairing. Whoever sets it sets null before it goes.
    void setFindings(const RowFindings *findings) { setRowFindings(findings); }
    // These messages have new findings.
    void reportFindings(std::vector<trace::Number> numbers);

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
    // Cells are read anew, for another language.
    void forgetTexts() { m_cells.forgetTexts(); }

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
    void tick();

    std::shared_ptr<Bell> m_bell;
    std::unique_ptr<trace::Store::Reader> m_reader;
    std::vector<trace::Number> m_pending; // requests that run, and some that no longer do
    bool m_paused = false;
    QTimer m_batch;
    QTimer m_running;
    QElapsedTimer m_lastTake;
    trace::Changes m_spareChanges; // what was taken before, for its places
    std::shared_ptr<ServerMarks> m_marks = std::make_shared<ServerMarks>(nullptr);
    TraceCells m_cells;
};

} // namespace sonde::models
