// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profilestore.h"
#include "config/verdictcache.h"
#include "mcp/client.h"
#include "review/rulerunner.h"
#include "review/serverrequestqueue.h"
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

namespace sonde::app {

class Authorizations;
class ProfileSecrets;

// What is open: the servers of this person, a client for each one that was connected, and the
// recording that all of them share. The one place where these concrete classes meet.
class Workspace : public QObject {
    Q_OBJECT
public:
    struct Places {
        QString configFolder; // empty: the person's own
        QString sessionFile; // empty: a new one, named by date
        QString browser = {}; // command for pages to log in; empty: the desktop's browser
        bool keychain = false; // tokens are kept in it; else they are gone with the program
    };

    explicit Workspace(Places places, QObject *parent = nullptr);
    ~Workspace() override;

    // Reads the servers. Sentences on what was odd.
    QStringList load();

    const config::ProfileStore &profiles() const { return m_profiles; }
    trace::Recorder &recorder() { return m_recorder; }
    QSettings &settings() { return *m_settings; }
    review::ServerRequestQueue &asks() { return m_asks; } // what servers wait for
    // Which rules of a server answer nothing although they are on, why, and what to do; empty: all
    // of them do.
    QString rulesProblem(const QString &name) const;
    Authorizations &authorizations() { return *m_authorizations; }
    const QString &givenFolder() const { return m_places.configFolder; }

    // Servers are named by their profile. A client lives from its first connection on.
    mcp::Client *client(const QString &name) const;
    const QString &current() const { return m_current; }
    mcp::Client *currentClient() const { return client(m_current); }
    void setCurrent(const QString &name);

    void connectTo(const QString &name);
    // Gets the values of its secret headers, then tells; later, unless they are here. When there
    // are none, secretsMissing() goes before it.
    void fetchSecrets(const QString &name, std::function<void()> then);
    // A page to log in may be opened for it, now or when the server asks for it.
    void authorize(const QString &name);
    void stop(const QString &name);
    void restart(const QString &name);

    // What a probe found out about a server; nothing when it was not probed yet.
    std::optional<mcp::Verdict> verdict(const QString &name) const;
    // Forgets that, and starts the server anew.
    void probeAgain(const QString &name);
    // From now on the server is whoever has this key (SHA-256), and nobody else.
    Result<void> pinKey(const QString &name, const QByteArray &key);

    // A profile for this run only, until a person saves it: the demo server, the command line's.
    // Gives its name, made unique.
    QString addForThisRun(config::Profile profile);
    // `oldName` is empty for a new one.
    Result<void> save(const QString &oldName, const config::Profile &profile);
    Result<void> remove(const QString &name);

Q_SIGNALS:
    void profilesChanged();
    void currentChanged();
    void clientCreated(const QString &name); // and an older one of that name is gone
    void clientStateChanged(const QString &name); // of its client
    void verdictChanged(const QString &name);
    void recordingFailed(const sonde::Error &error);
    void secretsMissing(const QString &sentence); // and what they are for was not done
    void rulesUnusable(const QString &sentence); // of a server that is being connected
    void secretsMoved(const QString &sentence); // out of the file, into the keychain

private:
    void start(const QString &name, bool mayLogIn);
    void moveSecrets();
    void keepSecrets(const config::Profile *old, config::Profile &profile);
    mcp::Client *makeClient(const config::Profile &profile);
    void dropClient(const QString &name);
    void connectServerRequests(const QString &name, mcp::ClientConfig &config);
    void goOn(const QString &name);
    void settleAuthorization(const QString &name, mcp::ClientState state);
    void knowStanding(const QString &name);
    void announceRoots(const QString &name);
    void startRecording();
    void endWire();
    void keepVerdict(const QString &name, const mcp::Verdict &verdict);
    Result<void> store();

    Places m_places;
    std::unique_ptr<QSettings> m_settings;
    config::ProfileStore m_profiles;
    config::VerdictCache m_verdicts;
    QSet<QString> m_forThisRun;
    review::ServerRequestQueue m_asks; // outlives the clients
    review::RuleRunner m_rules{&m_asks};
    trace::Recorder m_recorder;
    bool m_recording = false;
    std::unique_ptr<QLockFile> m_lock; // of the session file, when it has its name from here
    QThread m_wire;
    std::unique_ptr<Authorizations> m_authorizations; // outlives the clients
    std::unique_ptr<ProfileSecrets> m_secrets;
    std::map<QString, bool> m_wanted; // that wait for their secrets; true: and may log in
    std::map<QString, mcp::Client *> m_clients; // children of this
    QSet<QString> m_edited; // the profile is newer than its client
    QString m_current;
};

} // namespace sonde::app
