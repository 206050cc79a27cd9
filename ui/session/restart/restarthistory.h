// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "mcp/client/client.h"
#include "models/changes/restart.h"
#include "session/restart/startmeasure.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace sonde::session {

class ListStore;

// The starts of each server: what it offered, and what changed since the start before. An HTTP
// session that is renewed, because the server had forgotten it, counts as a start. It outlives
// the clients, and goes on when one takes the place of another. A file for each server keeps the
// newest ones for the next run of Sonde.
class RestartHistory : public QObject {
    Q_OBJECT
public:
    // Of a server; the oldest ones are forgotten, but not the reference.
    static constexpr std::size_t kMaxRestarts = 100;
    // Bytes of results of a server that are kept, those of the newest starts and of the reference.
    static constexpr std::size_t kMaxResults = std::size_t(32) << 20;

    static constexpr std::chrono::seconds kSaveDelay{2};
    // A session that is renewed again within this time is no further start.
    static constexpr std::chrono::nanoseconds kBetweenRenewals = std::chrono::seconds(10);

    explicit RestartHistory(QObject *parent = nullptr);
    ~RestartHistory() override; // saves

    // The folder of the settings; until then nothing is read or saved.
    void setFolder(const QString &folder) { m_folder = folder; }
    // What the trace tells about a start of this run; called before starts are saved. It is called
    // until it is replaced.
    void setMeasure(StartMeasure::Look look) { m_measure.setLook(std::move(look)); }
    // Reads the starts of earlier runs, unless that is done; changed() follows if there are any.
    void load(const QString &server);
    // Saves what is not saved, and returns when it is.
    void save();

    // From now on the starts of this client are those of that server. Its lists are loaded, as
    // those of a server that is in sight are.
    void follow(const QString &server, mcp::Client *client);
    // And delete its file. The starts are kept in memory, until the next server is forgotten or
    // this one is dropped, for restore() to bring them back: under another name, if that one is
    // used now.
    void forget(const QString &server);
    void restore(const QString &server, const QString &newName);
    void dropForgotten() { m_forgotten.reset(); }
    void rename(const QString &server, const QString &newName); // its client is gone
    // Why the next start of the server is made; without it, it was connected.
    void setCause(const QString &server, const models::RestartCause &cause);
    const models::RestartCause &cause(const QString &server) const; // of the newest start
    // A restart was left out, because the build before it had failed.
    void addUnbuilt(
        const QString &server, const models::RestartCause &cause, const QString &sentence);
    // What came of the saved calls after the start with that number, unless it is forgotten;
    // `seconds` has the result of a second run of each right after it, empty without one.
    // runsCompared() follows.
    void setRuns(const QString &server, int number, const changes::CallRuns &runs,
        const std::vector<Bytes> &seconds);
    // The newest run of that very call; nullptr: there is none.
    const changes::CallRun *lastRun(const QString &server, const changes::CallRun &call) const;
    // From now on later starts are compared with that one, if it is known what it offered. 0: with
    // none. changed() follows.
    void setReference(const QString &server, int number);
    // What was learned about the call is forgotten, and is learned again after the next start.
    void forgetPlaces(const QString &server, const QString &call);
    // The oldest one first.
    const std::deque<models::Restart> &restarts(const QString &server) const;

Q_SIGNALS:
    void changed(const QString &server);
    // It has started again in this run of Sonde, and its lists are compared.
    void restarted(const QString &server, int number);
    void runsCompared(const QString &server, int number);

private:
    struct Followed {
        QPointer<mcp::Client> client;
        std::vector<ListStore *> stores; // in the order of changes::kLists; they go with the client
        std::deque<models::Restart> restarts;
        mcp::ClientState state = mcp::ClientState::Stopped;
        models::RestartCause nextCause; // of the next start
        models::RestartCause cause; // of the start that runs, and when it began
        Stamp began;
        bool isLoading = false; // connected, and its lists are not all there
        std::optional<std::int64_t> renewedNs; // when its session was renewed, steady
        int starts = 0; // in this run of Sonde
        enum class Loading : std::uint8_t { Not, Begun, Done };
        Loading loading = Loading::Not;
        bool isSaved = true;
        std::optional<models::Restart> waiting; // for what is being read, to be compared with it
        std::unique_ptr<BackgroundJob> loadJob;
        std::unique_ptr<BackgroundJob> saveJob;
        std::unique_ptr<BackgroundJob> job;
        std::unique_ptr<BackgroundJob> runsJob;
    };
    // A server that was forgotten.
    struct Forgotten {
        QString server;
        std::optional<std::deque<models::Restart>> restarts; // nothing: they were not read yet
        QByteArray file; // what it had in that case
    };
    static models::Restart *find(Followed &followed, int number);
    void stateChanged(const QString &server);
    void sessionRenewed(const QString &server);
    void listChanged(const QString &server);
    void compare(const QString &server, models::Restart restart);
    void add(const QString &server, models::Restart restart);
    void adoptLoaded(const QString &server, std::deque<models::Restart> loaded);
    void measure(const QString &server, Followed &followed) const;
    void saveSoon(const QString &server);
    void saveInBackground();
    void adoptRuns(const QString &server, const models::Restart &compared);

    QString m_folder;
    StartMeasure m_measure;
    QTimer m_saveTimer;
    std::map<QString, Followed> m_servers;
    std::optional<Forgotten> m_forgotten;
};

} // namespace sonde::session
