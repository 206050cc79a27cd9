// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mcp/mcpserver.h"

#include "cli/hosts/urlserver.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "platform/process.h"
#include "tap/announce/tapsfolder.h"
#include "tap/record/hostname.h"

#include <QFileInfo>
#include <QRandomGenerator>

#include <array>
#include <cerrno>
#include <chrono>
#include <string>

#include <unistd.h>

namespace sonde::cli {

namespace {

// In the window, and in the name of the session file.
constexpr QLatin1String kName("sonde-cli mcp");
constexpr std::size_t kInputSize = std::size_t(64) << 10;
// The host waits a moment before it kills: calls may end, then servers are stopped.
constexpr std::chrono::milliseconds kLastCalls{1000};
constexpr std::chrono::milliseconds kLastServers{2000};

QByteArray makeSecret()
{
    std::array<quint32, 8> words{};
    QRandomGenerator::system()->fillRange(words.data(), qsizetype(words.size()));
    return {reinterpret_cast<const char *>(words.data()), sizeof words};
}

} // namespace

McpServer::McpServer(agent::Permissions permissions, const QString &file, Output &out, Output &err)
    : m_out(out)
    , m_err(err)
    , m_file(m_announcement, file, QString(kName))
    , m_recording(m_file.recorder(), m_file.sink())
    , m_permissions(std::move(permissions))
    , m_server(m_toolbox, makeSecret())
    , m_input(STDIN_FILENO, QSocketNotifier::Read)
{
    m_input.setEnabled(false);
    m_lastWork.setSingleShot(true);
    connect(&m_input, &QSocketNotifier::activated, this, &McpServer::readInput);
    connect(&m_lastWork, &QTimer::timeout, this, [this] { m_isStopping ? end() : stopServers(); });
}

McpServer::~McpServer() = default;

Result<void> McpServer::record()
{
    if (auto opened = m_file.open(); !opened) {
        tap::RecordingFile::note(m_file.path(), opened.error().sentence);
        return opened;
    }
    tap::TapIntroduction who;
    who.host = ::getppid();
    who.server = ::getpid();
    const auto host = platform::commandLine(::getppid());
    if (!host.empty())
        who.program = QFileInfo(QString::fromStdString(host.front())).fileName();
    who.breakpoints = false;
    if (const auto begun = m_file.announce(tap::tapsFolder(), std::move(who)); !begun)
        m_err.complain(
            Text::tr("No window of Sonde shows this session. %1").arg(begun.error().sentence));
    return {};
}

void McpServer::start()
{
    m_input.setEnabled(true);
}

void McpServer::interrupt(int signal)
{
    m_input.setEnabled(false);
    m_lastWork.stop();
    Q_EMIT finished(kSignalBase + signal);
}

// A call that has ended is deleted in a later event: it may be what sends this.
void McpServer::send(std::string_view message)
{
    m_out.write(std::string(message) + '\n');
    if (!std::exchange(m_sweeps, true))
        QMetaObject::invokeMethod(this, &McpServer::sweep, Qt::QueuedConnection);
}

void McpServer::sweep()
{
    m_sweeps = false;
    m_dialogue.sweep();
    if (m_isEnding && !m_isStopping && m_dialogue.isIdle())
        stopServers();
}

void McpServer::readInput()
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
    if (const std::string remarks = m_server.surroundings.takeRemarks(); !remarks.empty())
        m_err.write(remarks);
}

void McpServer::receive(const rpc::Frame &frame)
{
    if (frame.tooLong)
        return m_dialogue.refuse(
            {}, rpc::kInvalidRequest, "A message may have at most 16 MiB.", *this);
    if (frame.text.view().find_first_not_of(" \t\r") == std::string_view::npos)
        return; // an empty line is harmless
    if (rpc::Message first;
        !m_knowsHost && rpc::decodeOne(frame.text, first) && first.kind == rpc::Kind::Request) {
        m_knowsHost = true;
        m_file.setHost(tap::hostTitleIn(first));
    }
    m_dialogue.receive(frame.text, *this);
}

void McpServer::endInput()
{
    m_input.setEnabled(false);
    if (const auto rest = m_lines.finish())
        receive(*rest);
    m_dialogue.endSubscriptions();
    m_isEnding = true;
    m_lastWork.start(kLastCalls);
    sweep();
}

void McpServer::stopServers()
{
    m_isStopping = true;
    m_lastWork.start(kLastServers);
    const auto endWhenStopped = [this] {
        for (const agent::Inspected *server : m_toolbox.connections().all()) {
            const mcp::ClientState state = server->client().state();
            if (state != mcp::ClientState::Stopped && state != mcp::ClientState::Failed)
                return;
        }
        end();
    };
    for (agent::Inspected *server : m_toolbox.connections().all()) {
        connect(server, &agent::Inspected::settled, this, endWhenStopped);
        server->client().stop();
    }
    endWhenStopped();
}

void McpServer::end()
{
    if (std::exchange(m_isOver, true))
        return;
    m_lastWork.stop();
    const bool isComplete = !m_file.isOpen() || finishRecording(m_file, m_announcement, m_err);
    Q_EMIT finished(isComplete ? kFine : kUsage);
}

} // namespace sonde::cli
