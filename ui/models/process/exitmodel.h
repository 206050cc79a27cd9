// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/rowtable.h"
#include "models/signs/sign.h"
#include "models/trace/tracemodel.h"
#include "rpc/endreport.h"
#include "rpc/sentence.h"

#include <deque>
#include <map>
#include <optional>

namespace sonde::models {

// A process of a server that has ended, or could not be started.
struct ProcessRun {
    std::int64_t startedNs = 0; // steady; 0: it was not started, or before the first row
    std::int64_t endedNs = 0;
    std::int64_t endedWallNs = 0;
    qint64 pid = 0; // 0: not known
    std::optional<rpc::EndReport> end; // nothing: there was no process, or another program wrote it
    QString how; // what was recorded
    bool isFailedStart = false; // there was no process
    rpc::Sentence failure; // of a failed start
    std::deque<trace::Number> lines; // the last ones of stderr
};

// The runs of a server that are over, the newest one first, from the rows of the trace. It reads
// new rows when update() is called, so what nobody looks at costs nothing.
class ExitModel : public RowTable<ProcessRun> {
    Q_OBJECT
public:
    enum Columns { EndedColumn, PidColumn, HowColumn, RanColumn, ColumnCount };

    static constexpr int kMaxRuns = 200; // the oldest make room
    static constexpr std::size_t kMaxLines = 20; // of stderr, of a run
    static constexpr std::size_t kMaxRunning = 64; // at the same time
    static constexpr std::uint32_t kMaxRead = 16'384; // bytes of a row: a sentence, and its data

    // The trace outlives the model.
    explicit ExitModel(TraceModel &trace, QObject *parent = nullptr);

    void setServer(const QString &name); // update() follows
    void update();
    QStringList lastLines(int row) const; // of stderr, as far as the recording can be read

protected:
    QVariant cell(const ProcessRun &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override;

private:
    void startAnew();
    void read(int row);
    void readLifecycle(int row, int connection);
    QString detailOf(const trace::Record &record) const;
    bool isOfServer(rpc::StreamId stream, int &connection);

    TraceModel &m_trace;
    QString m_server;
    int m_seen = 0; // rows
    trace::Number m_first = 0; // number of the first of them
    std::map<int, ProcessRun> m_running; // by connection
    std::map<rpc::StreamId, int> m_connections; // -1: of another server
};

} // namespace sonde::models
