// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/stdiobridge.h"

#include "base/overloaded.h"
#include "cli/hosts/urlserver.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/server/serveraccess.h"
#include "mcp/message/errorresponse.h"
#include "mcp/session/negotiation.h"
#include "platform/process.h"
#include "rpc/lifecycle.h"
#include "tap/record/commandtext.h"
#include "tap/record/hostname.h"
#include "wire/endpoint/endpoint.h"

#include <QFileInfo>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <utility>
#include <variant>

#include <unistd.h>

namespace sonde::cli {

namespace {

namespace lifecycle = rpc::lifecycle;
using Transport = wire::HttpTarget::Transport;

constexpr std::size_t kInputSize = std::size_t(64) << 10;
// Responses may still come when the host has closed its end; it waits a moment before it kills.
constexpr std::chrono::milliseconds kLastPatience{1500};
constexpr int kBridgeError = -32000; // of no meaning: the range of implementations

// A message of HTTP may contain line ends, between its tokens only, and one on stdio may not
// (2025-11-25 basic/transports#stdio).
std::string asLine(std::string_view message)
{
    std::string line(message);
    for (char &c : line) {
        if (c == '\n' || c == '\r')
            c = ' ';
    }
    return line + '\n';
}

// Over HTTP an error without an id is about the request whose response it is (2025-11-25
// basic/transports#sending-messages-to-the-server); on stdio only the id says it.
rpc::Message withRequest(const wire::Received &received)
{
    rpc::Message message = received.message;
    if (!received.responseTo.empty() && mcp::isNameless(message)) {
        const Bytes named = rpc::responseWithError(received.responseTo, message.error().raw());
        rpc::decodeOne(named, message);
    }
    return message;
}

} // namespace

StdioBridge::StdioBridge(const Options &options, Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_name(urlServerName(options))
    , m_out(out)
    , m_err(err)
    , m_breakpoints({[this](const std::string &line) { m_announcement.post(line); },
          [this](const std::string &line) { m_announcement.postNewest(line); }})
    , m_announcement(&m_breakpoints)
    , m_recording(m_announcement, options.recordFile, m_name)
    , m_gate(m_breakpoints, *this)
    , m_target(urlServerTarget(options))
    , m_input(STDIN_FILENO, QSocketNotifier::Read)
{
    m_input.setEnabled(false);
    m_patience.setSingleShot(true);
    connect(&m_input, &QSocketNotifier::activated, this, &StdioBridge::readInput);
    connect(&m_patience, &QTimer::timeout, this, &StdioBridge::losePatience);
    if (ServerAccess::isRequested(options))
        m_access = std::make_unique<ServerAccess>(options, &m_recording.recorder(), true);
}

StdioBridge::~StdioBridge() = default;

void StdioBridge::start()
{
    record();
    if (m_access)
        m_access->authorizer().prepare(this, [this] { open(); });
    else
        open();
}

// Without a recording the host has its server nevertheless.
void StdioBridge::record()
{
    if (const auto opened = m_recording.open(); !opened) {
        const QString sentence = Text::tr("Nothing is recorded. ") + opened.error().sentence;
        m_err.complain(sentence);
        tap::RecordingFile::note(m_recording.path(), sentence);
        return;
    }
    const auto host = platform::commandLine(::getppid());
    tap::TapIntroduction who;
    who.host = ::getppid();
    who.program = host.empty() ? QString() : QFileInfo(QString::fromStdString(host[0])).fileName();
    announceUrlServer(m_options, std::move(who), m_recording, m_err);
}

void StdioBridge::open()
{
    const wire::Endpoint endpoint = m_target;
    wire::LinkOptions options;
    options.traffic = m_recording.traffic();
    options.server = m_name;
    options.connection = ++m_connection;
    options.authorizes = m_access != nullptr;
    if (m_access)
        options.authorization = m_access->authorizer().current();
    m_link = std::make_unique<wire::Link>(
        [endpoint](
            const wire::TransportContext &context) { return endpoint.makeTransport(context); },
        options);
    recordGate(options.traffic);
    m_link->setReceiver([this](std::span<wire::Event> events) { receive(events); });
    m_link->start();
}

// What the breakpoints do is recorded in a stream of its own.
void StdioBridge::recordGate(rpc::TrafficSink *traffic)
{
    const wire::TransportContext context{traffic, m_name, m_connection, false, &m_gateLog};
    m_gateLog = {};
    if (traffic)
        m_gateLog.open(traffic, context.openStream(rpc::Channel::Lifecycle));
    m_gate.recordTo(context);
}

void StdioBridge::readInput()
{
    std::array<char, kInputSize> buffer;
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0)
        return endInput();
    m_lines.feed(Bytes::copyOf({buffer.data(), static_cast<std::size_t>(count)}),
        [this](const rpc::Frame &frame) {
            if (!frame.tooLong)
                passOn(frame.text);
        });
}

void StdioBridge::passOn(const Bytes &line)
{
    rpc::Message message;
    if (rpc::decodeOne(line, message))
        return takeFromHost(message);
    for (const rpc::Message &member : rpc::decode(line, true)) // a batch of 2025-03-26
        takeFromHost(member);
}

void StdioBridge::takeFromHost(const rpc::Message &message)
{
    if (message.kind == rpc::Kind::Invalid)
        return;
    if (message.kind == rpc::Kind::Request) {
        m_pending.insert(message.id);
        nameHost(message);
    }
    if (!showsGate(rpc::Channel::Sent, message.bytes()))
        return send(message, false);
    Shown shown;
    shown.message = message.bytes();
    m_gate.show(std::move(shown));
}

bool StdioBridge::showsGate(rpc::Channel channel, const Bytes &message) const
{
    return !m_gate.isIdle() && tap::CrossingBreakpoints::fits(message) && !m_gate.isFull(channel);
}

void StdioBridge::passToServer(const Passed &passed)
{
    rpc::Message message;
    if (rpc::decodeOne(passed.text, message) && message.kind != rpc::Kind::Invalid)
        return send(message, passed.isRecorded);
    wire::Outgoing broken; // by a breakpoint
    broken.message = passed.text;
    broken.isRecorded = passed.isRecorded;
    m_link->send(std::move(broken));
}

void StdioBridge::send(const rpc::Message &message, bool isRecorded)
{
    if (message.method == "initialize" && m_target.transport == Transport::Auto)
        m_opening = Opening{message};
    BridgeProtocol::Step step = m_protocol.fromHost(message);
    if (step.before)
        m_link->setProtocol(*step.before);
    if (step.abandoned) {
        m_pending.erase(*step.abandoned);
        m_link->abandon(*step.abandoned);
    }
    if (step.message) {
        step.message->isRecorded = isRecorded;
        m_link->send(std::move(*step.message));
    }
    if (step.after)
        m_link->setProtocol(*step.after);
}

void StdioBridge::nameHost(const rpc::Message &request)
{
    if (m_isHostNamed)
        return;
    m_recording.setHost(tap::hostTitleIn(request));
    const QString host = tap::hostNameIn(request);
    if (host.isEmpty())
        return;
    m_isHostNamed = true;
    m_link->logLifecycle(QLatin1String(lifecycle::kHostNamed), host);
}

void StdioBridge::receive(std::span<wire::Event> events)
{
    for (const wire::Event &event : events) {
        if (!receive(event))
            return end();
    }
}

bool StdioBridge::receive(const wire::Event &event)
{
    return std::visit(Overloaded{
                          [this](const wire::Started &) {
                              const pid_t parent = ::getppid();
                              m_link->logLifecycle(QLatin1String(lifecycle::kTapStarted),
                                  tap::recordedHost(parent, platform::commandLine(parent)));
                              m_gate.open();
                              setReading(true);
                              if (m_opening)
                                  send(m_opening->request, false);
                              return true;
                          },
                          [this](const wire::Received &received) {
                              deliver(received);
                              return true;
                          },
                          [this](const wire::Refused &refused) {
                              refuse(refused);
                              return true;
                          },
                          [this](const wire::AuthorizationRequested &asked) {
                              authorize(asked.request);
                              return true;
                          },
                          [this](const wire::StartFailed &failed) {
                              fail(failed);
                              return false;
                          },
                          [](const wire::Ended &) { return false; },
                          // Of no concern to a host.
                          [](const wire::Diagnostic &) { return true; },
                          [](const wire::HeldRequest &) { return true; },
                          [](const wire::HttpStateChanged &) { return true; },
                          [](const wire::Fetching &) { return true; },
                          [](const wire::Unended &) { return true; },
                          [](const wire::BreakpointHolds &) { return true; },
                          [](const wire::BreakpointDropped &) { return true; },
                      },
        event);
}

void StdioBridge::deliver(const wire::Received &received)
{
    const rpc::Message message = withRequest(received);
    if (message.kind == rpc::Kind::Invalid)
        return m_err.complain(Text::tr("The server sent something that is no message."));
    if (triesSse(received.responseTo, received.httpStatus, message.bytes()))
        return;
    if (m_opening && m_target.transport == Transport::Sse && mcp::isNameless(message))
        return; // the body of a status, in place of the event stream: StartFailed follows
    if (const auto protocol = m_protocol.fromServer(message))
        m_link->setProtocol(*protocol);
    if (!showsGate(rpc::Channel::Received, message.bytes()))
        return write(message);
    Shown shown;
    shown.channel = rpc::Channel::Received;
    shown.message = message.bytes();
    shown.place = rpc::Place::About{received.place.stream, received.place.offset};
    m_gate.show(std::move(shown));
}

void StdioBridge::write(const rpc::Message &message)
{
    m_out.write(asLine(message.bytes().view()));
    settle(message);
}

void StdioBridge::passToClient(const Passed &passed)
{
    const std::string line = asLine(passed.text.view());
    const std::string_view rest(line);
    if (passed.split > 0)
        m_out.write(rest.substr(0, passed.split));
    m_out.write(rest.substr(std::min(passed.split, rest.size())));
    rpc::Message message;
    if (rpc::decodeOne(passed.text, message))
        settle(message);
}

void StdioBridge::settle(const rpc::Message &message)
{
    if (message.kind == rpc::Kind::Response || message.kind == rpc::Kind::ErrorResponse)
        settle(message.id);
}

void StdioBridge::settle(const rpc::Id &request)
{
    m_pending.erase(request);
    if (m_opening && m_opening->request.id == request)
        m_opening.reset();
    if (m_patience.isActive() && m_pending.empty())
        stop(kFine);
}

void StdioBridge::directionClosed(rpc::Channel channel)
{
    if (channel == rpc::Channel::Sent)
        endInput();
    else
        stop(kFine);
}

// Of the host's messages, some may have been held, and there may be room for more now.
void StdioBridge::waitingChanged()
{
    if (m_reads)
        m_input.setEnabled(!m_gate.isFull(rpc::Channel::Sent));
}

// While a person decides on a message, the host is as patient as it wants to be.
void StdioBridge::losePatience()
{
    if (m_gate.isWaiting(rpc::Channel::Sent))
        m_patience.start(kLastPatience);
    else
        stop(kFine);
}

// The host cannot see why, so it is told as an error of the server.
void StdioBridge::refuse(const wire::Refused &refused)
{
    const QString &sentence = refused.failure.error.sentence;
    const Bytes error =
        rpc::errorResponse(refused.id, kBridgeError, sentence.toUtf8().toStdString());
    if (triesSse(refused.id, refused.failure.status, error))
        return;
    m_err.complain(sentence);
    if (refused.id.empty())
        return;
    m_out.write(asLine(error.view()));
    settle(refused.id);
}

// A server that refuses the POST of `initialize` may be one of HTTP with SSE (2025-11-25
// basic/transports#backwards-compatibility).
bool StdioBridge::triesSse(const rpc::Id &request, int status, const Bytes &refusal)
{
    if (m_target.transport != Transport::Auto || !m_opening || m_opening->request.id != request
        || !mcp::suggestsSse(status))
        return false;
    m_opening->refusal = refusal;
    m_target.transport = Transport::Sse;
    QTimer::singleShot(0, this, &StdioBridge::open); // its link tells something now
    return true;
}

// The address is not one of HTTP with SSE either: the host learns what it said first.
void StdioBridge::fail(const wire::StartFailed &failed)
{
    m_err.complain(failed.error.sentence);
    if (m_opening)
        m_out.write(asLine(m_opening->refusal.view()));
    m_exitCode = kCannotConnect;
}

void StdioBridge::authorize(const wire::AuthorizationChallenge &challenge)
{
    m_authorization = m_access->authorizer().authorize(
        challenge, this, [this](const Result<wire::AuthorizationPtr> &given) {
            if (given)
                m_link->setAuthorization({*given, std::nullopt});
            else
                m_link->setAuthorization({nullptr, given.error()});
        });
}

void StdioBridge::setReading(bool reads)
{
    m_reads = reads;
    m_input.setEnabled(reads);
}

void StdioBridge::endInput()
{
    setReading(false);
    if (m_pending.empty())
        stop(kFine);
    else
        m_patience.start(kLastPatience);
}

void StdioBridge::stop(int exitCode)
{
    if (m_exitCode)
        return;
    m_exitCode = exitCode;
    m_patience.stop();
    setReading(false);
    if (m_link)
        m_link->stop(); // ends the session of the server, too
    else
        end();
}

void StdioBridge::interrupt(int signal)
{
    if (m_access)
        m_access->authorizer().runner().cancel();
    if (m_exitCode)
        end(); // the second time, the server does not matter any more
    else
        stop(kSignalBase + signal);
}

void StdioBridge::end()
{
    setReading(false);
    if (m_recording.isOpen())
        finishRecording(m_recording, m_announcement, m_err);
    Q_EMIT finished(m_exitCode.value_or(kCannotConnect));
}

} // namespace sonde::cli
