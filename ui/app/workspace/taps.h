// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/settings/settings.h"
#include "session/connection/observation.h"
#include "session/tap/tapbreakpoints.h"
#include "tap/watch/tapfinder.h"
#include "trace/recorder/recorder.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace sonde::tap {
class TapFeed;
struct TappedMessage;
} // namespace sonde::tap

namespace sonde::app {

// The taps that run on this machine, and those that have ended since Sonde began to watch. What
// crosses them is copied into the recording of the window, like the traffic of its own servers.
class Taps : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxListed = 200; // ended ones make room, the oldest first

    struct Setup {
        QString folder; // of tap::tapsFolder(); empty: none are watched
        trace::Recorder *recorder; // outlives the taps
        std::function<void()> startRecording; // before the first tap is copied
        std::function<bool(const QString &)> isTaken; // a server has that name
        models::Settings settings{nullptr}; // which keep the breakpoints
    };
    explicit Taps(Setup setup);
    ~Taps() override;

    // Returns a sentence if the folder cannot be watched; empty: it is.
    QString watch();
    QStringList names() const; // the order of their first appearance
    session::Observation *find(const QString &name) const; // nullptr: there is none
    // nullptr: there is no such tap, or it takes none.
    session::TapBreakpoints *breakpoints(const QString &name) const;
    // Removes one that has ended from the list; what was recorded stays.
    void forget(const QString &name);

Q_SIGNALS:
    // The folder can be used now; watch() had returned that sentence.
    void watchStarted(const QString &problem);
    void listChanged();
    void changed(const QString &name); // whether it goes on, what is known of it, what it holds
    void failed(const QString &sentence);

private:
    struct Tap {
        QString name;
        int connection = 0;
        std::unique_ptr<session::Observation> observation;
        std::unique_ptr<session::TapBreakpoints> breakpoints;
        tap::TapFeed *feed = nullptr;
        bool controls = true; // breakpoints may be set
    };

    QString folderProblem() const;
    void meet(tap::TapLink *link);
    void follow(tap::TapLink *link);
    Tap &place(const QString &name);
    QString nameFor(const tap::TapLink &link) const;
    Tap *entry(const QString &name) const;
    void connectFeed(Tap &tap);
    void keepConnection(const QString &name, const tap::TapFeed &feed);
    void makeRoom();

    Setup m_setup;
    tap::TapFinder m_finder;
    std::vector<std::unique_ptr<Tap>> m_taps;
};

} // namespace sonde::app
