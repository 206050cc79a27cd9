// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::hosts {

// Keeps other processes of Sonde from changing the files of a folder while it exists.
class FolderLock {
public:
    explicit FolderLock(const QString &folder);
    ~FolderLock();
    FolderLock(const FolderLock &) = delete;
    FolderLock &operator=(const FolderLock &) = delete;

    // Another process has it. A folder that cannot be locked, on some network, is nobody's.
    bool isTaken() const { return m_isTaken; }

private:
    int m_descriptor = -1;
    bool m_isTaken = false;
};

} // namespace sonde::hosts
