// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "check/checkwalk.h"

#include "findings/context/probes.h"
#include "mcp/message/revision.h"
#include "schema/uritemplate.h"
#include "json/builder.h"
#include "json/edit.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace sonde::check {

namespace probe = findings::probe;

namespace {

constexpr std::string_view kSkills = "io.modelcontextprotocol/skills";

// An object with one text.
std::string objectWith(std::string_view name, std::string_view text)
{
    return json::Builder().beginObject().member(name, text).endObject().takeString();
}

bool hasRequired(const json::Value &schema)
{
    return schema["required"].count() > 0;
}

} // namespace

CheckWalk::CheckWalk(WalkPlan plan, mcp::Client &client, QObject *parent)
    : QObject(parent)
    , m_plan(std::move(plan))
    , m_client(client)
    , m_steps([this] {
        m_isOver = true;
        Q_EMIT finished();
    })
{
}

void CheckWalk::start()
{
    if (sends(WalkPart::Basics))
        addBasics();
    const auto addList = [this](const char *method, const char *member) {
        m_steps.add([this, method, member] {
            list(QString::fromLatin1(method), QString::fromLatin1(member));
        });
    };
    addList("tools/list", "tools");
    addList("resources/list", "resources");
    addList("resources/templates/list", "resourceTemplates");
    addList("prompts/list", "prompts");
    if (m_client.negotiated().serverCapabilities()["extensions"][kSkills])
        addList("skills/list", "skills");
    // Behind what the lists add.
    m_steps.add([this] {
        addLater();
        m_steps.next();
    });
    m_steps.next();
}

void CheckWalk::addLater()
{
    if (sends(WalkPart::Refusals))
        addRefusals();
    if (sends(WalkPart::Subscriptions)) {
        addTasks();
        addSubscription();
    }
    if (sends(WalkPart::Ids)) {
        addRawIds();
        addParallel();
        addCancelled();
    }
    addNamedCalls();
    if (sends(WalkPart::Malformed))
        addBroken();
}

void CheckWalk::abandon()
{
    m_isOver = true;
    m_steps.clear();
    m_request.cancel();
    if (m_subscription)
        m_client.forget(m_subscription);
}

bool CheckWalk::declares(std::string_view capability) const
{
    return m_client.negotiated().serverCapabilities()[capability].exists();
}

mcp::CallOptions CheckWalk::patience() const
{
    mcp::CallOptions options;
    options.idleTimeout = options.totalTimeout =
        m_plan.timeout.value_or(std::chrono::milliseconds(kPatience));
    options.origin = rpc::Origin::Check;
    return options;
}

void CheckWalk::ran(const QString &what, const Result<mcp::Response> &response)
{
    if (m_isOver)
        return;
    if (!response && response.error().domain == Domain::Timeout)
        Q_EMIT unanswered(what);
    m_steps.next();
}

void CheckWalk::send(const QString &method, const std::string &params)
{
    m_request = m_client.requestOnce(method, Bytes::copyOf(params), patience(), this,
        [this, method](Result<mcp::Response> &&response) { ran(method, response); });
}

void CheckWalk::add(const QString &method, const std::string &params)
{
    m_steps.add([this, method, params] { send(method, params); });
}

void CheckWalk::sendRaw(const std::string &text)
{
    m_request = m_client.sendRaw(Bytes::copyOf(text), {}, patience(), this,
        [this, text](const Result<std::optional<mcp::Response>> &response) {
            if (!response || !*response)
                return ran(QString::fromStdString(text),
                    response ? Error{.domain = Domain::Protocol} : response.error());
            m_isOver ? void() : m_steps.next();
        });
}

void CheckWalk::addBasics()
{
    if (!isModern())
        add(QStringLiteral("ping"), "{}");
    if (!isModern() && declares("logging"))
        add(QStringLiteral("logging/setLevel"), objectWith("level", m_plan.logLevel));
}

