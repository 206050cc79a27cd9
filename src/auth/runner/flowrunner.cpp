// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/runner/flowrunner.h"

#include "auth/base/urlrules.h"
#include "base/overloaded.h"
#include "rpc/lifecycle.h"

#include <QPointer>
#include <QThread>

#include <algorithm>

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

constexpr std::size_t kMaxSnapshots = 50; // a flow has about ten

Stamp now()
{
    return SystemClock::instance().now();
}

StepKind kindOf(const FlowAction &action)
{
    const auto *const fetch = std::get_if<Fetch>(&action);
    return fetch ? fetch->step : StepKind::AuthorizationRequest;
}

bool isOutward(const FlowAction &action)
{
    return std::holds_alternative<Fetch>(action) || std::holds_alternative<Browse>(action);
}

} // namespace

FlowRunner::FlowRunner(const Setup &setup, QObject *parent)
    : QObject(parent)
    , m_setup(setup)
    , m_worker(new FetchWorker(setup.route))
{
    if (setup.wireThread)
        m_worker->moveToThread(setup.wireThread);
    connect(m_worker, &FetchWorker::fetched, this, &FlowRunner::answered, Qt::QueuedConnection);
    connect(&m_listener, &LoopbackListener::redirected, this, &FlowRunner::receiveRedirect);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_flow)
            feed([](Flow &flow, FlowActions &out) { flow.tick(now(), out); });
    });
}

FlowRunner::~FlowRunner()
{
    const bool elsewhere = m_worker->thread() != QThread::currentThread();
    if (elsewhere && m_worker->thread()->isRunning())
        m_worker->deleteLater();
    else
        delete m_worker;
}

const std::vector<Step> &FlowRunner::steps() const
{
    static const std::vector<Step> none;
    return m_flow ? m_flow->steps() : none;
}

// Tells the flow something, and does what it wants then.
template <typename Event>
void FlowRunner::feed(const Event &event)
{
    if (!m_flow)
        return;
    FlowActions actions;
    event(*m_flow, actions);
    perform(actions);
}

void FlowRunner::start(const FlowSetup &setup, const Goal &goal)
{
    leaveRun();
    m_snapshots.clear();
    m_choices.clear();
    m_clientIssuer.clear();
    m_page.clear();
    m_windowFailed = false;
    m_noted = 0;
    m_flow.emplace(setup, m_setup.randomness, m_setup.signer ? *m_setup.signer : systemSigner());
    feed([&](Flow &flow, FlowActions &out) { flow.begin(goal, now(), out); });
}

// Whatever is still under way is not of the next run.
void FlowRunner::leaveRun()
{
    ++m_run;
    m_held.reset();
    closePages();
}

void FlowRunner::closePages()
{
    if (m_setup.browser)
        m_setup.browser->close();
    if (m_setup.window)
        m_setup.window->close();
}

void FlowRunner::cancel()
{
    m_held.reset();
    feed([](Flow &flow, FlowActions &out) { flow.cancel(now(), out); });
}

void FlowRunner::perform(const FlowActions &actions)
{
    // an action reports to owners who may destroy the runner
    const QPointer<FlowRunner> alive(this);
    const quint32 run = m_run;
    reportChange();
    for (const FlowAction &action : actions) {
        if (!alive || run != m_run)
            return;
        if (isOutward(action)) {
            keepSnapshot(action);
            if (isHeldBack(action)) {
                m_held = action;
                Q_EMIT heldChanged();
                continue;
            }
        }
        perform(action);
    }
    if (alive)
        armTimer();
}

// In the recording, in words: what each step decided. Properties and decisions hold no secret.
void FlowRunner::reportChange()
{
    const auto &all = m_flow->steps();
    for (; m_noted < all.size() && all[m_noted].state != StepState::Running; ++m_noted) {
        const QString what = QLatin1String(rpc::lifecycle::kAuthorizationStep)
            % QLatin1String(stepName(all[m_noted].kind));
        QMetaObject::invokeMethod(
            m_worker, [worker = m_worker, what, detail = all[m_noted].decision] {
                worker->logLifecycle(what, detail);
            });
    }
    Q_EMIT stepsChanged();
}

