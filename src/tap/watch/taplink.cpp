// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/watch/taplink.h"

#include "base/overloaded.h"

#include <array>
#include <cerrno>
#include <utility>

#include <sys/socket.h>

namespace sonde::tap {

TapLink::TapLink(Inlet socket, QObject *parent)
    : ControlLink(parent)
    , m_socket(std::move(socket))
    , m_notifier(m_socket.descriptor(), QSocketNotifier::Read)
    , m_writable(m_socket.descriptor(), QSocketNotifier::Write)
{
    m_writable.setEnabled(false);
    connect(&m_writable, &QSocketNotifier::activated, this, &TapLink::write);
    connect(&m_notifier, &QSocketNotifier::activated, this, &TapLink::read);
}

// One piece per call, so that a tap that floods does not keep the window.
void TapLink::read()
{
    if (!m_socket.isOpen())
        return;
    std::array<char, kMaxTapLine> piece{};
    const ssize_t size = ::recv(m_socket.descriptor(), piece.data(), piece.size(), MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return;
    bool good = size > 0;
    if (good) {
        m_lines.feed(Bytes::copyOf({piece.data(), static_cast<std::size_t>(size)}),
            [&](const rpc::Frame &frame) {
                good = good && !frame.tooLong && take(frame.text.view());
            });
    }
    if (!good || m_lines.unendedSize() > (m_controls ? kMaxHeldLine : kMaxTapLine))
        close();
}

bool TapLink::take(std::string_view text)
{
    const auto line = parseTapLine(text);
    // A tap introduces itself first, and once.
    if (!line || std::holds_alternative<TapIntroduction>(*line) == m_known)
        return false;
    return std::visit(Overloaded{
                          [this](const TapIntroduction &introduction) {
                              m_known = true;
                              m_introduction = introduction;
                              Q_EMIT introduced();
                              return true;
                          },
                          [this](const TapProgress &progress) {
                              m_progress = progress;
                              Q_EMIT progressed();
                              return true;
                          },
                          [this](const TapEnd &) {
                              m_ended = true;
                              return false; // a copy of the tap may have the socket for longer
                          },
                          [this](const TapHeld &message) { return m_controls && report(message); },
                          [this](const auto &news) { return report(news); },
                      },
        line.value());
}

void TapLink::say(const std::string &line)
{
    if (!m_socket.isOpen())
        return;
    m_controls = true;
    m_unsent += line;
    write();
    if (m_unsent.size() > kMaxUnsent)
        close();
}

void TapLink::write()
{
    const ssize_t size = ::send(
        m_socket.descriptor(), m_unsent.data(), m_unsent.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size > 0)
        m_unsent.erase(0, static_cast<std::size_t>(size));
    m_writable.setEnabled(!m_unsent.empty()); // what fails is reported by the end of reading
}

void TapLink::close()
{
    m_writable.setEnabled(false);
    m_notifier.setEnabled(false);
    m_socket.close();
    Q_EMIT closed();
}

} // namespace sonde::tap
