// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "models/trace/tracefilterproxy.h"
#include "trace/record/statistics.h"
#include "widgets/kit/frame/secondarywindow.h"

#include <map>
#include <memory>
#include <unordered_map>

class QComboBox;
class QLabel;

namespace sonde::models {
class PropertyModel;
}

namespace sonde::widgets {

class PlainTable;

// How often and how long, by method and by what the method was about, of the messages that the
// list of the trace shows: of the current server, or of each. A window of its own, beside the list.
class StatisticsWindow : public SecondaryWindow {
    Q_OBJECT
public:
    static constexpr int kBatch = 20'000; // messages counted before the window has its turn

    // Both outlive the window.
    StatisticsWindow(const models::TraceModel &model, const models::TraceFilterProxy &shown,
        QWidget *parent = nullptr);

    // The current server, whose messages are counted until all servers are chosen; empty: there is
    // none, and all are counted.
    void setServer(const QString &server);
    QComboBox &servers() const { return *m_servers; } // the current one, and all
    void countAnew();
    PlainTable &table() const { return *m_table; }
    bool isCounted() const { return m_counted; }

Q_SIGNALS:
    void counted();
    void filterRequested(const QString &filter); // of the row that was activated

private:
    struct Row {
        QString server;
        trace::StatisticsRow counted;
    };
    // By server, and by the streams of these; a null pointer: the stream is not counted.
    struct Counting {
        std::map<QString, trace::Statistics> servers;
        std::unordered_map<rpc::StreamId, trace::Statistics *> streams;
        int messages = 0;
    };
    void countOn();
    trace::Statistics *countingOf(rpc::StreamId stream);
    void showRows(std::vector<Row> rows);
    void showSummary();
    void activated(const QModelIndex &index);
    bool isOfOne() const; // server, the current one

    const models::TraceModel &m_model;
    const models::TraceFilterProxy &m_shown;
    QString m_server;
    bool m_hasOthers = false; // messages of more than one server are shown
    std::shared_ptr<Counting> m_counting;
    int m_next = 0; // row to be counted
    bool m_counted = false;
    quint64 m_run = 0; // what was queued for an older one stops
    std::vector<Row> m_rows;
    models::PropertyModel *m_facts;
    PlainTable *m_table;
    QComboBox *m_servers;
    QLabel *m_summary;
    BackgroundJob m_job;
};

} // namespace sonde::widgets
