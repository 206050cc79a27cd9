// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/task/taskstore.h"

#include "base/clock.h"
#include "mcp/client/serverrequesthandler.h"
#include "mcp/message/mcptext.h"
#include "json/builder.h"

#include <QPointer>

#include <algorithm>

namespace sonde::mcp {

namespace {

using Kind = TaskAction::Kind;

constexpr std::chrono::seconds kShort{30}; // a response that only tells
constexpr std::chrono::hours kLong{24}; // tasks/result waits as long as the task runs

QString methodOf(Kind kind)
{
    switch (kind) {
    case Kind::Get:
        return QStringLiteral("tasks/get");
    case Kind::Fetch:
        return QStringLiteral("tasks/result");
    case Kind::Update:
        return QStringLiteral("tasks/update");
    case Kind::Cancel:
        return QStringLiteral("tasks/cancel");
    case Kind::Ask:
    case Kind::Withdraw:
    case Kind::Finish:
        break;
    }
    return {};
}

std::int64_t now()
{
    return SystemClock::instance().now().steady;
}

} // namespace

TaskStore *TaskStore::of(Client *client)
{
    if (auto *known = client->findChild<TaskStore *>(QString(), Qt::FindDirectChildrenOnly))
        return known;
    return new TaskStore(client);
}

TaskStore::TaskStore(Client *client)
    : TaskInputOwner(client)
    , m_client(client)
    , m_ready(client->state() == ClientState::Ready)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &TaskStore::tick);
    connect(client, &Client::notificationReceived, this, &TaskStore::received);
    connect(client, &Client::stateChanged, this, &TaskStore::followConnection);
}

template <typename Event>
void TaskStore::feed(quint64 number, const Event &event)
{
    Entry *const entry = entryOf(number);
    if (!entry)
        return;
    TaskActions actions;
    event(entry->machine, actions);
    perform(*entry, actions);
}

bool TaskStore::adopt(const Response &response, const QString &method, const QString &target)
{
    if (!isTaskCreated(response.result()))
        return false;
    auto entry = std::make_unique<Entry>();
    entry->number = ++m_last;
    entry->method = method;
    entry->target = target;
    TaskActions actions;
    entry->machine.begin(response.result(), now(), actions);
    m_tasks.push_back(std::move(entry));
    forgetOld();
    Q_EMIT added(m_last);
    feed(m_last, [&](TaskMachine &, TaskActions &out) { out = std::move(actions); });
    return true;
}

void TaskStore::forgetOld()
{
    if (m_tasks.size() <= kMaxTasks)
        return;
    auto oldest = std::find_if(m_tasks.begin(), m_tasks.end(),
        [](const auto &each) { return each->machine.isFinished(); });
    if (oldest == m_tasks.end())
        oldest = m_tasks.begin();
    endInputs(**oldest, Text::tr("Too many tasks: Sonde does not follow this one any more."));
    m_tasks.erase(oldest);
}

const TaskStore::Entry *TaskStore::find(quint64 number) const
{
    const auto at = std::find_if(m_tasks.begin(), m_tasks.end(),
        [number](const auto &each) { return each->number == number; });
    return at == m_tasks.end() ? nullptr : at->get();
}

TaskStore::Entry *TaskStore::entryOf(quint64 number)
{
    return const_cast<Entry *>(std::as_const(*this).find(number));
}

int TaskStore::openCount() const
{
    return static_cast<int>(std::count_if(m_tasks.begin(), m_tasks.end(),
        [](const auto &each) { return !each->machine.isFinished(); }));
}

void TaskStore::pollNow(quint64 number)
{
    feed(number, [](TaskMachine &task, TaskActions &out) { task.pollNow(out); });
}

void TaskStore::cancel(quint64 number)
{
    feed(number, [](TaskMachine &task, TaskActions &out) { task.cancel(out); });
}

void TaskStore::respondToInput(quint64 number, const TaskInput &input, const Bytes &responses)
{
    if (Entry *entry = entryOf(number)) {
        entry->answered.push_back(
            {{}, input.round().facts().asked, responses, StateEcho::Mode::AsGiven});
        std::erase_if(entry->inputs, [&](const auto &each) { return each.get() == &input; });
    }
    feed(number, [&](TaskMachine &task, TaskActions &out) {
        task.respondToInputs(std::string(responses.view()), out);
    });
}

void TaskStore::stopInput(quint64 number, const TaskInput &input)
{
    if (Entry *entry = entryOf(number))
        std::erase_if(entry->inputs, [&](const auto &each) { return each.get() == &input; });
    feed(number, [&](TaskMachine &task, TaskActions &out) {
        task.stopInputs(input.round().facts().asked->root()["inputRequests"], out);
    });
}

