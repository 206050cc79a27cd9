// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/browser.h"
#include "auth/browser/loopbacklistener.h"
#include "auth/flow/flow.h"
#include "auth/runner/fetchworker.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

class QThread;

namespace sonde::auth {

// How far a run goes by itself. Steps that change nothing outside are never held back.
enum class RunMode : std::uint8_t {
    All,
    Step, // before every request and the browser
    StopBefore, // before the first one of a certain kind
};

// Carries out the actions of a flow: sends its requests, listens for the redirect, opens the
// browser; or holds an action back until proceed(). One run at a time. The owner stores the
// credentials: see keeping().
class FlowRunner : public QObject {
    Q_OBJECT
public:
    struct Setup {
        FetchRoute route;
        QThread *wireThread = nullptr; // nullptr: everything on the caller's thread
        Browser *browser = nullptr; // outlives the runner; nullptr: no login is possible
        Browser *window = nullptr; // for openInWindow(); outlives the runner; nullptr: none
        Randomness randomness = systemRandomness;
        const Signer *signer = nullptr; // nullptr: the system's
        // The user sees page(), and can open it elsewhere: a run whose browser cannot be started
        // still waits for the redirect.
        bool waitsWithoutBrowser = false;
    };
    explicit FlowRunner(const Setup &setup, QObject *parent = nullptr);
    ~FlowRunner() override;

    void start(const FlowSetup &setup, const Goal &goal);
    void cancel();
    bool isRunning() const { return m_flow && !m_flow->isOver(); }
    const std::vector<Step> &steps() const; // of the newest run
    QString issuer() const { return m_flow ? m_flow->issuer() : QString(); } // of the newest run

    void setMode(RunMode mode, StepKind before = StepKind::Token);
    RunMode mode() const { return m_mode; }
    // What is held back now: a request, or the browser. nullptr: nothing is.
    const FlowAction *held() const { return m_held ? &*m_held : nullptr; }
    void proceed(); // with the action that is held back
    // Replaces the request that is held back by one that the user edited.
    void edit(const wire::HttpRequest &request);
    // Replaces the page that is held back. False: the URL may not be opened in a browser, and
    // nothing changed.
    bool editPage(const QUrl &url);
    // See Browser::notice().
    QString browserNotice() const
    {
        return m_setup.browser ? m_setup.browser->notice() : QString();
    }
    // Why no browser was started for page(), a sentence; empty: one was.
    const QString &browserProblem() const { return m_browserProblem; }
    void openAgain(); // the page, while its redirect is waited for
    // Whether page() can be opened in the window of Sonde, where `browser` cannot be started.
    bool hasWindow() const { return m_setup.window && !m_windowFailed; }
    void openInWindow();
    const QUrl &page() const { return m_page; } // that was opened last in this run; empty: none
    // Goes back to before the step sent its first request or opened the browser, and continues from
    // there. False: that state is not known.
    bool repeatFrom(std::size_t step);

    // The responses to choiceRequested() and clientRequested().
    void choose(int index);
    void setClient(const Registration &client);
    const QStringList &choices() const { return m_choices; } // empty: nothing to choose
    const QString &clientIssuer() const { return m_clientIssuer; } // empty: no client is wanted

    // The query of a redirect that another component received (the embedded browser).
    void receiveRedirect(const QByteArray &query);
    // Replaces the browser; the redirect comes by receiveRedirect().
    void setPageOpener(std::function<void(const QUrl &)> open) { m_openPage = std::move(open); }

Q_SIGNALS:
    void stepsChanged();
    void heldChanged();
    void choiceRequested(const QStringList &issuers);
    void clientRequested(const QString &issuer);
    void pageRequested(const QUrl &url); // a page is being opened
    // The owner stores or removes credentials.
    void keeping(const sonde::auth::CredentialAction &action);
    void finished(
        const std::optional<sonde::Error> &error, const std::optional<sonde::auth::AuthRule> &rule);

private:
    struct Snapshot {
        std::size_t step; // its index
        Flow flow;
        FlowAction action;
    };

    void leaveRun();
    void closePages();
    void perform(const FlowActions &actions);
    void perform(const FlowAction &action);
    void finish(const Finished &end);
    void send(const Fetch &action);
    void listen(const Listen &action);
    void browse(const Browse &action);
    void openPage(Browser &browser);
    void pageEnded(const Result<QByteArray> &query);
    void reportBrowserProblem(const QString &sentence);
    bool isHeldBack(const FlowAction &action) const;
    void keepSnapshot(const FlowAction &action);
    void answered(quint32 key, const FetchResponse &response);
    void armTimer();
    void reportChange();

    template <typename Event>
    void feed(const Event &event);

    const Setup m_setup;
    FetchWorker *m_worker; // on the wire thread
    LoopbackListener m_listener;
    QTimer m_timer;
    std::optional<Flow> m_flow;
    RunMode m_mode = RunMode::All;
    StepKind m_stopBefore = StepKind::Token;
    std::optional<FlowAction> m_held;
    QUrl m_page;
    QString m_browserProblem;
    bool m_windowFailed = false; // in this run
    std::vector<Snapshot> m_snapshots;
    QStringList m_choices;
    QString m_clientIssuer;
    std::function<void(const QUrl &)> m_openPage;
    quint32 m_run = 0; // number of the run; separates its fetches from those of earlier runs
    std::map<quint32, std::pair<quint32, FetchKey>> m_sent; // run and key, by what the worker knows
    quint32 m_lastSent = 0;
    std::size_t m_noted = 0; // steps that the recording has in words
};

} // namespace sonde::auth
