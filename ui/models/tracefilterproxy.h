// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/tracemodel.h"

#include <QAbstractProxyModel>
#include <QFlags>

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
    QString text; // contained in method, target or id, whatever the case; empty: everything
    QString server; // empty: all of them
    KindGroups kinds = KindGroup::All;

    bool isEmpty() const { return text.isEmpty() && server.isEmpty() && kinds == KindGroup::All; }
    bool operator==(const TraceFilter &) const = default;
};

// The rows of a TraceModel that a filter lets through. Rows are looked at once, when they come or
// when the filter changes, in slices that leave the window time between them: a filter over a
// million rows fills the list from its top while one can already scroll in it.
class TraceFilterProxy : public QAbstractProxyModel {
    Q_OBJECT
public:
    explicit TraceFilterProxy(TraceModel &source, QObject *parent = nullptr);

    void setFilter(const TraceFilter &filter);
    const TraceFilter &filter() const { return m_filter; }
    // False while a new filter has not seen every row yet.
    bool isComplete() const;

    TraceModel &trace() const { return m_source; }
    trace::Number number(int row) const { return m_source.number(m_rows[std::size_t(row)]); }
    const trace::Record &record(int row) const { return m_source.record(m_rows[std::size_t(row)]); }
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
    void lookAtMore();
    bool accepts(const trace::Record &record);
    bool textFits(const trace::Record &record);
    bool stringFits(std::uint32_t string);
    void forward(int from, int to, int firstColumn, int lastColumn);

    TraceModel &m_source;
    TraceFilter m_filter;
    std::vector<int> m_rows; // of the source, ascending
    int m_seen = 0; // so many rows of the source were looked at
    QTimer m_more;
    std::vector<signed char> m_stringFits; // by string number: -1 not known yet
    std::vector<signed char> m_streamFits; // by stream
};

} // namespace sonde::models
