// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/files/folderlock.h"

#include "platform/filereplacement.h"

#include <QFile>

#include <cerrno>

#include <unistd.h>

namespace sonde::hosts {

FolderLock::FolderLock(const QString &folder)
    : m_descriptor(platform::lockFolder(QFile::encodeName(folder).constData()))
    , m_isTaken(m_descriptor < 0 && errno == EWOULDBLOCK)
{
}

FolderLock::~FolderLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

} // namespace sonde::hosts