bool FlowRunner::isHeldBack(const FlowAction &action) const
{
    return m_mode == RunMode::Step
        || (m_mode == RunMode::StopBefore && kindOf(action) == m_stopBefore);
}

void FlowRunner::setMode(RunMode mode, StepKind before)
{
    m_mode = mode;
    m_stopBefore = before;
}

void FlowRunner::keepSnapshot(const FlowAction &action)
{
    if (m_snapshots.size() < kMaxSnapshots)
        m_snapshots.push_back({m_flow->steps().size() - 1, *m_flow, action});
}

void FlowRunner::proceed()
{
    if (!m_held)
        return;
    const FlowAction action = *m_held;
    m_held.reset();
    const QPointer<FlowRunner> alive(this); // a receiver may destroy the runner
    Q_EMIT heldChanged();
    if (alive)
        perform(action);
    if (alive)
        armTimer();
}

void FlowRunner::edit(const wire::HttpRequest &request)
{
    auto *const fetch = m_held ? std::get_if<Fetch>(&*m_held) : nullptr;
    if (!fetch)
        return;
    fetch->request = request;
    m_flow->edited(fetch->key, request);
    Q_EMIT stepsChanged();
}

bool FlowRunner::editPage(const QUrl &url)
{
    auto *const page = m_held ? std::get_if<Browse>(&*m_held) : nullptr;
    if (!page || browserRefusalOf(url))
        return false;
    page->url = url;
    Q_EMIT heldChanged();
    return true;
}

void FlowRunner::openAgain()
{
    if (m_flow && !m_held && !m_page.isEmpty() && !m_flow->expectedState().isEmpty())
        browse(Browse{m_page});
}

bool FlowRunner::repeatFrom(std::size_t step)
{
    const auto found = std::find_if(m_snapshots.begin(), m_snapshots.end(),
        [step](const Snapshot &each) { return each.step == step; });
    if (found == m_snapshots.end())
        return false;
    const Snapshot snapshot = *found;
    m_snapshots.erase(found, m_snapshots.end());
    leaveRun();
    m_noted = std::min(m_noted, step);
    m_flow = snapshot.flow;
    // The listener of then has closed with its redirect: the same address again, where the browser
    // is still to come.
    if (kindOf(snapshot.action) <= StepKind::AuthorizationRequest && !m_openPage
        && !m_flow->redirectUri().isEmpty() && !m_listener.isOpen())
        (void)m_listener.open(m_flow->redirectUri().port(0), false);
    perform(FlowActions{snapshot.action});
    return true;
}

void FlowRunner::perform(const FlowAction &action)
{
    std::visit(Overloaded{
                   [this](const Fetch &fetch) { send(fetch); },
                   [this](const Listen &wanted) { listen(wanted); },
                   [this](const Browse &page) { browse(page); },
                   [this](const ChooseServer &choice) {
                       m_choices = choice.issuers;
                       Q_EMIT choiceRequested(choice.issuers);
                   },
                   [this](const AskClient &client) {
                       m_clientIssuer = client.issuer;
                       Q_EMIT clientRequested(client.issuer);
                   },
                   [this](const KeepRegistration &client) { Q_EMIT keeping(client); },
                   [this](const DropRegistration &client) { Q_EMIT keeping(client); },
                   [this](const KeepTokens &tokens) { Q_EMIT keeping(tokens); },
                   [this](const DropTokens &tokens) { Q_EMIT keeping(tokens); },
                   [this](const Finished &end) { finish(end); },
               },
        action);
}

void FlowRunner::finish(const Finished &end)
{
    m_listener.close();
    m_timer.stop();
    closePages();
    m_choices.clear();
    m_clientIssuer.clear();
    Q_EMIT finished(end.error, end.rule);
}

void FlowRunner::send(const Fetch &action)
{
    const quint32 number = ++m_lastSent;
    m_sent[number] = {m_run, action.key};
    m_flow->sent(action.key, now());
    QMetaObject::invokeMethod(
        m_worker,
        [worker = m_worker, number, request = action.request, publicOnly = action.publicOnly] {
            worker->fetch(number, request, publicOnly);
        },
        Qt::QueuedConnection);
}

