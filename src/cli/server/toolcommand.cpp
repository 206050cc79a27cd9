// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/toolcommand.h"

#include "base/nearest.h"
#include "cli/options/argumentssource.h"
#include "cli/options/typedwords.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/resulttext.h"
#include "cli/output/terminaltext.h"
#include "cli/output/tooltext.h"
#include "cli/server/serverlink.h"
#include "cli/validate/toolvalidation.h"
#include "mcp/message/errorresponse.h"
#include "mcp/task/taskstore.h"
#include "json/builder.h"

namespace sonde::cli {

ToolCommand::ToolCommand(const Options &options, Bytes arguments, mcp::Client &client, Output &out,
    Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_arguments(std::move(arguments))
    , m_client(client)
    , m_out(out)
    , m_err(err)
    , m_printer(options, out, err)
    , m_check(options, client, err)
    , m_watch(options, client, err)
{
}

void ToolCommand::cancel()
{
    if (m_task != 0)
        mcp::TaskStore::of(&m_client)->cancel(m_task);
    m_request.cancel(); // sends notifications/cancelled; the result is then Cancelled
    if (m_task != 0)
        Q_EMIT finished(kFine);
}

// 2026-07-28 server/tools, "x-mcp-header": over HTTP, which arguments go into headers as well, and
// whether the tool may be called at all, stands in the list.
bool ToolCommand::needsList() const
{
    return m_options.command != Command::ToolsCall || m_options.typed
        || (m_client.config().endpoint.hasExchanges()
            && m_client.negotiated().era == mcp::Era::Modern);
}

void ToolCommand::start()
{
    if (!needsList())
        return call();
    m_request = m_client.list({QStringLiteral("tools/list"), QStringLiteral("tools")},
        CallWatch::timeouts(m_options), this,
        [this](const mcp::Listing &listing) { withTool(listing); });
}

void ToolCommand::withTool(const mcp::Listing &listing)
{
    const bool calls = m_options.command == Command::ToolsCall;
    // A call goes on without a list that the server refuses.
    if (listing.failed && (!calls || m_options.typed || listing.failed->domain != Domain::Server))
        return Q_EMIT failed(*listing.failed);
    m_check.noteRepeated(listing, "tools/list");
    const json::Value tool = findItem(listing, "name", m_options.name);
    if (calls)
        return prepareCall(listing, tool);
    if (!tool.exists()) {
        QStringList names;
        for (const mcp::ListItem &item : listing.items)
            names += item.value()["name"].toString();
        const QString near = nearest(m_options.name, names);
        m_err.complain(joinSentences(
            {Text::tr("The server has no tool “%1”.").arg(harmlessLine(m_options.name)),
                near.isEmpty() ? QString() : Text::tr("Did you mean “%1”?").arg(harmlessLine(near)),
                Text::tr("tools list shows the names.")}));
        return Q_EMIT finished(kServerError);
    }
    if (m_options.command == Command::ToolsShow)
        show(tool);
    else
        validate(tool);
}

void ToolCommand::show(const json::Value &tool)
{
    if (m_options.json)
        m_printer.printJson(tool);
    else
        m_out.write(toolText(tool, m_out.width()));
    Q_EMIT finished(kFine);
}

void ToolCommand::validate(const json::Value &tool)
{
    ToolValidation validation;
    validation.files = m_options.files;
    validation.isResult = m_options.checksResult;
    validation.json = m_options.json;
    Q_EMIT finished(validateForTool(tool, validation, m_out, m_err));
}

void ToolCommand::prepareCall(const mcp::Listing &listing, const json::Value &tool)
{
    for (const mcp::ListItem &item : listing.items) {
        if (item.excluded.isEmpty() || item.value()["name"].toString() != m_options.name)
            continue;
        m_err.complain(Text::tr("The tool %1 must not be called over HTTP: %2 To send the call "
                                "anyway, use request tools/call.")
                           .arg(m_options.name, item.excluded));
        return Q_EMIT finished(kUsage);
    }
    if (m_options.typed && !m_options.args) {
        const auto words = typedWords(m_options.words, tool["inputSchema"]);
        const Result<ReadyJson> arguments =
            words ? argumentsFromWords(*words) : Result<ReadyJson>(words.error());
        if (!arguments) {
            m_err.complain(arguments.error().sentence);
            return Q_EMIT finished(kUsage);
        }
        m_arguments = arguments->bytes;
    }
    call();
}

void ToolCommand::call()
{
    m_watch.begin();
    const auto done = [this](const Result<mcp::Response> &response) { received(response); };
    // 2025-11-25 basic/utilities/tasks: the request asks for a task. In the extension the server
    // decides.
    const bool asks = m_options.asTask && m_client.negotiated().era == mcp::Era::Legacy;
    if (!asks) {
        m_request = m_client.callTool(m_options.name, m_arguments, m_watch.options(), this, done);
        return;
    }
    json::Builder params;
    params.beginObject().member("name", QStringView(m_options.name));
    if (!m_arguments.isEmpty())
        params.rawMember("arguments", m_arguments.view());
    params.rawMember("task", "{}").endObject();
    m_request = m_client.request(
        QStringLiteral("tools/call"), params.take(), m_watch.options(), this, done);
}

void ToolCommand::received(const Result<mcp::Response> &response)
{
    if (!response)
        return explain(response.error());
    m_check.noteRepeated(response->message, "tools/call");
    if (mcp::isTaskCreated(response->result()))
        return followTask(*response);
    if (m_options.asTask)
        m_err.note(Text::tr("The server returned the result itself, without a task."));
    showResult(response->result(), *response);
}

void ToolCommand::followTask(const mcp::Response &response)
{
    mcp::TaskStore *store = mcp::TaskStore::of(&m_client);
    connect(store, &mcp::TaskStore::added, this, [this](quint64 number) { m_task = number; });
    store->adopt(response, QStringLiteral("tools/call"), m_options.name);
    const auto follow = [this, response] { taskChanged(response); };
    connect(store, &mcp::TaskStore::changed, this, follow);
    follow();
}

// One line per state; then the result that the call would have had.
void ToolCommand::taskChanged(const mcp::Response &response)
{
    mcp::TaskStore *store = mcp::TaskStore::of(&m_client);
    const mcp::TaskStore::Entry *entry = store->find(m_task);
    if (!entry)
        return;
    const mcp::TaskFacts &facts = entry->machine.facts();
    const QString status = facts.message.isEmpty()
        ? facts.statusText
        : QString(facts.statusText + QStringLiteral(": ") + facts.message);
    if (status != m_taskStatus) {
        m_taskStatus = status;
        m_err.note(Text::tr("Task %1: %2")
                       .arg(harmlessLine(QString::fromStdString(facts.id)), harmlessLine(status)));
    }
    if (!entry->machine.isFinished())
        return;
    disconnect(store, nullptr, this, nullptr);
    m_task = 0;
    const mcp::TaskMachine::Outcome outcome = entry->machine.outcome();
    const auto result = json::Document::parse(std::string_view(outcome.result));
    if (result.isValid())
        return showResult(result.root(), response);
    const auto error = json::Document::parse(std::string_view(outcome.error));
    const QString sentence = error.root()["message"].isString() ? error.root()["message"].toString()
        : outcome.why.isEmpty() ? Text::tr("The task ended without a result.")
                                : outcome.why;
    Q_EMIT failed({.domain = Domain::Server,
        .code = int(error.root()["code"].toInt64().value_or(0)),
        .sentence = sentence,
        .data = QByteArray::fromStdString(outcome.error)});
}

void ToolCommand::showResult(const json::Value &result, const mcp::Response &response)
{
    const bool isWritten = m_printer.print(result, toolResultText);
    const bool isError = result["isError"].toBool().value_or(false);
    if (isError)
        m_err.complain(Text::tr("The tool %1 reported an error.").arg(m_options.name));
    const int code = isError ? int(kToolError) : m_printer.codeOf(result, isWritten);
    if ((code != kToolError && code != kFine) || mcp::isTaskCreated(response.result()))
        return Q_EMIT finished(code);
    m_request = m_check.judge(response, code, CallWatch::timeouts(m_options), this,
        [this](int judged) { Q_EMIT finished(judged); });
}

// The list says what was probably meant by a request that the server refused.
void ToolCommand::explain(const Error &error)
{
    // While a call is parked, the server may handle nothing else.
    if (error.domain != Domain::Server || isOfKeeper(m_options, error))
        return Q_EMIT failed(error);
    m_request = m_check.explainRefusal(
        CallWatch::timeouts(m_options), this, [this, error] { Q_EMIT failed(error); });
}

} // namespace sonde::cli
