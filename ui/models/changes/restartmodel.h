// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/changes/restart.h"

#include <QAbstractListModel>

#include <deque>

namespace sonde::models {

// The starts of a server, the newest one first.
class RestartModel : public QAbstractListModel {
    Q_OBJECT
public:
    // Signs and colours are in sign.h.
    enum Roles {
        TitleRole = Qt::UserRole + 1, // "14:02:11 · Restarted"
        ConsequenceRole,
        ConsequenceColorRole, // int of ColorRole
    }; // and TagRole: the word of the reference
    using QAbstractListModel::QAbstractListModel;

    // One that was added at the end since the last call is inserted, and what became known of
    // others changes their rows, so that the selection stays; another change resets the model.
    void setRestarts(const QString &server, const std::deque<Restart> &restarts);
    const Restart &restart(int row) const { return m_restarts[m_restarts.size() - 1 - row]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    // "14:02:11"; of another day "11-20 14:02".
    static QString timeOf(const Restart &restart);

private:
    QString m_server;
    std::deque<Restart> m_restarts; // the newest one last
};

} // namespace sonde::models
