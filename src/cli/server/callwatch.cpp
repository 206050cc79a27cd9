// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/callwatch.h"

#include "cli/output/clitr.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"

namespace sonde::cli {

namespace {

// A call waits that long for a person whom the server's request needs.
constexpr std::chrono::hours kThinking{1};
constexpr qsizetype kMaxText = 2000; // characters of a message

// As it was received, in a line.
QString receivedText(const json::Value &value)
{
    const std::string_view raw = value.raw();
    return harmlessLine(QString::fromUtf8(raw.data(), qsizetype(raw.size())).left(kMaxText));
}

// A text as it is; everything else as it was received, in a line.
QString textOf(const json::Value &value)
{
    return value.isString() ? harmless(value.toString().left(kMaxText)) : receivedText(value);
}

} // namespace

CallWatch::CallWatch(const Options &options, mcp::Client &client, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_client(client)
    , m_err(err)
    , m_isWanted(!err.isQuiet() && !options.trace)
{
}

void CallWatch::begin()
{
    if (!m_isWanted)
        return;
    // 2026-07-28 server/utilities/logging: only a request that names a level is logged for.
    m_client.setLogLevel(QStringLiteral("info"));
    connect(&m_client, &mcp::Client::notificationReceived, this, [this](const rpc::Message &each) {
        if (each.method == "notifications/message")
            showLog(each);
    });
}

mcp::CallOptions CallWatch::options()
{
    mcp::CallOptions options = timeouts(m_options);
    options.wantProgress = m_isWanted;
    if (m_isWanted)
        options.onProgress = [this](const rpc::Message &message) { showProgress(message); };
    return options;
}

mcp::CallOptions CallWatch::timeouts(const Options &options)
{
    mcp::CallOptions call;
    if (options.timeout)
        call.idleTimeout = call.totalTimeout = *options.timeout;
    else if (options.responses.usesTerminal())
        call.idleTimeout = call.totalTimeout = kThinking;
    return call;
}

// 2025-11-25 basic/utilities/progress.
void CallWatch::showProgress(const rpc::Message &message)
{
    const json::Value params = message.params();
    QString line =
        params["progress"].exists() ? receivedText(params["progress"]) : Text::tr("(missing)");
    if (params["total"].isNumber())
        line = Text::tr("%1 of %2", "progress: 3 of 7").arg(line, receivedText(params["total"]));
    if (params["message"].isString())
        line += QStringLiteral(": ") + textOf(params["message"]);
    m_err.note(Text::tr("Progress: %1").arg(line));
}

// 2025-11-25 server/utilities/logging.
void CallWatch::showLog(const rpc::Message &message)
{
    const json::Value params = message.params();
    const QString logger = harmlessLine(params["logger"].toString().left(kMaxText));
    const QString level = harmlessLine(params["level"].toString().left(kMaxText));
    m_err.note(logger.isEmpty()
            ? Text::tr("Log, %1: %2").arg(level, textOf(params["data"]))
            : Text::tr("Log of %1, %2: %3").arg(logger, level, textOf(params["data"])));
}

} // namespace sonde::cli
