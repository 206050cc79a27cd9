// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "models/trace/rowcolours.h"
#include "models/trace/tracemodel.h"
#include "trace/filter/filterrun.h"

#include <QAbstractProxyModel>
#include <QFlags>

#include <memory>
#include <vector>

namespace sonde::models {

enum class KindGroup : unsigned {
    Requests = 1,
    Responses = 2,
    Notifications = 4,
    Stderr = 8,
    Lifecycle = 16,
    NotAMessage = 32,
    Http = 64, // exchanges, and events without a message
    All = 127,
};
Q_DECLARE_FLAGS(KindGroups, KindGroup)
Q_DECLARE_OPERATORS_FOR_FLAGS(KindGroups)

struct TraceFilter {
    trace::Filter conditions;
    QString server; // empty: all of them
    KindGroups kinds = KindGroup::All;

    bool isEmpty() const
    {
        return conditions.isEmpty() && server.isEmpty() && kinds == KindGroup::All;
    }
    bool operator==(const TraceFilter &) const = default;
};

// The rows of a TraceModel that a filter lets through. Rows are looked at when they come, when they
// change and when the filter changes. What the rows alone tell is looked at here, in slices that
// leave the window time between them; what needs the messages' bytes is looked at in the
// background. Either way a filter over a million rows fills the list from its top while one can
// already scroll in it.
class TraceFilterProxy : public QAbstractProxyModel {
    Q_OBJECT
public:
    explicit TraceFilterProxy(TraceModel &source, QObject *parent = nullptr);

    void setFilter(const TraceFilter &filter);
    const TraceFilter &filter() const { return m_filter; }
    // False while a new filter has not seen every row yet.
    bool isComplete() const;

    // Rules that give rows a tint.
    void setColourRules(const std::vector<ColourRule> &rules);
    // A column too narrow for its title has none, except for screen readers; -1: each has its
    // title.
    void setUntitled(int column);
    // Times count from this message on; 0: they are those of the clock.
    void setTimeReference(trace::Number number);
    trace::Number timeReference() const { return m_reference; }

    TraceModel &trace() const { return m_source; }
    trace::Number number(int row) const { return m_source.number(m_rows[std::size_t(row)]); }
    const trace::Record &record(int row) const { return m_source.record(m_rows[std::size_t(row)]); }
    // The rows of the trace that are shown, ascending.
    const std::vector<int> &shownRows() const { return m_rows; }
    int rowOf(trace::Number number) const; // -1 when it is filtered out, or not there

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    QModelIndex sibling(int row, int column, const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QModelIndex mapToSource(const QModelIndex &proxy) const override;
    QModelIndex mapFromSource(const QModelIndex &source) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void completed(); // every row there is has been looked at

private:
    struct Slice;
    struct Outcome;

    void restart();
    void lookAtMore();
    void lookHere();
    void lookInBackground();
    void take(const Outcome &outcome);
    void recordsChanged(int from, int to);
    // The rows [from, to] of the source that fit are `fitting`: shows those and no other of them.
    void replace(int from, int to, const std::vector<int> &fitting);
    void append(const std::vector<int> &found);
    void repaint(int firstColumn, int lastColumn);
    QVariant timeFromReference(int row) const;
    QVariant colour(int row, int role) const;
    bool passes(const trace::Record &record); // server and kind
    bool accepts(int row);
    trace::FilterRow rowAt(int row) const;
    void forward(int from, int to, int firstColumn, int lastColumn);

    TraceModel &m_source;
    TraceFilter m_filter;
    std::vector<int> m_rows; // of the source, ascending
    int m_seen = 0; // so many rows of the source were looked at
    QTimer m_more;
    std::unique_ptr<trace::FilterRun> m_run; // for what is looked at here
    std::shared_ptr<trace::FilterRun> m_backgroundRun;
    BackgroundJob m_job;
    bool m_looking = false; // in the background
    std::vector<int> m_changed; // rows of the source that the background has to look at again
    mutable RowColours m_colours;
    trace::Number m_reference = 0;
    int m_untitled = -1;
    std::vector<signed char> m_streamFits; // by stream: -1 not known yet
};

} // namespace sonde::models
