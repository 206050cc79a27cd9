// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/namedserver.h"

#include <QObject>

#include <memory>

namespace sonde::doctor {
class Doctor;
}

namespace sonde::agent {

// doctor: finds out why a server does not start or connect. A call that is cancelled ends its
// checks.
class DoctorRun : public QObject {
    Q_OBJECT
public:
    // Both outlive it.
    DoctorRun(
        const AgentToolCall &tool, Permissions &permissions, const AgentSurroundings &surroundings);
    ~DoctorRun() override;

    void start();

private:
    void examine(const config::Profile &server);

    const AgentToolCall m_tool;
    NamedServer m_named;
    std::unique_ptr<doctor::Doctor> m_doctor;
};

} // namespace sonde::agent
