// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/doctorfinding.h"
#include "doctor/program/serverprogram.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sonde::doctor {

// “docker run” or “podman run”.
struct ContainerCommand {
    QString program; // empty: the command is another one
    QStringList options; // as written, without their values
    QString image;
};

ContainerCommand containerOf(const ServerProgram &subject);
// What the options make of the standard input and output of the server.
std::vector<DoctorFinding> judgeContainer(const ContainerCommand &command);

} // namespace sonde::doctor
