// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/announce/announcement.h"

#include "platform/descriptors.h"
#include "platform/threadpriority.h"
#include "tap/announce/tapsfolder.h"
#include "tap/announce/tapsocket.h"
#include "tap/relay/taptr.h"

#include <QFile>
#include <QStringBuilder>

#include <array>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sonde::tap {

namespace {

constexpr std::size_t kOwnEntries = 2; // of poll(): the waker, the socket

} // namespace

Result<void> Announcement::begin(const QString &folder, const TapIntroduction &who)
{
    if (!makeTapsFolder(folder))
        return Error{.domain = Domain::Transport,
            .sentence =
                Text::tr("The folder %1 cannot be created, or others may use it.").arg(folder)};
    const QString path = folder % u'/' % QString::number(who.pid) % QStringLiteral(".sock");
    auto listening = listenAt(path);
    if (!listening)
        return listening.error();
    int ends[2] = {-1, -1};
    if (!platform::openPipe(ends) || !platform::makeNonBlocking(ends[0])
        || !platform::makeNonBlocking(ends[1]))
        return Error{.domain = Domain::Transport,
            .code = errno,
            .sentence = Text::tr("No pipe can be opened.")};
    m_path = path;
    m_introduction = tapLine(who);
    m_listening = std::move(listening).value();
    m_woken = Inlet(ends[0]);
    m_waker = Inlet(ends[1]);
    m_thread = std::thread([this] { run(); });
    return {};
}

void Announcement::report(const TapProgress &progress)
{
    {
        const std::lock_guard lock(m_mutex);
        m_progress = progress;
    }
    if (m_windows > 0)
        wake();
}

void Announcement::post(const std::string &line)
{
    if (!m_isControlled)
        return;
    {
        const std::lock_guard lock(m_mutex);
        if (m_posted.size() <= kMaxPosted) // the window that is so slow is left
            m_posted += line;
    }
    wake();
}

void Announcement::postNewest(const std::string &line)
{
    if (!m_isControlled)
        return;
    {
        const std::lock_guard lock(m_mutex);
        m_newest = line;
    }
    wake();
}

void Announcement::end()
{
    if (!m_thread.joinable())
        return;
    ::unlink(QFile::encodeName(m_path).constData());
    m_ends = true;
    wake();
    m_thread.join();
    m_listening.close();
}

// A full pipe wakes as well.
void Announcement::wake() const
{
    [[maybe_unused]] const ssize_t written = ::write(m_waker.descriptor(), "", 1);
}

TapProgress Announcement::latest()
{
    const std::lock_guard lock(m_mutex);
    return m_progress;
}

void Announcement::run()
{
    platform::lowerThreadPriority();
    std::vector<Window> windows;
    while (!m_ends)
        serve(windows);
    for (Window &window : windows) {
        tell(window, latest());
        window.unsent += tapLine(TapEnd());
        send(window);
        if (window.controls)
            m_listener->windowLeft();
    }
}

void Announcement::serve(std::vector<Window> &windows)
{
    std::array<pollfd, kOwnEntries + kMaxWindows> entries{};
    entries[0] = {m_woken.descriptor(), POLLIN, 0};
    entries[1] = {m_listening.descriptor(), POLLIN, 0};
    std::size_t count = kOwnEntries;
    for (const Window &window : windows)
        entries.at(count++) = {window.socket.descriptor(),
            static_cast<short>(POLLIN | (window.unsent.empty() ? 0 : POLLOUT)), 0};
    if (::poll(entries.data(), count, -1) < 0)
        return;
    std::array<char, 256> signs{};
    while (::read(m_woken.descriptor(), signs.data(), signs.size()) > 0) { }
    const TapProgress now = latest();
    for (Window &window : windows)
        tell(window, now);
    for (Window &window : windows)
        hear(window);
    deliver(windows);
    std::erase_if(windows, [](const Window &window) { return window.isGone; });
    if (entries[1].revents != 0)
        accept(windows);
    m_windows = static_cast<int>(windows.size());
    // Progress that was reported just before a window counted.
    for (Window &window : windows)
        tell(window, latest());
}

void Announcement::accept(std::vector<Window> &windows)
{
    Window window;
    window.socket = acceptOwn(m_listening.descriptor());
    if (!window.socket.isOpen() || windows.size() >= kMaxWindows)
        return;
    window.unsent = m_introduction;
    send(window);
    windows.push_back(std::move(window));
}

// While a line is unsent nothing is added, so at most one line waits.
void Announcement::tell(Window &window, const TapProgress &latest) const
{
    send(window);
    if (!window.unsent.empty() || window.told == latest)
        return;
    window.told = latest;
    window.unsent = tapLine(latest);
    send(window);
}

void Announcement::send(Window &window)
{
    if (window.unsent.empty())
        return;
    const ssize_t size = ::send(window.socket.descriptor(), window.unsent.data(),
        window.unsent.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size > 0)
        window.unsent.erase(0, static_cast<std::size_t>(size));
}

// What it has sent. One piece per call, so that a window that floods keeps nobody else waiting.
void Announcement::hear(Window &window)
{
    std::array<char, kMaxTapLine> piece{};
    const ssize_t size =
        ::recv(window.socket.descriptor(), piece.data(), piece.size(), MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return;
    window.isGone = size <= 0;
    if (size > 0)
        window.said.feed(Bytes::copyOf({piece.data(), static_cast<std::size_t>(size)}),
            [&](const rpc::Frame &line) { window.isGone = window.isGone || !hears(window, line); });
    window.isGone = window.isGone || window.said.unendedSize() > kMaxSaid;
    if (window.isGone && window.controls) {
        m_isControlled = false;
        m_listener->windowLeft();
    }
}

bool Announcement::hears(Window &window, const rpc::Frame &line)
{
    if (!m_listener || line.tooLong || (m_isControlled && !window.controls))
        return false;
    if (!std::exchange(window.controls, true)) {
        const std::lock_guard lock(m_mutex);
        m_newest.clear(); // was for the window that controlled the tap before
    }
    m_isControlled = true;
    return m_listener->windowSaid(line.text.view());
}

void Announcement::deliver(std::vector<Window> &windows)
{
    std::string posted;
    {
        const std::lock_guard lock(m_mutex);
        posted.swap(m_posted);
    }
    for (Window &window : windows) {
        if (!window.controls || window.isGone)
            continue;
        window.unsent += posted;
        send(window);
        if (window.unsent.empty()) {
            const std::lock_guard lock(m_mutex);
            window.unsent = std::exchange(m_newest, {});
        }
        send(window);
        if (window.unsent.size() > kMaxPosted) {
            window.isGone = true;
            m_isControlled = false;
            m_listener->windowLeft();
        }
    }
}

} // namespace sonde::tap
