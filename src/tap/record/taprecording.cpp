// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/record/taprecording.h"

#include <QDateTime>
#include <QDir>

#include <utility>

#include <unistd.h>

namespace sonde::tap {

TapRecording::TapRecording(
    Announcement &announcement, const QString &file, const QString &name, std::size_t bound)
    : m_name(name)
    , m_announcement(announcement)
    , m_recorder(bound)
    , m_file(file, name)
    , m_sink(m_recorder, announcement)
{
    m_recorder.keepNoChanges();
}

Result<void> TapRecording::open()
{
    Result<void> opened = m_file.open(m_recorder, QDateTime::currentDateTime(), ::getpid());
    m_isOpen = opened.ok();
    return opened;
}

Result<void> TapRecording::announce(const QString &folder, TapIntroduction who)
{
    if (folder.isEmpty() || !m_isOpen)
        return {};
    who.pid = ::getpid();
    who.name = m_name;
    who.session = path();
    who.folder = QDir::currentPath();
    return m_announcement.begin(folder, who);
}

std::optional<Error> TapRecording::finish()
{
    const Result<void> flushed = m_recorder.flush();
    return flushed ? m_recorder.failure() : std::optional<Error>(flushed.error());
}

} // namespace sonde::tap
