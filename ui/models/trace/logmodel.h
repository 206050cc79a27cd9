// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/logfilter.h"

#include <QAbstractTableModel>
#include <QCache>

namespace sonde::models {

// The log messages and the lines of stderr of a recording that a filter lets through; of one call
// its progress as well. It keeps the numbers of the rows; what they say is read from the recording
// when somebody looks.
class LogModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Columns { TimeColumn, SourceColumn, LevelColumn, LoggerColumn, DataColumn, ColumnCount };
    enum Roles { NumberRole = Qt::UserRole + 1 }; // trace::Number; signs and tones: sign.h

    static constexpr std::uint32_t kMaxRead = 256 * 1024; // a longer message says only its size
    static constexpr int kMaxLoggers = 200; // names that are offered
    static constexpr int kMaxLoggerName = LogFilter::kMaxText; // longer ones are cut

    // The trace outlives the model.
    explicit LogModel(TraceModel &trace, QObject *parent = nullptr);

    void setFilter(const LogFilter &filter);
    const LogFilter &filter() const { return m_filter; }
    bool isComplete() const { return m_rows.isComplete(); }

    trace::Number number(int row) const { return m_rows.number(row); }
    const trace::Record &record(int row) const { return m_rows.record(row); }
    int rowOf(trace::Number number) const { return m_rows.rowOf(number); }
    TraceModel &trace() const { return m_rows.trace(); }
    // Names of loggers that were seen in rows, in the order they came; bounded.
    const QStringList &loggers() const { return m_loggers; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void completed(); // every row there is has been looked at
    void loggersChanged();

private:
    struct Entry {
        int level = -1; // of logLevels(); -1: none of them
        QString levelText;
        QString logger;
        QString data;
        bool isProgress = false;
    };
    const Entry &entry(int row) const;
    Entry read(const trace::Record &record) const;
    void collectLoggers(int first, int last);
    QVariant text(int row, int column) const;
    QVariant textColor(int row, int column) const;
    bool isLine(int row) const { return record(row).kind == rpc::Kind::Stderr; }

    TraceFilterProxy m_rows;
    LogFilter m_filter;
    QStringList m_loggers;
    mutable QCache<trace::Number, Entry> m_entries;
};

// How a level looks: the sign, and the colour that repeats it.
Sign logSign(int level);
ColorRole logColorRole(int level);

} // namespace sonde::models
