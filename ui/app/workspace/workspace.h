// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/detectioncache.h"
#include "config/profilestore.h"
#include "mcp/client/client.h"
#include "review/serverrequestqueue.h"
#include "session/restart/restarthistory.h"
#include "trace/recorder/recorder.h"

#include <QLockFile>
#include <QObject>
#include <QSet>
#include <QThread>

#include <functional>
#include <map>
#include <memory>
#include <optional>

class QSettings;

namespace sonde::models {
class AcceptedFindings;
class FilterStore;
class TraceDocument;
} // namespace sonde::models

namespace sonde::session {
class TapBreakpoints;
}

namespace sonde::app {

class Authorizations;
class FurtherClients;
class KeptForServers;
class OwnBreakpoints;
class SecretKeeper;
class ServerResponses;
class Taps;

// The open servers: the profiles of the user, a client for each server that was connected, and the
// recording that all clients share. These concrete classes meet only here.
class Workspace : public QObject {
    Q_OBJECT
public:
    struct Places {
        QString configFolder; // empty: the user's own
        QString sessionFile; // empty: a new one, named by date
        QString browser = {}; // command that opens login pages; empty: the desktop's browser
        bool keychain = false; // stores tokens; without it they last for this run
        QString tapsFolder = {}; // where taps announce themselves; empty: none are watched
    };

    explicit Workspace(Places places, QObject *parent = nullptr);
    ~Workspace() override;

    // Reads the profiles. Returns sentences about problems in them.
    QStringList load();

    const config::ProfileStore &profiles() const { return m_profiles; }
    trace::Recorder &recorder() { return m_recorder; }
    models::TraceDocument &trace() { return *m_trace; } // what is recorded
    models::FilterStore &filters() { return *m_filters; } // for each trace
    QThread &wire() { return m_wire; } // on which is recorded; it runs while clients exist
    QSettings &settings() { return *m_settings; }
    models::AcceptedFindings &acceptedFindings();
    review::ServerRequestQueue &serverRequests();
    // Which response rules of a server are invalid, why, and what to do; empty: all are valid.
    QString rulesProblem(const QString &name) const;
    Taps &taps() { return *m_taps; } // the conversations of others
    // Of a server or a tap; nullptr: there is none of that name, or it takes none.
    session::TapBreakpoints *breakpoints(const QString &name);
    // How many messages wait at breakpoints for a decision: of a server, of all servers and taps.
    int held(const QString &server) const;
    int allHeld() const;
    Authorizations &authorizations() { return *m_authorizations; }
    session::RestartHistory &restarts();
    const QString &givenFolder() const { return m_places.configFolder; }

    // Servers are named by their profile. A client lives from its first connection on; a tap has
    // none, and may be the current one.
    mcp::Client *client(const QString &name) const;
    const QString &current() const { return m_current; }
    mcp::Client *currentClient() const { return client(m_current); }
    FurtherClients &furtherClients() { return *m_further; } // besides the usual ones
    void setCurrent(const QString &name);

    void connectTo(const QString &name);
    // Fetches the secret values of the profile and then calls `then`: at once when the values are
    // in memory. The error names a secret without a value.
    void fetchSecrets(const QString &name, const std::function<void(const Result<void> &)> &then);
    // Lets the authorization of the server open its login page, now or when the server requires it.
    void authorize(const QString &name);
    void stop(const QString &name);
    // Without a cause, the user restarts it.
    void restart(const QString &name, models::RestartCause cause = {});

    // What starts or reaches the server on the command line of sonde-cli; empty without a profile.
    QStringList commandWords(const QString &name) const;

    // The cached detection of a server; empty before the first detection.
    std::optional<mcp::DetectedRevision> detectedRevision(const QString &name) const;
    // Discards the cached detection and restarts the server.
    void probeAgain(const QString &name);
    // Trusts only the server with this public key (SHA-256) from now on.
    Result<void> pinKey(const QString &name, const QByteArray &key);

    // Adds a profile for this run, until the user saves it: the demo server, the command line's.
    // Returns its unique name.
    QString addForThisRun(config::Profile profile);
    bool isForThisRun(const QString &name) const { return m_forThisRun.contains(name); }
    // `oldName` is empty for a new profile.
    Result<void> save(const QString &oldName, const config::Profile &profile);
    Result<void> remove(const QString &name);
    // When it is restarted by itself; its connection goes on.
    Result<void> setWatch(const QString &name, const config::WatchSettings &settings);

Q_SIGNALS:
    void profilesChanged();
    void currentChanged();
    void clientCreated(const QString &name); // an older client of that name is deleted
    void clientStateChanged(const QString &name); // of its client
    void detectionChanged(const QString &name);
    void heldChanged(const QString &name); // of a server or a tap
    void recordingFailed(const sonde::Error &error);
    void secretsMissing(const QString &sentence); // they are not stored
    // The server cannot be connected without its secrets: the user has to enter them again.
    void secretsLost(const QString &sentence, const QString &server);
    void rulesUnusable(const QString &sentence); // of a server that is being connected
    void secretsMoved(const QString &sentence); // from the file into the keychain

private:
    void start(const QString &name, bool mayLogIn);
    mcp::Client *makeClient(const config::Profile &profile);
    void dropClient(const QString &name);
    void goOn(const QString &name);
    void leaveForgotten();
    void settleAuthorization(const QString &name, mcp::ClientState state);
    void knowStanding(const QString &name);
    void startRecording();
    void endWire();
    void cacheDetection(const QString &name, const mcp::DetectedRevision &detected);
    Result<void> store();

    Places m_places;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<KeptForServers> m_kept;
    config::ProfileStore m_profiles;
    config::DetectionCache m_detections;
    QSet<QString> m_forThisRun;
    std::unique_ptr<ServerResponses> m_responses; // outlives the clients
    std::unique_ptr<models::FilterStore> m_filters;
    trace::Recorder m_recorder;
    std::unique_ptr<models::TraceDocument> m_trace;
    bool m_recording = false;
    std::unique_ptr<QLockFile> m_lock; // of the session file, when it has its name from here
    QThread m_wire;
    std::unique_ptr<Authorizations> m_authorizations; // outlives the clients
    std::unique_ptr<SecretKeeper> m_secrets;
    std::unique_ptr<Taps> m_taps;
    std::unique_ptr<OwnBreakpoints> m_breakpoints;
    std::map<QString, bool>
        m_wanted; // servers that wait for their secrets; true: may open a login page
    std::map<QString, mcp::Client *> m_clients; // children of this
    std::unique_ptr<FurtherClients> m_further;
    QSet<QString> m_edited; // profiles that changed after their client was created
    QString m_current;
};

} // namespace sonde::app
