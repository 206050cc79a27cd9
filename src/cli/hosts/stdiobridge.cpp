// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/stdiobridge.h"

#include "base/overloaded.h"
#include "cli/hosts/urlserver.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/text.h"
#include "cli/server/serveraccess.h"
#include "platform/process.h"
#include "rpc/lifecycle.h"
#include "tap/record/commandtext.h"
#include "tap/record/hostname.h"
#include "wire/endpoint/endpoint.h"

#include <QFileInfo>

#include <array>
#include <cerrno>
#include <string>
#include <utility>
#include <variant>

#include <unistd.h>

namespace sonde::cli {

namespace {

namespace lifecycle = rpc::lifecycle;

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

} // namespace

StdioBridge::StdioBridge(const Options &options, Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_name(urlServerName(options))
    , m_out(out)
    , m_err(err)
    , m_recording(m_announcement, options.recordFile, m_name)
    , m_input(STDIN_FILENO, QSocketNotifier::Read)
{
    m_input.setEnabled(false);
    m_patience.setSingleShot(true);
    connect(&m_input, &QSocketNotifier::activated, this, &StdioBridge::readInput);
    connect(&m_patience, &QTimer::timeout, this, [this] { stop(kFine); });
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
    who.breakpoints = false;
    announceUrlServer(m_options, std::move(who), m_recording, m_err);
}

void StdioBridge::open()
{
    const wire::Endpoint endpoint = urlServerTarget(m_options);
    wire::LinkOptions options;
    options.traffic = m_recording.traffic();
    options.server = m_name;
    options.connection = 1;
    options.authorizes = m_access != nullptr;
    if (m_access)
        options.authorization = m_access->authorizer().current();
    m_link = std::make_unique<wire::Link>(
        [endpoint](
            const wire::TransportContext &context) { return endpoint.makeTransport(context); },
        options);
    m_link->setReceiver([this](std::span<wire::Event> events) { receive(events); });
    m_link->start();
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
        return send(message);
    for (const rpc::Message &member : rpc::decode(line, true)) // a batch of 2025-03-26
        send(member);
}

void StdioBridge::send(const rpc::Message &message)
{
    BridgeProtocol::Step step = m_protocol.fromHost(message);
    if (message.kind == rpc::Kind::Request) {
        m_pending.insert(message.id);
        nameHost(message);
    }
    if (step.before)
        m_link->setProtocol(*step.before);
    if (step.abandoned) {
        m_pending.erase(*step.abandoned);
        m_link->abandon(*step.abandoned);
    }
    if (step.message)
        m_link->send(std::move(*step.message));
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
                              m_input.setEnabled(true);
                              return true;
                          },
                          [this](const wire::Received &received) {
                              deliver(received.message);
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
                              m_err.complain(failed.error.sentence);
                              m_exitCode = kCannotConnect;
                              return false;
                          },
                          [](const wire::Ended &) { return false; },
                          // Of no concern to a host.
                          [](const wire::Diagnostic &) { return true; },
                          [](const wire::HeldRequest &) { return true; },
                          [](const wire::HttpStateChanged &) { return true; },
                          [](const wire::Fetching &) { return true; },
                          [](const wire::Unended &) { return true; },
                      },
        event);
}

void StdioBridge::deliver(const rpc::Message &message)
{
    if (message.kind == rpc::Kind::Invalid)
        return m_err.complain(Text::tr("The server sent something that is no message."));
    if (const auto protocol = m_protocol.fromServer(message))
        m_link->setProtocol(*protocol);
    m_out.write(asLine(message.bytes().view()));
    if (message.kind == rpc::Kind::Response || message.kind == rpc::Kind::ErrorResponse)
        m_pending.erase(message.id);
    if (m_patience.isActive() && m_pending.empty())
        stop(kFine);
}

// The host cannot see why, so it is told as an error of the server.
void StdioBridge::refuse(const wire::Refused &refused)
{
    const QString &sentence = refused.failure.error.sentence;
    m_err.complain(sentence);
    if (refused.id.empty())
        return;
    const Bytes error =
        rpc::errorResponse(refused.id, kBridgeError, sentence.toUtf8().toStdString());
    m_out.write(asLine(error.view()));
    m_pending.erase(refused.id);
    if (m_patience.isActive() && m_pending.empty())
        stop(kFine);
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

void StdioBridge::endInput()
{
    m_input.setEnabled(false);
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
    m_input.setEnabled(false);
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
    m_input.setEnabled(false);
    if (m_recording.isOpen())
        finishRecording(m_recording, m_announcement, m_err);
    Q_EMIT finished(m_exitCode.value_or(kCannotConnect));
}

} // namespace sonde::cli
