// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/base/doctorfinding.h"
#include "rpc/message.h"

#include <QString>

#include <vector>

namespace sonde::doctor {

// What was negotiated, over either transport.
struct RevisionFacts {
    const rpc::Message *response = nullptr; // to initialize or server/discover
    bool isModern = false; // the response is to server/discover
    QString revision;
};

// 2025-11-25 basic/lifecycle, 2026-07-28 basic/lifecycle.
std::vector<DoctorFinding> judgeRevision(
    const RevisionFacts &facts, const config::Profile &profile);

} // namespace sonde::doctor
