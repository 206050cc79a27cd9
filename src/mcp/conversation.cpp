// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/conversation.h"

#include "wire/linecarrier.h"
#include "wire/stdiotransport.h"

namespace sonde::mcp {

namespace {

constexpr std::size_t kMaxDiagnosticLine = 4096; // of stderr, handed to the window

wire::Link::Options linkOptions(const Conversation::Setup &setup)
{
    wire::Link::Options options = setup.link;
    options.batchesAllowed = false; // until 2025-03-26 is agreed on
    return options;
}

} // namespace

Conversation::Conversation(const Setup &setup)
    : m_setup(setup)
    , m_session(setup.era, setup.revision, setup.exact)
    , m_link(
          [launch = setup.launch](const wire::CarrierContext &context) {
              return std::make_unique<wire::LineCarrier>(
                  std::make_unique<wire::StdioTransport>(launch), context);
          },
          linkOptions(setup))
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::CoarseTimer);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_armedFor = Session::kNever;
        m_session.tick(SystemClock::instance().now(), m_actions);
        perform();
    });
    m_link.setReceiver([this](std::span<wire::Event> events) { take(events); });
}

void Conversation::start()
{
    m_startedNs = SystemClock::instance().now().steady;
    m_link.start();
}

void Conversation::stop()
{
    m_link.stop();
}

Token Conversation::call(const std::string &method, std::string_view params,
    const CallOptions &options, QObject *context, std::function<void(Result<Answer>)> done)
{
    const Token token = m_session.call(method, params, {options.idleTimeout, options.totalTimeout},
        options.wantProgress, SystemClock::instance().now(), m_actions);
    m_callers.emplace(token, Caller{context, std::move(done), options.onProgress});
    perform();
    return token;
}

// The answer to a cancel() is an event of its own: the callback never runs inside the call.
void Conversation::cancel(Token token)
{
    QMetaObject::invokeMethod(
        this,
        [this, token] {
            m_session.cancel(token, QStringLiteral("the person cancelled it"), m_actions);
            perform();
        },
        Qt::QueuedConnection);
}

void Conversation::take(std::span<wire::Event> events)
{
    const QPointer<Conversation> alive(this);
    for (wire::Event &event : events) {
        take(event);
        if (!alive)
            return;
    }
    armTimer();
}

void Conversation::take(wire::Event &event)
{
    if (auto *message = std::get_if<wire::Received>(&event))
        return takeMessage(*message);
    if (const auto *line = std::get_if<wire::Diagnostic>(&event)) {
        const Bytes text = line->line.slice(0, kMaxDiagnosticLine);
        Q_EMIT diagnosticReceived(QString::fromUtf8(text.data(), qsizetype(text.size())));
    } else if (const auto *start = std::get_if<wire::Started>(&event)) {
        const auto begin = SystemClock::instance().now();
        m_session.open(m_setup.openingTimeout, begin, m_actions);
        m_openingSize = std::get<Send>(m_actions.back()).message.size() + 1;
        perform();
        m_openingNs = SystemClock::instance().now().steady - begin.steady;
        Q_EMIT started(start->report);
    } else if (const auto *failure = std::get_if<wire::StartFailed>(&event)) {
        m_over = true;
        Q_EMIT startFailed(failure->report, failure->error);
    } else if (const auto *end = std::get_if<wire::Ended>(&event)) {
        m_over = true;
        const QPointer<Conversation> alive(this);
        m_session.ended(endSentence(*end), m_actions);
        perform();
        if (alive)
            Q_EMIT ended(end->report);
    }
}

// Before the first answer the time and the amount of output are evidence.
QString Conversation::endSentence(const wire::Ended &end) const
{
    if (m_session.state() != Session::State::Opening)
        return end.report.sentence();
    const auto ns = end.at.steady - m_startedNs;
    return QStringLiteral("%1, after %2 ms, %3 bytes on stdout")
        .arg(end.report.sentence(), QString::number(double(ns) / 1e6, 'f', 1))
        .arg(m_receivedBytes);
}

void Conversation::takeMessage(wire::Received &received)
{
    m_receivedBytes += received.message.bytes().size() + 1;
    if (m_session.state() == Session::State::Opening
        && received.message.kind == rpc::Kind::ErrorResponse) {
        // The probe judges the error itself; the session only says that it is over.
        const rpc::Message answer = received.message;
        const QPointer<Conversation> alive(this);
        m_session.received(std::move(received.message), received.at, received.place, m_actions);
        if (m_session.state() == Session::State::Over)
            Q_EMIT refused(answer);
        if (alive)
            perform();
        return;
    }
    m_session.received(std::move(received.message), received.at, received.place, m_actions);
    perform();
}

// Callers may ask again from inside their callback: what that adds is performed by the loop that
// runs already.
void Conversation::perform()
{
    if (m_performing)
        return;
    m_performing = true;
    const QPointer<Conversation> alive(this);
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        Action action = std::move(m_actions[i]);
        perform(action);
        if (!alive)
            return;
    }
    m_actions.clear();
    m_performing = false;
    armTimer();
}

void Conversation::perform(Action &action)
{
    if (auto *send = std::get_if<Send>(&action)) {
        m_link.send({std::move(send->message), send->kind, std::move(send->id), {}});
    } else if (auto *answer = std::get_if<Complete>(&action)) {
        complete(*answer);
    } else if (auto *notify = std::get_if<Notify>(&action)) {
        Q_EMIT notificationReceived(notify->message);
    } else if (const auto *progress = std::get_if<Progress>(&action)) {
        const auto caller = m_callers.find(progress->token);
        if (caller != m_callers.end() && caller->second.context && caller->second.onProgress)
            caller->second.onProgress(progress->message);
    } else if (const auto *found = std::get_if<Mark>(&action)) {
        m_link.report(found->place, found->problem);
    } else if (std::holds_alternative<Opened>(action)) {
        m_link.setBatchesAllowed(m_session.dialect().revision() == QLatin1String("2025-03-26"));
        Q_EMIT opened();
    } else if (const auto *failure = std::get_if<Broken>(&action)) {
        Q_EMIT broken(failure->error);
    }
}

void Conversation::complete(Complete &action)
{
    const auto at = m_callers.find(action.token);
    if (at == m_callers.end())
        return;
    const Caller caller = std::move(at->second);
    m_callers.erase(at);
    if (caller.context)
        caller.done(std::move(action.outcome));
}

// One timer for the earliest deadline, moved only when that one comes earlier.
void Conversation::armTimer()
{
    const auto deadline = m_session.nextDeadline();
    if (deadline >= m_armedFor)
        return;
    m_armedFor = deadline;
    const auto left = deadline - SystemClock::instance().now().steady;
    m_timer.start(std::chrono::milliseconds(std::max<std::int64_t>(left / 1'000'000 + 1, 0)));
}

} // namespace sonde::mcp