// Also where the capability is missing: a list that works must be declared.
void CheckWalk::list(const QString &method, const QString &member)
{
    mcp::ListQuery query{method, member};
    query.pages = kMaxPages;
    m_request = m_client.list(query, patience(), this, [this, method](const mcp::Listing &listing) {
        if (m_isOver)
            return;
        addItems(method, listing);
        m_steps.next();
    });
}

void CheckWalk::addItems(const QString &method, const mcp::Listing &listing)
{
    for (const mcp::ListItem &item : listing.items) {
        const auto value = item.value();
        if (method == u"tools/list")
            addCall(value);
        else if (!sends(WalkPart::Items))
            continue;
        else if (method == u"resources/list")
            addRead(value);
        else if (method == u"prompts/list")
            addPrompt(value);
        else if (method == u"skills/list")
            addSkill(value);
        else
            addVariable(value["uriTemplate"].text());
    }
}

// A template that is none is for the rules to say.
void CheckWalk::addVariable(const std::string &uriTemplate)
{
    const auto parsed = schema::UriTemplate::parse(uriTemplate);
    if (m_hasCompletedTemplate || !parsed || parsed->variables().empty())
        return;
    m_hasCompletedTemplate = true;
    addCompletion("ref/resource", "uri", uriTemplate, parsed->variables().front());
}

void CheckWalk::addRead(const json::Value &resource)
{
    const std::string uri = resource["uri"].text();
    if (m_firstUri.empty() && !m_plan.watched.contains(uri))
        m_firstUri = uri;
    if (resource["uri"].isString() && m_reads++ < kMaxItems)
        add(QStringLiteral("resources/read"), objectWith("uri", uri));
}

// Its own file only: the others are read when somebody uses the skill (SEP-2640).
void CheckWalk::addSkill(const json::Value &skill)
{
    if (m_skills == 0)
        add(QStringLiteral("skills/get"), objectWith("uri", skill["uri"].text()));
    if (skill["uri"].isString() && m_skills++ < kMaxItems)
        add(QStringLiteral("resources/read"), objectWith("uri", skill["uri"].text()));
}

void CheckWalk::addPrompt(const json::Value &prompt)
{
    const auto name = prompt["name"].text();
    bool isFree = true;
    for (const json::Value argument : prompt["arguments"]) {
        isFree = isFree && !argument["required"].toBool().value_or(false);
        if (!m_hasCompletedPrompt && argument["name"].isString()) {
            m_hasCompletedPrompt = true;
            addCompletion("ref/prompt", "name", name, argument["name"].text());
        }
    }
    if (isFree && m_prompts++ < kMaxItems)
        add(QStringLiteral("prompts/get"), objectWith("name", name));
}

void CheckWalk::addCompletion(
    const char *type, const char *key, const std::string &name, const std::string &argument)
{
    const bool isDeclared =
        declares("completions") || m_client.negotiated().revision == u"2024-11-05";
    if (!isDeclared)
        return;
    json::Builder params;
    params.beginObject().key("ref").beginObject().member("type", type);
    params.member(key, std::string_view(name)).endObject().key("argument").beginObject();
    params.member("name", std::string_view(argument)).member("value", "").endObject();
    add(QStringLiteral("completion/complete"), params.endObject().takeString());
}

void CheckWalk::addCall(const json::Value &tool)
{
    const bool isReadOnly = tool["annotations"]["readOnlyHint"].toBool().value_or(false);
    const auto name = tool["name"];
    if (!name.isString())
        return;
    m_listed.push_back(name.text());
    if (!m_plan.callReadOnly || !isReadOnly || hasRequired(tool["inputSchema"]))
        return;
    m_steps.add([this, tool = name.toString()] { call(tool, "{}"); });
}

void CheckWalk::addNamedCalls()
{
    for (const CheckedCall &each : m_plan.calls) {
        if (std::find(m_listed.begin(), m_listed.end(), each.tool.toStdString()) == m_listed.end())
            Q_EMIT unlisted(each.tool);
        else
            m_steps.add([this, each] { call(each.tool, each.arguments); });
    }
}

