// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/doctorrun.h"

#include "doctor/program/thismachine.h"
#include "doctor/run/doctor.h"
#include "doctor/run/doctorreport.h"

namespace sonde::agent {

DoctorRun::DoctorRun(
    const AgentToolCall &tool, Permissions &permissions, const AgentSurroundings &surroundings)
    : m_tool(tool)
    , m_named(tool, permissions, surroundings)
{
}

DoctorRun::~DoctorRun() = default;

void DoctorRun::start()
{
    m_named.find([this](const config::Profile &server) { examine(server); });
}

void DoctorRun::examine(const config::Profile &server)
{
    m_doctor = std::make_unique<doctor::Doctor>(
        server, server.handshakeTimeout, std::make_shared<doctor::ThisMachine>());
    connect(m_doctor.get(), &doctor::Doctor::finished, this,
        [this] { m_tool.finish(doctor::reportJson(m_doctor->results()).toStdString()); });
    m_doctor->start();
}

} // namespace sonde::agent