void FlowRunner::answered(quint32 key, const FetchResponse &response)
{
    const auto node = m_sent.extract(key);
    if (!node || node.mapped().first != m_run)
        return; // of a run that is over
    feed([&](Flow &flow, FlowActions &out) {
        flow.fetched(node.mapped().second, response, now(), out);
    });
}

// Queued: the flow is in the middle of telling what it wants.
void FlowRunner::listen(const Listen &action)
{
    const bool mayVary = m_flow->setup().redirectPort == 0;
    const bool canAsk = m_setup.browser || m_openPage;
    const Result<QUrl> opened = canAsk
        ? m_listener.open(action.port, mayVary)
        : Result<QUrl>(Error{.domain = Domain::Authorization,
            .code = kNeedsPerson,
            .sentence =
                AuthText::tr("You must log in in a browser, but no browser may be opened here.")});
    QMetaObject::invokeMethod(
        this,
        [this, opened, run = m_run] {
            if (run == m_run)
                feed([&](Flow &flow, FlowActions &out) { flow.listening(opened, now(), out); });
        },
        Qt::QueuedConnection);
}

void FlowRunner::browse(const Browse &action)
{
    const QPointer<FlowRunner> alive(this); // a receiver may destroy the runner
    m_page = action.url;
    m_browserProblem.clear();
    m_flow->pageOpened(now());
    Q_EMIT pageRequested(action.url);
    if (!alive)
        return;
    if (m_openPage)
        return m_openPage(action.url);
    if (m_setup.browser)
        openPage(*m_setup.browser);
}

void FlowRunner::openInWindow()
{
    if (!hasWindow() || !m_flow || m_flow->expectedState().isEmpty())
        return;
    m_browserProblem.clear();
    m_flow->pageOpened(now());
    openPage(*m_setup.window);
    Q_EMIT stepsChanged();
}

void FlowRunner::openPage(Browser &browser)
{
    const PageWatch watch{this,
        [this, run = m_run](const PageVisit &visit) {
            if (run == m_run)
                feed([&](Flow &flow, FlowActions &) { flow.visited(visit); });
        },
        [this, run = m_run](const Result<QByteArray> &query) {
            if (run == m_run)
                pageEnded(query);
        }};
    const Result<void> opened = browser.openWatched(m_page, watch);
    if (opened)
        return;
    if (m_setup.waitsWithoutBrowser)
        return reportBrowserProblem(opened.error().sentence);
    QMetaObject::invokeMethod(
        this,
        [this, error = opened.error(), run = m_run] {
            if (run == m_run)
                pageEnded(error);
        },
        Qt::QueuedConnection);
}

void FlowRunner::pageEnded(const Result<QByteArray> &query)
{
    if (query)
        return receiveRedirect(*query);
    const Domain domain = query.error().domain;
    const bool cannotShow = domain == Domain::Process || domain == Domain::Timeout;
    if (m_setup.waitsWithoutBrowser && cannotShow && m_flow
        && !m_flow->expectedState().isEmpty()) { // another browser may bring the redirect
        m_windowFailed = true;
        return reportBrowserProblem(query.error().sentence);
    }
    feed([&](Flow &flow, FlowActions &out) { flow.browserFailed(query.error(), now(), out); });
}

void FlowRunner::reportBrowserProblem(const QString &sentence)
{
    m_browserProblem = sentence;
    Q_EMIT stepsChanged();
}

void FlowRunner::receiveRedirect(const QByteArray &query)
{
    m_listener.close();
    feed([&](Flow &flow, FlowActions &out) { flow.redirected(query, now(), out); });
}

void FlowRunner::choose(int index)
{
    m_choices.clear();
    feed([&](Flow &flow, FlowActions &out) { flow.chosen(index, now(), out); });
}

void FlowRunner::setClient(const Registration &client)
{
    m_clientIssuer.clear();
    feed([&](Flow &flow, FlowActions &out) { flow.clientGiven(client, now(), out); });
}

void FlowRunner::armTimer()
{
    const std::int64_t deadline = m_flow ? m_flow->nextDeadline() : Flow::kNever;
    if (deadline == Flow::kNever || m_held)
        return m_timer.stop();
    const std::int64_t left = (deadline - now().steady) / 1'000'000 + 1;
    m_timer.start(std::chrono::milliseconds(std::max<std::int64_t>(left, 0)));
}

} // namespace sonde::auth