// With the time limits that every call has.
void CheckWalk::call(const QString &tool, const std::string &arguments)
{
    mcp::CallOptions options;
    options.totalTimeout = m_plan.timeout;
    options.origin = rpc::Origin::Check;
    options.wantProgress = true;
    m_request = m_client.requestOnce(QStringLiteral("tools/call"),
        mcp::Client::toolCallParams(tool, Bytes::copyOf(arguments)), options, this,
        [this, tool](Result<mcp::Response> &&response) { ran(tool, response); });
}

void CheckWalk::addRefusals()
{
    add(QString::fromLatin1(probe::kMethod.data()), "{}");
    if (declares("tools")) {
        json::Builder params;
        params.beginObject().member("name", probe::kTool).key("arguments").beginObject();
        add(QStringLiteral("tools/call"), params.endObject().endObject().takeString());
        add(QStringLiteral("tools/call"), "{}");
        add(QStringLiteral("tools/list"), objectWith("cursor", probe::kCursor));
    }
    if (declares("resources")) {
        add(QStringLiteral("resources/read"), objectWith("uri", probe::kUri));
        add(QStringLiteral("resources/read"), "{}");
        add(QStringLiteral("resources/list"), objectWith("cursor", probe::kCursor));
    }
    if (declares("prompts")) {
        add(QStringLiteral("prompts/get"), objectWith("name", probe::kPrompt));
        add(QStringLiteral("prompts/get"), "{}");
        add(QStringLiteral("prompts/list"), objectWith("cursor", probe::kCursor));
    }
    if (m_client.negotiated().serverCapabilities()["extensions"][kSkills])
        add(QStringLiteral("skills/get"), objectWith("uri", probe::kUri));
    addCompletion("ref/prompt", "name", std::string(probe::kPrompt), "argument");
    if (!isModern() && declares("logging"))
        add(QStringLiteral("logging/setLevel"), objectWith("level", probe::kLogLevel));
    m_steps.add([this] {
        m_client.notify(QString::fromLatin1(probe::kNotification.data()), Bytes::copyOf("{}"),
            rpc::Origin::Check);
        m_steps.next();
    });
    // Something that follows it.
    add(isModern() ? QStringLiteral("server/discover") : QStringLiteral("ping"), "{}");
}

// Over HTTP the headers must fit the text: see HttpWalk.
void CheckWalk::addRawIds()
{
    if (m_client.config().endpoint.hasExchanges())
        return;
    const QString method = isModern() ? QStringLiteral("server/discover") : QStringLiteral("ping");
    // The first one comes twice: earlier revisions forbid it to clients, but not to respond.
    for (const char *id : {"\"sonde-id\"", "9007199254740991", "\"sonde-id\""}) {
        m_steps.add([this, method, id] {
            const auto line =
                json::Document::parse(m_client.previewRequest(method, Bytes::copyOf("{}")));
            const auto text = json::replaceValue(line.root()["id"], id);
            text ? sendRaw(std::string(text->view())) : m_steps.next();
        });
    }
    if (!isModern())
        return;
    m_steps.add([this] {
        const auto line = json::Document::parse(
            m_client.previewRequest(QStringLiteral("tools/list"), Bytes::copyOf("{}")));
        const auto version = line.root()["params"]["_meta"][mcp::kProtocolVersionMeta];
        const auto text = json::replaceValue(version, '"' + std::string(probe::kRevision) + '"');
        const auto wrong = json::Document::parse(text ? *text : Bytes());
        const auto own = json::replaceValue(wrong.root()["id"], "\"sonde-revision\"");
        own ? sendRaw(std::string(own->view())) : m_steps.next();
    });
    m_steps.add(
        [this] { sendRaw(R"({"jsonrpc":"2.0","id":"sonde-no-meta","method":"tools/list"})"); });
}

