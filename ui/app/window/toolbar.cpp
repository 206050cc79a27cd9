// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/toolbar.h"

#include "app/window/actions.h"
#include "app/window/statusline.h"
#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "look/controls/plaintooltip.h"
#include "look/painting/iconengine.h"
#include "session/connection/observation.h"
#include "widgets/overview/serverpage.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QResizeEvent>
#include <QToolButton>

namespace sonde::app {

using look::ColorLabel;
using models::ColorRole;

namespace {

// In characters: how wide the bar is for all its words, and the box of servers.
constexpr int kWideChars = 186;
constexpr int kTightChars = 164; // below this the buttons have no words
constexpr int kWaitingChars = 18; // what waiting requests take of the width
constexpr int kServerChars = 16;
constexpr int kServerCharsNarrow = 10;

} // namespace

ToolBar::ToolBar(Actions *actions, QWidget *parent)
    : QToolBar(tr("Server"), parent)
    , m_actions(*actions)
    , m_watchSwitch(actions->restartOnChange)
    , m_servers(new QComboBox(this))
    , m_transport(new ColorLabel(ColorRole::Muted, this))
    , m_revision(new ColorLabel(ColorRole::Normal, this))
    , m_negotiated(new ColorLabel(ColorRole::Muted, this))
    , m_last(new ColorLabel(ColorRole::Muted, this))
    , m_waiting(new QToolButton(this))
{
    setObjectName(QStringLiteral("toolBar"));
    setMovable(false);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setContextMenuPolicy(Qt::PreventContextMenu); // its toggle would leave no way back

    auto *connectButton = new QToolButton(this);
    connectButton->setText(tr("Connect"));
    connectButton->setIcon(look::icon("plug"));
    connectButton->setMenu(actions->connectMenu);
    connectButton->setPopupMode(QToolButton::MenuButtonPopup);
    connectButton->setObjectName(QStringLiteral("connect"));
    connectButton->setToolTip(tr("Connect the current server; the arrow shows all servers"));
    // When there is nothing to connect, the other servers are what is wanted.
    connect(connectButton, &QToolButton::clicked, this, [actions, connectButton] {
        if (actions->connectServer->isEnabled())
            actions->connectServer->trigger();
        else
            connectButton->showMenu();
    });
    connectButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connectButton->setFocusPolicy(Qt::TabFocus);
    connectButton->setAccessibleName(tr("Connect"));
    m_ownActions.push_back(addWidget(connectButton));
    for (QAction *action : {actions->restart, actions->stop})
        m_ownActions.push_back(addButton(action));
    m_watchAction = addButton(m_watchSwitch);
    connect(m_watchSwitch, &QAction::changed, this,
        [this] { m_watchAction->setVisible(m_watchSwitch->isVisible()); });
    m_removeTap = addButton(actions->removeTap);
    const auto offerRemoval = [this] { m_removeTap->setVisible(m_actions.removeTap->isEnabled()); };
    connect(actions->removeTap, &QAction::changed, this, offerRemoval);
    offerRemoval();
    m_ownActions.push_back(addSeparator());

    m_servers->setObjectName(QStringLiteral("serverChoice"));
    m_servers->setAccessibleName(tr("Current server"));
    m_servers->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_servers, &QComboBox::textActivated, this, &ToolBar::serverChosen);
    addWidget(m_servers);

    // In a narrow tool bar the negotiated capabilities are cut before the revision.
    m_transport->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_revision->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    auto *text = new QWidget(this);
    auto *layout = new QHBoxLayout(text);
    layout->setContentsMargins(10, 0, 10, 0);
    layout->setSpacing(0);
    layout->addWidget(m_transport);
    layout->addWidget(m_revision);
    layout->addWidget(m_negotiated);
    layout->addWidget(m_last);
    layout->addStretch(1);
    m_negotiated->setObjectName(QStringLiteral("era"));
    m_last->setObjectName(QStringLiteral("watched"));
    text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(text);

    m_waiting->setObjectName(QStringLiteral("serverRequests"));
    m_waiting->setIcon(look::icon("inbox", ColorRole::Accent));
    m_waiting->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_waiting->setFocusPolicy(Qt::TabFocus);
    connect(m_waiting, &QToolButton::clicked, actions->nextRequest, &QAction::trigger);
    m_waitingAction = addWidget(m_waiting);
    m_waitingAction->setVisible(false);

    m_go = new QPushButton(look::icon("search", ColorRole::Muted), {}, this);
    m_go->setObjectName(QStringLiteral("goTo"));
    connect(actions->goToAnything, &QAction::changed, this, &ToolBar::showKeys);
    connect(actions->nextRequest, &QAction::changed, this, &ToolBar::showKeys);
    m_go->setAccessibleName(tr("Go to anything"));
    m_go->setToolTip(tr("Go to anything"));
    connect(m_go, &QPushButton::clicked, actions->goToAnything, &QAction::trigger);
    addWidget(m_go);
    showKeys();
    fitWidth(QWIDGETSIZE_MAX);
}

