// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/servercommand.h"

#include "base/pluralnumber.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/jsonlayout.h"
#include "cli/output/listtext.h"
#include "cli/output/output.h"
#include "cli/output/resultform.h"
#include "cli/output/resulttext.h"
#include "cli/output/terminaltext.h"
#include "cli/server/resourceupdates.h"
#include "cli/server/serverlink.h"
#include "cli/server/toolcommand.h"
#include "json/builder.h"

#include <QTimer>

namespace sonde::cli {

namespace {

constexpr std::chrono::milliseconds kConnectionPatience{500}; // its response may be an open stream

struct ListKind {
    QLatin1String method;
    QLatin1String member;
    QString emptyText; // shown for a list without items
    Table (*table)(const mcp::Listing &);
    const char *key; // the member that names an item
};

ListKind listKind(Command command)
{
    switch (command) {
    case Command::ResourcesList:
        return {QLatin1String("resources/list"), QLatin1String("resources"),
            Text::tr("The server has no resources."), resourceTable, "uri"};
    case Command::ResourcesTemplates:
        return {QLatin1String("resources/templates/list"), QLatin1String("resourceTemplates"),
            Text::tr("The server has no resource templates."), templateTable, "uriTemplate"};
    case Command::PromptsList:
        return {QLatin1String("prompts/list"), QLatin1String("prompts"),
            Text::tr("The server has no prompts."), promptTable, "name"};
    default:
        return {QLatin1String("tools/list"), QLatin1String("tools"),
            Text::tr("The server has no tools."), toolTable, "name"};
    }
}

// What a server must declare before a command makes sense (2025-11-25
// basic/lifecycle#capability-negotiation); empty: nothing.
QString capabilityFor(Command command)
{
    switch (command) {
    case Command::ToolsList:
    case Command::ToolsShow:
    case Command::ToolsCall:
    case Command::Validate:
        return QStringLiteral("tools");
    case Command::ResourcesList:
    case Command::ResourcesTemplates:
    case Command::ResourcesRead:
        return QStringLiteral("resources");
    case Command::PromptsList:
    case Command::PromptsGet:
        return QStringLiteral("prompts");
    case Command::CompletePrompt:
    case Command::CompleteResource:
        return QStringLiteral("completions");
    default:
        return {};
    }
}

} // namespace

ServerCommand::ServerCommand(const Options &options, Bytes payload, mcp::Client &client,
    Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_payload(std::move(payload))
    , m_client(client)
    , m_out(out)
    , m_err(err)
    , m_printer(options, out, err)
    , m_check(options, client, err)
{
}

ServerCommand::~ServerCommand() = default;

bool ServerCommand::cancel()
{
    if (m_watch)
        return m_watch->stop();
    m_isCancelled = true;
    if (m_tool)
        m_tool->cancel();
    m_request.cancel(); // sends notifications/cancelled; the result is then Cancelled
    return true;
}

// Whether a result comes too late to matter.
bool ServerCommand::isOver()
{
    if (m_isCancelled)
        Q_EMIT finished(kFine);
    return m_isCancelled || m_isAbandoned;
}

mcp::CallOptions ServerCommand::callOptions() const
{
    return CallWatch::timeouts(m_options);
}

// Servers serve what they did not declare, and the other way round: it is asked for all the same.
void ServerCommand::warnOfUndeclared()
{
    const QString capability = capabilityFor(m_options.command);
    const mcp::Negotiated &negotiated = m_client.negotiated();
    // 2025-03-26 changelog: before it there was no capability for completions.
    const bool isOlder = capability == QLatin1String("completions")
        && negotiated.revision < QLatin1String("2025-03-26");
    if (capability.isEmpty() || isOlder
        || negotiated.serverCapabilities()[capability.toStdString()].isContainer())
        return;
    m_err.note(
        Text::tr("The server does not declare the capability %1. The request is sent all the same.")
            .arg(capability));
}

void ServerCommand::start()
{
    warnOfUndeclared();
    switch (m_options.command) {
    case Command::ToolsList:
    case Command::ResourcesList:
    case Command::ResourcesTemplates:
    case Command::PromptsList:
        return list();
    case Command::ToolsShow:
    case Command::ToolsCall:
    case Command::Validate:
        return runTool();
    case Command::ResourcesRead:
        return request(QStringLiteral("resources/read"), &ServerCommand::showResult);
    case Command::ResourcesSubscribe:
        return watch();
    case Command::PromptsGet:
        return request(QStringLiteral("prompts/get"), &ServerCommand::showResult);
    case Command::CompletePrompt:
    case Command::CompleteResource:
        return request(QStringLiteral("completion/complete"), &ServerCommand::showCompletion);
    case Command::Request:
        return request(m_options.name, &ServerCommand::showResult);
    case Command::Notify:
        return notify();
    case Command::Info:
        return waitForConnection();
    default:
        return Q_EMIT finished(kFine); // never get here: they are not carried out here
    }
}

void ServerCommand::runTool()
{
    m_tool = std::make_unique<ToolCommand>(m_options, m_payload, m_client, m_out, m_err);
    connect(m_tool.get(), &ToolCommand::finished, this, [this](int code) {
        if (!isOver())
            Q_EMIT finished(code);
    });
    connect(m_tool.get(), &ToolCommand::failed, this, [this](const Error &error) {
        if (!isOver())
            Q_EMIT failed(error);
    });
    m_tool->start();
}

void ServerCommand::request(
    const QString &method, void (ServerCommand::*present)(const json::Value &))
{
    m_request = m_client.request(method, m_payload, callOptions(), this, shownBy(method, present));
}

std::function<void(const Result<mcp::Response> &)> ServerCommand::shownBy(
    const QString &method, void (ServerCommand::*present)(const json::Value &))
{
    return [this, method, present](const Result<mcp::Response> &response) {
        if (isOver())
            return;
        if (!response)
            return explain(response.error());
        m_check.noteRepeated(response->message, method.toStdString());
        (this->*present)(response->result());
    };
}

// stop() waits until it is out, when it comes behind this event. What HTTP has against it comes
// before the end.
void ServerCommand::notify()
{
    connect(&m_client, &mcp::Client::notificationRefused, this, &ServerCommand::refused);
    m_client.notify(m_options.name, m_payload);
    QMetaObject::invokeMethod(
        this, [this] { Q_EMIT finished(kFine); }, Qt::QueuedConnection);
}

void ServerCommand::watch()
{
    m_watch = std::make_unique<ResourceUpdates>(m_client, m_options.name, m_options.json, m_out);
    connect(m_watch.get(), &ResourceUpdates::subscribed, this,
        [this] { m_err.note(Text::tr("Subscribed. Press Ctrl+C to end the subscription.")); });
    connect(m_watch.get(), &ResourceUpdates::failed, this, [this](const Error &error) {
        if (!isOver())
            Q_EMIT failed(error);
    });
    connect(m_watch.get(), &ResourceUpdates::stopped, this, [this] { Q_EMIT finished(kFine); });
    m_watch->start(callOptions());
}

void ServerCommand::list()
{
    const ListKind kind = listKind(m_options.command);
    mcp::ListQuery query{kind.method, kind.member};
    if (m_options.cursor)
        query.cursor = json::quoted(*m_options.cursor);
    if (m_options.onePage)
        query.pages = 1;
    m_request = m_client.list(query, callOptions(), this, [this](const mcp::Listing &listing) {
        if (!isOver())
            showList(listing);
    });
}

// The list says what was probably meant by a request that the server refused.
void ServerCommand::explain(const Error &error)
{
    if (error.domain != Domain::Server || isOfKeeper(m_options, error))
        return Q_EMIT failed(error);
    m_request = m_check.explainRefusal(callOptions(), this, [this, error] {
        if (!isOver())
            Q_EMIT failed(error);
    });
}

void ServerCommand::printTable(const mcp::Listing &listing)
{
    const ListKind kind = listKind(m_options.command);
    switch (m_options.format) {
    case OutputFormat::Table:
        return m_out.write(
            kind.table(listing).text(m_out.width(), m_options.header, m_out.palette()));
    case OutputFormat::Csv:
        return m_out.write(kind.table(listing).csv(m_options.header));
    case OutputFormat::Name:
        for (const mcp::ListItem &item : listing.items) {
            if (const QString name = item.value()[kind.key].toString(); !name.isEmpty())
                m_out.write(QString(harmlessLine(name) + u'\n'));
        }
        return;
    case OutputFormat::JsonLines:
        for (const mcp::ListItem &item : listing.items)
            m_printer.printJson(item.value());
        return;
    }
}

void ServerCommand::showItems(const mcp::Listing &listing)
{
    if (m_options.json) {
        for (const auto &page : listing.responses)
            m_printer.printJson(page->result());
        return;
    }
    printTable(listing);
    for (const mcp::ListItem &item : listing.items) {
        if (!item.excluded.isEmpty())
            m_err.complain(Text::tr("The tool %1 is excluded: %2")
                               .arg(item.value()["name"].toString(), item.excluded));
    }
}

void ServerCommand::showList(const mcp::Listing &listing)
{
    m_check.noteRepeated(listing, listKind(m_options.command).method.data());
    if (listing.pages > 0)
        showItems(listing);
    if (listing.failed) {
        if (const QString gap = listing.missingPage(); !gap.isEmpty())
            m_err.complain(gap);
        return Q_EMIT failed(*listing.failed);
    }
    if (!listing.stopped.isEmpty()) {
        m_err.complain(Text::tr("Incomplete list: %1").arg(listing.stopped));
        return Q_EMIT finished(kServerError);
    }
    if (!m_options.json && listing.items.empty())
        m_err.note(listKind(m_options.command).emptyText);
    if (listing.next && !m_options.json) {
        const QString word = cursorWord(*listing.next);
        m_err.note(word.isEmpty()
                ? Text::tr("The list has more pages, but only --json can show the next cursor.")
                : Text::tr("The list has more pages. Next page: --cursor %1").arg(word));
    }
    Q_EMIT finished(kFine);
}

void ServerCommand::showResult(const json::Value &result)
{
    const auto text = [this]() -> QString (*)(const json::Value &) {
        switch (m_options.command) {
        case Command::ResourcesRead:
            return readResultText;
        case Command::PromptsGet:
            return promptText;
        default:
            return jsonText;
        }
    }();
    const int code = m_printer.codeOf(result, m_printer.print(result, text));
    const QStringList problems = code == kFine ? problemsOf(result) : QStringList();
    for (const QString &problem : problems)
        m_err.complain(problem);
    Q_EMIT finished(problems.isEmpty() ? code : int(kInvalidResult));
}

// Of the commands whose result has a form.
QStringList ServerCommand::problemsOf(const json::Value &result) const
{
    switch (m_options.command) {
    case Command::ResourcesRead:
        return readResultProblems(result);
    case Command::PromptsGet:
        return promptResultProblems(result);
    default:
        return {};
    }
}

void ServerCommand::showCompletion(const json::Value &result)
{
    m_printer.print(result, completionText);
    const json::Value completion = result["completion"];
    if (const auto total = completion["total"].toInt64();
        total && *total > std::int64_t(completion["values"].count()))
        m_err.note(*total == 1
                ? Text::tr("1 value in total.")
                : Text::tr("%1 values in total.", nullptr, pluralNumber(*total)).arg(*total));
    else if (completion["hasMore"].toBool().value_or(false))
        m_err.note(Text::tr("There are more values."));
    Q_EMIT finished(kFine);
}

// The connection is described when the first exchange has ended, just after its response.
void ServerCommand::waitForConnection()
{
    if (!m_client.config().endpoint.hasExchanges() || m_options.json)
        return showInfo();
    const auto show = [this] {
        if (!isOver())
            showInfo();
    };
    if (!m_client.httpState().facts.httpVersion.isEmpty())
        return show();
    connect(&m_client, &mcp::Client::httpStateChanged, this, [this, show] {
        if (!m_client.httpState().facts.httpVersion.isEmpty())
            show();
    });
    QTimer::singleShot(kConnectionPatience, this, show);
}

void ServerCommand::showInfo()
{
    m_check.noteRepeated(m_client.negotiated().response, "initialize");
    if (m_options.json)
        m_printer.printJson(m_client.negotiated().response.result());
    else
        m_out.write(infoText(m_client.negotiated(),
            m_client.config().endpoint.hasExchanges() ? &m_client.httpState() : nullptr,
            m_out.width()));
    Q_EMIT finished(kFine);
}

} // namespace sonde::cli
