// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/folderwatch.h"

#include <QFile>
#include <QHash>
#include <QSocketNotifier>

#include <array>
#include <cerrno>
#include <cstring>

#include <sys/inotify.h>
#include <unistd.h>

namespace sonde::platform {

namespace {

// A file that is written is reported when it is closed, so that half of it is never read.
constexpr std::uint32_t kFolderEvents = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM
    | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK;

class InotifyWatch final : public FolderWatch {
public:
    InotifyWatch() { open(); }
    ~InotifyWatch() override { close(); }

    int add(const QString &folder) override;
    void clear() override
    {
        close();
        open();
    }
    bool reportNow() override
    {
        while (read())
            continue;
        return true;
    }

private:
    void open();
    void close();
    bool read(); // whether there was something
    void receive(const inotify_event &event, const char *name);

    int m_descriptor = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
    QHash<int, QString> m_folders; // by watch descriptor
    QHash<QString, int> m_watches;
};

void InotifyWatch::open()
{
    m_descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (m_descriptor < 0)
        return;
    m_notifier = std::make_unique<QSocketNotifier>(m_descriptor, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] { read(); });
}

void InotifyWatch::close()
{
    m_notifier.reset();
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    m_descriptor = -1;
    m_folders.clear();
    m_watches.clear();
}

int InotifyWatch::add(const QString &folder)
{
    if (m_descriptor < 0)
        return EMFILE;
    if (m_watches.contains(folder))
        return 0;
    const int watch =
        inotify_add_watch(m_descriptor, QFile::encodeName(folder).constData(), kFolderEvents);
    if (watch < 0)
        return errno;
    m_folders.insert(watch, folder);
    m_watches.insert(folder, watch);
    return 0;
}

bool InotifyWatch::read()
{
    constexpr std::size_t kBuffer = 64 * 1024;
    alignas(inotify_event) std::array<char, kBuffer> buffer{};
    const int descriptor = m_descriptor;
    const auto length = ::read(descriptor, buffer.data(), buffer.size());
    for (ssize_t at = 0; at < length && descriptor == m_descriptor;) {
        inotify_event event{};
        std::memcpy(&event, buffer.data() + at, sizeof(event));
        const char *const name = buffer.data() + at + sizeof(event);
        at += ssize_t(sizeof(event) + event.len);
        receive(event, event.len > 0 ? name : "");
    }
    return length > 0 && descriptor == m_descriptor;
}

void InotifyWatch::receive(const inotify_event &event, const char *name)
{
    if ((event.mask & IN_Q_OVERFLOW) != 0) {
        Q_EMIT overflowed();
        return;
    }
    const QString folder = m_folders.value(event.wd);
    if (folder.isEmpty())
        return;
    if ((event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)) != 0) {
        m_folders.remove(event.wd);
        m_watches.remove(folder);
        if ((event.mask & IN_MOVE_SELF) != 0) // otherwise it is watched at its new place
            inotify_rm_watch(m_descriptor, event.wd);
        Q_EMIT folderGone(folder);
        return;
    }
    Q_EMIT entryChanged(folder, QFile::decodeName(name));
}

} // namespace

std::unique_ptr<FolderWatch> FolderWatch::make()
{
    return std::make_unique<InotifyWatch>();
}

} // namespace sonde::platform
