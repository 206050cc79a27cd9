// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/heldpeer.h"

#include "cli/held/heldplace.h"
#include "json/builder.h"
#include "json/edit.h"
#include "json/singleline.h"

#include <array>
#include <cerrno>
#include <chrono>

#include <unistd.h>

namespace sonde::cli {

namespace {

constexpr std::size_t kInputSize = std::size_t(64) << 10;
// The command has timeouts of its own, and cancels.
constexpr std::chrono::hours kLongest{24};

bool opens(const rpc::Message &message, mcp::Era era)
{
    return message.method == (era == mcp::Era::Modern ? "server/discover" : "initialize");
}

} // namespace

HeldPeer::HeldPeer(tap::Inlet socket, int number, mcp::Client &client, QObject *parent)
    : QObject(parent)
    , m_socket(std::move(socket))
    , m_number(number)
    , m_client(client)
    , m_readable(m_socket.descriptor(), QSocketNotifier::Read)
    , m_writable(m_socket.descriptor(), QSocketNotifier::Write)
{
    m_writable.setEnabled(false);
    connect(&m_readable, &QSocketNotifier::activated, this, &HeldPeer::read);
    connect(&m_writable, &QSocketNotifier::activated, this, &HeldPeer::write);
}

HeldPeer::~HeldPeer()
{
    for (auto &[id, call] : m_calls)
        call.cancel();
}

void HeldPeer::send(std::string_view message)
{
    if (m_isGone)
        return;
    if (m_unsent.size() + message.size() > kMaxUnsent)
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
    const ssize_t count = ::write(m_socket.descriptor(), m_unsent.data(), m_unsent.size());
    if (count < 0 && errno != EINTR && errno != EAGAIN)
        return leave();
    if (count > 0)
        m_unsent.erase(0, std::size_t(count));
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
        return send(rpc::errorResponse("null", rpc::kInvalidRequest, "No single message.").view());
    if (message.kind == rpc::Kind::Request)
        request(message);
    else if (message.kind == rpc::Kind::Notification)
        notification(message);
    else if (message.kind == rpc::Kind::Invalid)
        send(rpc::errorResponse("null", rpc::kParseError, "No JSON-RPC message.").view());
}

void HeldPeer::request(const rpc::Message &message)
{
    if (m_client.state() != mcp::ClientState::Ready)
        return send(rpc::errorResponse(
            message.id, rpc::kInternalError, "The server of this connection has ended.")
                        .view());
    if (message.method == "initialize" || message.method == "server/discover")
        return greet(message);
    if (m_calls.size() >= kMaxCalls || m_calls.contains(message.id))
        return send(rpc::errorResponse(message.id, rpc::kInvalidRequest,
            "The id is in use, or too many requests have no response.")
                        .view());
    pass(message);
}

// The server is open already, in its era: a client that tries the other one falls back.
void HeldPeer::greet(const rpc::Message &message)
{
    const mcp::Negotiated &negotiated = m_client.negotiated();
    send(opens(message, negotiated.era)
            ? rpc::response(message.id, negotiated.response.result().raw()).view()
            : rpc::errorResponse(message.id, rpc::kMethodNotFound, "Method not found").view());
}

void HeldPeer::pass(const rpc::Message &message)
{
    const std::string own =
        "\"held-" + std::to_string(m_number) + '-' + std::to_string(++m_last) + '"';
    const Result<Bytes> text = json::replaceValue(message.root()["id"], own);
    if (!text)
        return send(rpc::errorResponse(message.id, rpc::kInvalidRequest, "Unusable id.").view());
    mcp::CallOptions options;
    options.idleTimeout = options.totalTimeout = kLongest;
    options.onProgress = [this](const rpc::Message &progress) { send(progress.bytes().view()); };
    m_calls[message.id] = m_client.sendRaw(*text, std::nullopt, options, this,
        [this, id = message.id](
            const Result<std::optional<mcp::Response>> &response) { respond(id, response); });
}

void HeldPeer::respond(const rpc::Id &id, const Result<std::optional<mcp::Response>> &response)
{
    m_calls.erase(id);
    if (response && *response) {
        const Result<Bytes> text = json::replaceValue((*response)->message.root()["id"], id);
        return text ? send(text->view())
                    : send(rpc::response(id, (*response)->result().raw()).view());
    }
    if (response || response.error().domain == Domain::Cancelled)
        return;
    const Error &error = response.error();
    if (error.domain != Domain::Server || error.data.isEmpty())
        return send(
            rpc::errorResponse(id, rpc::kInternalError, error.sentence.toStdString()).view());
    json::Builder out;
    out.beginObject()
        .member("jsonrpc", "2.0")
        .rawMember("id", id)
        .rawMember("error", std::string_view(error.data.data(), std::size_t(error.data.size())));
    send(out.endObject().view());
}

void HeldPeer::notification(const rpc::Message &message)
{
    if (message.method == kCloseMethod) {
        Q_EMIT closeRequested();
    } else if (message.method == "notifications/cancelled") {
        const auto call = m_calls.find(rpc::Id(message.params()["requestId"].raw()));
        if (call != m_calls.end())
            call->second.cancel();
    } else if (message.method != "notifications/initialized") {
        m_client.sendRaw(message.bytes(), std::nullopt, {}, this, [](const auto &) {});
    }
}

} // namespace sonde::cli