QAction *ToolBar::addButton(QAction *action)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(action->text().remove(QLatin1Char('&')));
    m_buttons.push_back(button);
    return addWidget(button);
}

// Which the user may change.
void ToolBar::showKeys()
{
    const QString keys = m_actions.nextRequest->shortcut().toString(QKeySequence::NativeText);
    m_waiting->setToolTip(keys.isEmpty()
            ? tr("Review the next waiting server request")
            : tr("Review the next waiting server request (%1)").arg(keys));
    m_goKeys = m_actions.goToAnything->shortcut().toString(QKeySequence::NativeText);
    fitWidth(width());
}

void ToolBar::resizeEvent(QResizeEvent *event)
{
    fitWidth(event->size().width());
    QToolBar::resizeEvent(event);
}

// Rather fewer words than a button that is gone behind an arrow.
void ToolBar::fitWidth(int width)
{
    const bool wide = width > fontMetrics().averageCharWidth() * kWideChars;
    const int waiting = m_waitingCount > 0 ? kWaitingChars : 0;
    m_tight = width < fontMetrics().averageCharWidth() * (kTightChars + waiting);
    showWaiting();
    for (QToolButton *button : m_buttons)
        button->setToolButtonStyle(m_tight ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_servers->setMinimumContentsLength(wide ? kServerChars : kServerCharsNarrow);
    m_servers->setMinimumWidth(m_servers->sizeHint().width()); // its own hint is never made anew
    m_go->setText(wide ? tr("Go to anything…      %1").arg(m_goKeys) : m_goKeys);
}

void ToolBar::setServers(const QStringList &names, const QString &current)
{
    const QSignalBlocker quiet(m_servers);
    m_servers->clear();
    m_servers->addItems(names);
    m_servers->setCurrentIndex(int(names.indexOf(current)));
    m_servers->setEnabled(!names.isEmpty());
    look::setPlainToolTip(*m_servers, current); // the name may be cut
}

void ToolBar::setServerIcon(const QString &name, const QIcon &icon)
{
    if (const int at = m_servers->findText(name); at >= 0)
        m_servers->setItemIcon(at, icon);
}

void ToolBar::setWaiting(int count)
{
    m_waitingCount = count;
    m_waitingAction->setVisible(count > 0);
    fitWidth(width());
}

void ToolBar::showWaiting()
{
    const QString count = countText(static_cast<std::uint64_t>(m_waitingCount));
    const QString words = tr("Server requests (%1)").arg(count);
    m_waiting->setAccessibleName(words);
    m_waiting->setText(m_tight ? count : words);
}

void ToolBar::showOwnActions(bool shown)
{
    for (QAction *action : m_ownActions)
        action->setVisible(shown);
}

void ToolBar::setWatching(const QString &words, bool isPartial)
{
    m_watched = words;
    m_isPartial = isPartial;
    showLast();
}

// There is room for one of both, and for what is watched only in the place of the era.
void ToolBar::showLast()
{
    m_negotiated->setVisible(m_watched.isEmpty());
    const QString &words = m_watched.isEmpty() ? m_firstResponse : m_watched;
    m_last->setColorRole(!m_watched.isEmpty() && m_isPartial ? ColorRole::Warn : ColorRole::Muted);
    m_last->setText(words.isEmpty() ? QString() : QStringLiteral(" · ") % words);
}

void ToolBar::setObservation(const session::Observation &observation)
{
    showOwnActions(false);
    m_firstResponse.clear();
    showLast();
    const mcp::Negotiated &agreed = observation.negotiated();
    m_transport->setText(observation.ends().transport() % QStringLiteral(" · "));
    m_revision->setColorRole(agreed.revision.isEmpty() ? ColorRole::Muted : ColorRole::Normal);
    m_revision->setText(agreed.revision.isEmpty() ? tr("not negotiated") : agreed.revision);
    const QString state = observation.isLive() ? tr("observing") : tr("ended");
    m_negotiated->setText(agreed.revision.isEmpty()
            ? tr(" · %1").arg(state)
            : tr(" · %1 · %2").arg(widgets::eraText(agreed.era), state));
}

void ToolBar::setState(const mcp::Client *client, const wire::Endpoint &endpoint)
{
    showOwnActions(true);
    m_transport->setText(transportText(client, endpoint) % QStringLiteral(" · "));
    const bool ready = client && client->state() == mcp::ClientState::Ready;
    const bool failed = client && client->state() == mcp::ClientState::Failed;
    m_revision->setColorRole(ready ? ColorRole::Normal
            : failed               ? ColorRole::Error
                                   : ColorRole::Muted);
    m_revision->setText(stateText(client));
    m_negotiated->setText(
        ready ? tr(" · %1").arg(widgets::eraText(client->negotiated().era)) : QString());
    m_firstResponse = ready
        ? tr("first response %1")
              .arg(durationText(std::chrono::nanoseconds(client->negotiated().firstResponseNs)))
        : QString();
    showLast();
}

} // namespace sonde::app