// Last, since a server may end for it.
void CheckWalk::addBroken()
{
    if (m_client.config().endpoint.hasExchanges())
        return;
    for (const std::string_view text : {probe::kBrokenJson, probe::kNoMethod}) {
        m_steps.add([this, text] { sendRaw(std::string(text)); });
        add(isModern() ? QStringLiteral("server/discover") : QStringLiteral("ping"), "{}");
    }
    if (m_client.negotiated().revision != u"2025-03-26") // basic#batching
        return;
    m_steps.add([this] {
        sendRaw(R"([{"jsonrpc":"2.0","id":"sonde-batch-1","method":"ping"},)"
                R"({"jsonrpc":"2.0","id":"sonde-batch-2","method":"ping"}])");
    });
    add(QStringLiteral("ping"), "{}");
}

// The tasks of 2025-11-25, where the server has them.
void CheckWalk::addTasks()
{
    if (m_client.negotiated().revision != u"2025-11-25" || !declares("tasks"))
        return;
    if (m_client.negotiated().serverCapabilities()["tasks"]["list"].exists())
        add(QStringLiteral("tasks/list"), "{}");
    add(QStringLiteral("tasks/get"), objectWith("taskId", probe::kTask));
}

// Changes of a resource, or of the lists in the modern era, are subscribed to, and no longer.
void CheckWalk::addSubscription()
{
    if (isModern())
        return m_steps.add([this] { listen(); });
    const auto resources = m_client.negotiated().serverCapabilities()["resources"];
    if (!resources["subscribe"].toBool().value_or(false) || m_firstUri.empty())
        return;
    add(QStringLiteral("resources/subscribe"), objectWith("uri", m_firstUri));
    add(QStringLiteral("resources/unsubscribe"), objectWith("uri", m_firstUri));
}

void CheckWalk::listen()
{
    m_subscription =
        m_client.listen(Bytes::copyOf(R"({"toolsListChanged":true})"), rpc::Origin::Check);
    const auto settle = [this] {
        if (m_subscription && m_subscription->state() != mcp::Subscription::State::Opening)
            endListening(mcp::Response());
    };
    // Later: not inside a signal of what is deleted then.
    connect(m_subscription, &mcp::Subscription::changed, this, settle, Qt::QueuedConnection);
    QTimer::singleShot(m_plan.timeout.value_or(std::chrono::milliseconds(kPatience)), this,
        [this] { endListening(Error{.domain = Domain::Timeout}); });
    QMetaObject::invokeMethod(this, settle, Qt::QueuedConnection);
}

void CheckWalk::endListening(const Result<mcp::Response> &outcome)
{
    if (!m_subscription || m_isOver)
        return;
    mcp::Subscription *const subscription = m_subscription;
    m_subscription.clear();
    m_client.forget(subscription);
    ran(QStringLiteral("subscriptions/listen"), outcome);
}

void CheckWalk::addParallel()
{
    m_steps.add([this] {
        m_running = kParallel;
        const QString method =
            isModern() ? QStringLiteral("server/discover") : QStringLiteral("ping");
        for (int i = 0; i < kParallel; ++i)
            m_client.requestOnce(method, Bytes::copyOf("{}"), patience(), this,
                [this, method](Result<mcp::Response> &&response) {
                    if (--m_running == 0)
                        ran(method, response);
                });
    });
}

void CheckWalk::addCancelled()
{
    if (!declares("tools"))
        return;
    m_steps.add([this] {
        RequestHandle handle = m_client.requestOnce(QStringLiteral("tools/list"),
            Bytes::copyOf("{}"), patience(), this, [this](Result<mcp::Response> &&response) {
                ran(QStringLiteral("tools/list"), response);
            });
        handle.cancel();
    });
    // What may still come for it comes before this response.
    add(isModern() ? QStringLiteral("server/discover") : QStringLiteral("ping"), "{}");
}

} // namespace sonde::check
