// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/workspace.h"

#include "app/workspace/authorizations.h"
#include "app/workspace/furtherclients.h"
#include "app/workspace/keptforservers.h"
#include "app/workspace/ownbreakpoints.h"
#include "app/workspace/places.h"
#include "app/workspace/secretkeeper.h"
#include "app/workspace/serverresponses.h"
#include "app/workspace/sessionfolder.h"
#include "app/workspace/taps.h"
#include "base/logging.h"
#include "config/profilejson.h"
#include "models/document/tracedocument.h"
#include "models/settings/settings.h"
#include "models/trace/filterstore.h"
#include "setup/clientconfig.h"
#include "wire/link/wireloop.h"

#include <QDir>
#include <QSettings>

namespace sonde::app {

Workspace::Workspace(Places places, QObject *parent)
    : QObject(parent)
    , m_places(std::move(places))
    , m_profiles(configFolder(m_places.configFolder) % QStringLiteral("/servers.json"))
    , m_detections(detectionFile(m_places.configFolder))
    , m_responses(std::make_unique<ServerResponses>())
{
    const QString folder = configFolder(m_places.configFolder);
    QDir().mkpath(folder);
    m_settings = std::make_unique<QSettings>(folder % u"/settings.ini", QSettings::IniFormat);
    m_kept = std::make_unique<KeptForServers>(folder, *m_settings);
    m_recorder.keepNoChanges(); // the trace reads them
    m_filters = std::make_unique<models::FilterStore>(m_settings.get());
    m_trace = std::make_unique<models::TraceDocument>(m_recorder,
        models::TraceDocument::Shared{m_filters.get(), &m_kept->acceptedFindings(),
            &m_kept->lastFindings(), std::make_shared<models::ServerMarks>(m_settings.get())});
    restarts().setMeasure([this](const QString &server, const models::StartSpan &span) {
        m_trace->model().drainNow();
        return models::startRecord(m_trace->findings(), server, span);
    });
    m_wire.setObjectName(QStringLiteral("wire"));
    m_authorizations = std::make_unique<Authorizations>(Authorizations::Setup{&m_recorder, &m_wire,
        m_places.browser, m_places.keychain, auth::EmbeddedBrowser::installedProgram(),
        models::Settings(m_settings.get()).language()});
    m_secrets =
        std::make_unique<SecretKeeper>(m_profiles, m_authorizations->store(), m_places.keychain);
    m_taps = std::make_unique<Taps>(
        Taps::Setup{m_places.tapsFolder, &m_recorder, [this] { startRecording(); },
            [this](const QString &name) { return m_profiles.find(name) != nullptr; },
            models::Settings(m_settings.get())});
    m_breakpoints = std::make_unique<OwnBreakpoints>(m_wire, models::Settings(m_settings.get()));
    m_further = std::make_unique<FurtherClients>(m_profiles, *m_responses);
    connect(m_breakpoints.get(), &OwnBreakpoints::heldChanged, this, &Workspace::heldChanged);
    connect(this, &Workspace::profilesChanged, m_further.get(), &FurtherClients::adoptProfiles);
    connect(m_taps.get(), &Taps::changed, this, &Workspace::heldChanged);
    connect(m_taps.get(), &Taps::listChanged, this, &Workspace::leaveForgotten);
    connect(m_secrets.get(), &SecretKeeper::missing, this, &Workspace::secretsMissing);
    connect(m_secrets.get(), &SecretKeeper::moved, this, &Workspace::secretsMoved);
    connect(m_authorizations.get(), &Authorizations::authorized, this, &Workspace::goOn);
}

// A server that failed for want of it is tried again by itself.
void Workspace::goOn(const QString &name)
{
    const mcp::Client *client = this->client(name);
    if (client && client->state() == mcp::ClientState::Failed)
        connectTo(name);
}

Workspace::~Workspace()
{
    restarts().save();
    restarts().setMeasure({});
    // The clients' last words still go through the wire thread, and the recorder outlives both.
    for (const auto &[name, client] : m_clients)
        delete client;
    m_clients.clear();
    m_further.reset();
    m_breakpoints.reset();
    m_authorizations->dropAll();
    endWire();
}

// Behind all that was posted to it: what is deleted there may leave something to be deleted after
// it.
void Workspace::endWire()
{
    if (!m_wire.isRunning())
        return;
    auto *const last = new QObject;
    last->moveToThread(&m_wire);
    connect(last, &QObject::destroyed, &m_wire, &QThread::quit, Qt::DirectConnection);
    last->deleteLater();
    m_wire.wait();
}

models::AcceptedFindings &Workspace::acceptedFindings()
{
    return m_kept->acceptedFindings();
}

session::TapBreakpoints *Workspace::breakpoints(const QString &name)
{
    return m_profiles.find(name) ? &m_breakpoints->of(name) : m_taps->breakpoints(name);
}

int Workspace::held(const QString &server) const
{
    return m_breakpoints->held(server);
}

int Workspace::allHeld() const
{
    int count = 0;
    for (const config::Profile &profile : m_profiles.profiles())
        count += m_breakpoints->held(profile.name);
    const QStringList taps = m_taps->names();
    for (const QString &tap : taps) {
        if (const session::TapBreakpoints *const breakpoints = m_taps->breakpoints(tap))
            count += static_cast<int>(breakpoints->held().size());
    }
    return count;
}

session::RestartHistory &Workspace::restarts()
{
    return m_kept->restarts();
}

review::ServerRequestQueue &Workspace::serverRequests()
{
    return m_responses->queue();
}

QStringList Workspace::load()
{
    const auto loaded = m_profiles.load();
    QStringList sentences = m_profiles.notices();
    if (!loaded.ok())
        sentences << loaded.error().sentence;
    if (const auto known = m_detections.load(); !known.ok())
        sentences << known.error().sentence;
    if (!m_profiles.profiles().empty())
        m_current = m_profiles.profiles().front().name;
    Q_EMIT profilesChanged();
    Q_EMIT currentChanged();
    m_secrets->moveFromFile([this] { return store(); });
    return sentences;
}

mcp::Client *Workspace::client(const QString &name) const
{
    const auto found = m_clients.find(name);
    return found == m_clients.end() ? nullptr : found->second;
}

void Workspace::setCurrent(const QString &name)
{
    if (name == m_current || !(m_profiles.find(name) || m_taps->find(name)))
        return;
    m_current = name;
    Q_EMIT currentChanged();
}

// The current tap was removed from the list.
void Workspace::leaveForgotten()
{
    if (m_current.isEmpty() || m_profiles.find(m_current) || m_taps->find(m_current))
        return;
    const auto &all = m_profiles.profiles();
    m_current = all.empty() ? QString() : all.front().name;
    Q_EMIT currentChanged();
}

void Workspace::connectTo(const QString &name)
{
    const config::Profile *profile = m_profiles.find(name);
    if (!profile || !setup::ProfileSecrets::missing(*profile)) {
        start(name, false);
    } else if (m_wanted.emplace(name, false).second) {
        m_secrets->fetch(name, [this, name](const Result<void> &fetched) {
            if (!fetched)
                Q_EMIT secretsLost(fetched.error().sentence, name);
            const auto wanted = m_wanted.extract(name);
            if (!wanted.empty())
                start(name, wanted.mapped());
        });
    }
}

void Workspace::fetchSecrets(
    const QString &name, const std::function<void(const Result<void> &)> &then)
{
    m_secrets->fetch(name, then);
}

void Workspace::start(const QString &name, bool mayLogIn)
{
    const config::Profile *profile = m_profiles.find(name);
    if (!profile || setup::ProfileSecrets::missing(*profile))
        return;
    mcp::Client *client = this->client(name);
    using State = mcp::ClientState;
    if (client && client->state() != State::Stopped && client->state() != State::Failed)
        return;
    startRecording();
    if (!client || m_edited.remove(name))
        client = makeClient(*profile);
    client->start();
    if (const QString problem = rulesProblem(name); !problem.isEmpty())
        Q_EMIT rulesUnusable(problem);
    if (mayLogIn && client->state() == State::Starting)
        m_authorizations->allow(name);
}

void Workspace::authorize(const QString &name)
{
    if (m_authorizations->proceed(name))
        return;
    connectTo(name);
    if (const auto waits = m_wanted.find(name); waits != m_wanted.end())
        waits->second = true;
    const mcp::Client *client = this->client(name);
    if (client && client->state() == mcp::ClientState::Starting)
        m_authorizations->allow(name);
}

void Workspace::stop(const QString &name)
{
    m_wanted.erase(name);
    if (mcp::Client *client = this->client(name))
        client->stop();
}

void Workspace::restart(const QString &name, models::RestartCause cause)
{
    mcp::Client *client = this->client(name);
    if (cause.words.isEmpty())
        cause.words = tr("Restarted");
    cause.isInUsersStart = client && client->state() == mcp::ClientState::Starting
        && !restarts().cause(name).isAutomatic();
    restarts().setCause(name, cause);
    if (client && !m_edited.contains(name))
        return client->restart();
    dropClient(name);
    connectTo(name);
}

QStringList Workspace::commandWords(const QString &name) const
{
    const config::Profile *profile = m_profiles.find(name);
    return profile ? profile->commandWords() : QStringList();
}

std::optional<mcp::DetectedRevision> Workspace::detectedRevision(const QString &name) const
{
    const config::Profile *profile = m_profiles.find(name);
    const config::Detection *kept = profile ? m_detections.find(*profile) : nullptr;
    return kept ? setup::knownDetection(*kept) : std::nullopt;
}

void Workspace::cacheDetection(const QString &name, const mcp::DetectedRevision &detected)
{
    const config::Profile *profile = m_profiles.find(name);
    if (!profile || m_edited.contains(name)) // then it is about another description
        return;
    if (detected.revision.isEmpty())
        m_detections.forget(*profile);
    else
        m_detections.remember(
            *profile, setup::cachedDetection(detected, setup::endpointOf(*profile)));
    if (const auto saved = m_detections.save(); !saved.ok())
        qCWarning(lcUi) << saved.error().sentence;
    Q_EMIT detectionChanged(name);
}

void Workspace::probeAgain(const QString &name)
{
    if (!m_profiles.find(name))
        return;
    cacheDetection(name, {});
    m_edited.insert(name); // its client knows the detected revision, too
    restart(name);
}

Result<void> Workspace::pinKey(const QString &name, const QByteArray &key)
{
    const config::Profile *known = m_profiles.find(name);
    if (!known || !known->http())
        return {};
    config::Profile profile = *known;
    profile.http()->pinnedKey = QString::fromLatin1(key.toHex(':'));
    m_profiles.replace(name, profile);
    m_edited.insert(name);
    auto stored = store();
    Q_EMIT profilesChanged();
    return stored;
}

mcp::Client *Workspace::makeClient(const config::Profile &profile)
{
    dropClient(profile.name);
    mcp::ClientConfig config = setup::clientConfig(profile);
    if (const config::Detection *known = m_detections.find(profile))
        config.known = setup::knownDetection(*known);
    config.listenForChanges = true;
    m_responses->connectTo(profile, config, [this, name = profile.name] { knowStanding(name); });
    config.traffic = &m_recorder;
    config.wireThread = &m_wire;
    config.authorizer = m_authorizations->make(profile);
    config.decorate = m_breakpoints->decorator(profile.name,
        config.endpoint.hasExchanges() ? tap::TapTransport::Http : tap::TapTransport::Stdio);
    auto *client = new mcp::Client(std::move(config), this);
    const QString name = profile.name;
    m_clients[name] = client;
    connect(client, &mcp::Client::stateChanged, this, [this, name, client] {
        settleAuthorization(name, client->state());
        knowStanding(name);
        Q_EMIT clientStateChanged(name);
    });
    connect(client, &mcp::Client::revisionDetected, this,
        [this, name](const mcp::DetectedRevision &detected) { cacheDetection(name, detected); });
    Q_EMIT clientCreated(name);
    restarts().follow(name, client);
    return client;
}

void Workspace::settleAuthorization(const QString &name, mcp::ClientState state)
{
    if (state == mcp::ClientState::Stopped)
        m_authorizations->cancel(name);
    if (state != mcp::ClientState::Starting && state != mcp::ClientState::Stopping)
        m_authorizations->settle(name);
}

void Workspace::knowStanding(const QString &name)
{
    const mcp::Client *client = this->client(name);
    const config::Profile *profile = m_profiles.find(name);
    if (client && profile)
        m_responses->setStanding(*profile, *client);
}

QString Workspace::rulesProblem(const QString &name) const
{
    const config::Profile *profile = m_profiles.find(name);
    return profile ? ServerResponses::problemOfRules(*profile) : QString();
}

void Workspace::dropClient(const QString &name)
{
    m_edited.remove(name);
    const auto found = m_clients.find(name);
    if (found == m_clients.end())
        return;
    mcp::Client *client = found->second;
    m_clients.erase(found);
    Q_EMIT clientStateChanged(name); // who shows it lets go of it now
    m_further->drop(name); // they use its authorization
    delete client;
    m_authorizations->drop(name);
    m_responses->lose(name);
}

void Workspace::startRecording()
{
    if (m_recording)
        return;
    m_recording = true;
    // Only now: a thread that is never started would not delete its event loop.
    wire::installWireLoop(m_wire);
    m_wire.start();
    QString path = m_places.sessionFile;
    if (path.isEmpty()) {
        const auto made = newSessionFile(
            sessionsFolder(m_places.configFolder), recordingStem(QDateTime::currentDateTime()));
        if (!made.ok()) {
            Q_EMIT recordingFailed(made.error());
            return;
        }
        path = *made;
        m_lock = SessionFolder::lock(path);
    }
    if (const auto opened = m_recorder.open(path); !opened.ok())
        Q_EMIT recordingFailed(opened.error());
}

QString Workspace::addForThisRun(config::Profile profile)
{
    config::markSecretVariables(profile);
    const QString wanted = profile.name;
    for (int number = 2; m_profiles.find(profile.name); ++number)
        profile.name = QStringLiteral("%1 %2").arg(wanted).arg(number);
    m_forThisRun.insert(profile.name);
    m_profiles.add(profile);
    Q_EMIT profilesChanged();
    return profile.name;
}

Result<void> Workspace::save(const QString &oldName, const config::Profile &given)
{
    config::Profile profile = given;
    const config::Profile *const old = m_profiles.find(oldName);
    m_authorizations->keepSecrets(profile);
    m_secrets->keep(old, profile);
    const bool known = old != nullptr;
    const bool isSame = known && config::differsOnlyInWatch(*old, profile);
    const bool otherFolders = known && old->offers.folders != profile.offers.folders;
    if (known)
        m_profiles.replace(oldName, profile);
    else
        m_profiles.add(profile);
    m_forThisRun.remove(oldName);
    m_forThisRun.remove(profile.name);
    if (known && oldName != profile.name)
        dropClient(oldName);
    if (!isSame)
        m_edited.insert(profile.name);
    knowStanding(profile.name);
    if (mcp::Client *client = otherFolders ? this->client(profile.name) : nullptr)
        ServerResponses::announceRoots(profile, *client);
    auto stored = store();
    if (known && oldName != profile.name)
        m_breakpoints->rename(oldName, profile.name);
    if (stored && known && oldName != profile.name)
        stored = m_kept->rename(oldName, profile.name);
    Q_EMIT profilesChanged();
    if (m_current == oldName || m_current.isEmpty()) {
        m_current = profile.name;
        Q_EMIT currentChanged();
    }
    return stored;
}

Result<void> Workspace::remove(const QString &name)
{
    dropClient(name);
    restarts().forget(name);
    if (const config::Profile *profile = m_profiles.find(name))
        m_secrets->drop(*profile);
    m_profiles.remove(name);
    m_forThisRun.remove(name);
    auto stored = store();
    Q_EMIT profilesChanged();
    if (m_current == name) {
        const auto &rest = m_profiles.profiles();
        m_current = rest.empty() ? QString() : rest.front().name;
        Q_EMIT currentChanged();
    }
    return stored;
}

Result<void> Workspace::setWatch(const QString &name, const config::WatchSettings &settings)
{
    const config::Profile *known = m_profiles.find(name);
    if (!known)
        return {};
    config::Profile profile = *known;
    profile.watch = settings;
    m_profiles.replace(name, profile);
    auto stored = store();
    Q_EMIT profilesChanged();
    return stored;
}

// Servers of this run stay out of the file.
Result<void> Workspace::store()
{
    std::vector<config::Profile> aside;
    for (const config::Profile &profile : m_profiles.profiles()) {
        if (m_forThisRun.contains(profile.name))
            aside.push_back(profile);
    }
    for (const config::Profile &profile : aside)
        m_profiles.remove(profile.name);
    auto stored = m_profiles.save();
    for (config::Profile &profile : aside)
        m_profiles.add(std::move(profile));
    return stored;
}

} // namespace sonde::app