// The receiver of the signal may respond at once.
void TaskStore::ask(Entry &entry, const std::string &requests)
{
    const auto input = std::make_shared<TaskInput>(this, entry.number);
    entry.inputs.push_back(input);
    const auto asked = std::make_shared<const json::Document>(
        json::Document::parse(Bytes::copyOf("{\"inputRequests\":" + requests + '}')));
    InputRound::Properties facts{InputRound::Kind::Task,
        static_cast<int>(entry.answered.size() + entry.inputs.size()), entry.method,
        entry.target.toStdString(), {}, asked, entry.answered, SystemClock::instance().now(),
        entry.machine.facts().id};
    const InputRound round = input->begin(std::move(facts));
    if (ServerRequestHandler *const handler = m_client->config().serverRequests)
        handler->handleInput(round);
}

void TaskStore::withdraw(Entry &entry, const std::string &key)
{
    const auto found = std::find_if(entry.inputs.begin(), entry.inputs.end(),
        [&key](const auto &input) { return input->drop(key); });
    if (found == entry.inputs.end())
        return;
    const auto input = *found;
    entry.inputs.erase(found);
    reportEnd(*input, Text::tr("The task does not need this input any more."));
}

void TaskStore::endInputs(Entry &entry, const QString &why)
{
    const auto inputs = std::exchange(entry.inputs, {});
    for (const auto &input : inputs)
        reportEnd(*input, why);
}

void TaskStore::reportEnd(TaskInput &input, const QString &why)
{
    input.end();
    if (ServerRequestHandler *const handler = m_client->config().serverRequests)
        handler->withdrawInput(input.round(), why);
}

void TaskStore::forget(quint64 number)
{
    std::erase_if(m_tasks, [number](const auto &each) {
        return each->number == number && each->machine.isFinished();
    });
    Q_EMIT changed();
}

void TaskStore::perform(Entry &entry, const TaskActions &actions)
{
    for (const TaskAction &action : actions) {
        if (action.kind == Kind::Ask)
            ask(entry, action.text);
        else if (action.kind == Kind::Withdraw)
            withdraw(entry, action.text);
        else if (action.kind == Kind::Finish)
            endInputs(entry, Text::tr("The task has ended."));
        else
            send(entry, action);
    }
    arm();
    Q_EMIT changed();
}

void TaskStore::send(Entry &entry, const TaskAction &action)
{
    json::Builder params;
    params.beginObject().member("taskId", std::string_view(entry.machine.facts().id));
    if (action.kind == Kind::Update)
        params.rawMember("inputResponses", action.text);
    CallOptions options;
    const bool waits = action.kind == Kind::Fetch;
    options.idleTimeout = waits ? std::chrono::milliseconds(kLong) : kShort;
    options.totalTimeout = options.idleTimeout;
    m_client->requestOnce(methodOf(action.kind), Bytes::copyOf(params.endObject().takeString()),
        options, this,
        [this, number = entry.number, kind = action.kind](const Result<Response> &response) {
            feed(number, [&](TaskMachine &task, TaskActions &out) {
                if (response)
                    task.answered(kind, response->result(), now(), out);
                else
                    task.failed(kind, response.error(), now(), out);
            });
        });
}

void TaskStore::received(const rpc::Message &message)
{
    if (message.method != "notifications/tasks/status" && message.method != "notifications/tasks")
        return;
    const std::string id = message.params()["taskId"].text();
    for (const auto &entry : m_tasks) {
        if (entry->machine.facts().id == id && !entry->machine.isFinished())
            return feed(entry->number, [&](TaskMachine &task, TaskActions &out) {
                task.notified(message.params(), now(), out);
            });
    }
}

// A task outlives the connection it was made on, where its server does.
void TaskStore::followConnection()
{
    const bool ready = m_client->state() == ClientState::Ready;
    if (ready == m_ready)
        return;
    m_ready = ready;
    std::vector<quint64> open;
    for (const auto &entry : m_tasks) {
        if (entry->machine.isFinished())
            continue;
        open.push_back(entry->number);
        entry->connectionLost = true;
        if (!ready)
            endInputs(*entry,
                Text::tr(
                    "The connection ended; Sonde polls the task again on the next connection."));
    }
    for (const quint64 number : open) {
        feed(number, [ready](TaskMachine &task, TaskActions &out) {
            if (ready)
                task.resumed(now(), out);
            else
                task.lost();
        });
    }
}

void TaskStore::tick()
{
    std::vector<quint64> open;
    for (const auto &entry : m_tasks) {
        if (entry->machine.nextPoll() != TaskMachine::kNever)
            open.push_back(entry->number);
    }
    for (const quint64 number : open)
        feed(number, [](TaskMachine &task, TaskActions &out) { task.tick(now(), out); });
    arm();
}

void TaskStore::arm()
{
    std::int64_t next = TaskMachine::kNever;
    for (const auto &entry : m_tasks)
        next = std::min(next, entry->machine.nextPoll());
    if (next == TaskMachine::kNever) {
        m_timer.stop();
        return;
    }
    const std::int64_t wait = std::max<std::int64_t>(0, next - now()) / kNsPerMs + 1;
    m_timer.start(static_cast<int>(std::min<std::int64_t>(wait, TaskMachine::kMostPoll.count())));
}

} // namespace sonde::mcp
