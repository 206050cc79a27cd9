// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "browser/orderpipe.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sonde::browser {

namespace {

bool isPipe(int fd)
{
    struct stat facts { };
    return ::fstat(fd, &facts) == 0 && (S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode));
}

// A number of our own, closed on exec and not blocking; in its old place stands something else.
int takeAway(int fd, int instead)
{
    const int own = ::fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::fcntl(own, F_SETFL, ::fcntl(own, F_GETFL) | O_NONBLOCK);
    ::dup2(instead, fd);
    return own;
}

} // namespace

OrderPipe::OrderPipe(QObject *parent)
    : QObject(parent)
    , m_output([](const Bytes &, Stamp) {})
{
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int input = takeAway(STDIN_FILENO, nothing);
    ::close(nothing);
    m_output.open(takeAway(STDOUT_FILENO, STDERR_FILENO));
    m_input = std::make_unique<wire::ReadChannel>(
        input, auth::kMaxBrowserLine, [this](const Bytes &bytes, Stamp) { take(bytes); });
    connect(m_input.get(), &wire::ReadChannel::ended, this, [this] { Q_EMIT broken({}); });
    connect(&m_output, &wire::PipeWriteQueue::broken, this, [this] { Q_EMIT broken({}); });
}

bool OrderPipe::isConnected()
{
    return isPipe(STDIN_FILENO) && isPipe(STDOUT_FILENO);
}

void OrderPipe::say(const auth::BrowserEvent &event)
{
    (void)m_output.push(event.line()); // when the reader is gone, broken() follows
}

void OrderPipe::take(const Bytes &bytes)
{
    m_framer.feed(bytes, [this](const rpc::Frame &frame) {
        const Result<auth::BrowserOrder> order = auth::parseBrowserOrder(frame.text);
        if (order && !frame.tooLong)
            Q_EMIT ordered(*order);
        else
            Q_EMIT broken(
                frame.tooLong ? QStringLiteral("The line is too long.") : order.error().sentence);
    });
}

} // namespace sonde::browser
