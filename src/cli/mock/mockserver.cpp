// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/mockserver.h"

#include "base/clock.h"
#include "cli/output/exitcode.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace sonde::cli {

namespace {

constexpr std::size_t kInputSize = std::size_t(64) << 10;
// What is nearly due when the input ends is still sent; the client waits a moment before it kills.
constexpr std::chrono::milliseconds kLastWork{1500};
constexpr int kClosed = 1; // as of a server that fails
// How often a mock whose input has ended looks whether its responses still have a reader.
constexpr std::chrono::milliseconds kReaderInterval{500};

mock::Nanoseconds now()
{
    return mock::Nanoseconds(SystemClock::instance().now().steady);
}

bool hasReader()
{
    pollfd output{STDOUT_FILENO, 0, 0};
    return ::poll(&output, 1, 0) <= 0; // otherwise the other end of the pipe is closed
}

} // namespace

MockServer::MockServer(const mock::MockScript &script, mock::MockOptions options,
    RealServer *server, Output &out, Output &err)
    : m_session(script, std::move(options))
    , m_server(server)
    , m_out(out)
    , m_err(err)
    , m_input(STDIN_FILENO, QSocketNotifier::Read)
{
    m_input.setEnabled(false);
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_input, &QSocketNotifier::activated, this, &MockServer::readInput);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_session.tick(now());
        goOn();
    });
}

void MockServer::start()
{
    m_input.setEnabled(true);
    m_session.start(now());
    goOn();
}

void MockServer::interrupt(int signal)
{
    m_input.setEnabled(false);
    m_timer.stop();
    Q_EMIT finished(kSignalBase + signal);
}

void MockServer::hear()
{
    if (m_isClosed)
        return;
    m_server->deliverTo(m_session, now());
    goOn();
}

void MockServer::readInput()
{
    std::array<char, kInputSize> buffer;
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0)
        endInput();
    else
        m_lines.feed(Bytes::copyOf({buffer.data(), static_cast<std::size_t>(count)}),
            [this](const rpc::Frame &frame) { receive(frame); });
    goOn();
}

void MockServer::receive(const rpc::Frame &frame)
{
    if (frame.tooLong)
        m_session.receiveTooLong();
    else
        m_session.receive(frame.text, now());
}

void MockServer::endInput()
{
    m_input.setEnabled(false);
    if (const auto rest = m_lines.finish())
        receive(*rest);
    m_session.endInput(now());
    m_end = now() + kLastWork;
}

void MockServer::carryOut(const mock::Action &action)
{
    switch (action.kind) {
    case mock::Action::Kind::Send:
        m_out.write(std::string(action.bytes.view()) + '\n');
        break;
    case mock::Action::Kind::Stderr:
        m_err.write(std::string(action.bytes.view()) + '\n');
        break;
    case mock::Action::Kind::Note:
        m_err.note(action.note);
        break;
    case mock::Action::Kind::Close:
        m_isClosed = true;
        break;
    case mock::Action::Kind::OpenServer:
    case mock::Action::Kind::PassOn:
    case mock::Action::Kind::Abandon:
    case mock::Action::Kind::Tell:
        m_server->carryOut(action, m_session);
        break;
    case mock::Action::Kind::Use: // only over HTTP is there a place for it
    case mock::Action::Kind::Withdraw: // on a stream of lines nothing says so
        break;
    }
}

void MockServer::goOn()
{
    for (const mock::Action &action : m_session.takeActions()) {
        carryOut(action);
        if (m_isClosed) {
            m_input.setEnabled(false);
            m_timer.stop();
            Q_EMIT finished(kClosed);
            return;
        }
    }
    if (isDone()) {
        m_timer.stop();
        Q_EMIT finished(kFine);
    } else {
        awaitNext();
    }
}

// What was passed on is waited for as long as somebody reads the response.
bool MockServer::isDone() const
{
    if (!m_end)
        return false;
    if (m_session.isPassing())
        return !hasReader();
    const auto due = m_session.nextDeadline();
    return !due || *due > *m_end;
}

void MockServer::awaitNext()
{
    std::optional<mock::Nanoseconds> rest;
    if (const auto due = m_session.nextDeadline())
        rest = std::max(mock::Nanoseconds(0), *due - now());
    if (m_end && m_session.isPassing())
        rest = std::min(rest.value_or(kReaderInterval), mock::Nanoseconds(kReaderInterval));
    if (rest)
        m_timer.start(std::chrono::ceil<std::chrono::milliseconds>(*rest));
    else
        m_timer.stop();
}

} // namespace sonde::cli
