// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "hosts/table/hostplaces.h"
#include "models/hosts/additionplan.h"

#include <QObject>
#include <QString>

namespace sonde::session {

// Adds a server of Sonde to the configuration of a host. Files are read and written off the
// window's thread.
class HostAddition : public QObject {
    Q_OBJECT
public:
    struct Setup {
        hosts::Surroundings surroundings;
        QString backups; // a folder
    };

    HostAddition(Setup setup, config::Profile server, QObject *parent = nullptr);

    const config::Profile &server() const { return m_server; }
    const hosts::Surroundings &surroundings() const { return m_setup.surroundings; }

    void plan(const hosts::Host &host); // planned() follows
    const models::AdditionPlan &plan() const { return m_plan; } // without a host: none yet

    // Writes the file, after a backup, unless it has got a server of that name meanwhile. Then
    // succeeded() or refused().
    void perform();

Q_SIGNALS:
    void planned();
    void succeeded(const QString &sentence);
    void refused(const QString &sentence);

private:
    const Setup m_setup;
    const config::Profile m_server;
    models::AdditionPlan m_plan;
    BackgroundJob m_planning;
    BackgroundJob m_performing;
};

} // namespace sonde::session
