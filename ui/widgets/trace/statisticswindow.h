// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "models/trace/tracefilterproxy.h"
#include "trace/record/statistics.h"
#include "widgets/kit/secondarywindow.h"

#include <memory>

class QLabel;

namespace sonde::models {
class PropertyModel;
}

namespace sonde::widgets {

class PlainTable;

// How often and how long, by method and by what the method was about, of the messages that the
// list of the trace shows. A window of its own, beside the list.
class StatisticsWindow : public SecondaryWindow {
    Q_OBJECT
public:
    static constexpr int kBatch = 20'000; // messages counted before the window has its turn

    // Both outlive the window.
    StatisticsWindow(const models::TraceModel &model, const models::TraceFilterProxy &shown,
        QWidget *parent = nullptr);

    void countAnew();
    PlainTable &table() const { return *m_table; }
    bool isCounted() const { return m_counted; }

Q_SIGNALS:
    void counted();
    void filterRequested(const QString &filter); // of the row that was activated

private:
    void countOn();
    void showRows(std::vector<trace::StatisticsRow> rows);
    void activated(const QModelIndex &index);

    const models::TraceModel &m_model;
    const models::TraceFilterProxy &m_shown;
    std::shared_ptr<trace::Statistics> m_counting;
    int m_next = 0; // row to be counted
    bool m_counted = false;
    quint64 m_run = 0; // what was queued for an older one stops
    std::vector<trace::StatisticsRow> m_rows;
    models::PropertyModel *m_facts;
    PlainTable *m_table;
    QLabel *m_summary;
    BackgroundJob m_job;
};

} // namespace sonde::widgets
