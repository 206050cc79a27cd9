// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/heldpeer.h"

#include "json/singleline.h"

#include <array>
#include <cerrno>
#include <utility>

#include <unistd.h>

namespace sonde::cli {

namespace {

constexpr std::size_t kInputSize = std::size_t(64) << 10;

} // namespace

HeldPeer::HeldPeer(tap::Inlet socket, int number, std::string_view unreadId)
    : m_socket(std::move(socket))
    , m_number(number)
    , m_unreadId(unreadId)
    , m_readable(m_socket.descriptor(), QSocketNotifier::Read)
    , m_writable(m_socket.descriptor(), QSocketNotifier::Write)
{
    m_writable.setEnabled(false);
    connect(&m_readable, &QSocketNotifier::activated, this, &HeldPeer::read);
    connect(&m_writable, &QSocketNotifier::activated, this, &HeldPeer::write);
}

void HeldPeer::setCapabilities(const json::Value &declared)
{
    m_capabilities = json::Document::parse(declared.isObject() ? declared.raw() : "{}");
}

void HeldPeer::send(std::string_view message)
{
    if (m_isGone)
        return;
    if (m_unsent.size() - m_sent + message.size() > kMaxUnsent)
        return leave();
    // Over HTTP a message may have several lines.
    if (message.find_first_of("\r\n") != std::string_view::npos)
        m_unsent += json::singleLine(message);
    else
        m_unsent += message;
    m_unsent += '\n';
    write();
}

void HeldPeer::write()
{
    const ssize_t count =
        ::write(m_socket.descriptor(), m_unsent.data() + m_sent, m_unsent.size() - m_sent);
    if (count < 0 && errno != EINTR && errno != EAGAIN)
        return leave();
    if (count > 0)
        m_sent += std::size_t(count);
    // Now and then, as moving what is left takes its time.
    if (m_sent == m_unsent.size() || (m_sent >= kInputSize && m_sent > m_unsent.size() / 2)) {
        m_unsent.erase(0, m_sent);
        m_sent = 0;
    }
    m_writable.setEnabled(!m_unsent.empty());
}

void HeldPeer::leave()
{
    if (std::exchange(m_isGone, true))
        return;
    m_readable.setEnabled(false);
    m_writable.setEnabled(false);
    Q_EMIT left();
}

void HeldPeer::read()
{
    std::array<char, kInputSize> buffer;
    const ssize_t count = ::read(m_socket.descriptor(), buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0)
        return leave();
    m_lines.feed(Bytes::copyOf({buffer.data(), static_cast<std::size_t>(count)}),
        [this](const rpc::Frame &frame) { receive(frame); });
}

void HeldPeer::receive(const rpc::Frame &frame)
{
    rpc::Message message;
    if (frame.tooLong || !rpc::decodeOne(frame.text, message))
        return send(
            rpc::errorResponse(m_unreadId, rpc::kInvalidRequest, "No single message.").view());
    if (message.kind == rpc::Kind::Invalid)
        return send(
            rpc::errorResponse(m_unreadId, rpc::kParseError, "No JSON-RPC message.").view());
    Q_EMIT received(message);
}

} // namespace sonde::cli
