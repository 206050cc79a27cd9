// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/entries/hostdocument.h"

#include <QString>

#include <cstdint>

namespace sonde::doctor {

// What Cursor's agent knows of a server in a folder.
enum class CursorApproval : std::uint8_t {
    Unknown, // the agent has approved nothing in this folder: perhaps it was never used there
    Approved,
    Missing, // others are approved, or this one as its entry was written before
};

// The file in which Cursor's agent keeps what the user has approved in a project.
QString cursorApprovalFile(const QString &home, const QString &project);
// The name of an approval: that of the server, and the beginning of the SHA-256 of the entry as it
// is written, with the folder. A changed entry has another name.
QString cursorApprovalName(const hosts::HostEntry &entry, const QString &project);
// `file`: of cursorApprovalFile(). Reads it; on any thread.
CursorApproval cursorApproval(
    const hosts::HostEntry &entry, const QString &project, const QString &file);

} // namespace sonde::doctor
