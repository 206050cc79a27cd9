// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/serverrequestqueue.h"

#include <QAbstractListModel>

#include <set>
#include <vector>

namespace sonde::models {

// What servers wait for: the waiting ones, oldest first, then a row "Answered" and under it what is
// over, newest first.
class RequestModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Roles {
        NumberRole = Qt::UserRole + 1, // of the ask; 0 for the row between
        TitleRole, // "Sampling"
        IdRole, // "#17"; may be empty
        DetailRole, // "demo · from call summarize"
        NoteRole, // "in review", "3 fields"; may be empty
        TimeRole, // "0:14"; of a waiting one
        WaitingRole, // bool
        CountRole, // of the row between
    };

    // The box outlives the model.
    explicit RequestModel(review::ServerRequestQueue *box, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

    int rowOf(quint64 number) const; // -1: it is not there
    int waitingCount() const { return int(m_waiting.size()); }
    // The one that waits longest behind `after`, and again from the first; 0: nothing waits.
    quint64 nextWaiting(quint64 after = 0) const;

    void setInReview(quint64 number, bool inReview);
    // The waiting times, as of now.
    void refreshTimes();

Q_SIGNALS:
    void waitingCountChanged();

private:
    void add(quint64 number);
    void change(quint64 number);
    void forget(quint64 number);
    void addOver(quint64 number);
    int groupRow() const { return m_over.empty() ? -1 : int(m_waiting.size()); }
    QVariant groupData(int role) const;

    review::ServerRequestQueue *m_box;
    std::vector<quint64> m_waiting;
    std::vector<quint64> m_over; // newest first
    std::set<quint64> m_inReview;
    qint64 m_now = 0;
};

} // namespace sonde::models
