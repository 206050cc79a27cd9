// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/restart/restarthistory.h"

#include "base/logging.h"
#include "session/catalog/promptstore.h"
#include "session/catalog/resourcestore.h"
#include "session/catalog/toolstore.h"
#include "session/connection/failure.h"
#include "session/restart/restartfile.h"
#include "session/restart/startresults.h"

#include <QFile>

#include <algorithm>
#include <utility>

namespace sonde::session {

using models::Restart;

namespace {

bool isSettled(const ListStore *store)
{
    return store->state() != ListStore::State::Asking
        && store->state() != ListStore::State::NotAsked;
}

changes::ItemList offeredIn(changes::ListKind kind, const ListStore &store)
{
    changes::ItemList list;
    switch (store.state()) {
    case ListStore::State::NotOffered:
        list.isComplete = true;
        return list;
    case ListStore::State::Failed:
        // 2025-11-25 server/resources: a server may have resources and no templates.
        if (kind == changes::ListKind::Templates && store.error()
            && store.error()->code == rpc::kMethodNotFound) {
            list.isComplete = true;
            return list;
        }
        list = changes::itemsOf(kind, store.listing());
        list.isComplete = false;
        return list;
    default:
        return changes::itemsOf(kind, store.listing());
    }
}

// The last start of which it is known what was offered.
std::shared_ptr<const changes::Snapshot> lastSnapshot(const std::deque<Restart> &restarts)
{
    const auto found = std::find_if(restarts.rbegin(), restarts.rend(),
        [](const Restart &restart) { return restart.snapshot != nullptr; });
    return found == restarts.rend() ? nullptr : found->snapshot;
}

} // namespace

RestartHistory::RestartHistory(QObject *parent)
    : QObject(parent)
{
    m_saveTimer.setSingleShot(true);
    m_saveTimer.setInterval(kSaveDelay);
    connect(&m_saveTimer, &QTimer::timeout, this, &RestartHistory::saveInBackground);
}

RestartHistory::~RestartHistory()
{
    save();
}

void RestartHistory::load(const QString &server)
{
    if (server.isEmpty())
        return;
    Followed &its = m_servers[server];
    if (its.loading != Followed::Loading::Not)
        return;
    its.loading = m_folder.isEmpty() ? Followed::Loading::Done : Followed::Loading::Begun;
    if (its.loading == Followed::Loading::Done)
        return;
    its.loadJob = std::make_unique<BackgroundJob>(this);
    its.loadJob->start<std::deque<Restart>>(
        [file = RestartFile(RestartFile::pathOf(m_folder, server))](const std::stop_token &) {
            auto loaded = file.load();
            if (!loaded)
                qCWarning(lcUi).noquote() << loaded.error().sentence;
            return loaded ? std::move(loaded).value() : std::deque<Restart>();
        },
        [this, server](std::deque<Restart> loaded) { adoptLoaded(server, std::move(loaded)); });
}

// What happened meanwhile comes after it.
void RestartHistory::adoptLoaded(const QString &server, std::deque<Restart> loaded)
{
    const auto found = m_servers.find(server);
    if (found == m_servers.end())
        return;
    Followed &its = found->second;
    its.loading = Followed::Loading::Done;
    const bool isChanged = !loaded.empty();
    for (Restart &restart : std::exchange(its.restarts, std::move(loaded))) {
        restart.number = its.restarts.empty() ? 1 : its.restarts.back().number + 1;
        its.restarts.push_back(std::move(restart));
    }
    if (isChanged)
        Q_EMIT changed(server);
    if (auto waiting = std::exchange(its.waiting, std::nullopt))
        compare(server, std::move(*waiting));
}

void RestartHistory::saveSoon(const QString &server)
{
    m_servers[server].isSaved = false;
    if (!m_folder.isEmpty() && !m_saveTimer.isActive())
        m_saveTimer.start();
}

void RestartHistory::measure(const QString &server, Followed &followed) const
{
    if (m_measure.update(server, followed.restarts))
        followed.isSaved = false;
}

// What cannot be saved is not there in the next run.
void RestartHistory::saveInBackground()
{
    for (auto &[server, its] : m_servers) {
        if (its.loading != Followed::Loading::Done || its.isSaved)
            continue;
        measure(server, its);
        its.isSaved = true;
        if (!its.saveJob)
            its.saveJob = std::make_unique<BackgroundJob>(this, BackgroundJob::Ending::Join);
        its.saveJob->start<bool>(
            [file = RestartFile(RestartFile::pathOf(m_folder, server)), restarts = its.restarts](
                const std::stop_token &) {
                const auto saved = file.save(restarts);
                if (!saved)
                    qCWarning(lcUi).noquote() << saved.error().sentence;
                return saved.ok();
            },
            [](bool) {});
    }
}

void RestartHistory::save()
{
    m_saveTimer.stop();
    for (auto &[server, its] : m_servers) {
        const bool wasRunning = its.saveJob != nullptr;
        its.saveJob.reset(); // waits until it is written, or was dropped
        if (m_folder.isEmpty() || its.loading != Followed::Loading::Done)
            continue;
        measure(server, its);
        if (its.isSaved && !wasRunning)
            continue;
        its.isSaved = true;
        if (const auto saved =
                RestartFile(RestartFile::pathOf(m_folder, server)).save(its.restarts);
            !saved)
            qCWarning(lcUi).noquote() << saved.error().sentence;
    }
}

const std::deque<Restart> &RestartHistory::restarts(const QString &server) const
{
    static const std::deque<Restart> none;
    const auto found = m_servers.find(server);
    return found == m_servers.end() ? none : found->second.restarts;
}

void RestartHistory::rename(const QString &server, const QString &newName)
{
    save();
    m_servers.erase(server);
    if (!m_folder.isEmpty())
        QFile::rename(
            RestartFile::pathOf(m_folder, server), RestartFile::pathOf(m_folder, newName));
}

void RestartHistory::forget(const QString &server)
{
    const RestartFile file(m_folder.isEmpty() ? QString() : RestartFile::pathOf(m_folder, server));
    m_forgotten = Forgotten{server, {}, {}};
    const auto found = m_servers.find(server);
    if (found != m_servers.end() && found->second.loading == Followed::Loading::Done)
        m_forgotten->restarts = std::move(found->second.restarts);
    else
        m_forgotten->file = file.content();
    m_servers.erase(server); // which waits until it is written, or drops it
    file.remove();
}

void RestartHistory::restore(const QString &server, const QString &newName)
{
    if (!m_forgotten || m_forgotten->server != server)
        return;
    Forgotten forgotten = std::move(*m_forgotten);
    m_forgotten.reset();
    if (!forgotten.restarts) {
        const auto written = m_folder.isEmpty()
            ? Result<void>()
            : RestartFile(RestartFile::pathOf(m_folder, newName)).setContent(forgotten.file);
        if (!written)
            qCWarning(lcUi).noquote() << written.error().sentence;
        return;
    }
    Followed &its = m_servers[newName];
    its.restarts = std::move(*forgotten.restarts);
    its.loading = Followed::Loading::Done;
    if (!its.restarts.empty())
        saveSoon(newName);
    Q_EMIT changed(newName);
}

void RestartHistory::setCause(const QString &server, const models::RestartCause &cause)
{
    m_servers[server].nextCause = cause;
}

const models::RestartCause &RestartHistory::cause(const QString &server) const
{
    static const models::RestartCause none;
    const auto found = m_servers.find(server);
    return found == m_servers.end() ? none : found->second.cause;
}

void RestartHistory::addUnbuilt(
    const QString &server, const models::RestartCause &cause, const QString &sentence)
{
    Restart left;
    left.at = SystemClock::instance().now();
    left.outcome = Restart::Outcome::NotBuilt;
    left.cause = cause;
    left.failure = sentence;
    add(server, std::move(left));
}

void RestartHistory::follow(const QString &server, mcp::Client *client)
{
    Followed &its = m_servers[server];
    if (its.client == client)
        return;
    its.client = client;
    its.isLoading = false;
    its.state = client->state();
    if (!its.job) {
        its.job = std::make_unique<BackgroundJob>(this);
        its.runsJob = std::make_unique<BackgroundJob>(this);
    }
    ResourceStore *resources = ResourceStore::of(client);
    load(server);
    its.stores = {ToolStore::of(client), &resources->resources(), &resources->templates(),
        &PromptStore::of(client)->prompts()};
    for (ListStore *store : its.stores)
        connect(store, &ListStore::changed, this, [this, server] { listChanged(server); });
    // Behind the stores: when a server is ready, they have asked it already.
    connect(client, &mcp::Client::stateChanged, this, [this, server, client] {
        const auto found = m_servers.find(server);
        if (found != m_servers.end() && found->second.client == client)
            stateChanged(server);
    });
    connect(client, &mcp::Client::sessionRenewed, this, [this, server, client] {
        const auto found = m_servers.find(server);
        if (found != m_servers.end() && found->second.client == client)
            sessionRenewed(server);
    });
}

// An HTTP server that has forgotten the session is mostly another process: it may offer something
// else, and its lists are asked for again. Several processes behind one address may forget session
// after session; what is asked for here must not lead to the next renewal, and so on for ever.
void RestartHistory::sessionRenewed(const QString &server)
{
    Followed &its = m_servers[server];
    const Stamp now = SystemClock::instance().now();
    const bool isOften = its.renewedNs && now.steady - *its.renewedNs < kBetweenRenewals.count();
    its.renewedNs = now.steady;
    if (its.isLoading || isOften)
        return;
    its.began = now;
    its.cause = {tr("Session renewed"), models::RestartCause::Kind::Reconnect};
    for (ListStore *store : its.stores)
        store->load();
    its.isLoading = true;
    listChanged(server);
}

void RestartHistory::stateChanged(const QString &server)
{
    Followed &its = m_servers[server];
    if (std::exchange(its.state, its.client->state()) == its.client->state())
        return;
    switch (its.state) {
    case mcp::ClientState::Starting:
        its.isLoading = false;
        its.began = SystemClock::instance().now();
        its.cause = std::exchange(its.nextCause, {});
        if (its.cause.words.isEmpty())
            its.cause.words = tr("Connected");
        break;
    case mcp::ClientState::Ready:
        its.isLoading = true;
        listChanged(server);
        break;
    case mcp::ClientState::Failed: {
        its.isLoading = false;
        const bool isEnd = its.client->wasConnected();
        if (!isEnd && its.cause.kind == models::RestartCause::Kind::Reconnect)
            break; // that it is away is listed
        Restart failed;
        failed.at = SystemClock::instance().now();
        failed.outcome = isEnd ? Restart::Outcome::Ended : Restart::Outcome::Failed;
        failed.cause = isEnd ? models::RestartCause{tr("Server ended")} : its.cause;
        if (isEnd)
            failed.end = its.client->endReport();
        if (!failed.end)
            failed.failure = its.client->failure().sentence;
        add(server, std::move(failed));
        break;
    }
    default:
        its.isLoading = false;
        break;
    }
}

void RestartHistory::listChanged(const QString &server)
{
    Followed &its = m_servers[server];
    if (!its.isLoading || !its.client || its.client->state() != mcp::ClientState::Ready
        || !std::all_of(its.stores.begin(), its.stores.end(), isSettled))
        return;
    its.isLoading = false;
    const mcp::Negotiated &negotiated = its.client->negotiated();
    changes::Snapshot snapshot = changes::snapshotOf(negotiated);
    for (const changes::ListKind kind : changes::kLists)
        snapshot.list(kind) = offeredIn(kind, *its.stores[static_cast<std::size_t>(kind)]);
    Restart restart;
    restart.at = its.began;
    restart.cause = its.restarts.empty() ? models::RestartCause{tr("First start")} : its.cause;
    restart.firstResponse = std::chrono::nanoseconds(negotiated.firstResponseNs);
    restart.pid = its.client->startReport().pid;
    restart.snapshot = std::make_shared<const changes::Snapshot>(std::move(snapshot));
    compare(server, std::move(restart));
}

void RestartHistory::compare(const QString &server, Restart restart)
{
    Followed &its = m_servers[server];
    if (its.loading == Followed::Loading::Begun) {
        its.waiting = std::move(restart);
        return;
    }
    // If the server is restarted within these milliseconds, only the newer start is reported.
    its.job->start<Restart>(
        [before = lastSnapshot(its.restarts), restart](const std::stop_token &) {
            Restart compared = restart;
            compared.memory = residentBytes(restart.pid);
            if (!before)
                return compared;
            compared.comparison = std::make_shared<const changes::Comparison>(
                changes::compareSnapshots(*before, *restart.snapshot));
            if (*before == *restart.snapshot)
                compared.snapshot = before; // kept once
            return compared;
        },
        [this, server](const Restart &compared) {
            const auto found = m_servers.find(server);
            if (found == m_servers.end())
                return;
            add(server, compared);
            if (++found->second.starts > 1)
                Q_EMIT restarted(server, found->second.restarts.back().number);
        });
}

Restart *RestartHistory::find(Followed &followed, int number)
{
    const auto found = std::find_if(followed.restarts.begin(), followed.restarts.end(),
        [number](const Restart &restart) { return restart.number == number; });
    return found == followed.restarts.end() ? nullptr : &*found;
}

const changes::CallRun *RestartHistory::lastRun(
    const QString &server, const changes::CallRun &call) const
{
    const std::deque<Restart> &all = restarts(server);
    for (auto restart = all.rbegin(); restart != all.rend(); ++restart) {
        if (!restart->runs)
            continue;
        for (const changes::CallRun &run : *restart->runs) {
            if (run.isSameCall(call) && run.state != changes::CallRun::State::NotRun)
                return &run;
        }
    }
    return nullptr;
}

void RestartHistory::setRuns(const QString &server, int number, const changes::CallRuns &runs,
    const std::vector<Bytes> &seconds)
{
    const auto found = m_servers.find(server);
    Restart *restart = found == m_servers.end() ? nullptr : find(found->second, number);
    if (!restart || !found->second.runsJob)
        return;
    // Each with the run of the same call that was last.
    changes::CallRuns before;
    for (const changes::CallRun &run : runs) {
        if (const changes::CallRun *last = lastRun(server, run))
            before.push_back(*last);
    }
    Restart compared;
    compared.number = number;
    found->second.runsJob->start<Restart>(
        [compared, pid = restart->pid, before, runs, seconds](
            const std::stop_token &) { return withRuns(compared, pid, before, runs, seconds); },
        [this, server](const Restart &its) { adoptRuns(server, its); });
}

void RestartHistory::adoptRuns(const QString &server, const Restart &compared)
{
    const auto found = m_servers.find(server);
    Restart *restart = found == m_servers.end() ? nullptr : find(found->second, compared.number);
    if (!restart)
        return;
    restart->memoryAfterCalls = compared.memoryAfterCalls;
    restart->runs = compared.runs;
    restart->results = compared.results;
    dropOldResults(found->second.restarts, kMaxResults);
    saveSoon(server);
    Q_EMIT changed(server);
    Q_EMIT runsCompared(server, compared.number);
}

void RestartHistory::setReference(const QString &server, int number)
{
    const auto found = m_servers.find(server);
    if (found == m_servers.end())
        return;
    for (Restart &restart : found->second.restarts)
        restart.isReference = restart.number == number && restart.snapshot;
    saveSoon(server);
    Q_EMIT changed(server);
}

void RestartHistory::forgetPlaces(const QString &server, const QString &call)
{
    const auto found = m_servers.find(server);
    if (found == m_servers.end())
        return;
    for (Restart &restart : found->second.restarts) {
        if (!restart.runs)
            continue;
        auto runs = std::make_shared<changes::CallRuns>(*restart.runs);
        for (changes::CallRun &run : *runs) {
            if (run.call == call) {
                run.places.clear();
                run.isLearned = false;
            }
        }
        restart.runs = std::move(runs);
    }
    saveSoon(server);
    Q_EMIT changed(server);
}

void RestartHistory::add(const QString &server, Restart restart)
{
    std::deque<Restart> &restarts = m_servers[server].restarts;
    restart.number = restarts.empty() ? 1 : restarts.back().number + 1;
    restarts.push_back(std::move(restart));
    if (restarts.size() > kMaxRestarts)
        restarts.erase(restarts.begin() + (restarts.front().isReference ? 1 : 0));
    saveSoon(server);
    Q_EMIT changed(server);
}

} // namespace sonde::session
