// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

namespace sonde::models {
class ServerModel;
}

namespace sonde::app {

class StatusLine;
class Workspace;

// How many requirements each server violates, beside the servers and in the status line.
class ViolationCounts : public QObject {
    Q_OBJECT
public:
    // All outlive it.
    ViolationCounts(
        Workspace &workspace, models::ServerModel &servers, StatusLine &status, QObject *parent);

private:
    void count(const QString &server);

    Workspace &m_workspace;
    models::ServerModel &m_servers;
    StatusLine &m_status;
};

} // namespace sonde::app
