// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "mcp/task/taskstore.h"
#include "models/signs/rowtable.h"
#include "models/signs/sign.h"

#include <QPointer>

#include <vector>

namespace sonde::models {

struct Operation {
    bool isTask = false;
    bool isOver = false; // a call that was given up; the response may come still
    qint64 answeredNs = 0; // when it came, late; 0: it has not
    qint64 key = 0; // the call's token, or the task's number
    Sign sign = Sign::Pending;
    QString state; // in place of the sign's word, when not empty
    QString name;
    QString progress;
    QString elapsed;
    QString limit; // until when it may take
    QString next; // when the server is asked again
    double fraction = -1; // 0 to 1; below 0: unknown
    bool isChanging = false; // with the time, or by a late response
    bool operator==(const Operation &) const = default;
};

// What takes time at one server: the requests that wait for their responses or were given up, the
// newest first, and the tasks, those that are over as well. It is brought up to date by refresh().
class OperationModel : public RowTable<Operation> {
    Q_OBJECT
public:
    enum Columns {
        StateColumn,
        OperationColumn,
        ProgressColumn,
        ElapsedColumn,
        LimitColumn,
        NextColumn,
        ColumnCount,
    };

    explicit OperationModel(
        QObject *parent = nullptr, const Clock &clock = SystemClock::instance());

    void setClient(mcp::Client *client); // nullptr: none
    void refresh();
    // Whether rows change with the time, or when the late response to a call arrives.
    bool isChanging() const;
    const Operation &operation(int row) const { return RowTable::row(row); }

protected:
    QVariant cell(const Operation &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override { return column == ElapsedColumn; }

private:
    std::vector<Operation> operations() const;
    Operation ofCall(const mcp::RunningCall &call, std::int64_t now) const;
    Operation ofGivenUp(const mcp::GivenUpCall &call) const;
    Operation ofTask(const mcp::TaskStore::Entry &entry, std::int64_t now) const;
    static QString text(const Operation &operation, int column);

    const Clock &m_clock;
    QPointer<mcp::Client> m_client;
};

// The sign of a task's state.
Sign taskSign(mcp::TaskStatus status);

} // namespace sonde::models
