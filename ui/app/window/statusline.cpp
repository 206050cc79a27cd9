// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/statusline.h"

#include "base/clock.h"
#include "base/formatting.h"
#include "base/pluralnumber.h"
#include "look/access/announcements.h"
#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/controls/plaintooltip.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/findings/findingtext.h"
#include "models/trace/errorcount.h"
#include "session/connection/observation.h"

#include <QFileInfo>
#include <QStringBuilder>

#include <utility>

namespace sonde::app {

using look::ColorLabel;
using models::ColorRole;

QIcon stateIcon(const mcp::Client *client)
{
    switch (client ? client->state() : mcp::ClientState::Stopped) {
    case mcp::ClientState::Ready:
        return look::icon("dot-on", ColorRole::Ok);
    case mcp::ClientState::Failed:
        return look::icon("dot-bad", ColorRole::Error);
    case mcp::ClientState::Starting:
    case mcp::ClientState::Stopping:
        return look::icon("dot-wait", ColorRole::Accent);
    case mcp::ClientState::Stopped:
        break;
    }
    return look::icon("dot-off", ColorRole::Muted);
}

QString stateText(const mcp::Client *client)
{
    return models::ServerModel::stateText(liveOf(client));
}

QString transportText(const mcp::Client *client, const wire::Endpoint &endpoint)
{
    if (!endpoint.hasExchanges())
        return StatusLine::tr("stdio");
    return client && client->httpState().sse ? StatusLine::tr("HTTP+SSE") : StatusLine::tr("HTTP");
}

QString endText(const mcp::Client &client)
{
    const auto &end = client.endReport();
    return end ? end->sentence() : StatusLine::tr("connection lost");
}

models::ServerLive liveOf(const mcp::Client *client)
{
    models::ServerLive live;
    if (!client)
        return live;
    live.state = client->state();
    if (live.state == mcp::ClientState::Ready)
        live.revision = client->negotiated().revision;
    if (live.state == mcp::ClientState::Failed) {
        live.failure = client->failure().sentence;
        if (client->wasConnected()) {
            live.ago = agoText(std::chrono::nanoseconds(
                SystemClock::instance().now().steady - client->failedAt().steady));
            live.end = endText(*client);
        }
    }
    return live;
}

StatusLine::StatusLine(QWidget *parent)
    : QStatusBar(parent)
    , m_dot(new QLabel(this))
    , m_server(new ColorLabel(ColorRole::Normal, this))
    , m_process(new ColorLabel(ColorRole::Muted, this))
    , m_recording(new ColorLabel(ColorRole::Muted, this))
    , m_file(new ColorLabel(ColorRole::Muted, this))
    , m_waiting(new ColorLabel(ColorRole::Accent, this))
    , m_held(new ColorLabel(ColorRole::Warn, this))
    , m_counts(new ColorLabel(ColorRole::Muted, this))
    , m_errors(new ColorLabel(ColorRole::Error, this))
    , m_warnings(new ColorLabel(ColorRole::Warn, this))
{
    setSizeGripEnabled(false);
    setContentsMargins(4, 0, 8, 0);
    m_server->setAccessibleName(tr("Current server"));
    m_counts->setObjectName(QStringLiteral("recordedCounts"));
    m_counts->setAccessibleName(tr("Recorded so far"));
    m_file->setFont(look::fixedFont());
    m_file->setElideMode(Qt::ElideMiddle);
    addWidget(m_dot);
    addWidget(m_server);
    addWidget(m_process);
    addWidget(m_recording);
    addWidget(m_file);
    addPermanentWidget(m_waiting);
    addPermanentWidget(m_held);
    addPermanentWidget(m_counts);
    m_held->setObjectName(QStringLiteral("heldMessages"));
    m_errors->setObjectName(QStringLiteral("violatedErrors"));
    m_warnings->setObjectName(QStringLiteral("violatedWarnings"));
    for (ColorLabel *label : {m_errors, m_warnings}) {
        label->setToolTip(tr("Requirements that the current server violates"));
        addPermanentWidget(label);
    }
    connect(&look::ClipboardNotice::instance(), &look::ClipboardNotice::copied, this,
        [this](qint64 bytes) { toast(tr("Copied %1").arg(bytesText(bytes))); });
    setWaiting(0);
    setHeld(0);
    setServer({}, nullptr);
    setCounts(0, 0, 0);
    setViolated({});
}

void StatusLine::setServer(const QString &name, const mcp::Client *client)
{
    const int side = look::metrics().icon;
    // Never shown or hidden by itself: the bar does that while a message lies over it.
    m_dot->setPixmap(name.isEmpty() ? QPixmap() : stateIcon(client).pixmap(side, side));
    m_server->setText(name.isEmpty() ? tr("no server") : name);
    const auto state = client ? client->state() : mcp::ClientState::Stopped;
    const bool failed = state == mcp::ClientState::Failed;
    QString process;
    if (state == mcp::ClientState::Ready)
        process = client->config().endpoint.hasProcess()
            ? tr("process %1").arg(client->startReport().pid)
            : client->config().endpoint.url().authority();
    else if (failed && !client->wasConnected() && client->endReport())
        process = client->endReport()->sentence();
    else
        process = stateText(client);
    m_process->setColorRole(failed ? ColorRole::Error : ColorRole::Muted);
    m_process->setText(name.isEmpty() ? QString() : process);
    announceState(name, state, stateText(client));
}

// When the state changes, not when another server is selected.
void StatusLine::announceState(const QString &name, mcp::ClientState state, const QString &words)
{
    const bool isSame = std::exchange(m_announcedServer, name) == name;
    const bool isNew = std::exchange(m_announcedState, state) != state;
    if (!isSame || !isNew)
        return;
    if (state == mcp::ClientState::Ready)
        look::announce(tr("%1: connected, %2").arg(name, words));
    else if (state == mcp::ClientState::Failed)
        look::announce(name % u": " % words, look::Announcements::Urgency::Assertive);
}

void StatusLine::setObservation(const QString &name, const session::Observation &observation)
{
    const int side = look::metrics().icon;
    const session::Observation::Ends &ends = observation.ends();
    m_dot->setPixmap((observation.isLive() ? look::icon("tap-on", ColorRole::Ok)
                                           : look::icon("tap-off", ColorRole::Muted))
                         .pixmap(side, side));
    m_server->setText(name);
    m_process->setColorRole(ColorRole::Muted);
    const QString host = observation.hostName().isEmpty()
        ? ends.program
        : QString(observation.hostName() % u' ' % observation.hostVersion());
    m_process->setText(ends.isHttp()
            ? ends.addresses()
            : tr("%1, process %2 → process %3").arg(host).arg(ends.host).arg(ends.server));
    setRecording(ends.recording);
}

void StatusLine::setRecording(const QString &path)
{
    m_recording->setColorRole(ColorRole::Muted);
    m_recording->setText(path.isEmpty() ? QString() : tr("recording to"));
    m_file->setText(QFileInfo(path).fileName());
    look::setPlainToolTip(*m_file, path);
}

void StatusLine::setRecordingFailed(const QString &sentence)
{
    m_recording->setColorRole(ColorRole::Error);
    m_recording->setText(tr("not recorded: %1").arg(sentence));
    m_file->clear();
}

void StatusLine::setCounts(std::uint64_t messages, std::uint64_t bytes, std::uint64_t errors)
{
    const QString count = messages == 1
        ? tr("1 message")
        : tr("%1 messages", nullptr, pluralNumber(messages)).arg(countText(messages));
    m_counts->setText(count + QStringLiteral(" · ") + sizeText(bytes));
    // Beside the flags it would be taken for their number.
    look::setPlainToolTip(
        *m_counts, tr("Error responses and tool errors: %1").arg(models::ErrorCount::text(errors)));
}

void StatusLine::setViolated(const models::LevelCounts &violated)
{
    using findings::Level;
    for (const auto &[level, label] :
        {std::pair(Level::Error, m_errors), std::pair(Level::Warning, m_warnings)}) {
        models::LevelCounts one;
        one.of(level) = violated.of(level);
        label->setVisible(one.all() > 0);
        label->setText(models::countsText(one));
        label->setSign(models::levelSign(level));
    }
}

void StatusLine::setWaiting(int requests)
{
    const bool isMore = requests > std::exchange(m_waitingCount, requests);
    m_waiting->setVisible(requests > 0);
    m_waiting->setText(requests == 1
            ? tr("1 server request waits for review")
            : tr("%Ln server requests wait for review", nullptr, requests));
    if (isMore)
        look::announce(m_waiting->text(), look::Announcements::Urgency::Assertive);
}

void StatusLine::setHeld(int messages)
{
    const bool isMore = messages > std::exchange(m_heldCount, messages);
    m_held->setVisible(messages > 0);
    m_held->setText(messages == 1 ? tr("1 message held at a breakpoint")
                                  : tr("%Ln messages held at breakpoints", nullptr, messages));
    if (isMore)
        look::announce(m_held->text(), look::Announcements::Urgency::Assertive);
}

void StatusLine::toast(const QString &sentence)
{
    showMessage(sentence, 5000);
    look::announce(sentence);
}

} // namespace sonde::app
