// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tracepanel.h"

#include "content/emptystate.h"
#include "content/iconengine.h"
#include "content/metrics.h"
#include "models/tracetext.h"
#include "widgets/traceview.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

using models::KindGroup;

TracePanel::TracePanel(trace::Store &store, QWidget *parent)
    : QWidget(parent)
    , m_model(new models::TraceModel(store, this))
    , m_proxy(new models::TraceFilterProxy(*m_model, this))
    , m_view(new TraceView(*m_proxy, this))
    , m_pages(new QStackedWidget(this))
    , m_empty(new content::EmptyState(this))
{
    setObjectName(QStringLiteral("trace"));
    makeActions();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(content::metrics().unit);
    column->addWidget(makeFilterRow());
    column->addWidget(m_pages, 1);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_view);

    connect(m_view, &TraceView::numberSelected, this, &TracePanel::messageSelected);
    connect(m_view, &TraceView::numberSelected, this, &TracePanel::updateState);
    connect(m_view, &TraceView::followingChanged, m_follow, &QAction::setChecked);
    connect(m_view, &TraceView::spacePressed, this, &TracePanel::pauseOrFollow);
    connect(m_view, &TraceView::copied, this, &TracePanel::copied);
    connect(m_view, &TraceView::menuRequested, this, &TracePanel::showMenu);
    connect(m_empty, &content::EmptyState::buttonClicked, this, &TracePanel::clearFilter);
    connect(m_model, &models::TraceModel::serversChanged, this, &TracePanel::updateServers);
    connect(m_model, &models::TraceModel::taken, this, &TracePanel::updateState);
    connect(m_model, &models::TraceModel::pausedChanged, this, &TracePanel::updateState);
    connect(m_proxy, &models::TraceFilterProxy::completed, this, &TracePanel::updateState);
    updateState();
}

void TracePanel::makeActions()
{
    const auto make = [this](const char *icon, const QString &text, const QString &tip) {
        auto *action = new QAction(content::icon(icon), text, this);
        action->setToolTip(tip);
        addAction(action);
        return action;
    };
    m_follow = make("follow", tr("Follow newest"),
        tr("Scroll to the newest message and stay there (Space in the list)"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    connect(m_follow, &QAction::triggered, this, [this](bool on) {
        if (on)
            m_pause->setChecked(false);
        m_view->setFollowing(on);
    });
    m_pause = make("pause", tr("Pause"),
        tr("Take nothing new into the list; recording goes on (Space in the list)"));
    m_pause->setCheckable(true);
    connect(m_pause, &QAction::toggled, m_model, &models::TraceModel::setPaused);
    m_clear =
        make("clear", tr("Clear list"), tr("Empty the list; the recording keeps every message"));
    connect(m_clear, &QAction::triggered, this, [this] {
        m_model->clear();
        updateState();
    });
    m_pair = make(
        "trace", tr("Jump to the pair"), tr("From a request to its response and back (Ctrl+P)"));
    m_pair->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_P));
    m_pair->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(m_pair, &QAction::triggered, m_view, &TraceView::selectPair);
    m_exchange = make("globe", tr("Jump to the HTTP exchange"),
        tr("From a message to the exchange that carried it, and from there to the first message "
           "(Ctrl+Shift+P)"));
    m_exchange->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P));
    m_exchange->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(m_exchange, &QAction::triggered, this, [this] {
        if (const trace::Number other = m_view->otherOfExchange())
            showMessage(other);
    });
    m_copy = make("copy", tr("Copy message"), tr("Copy the message as it crossed (Ctrl+C)"));
    connect(m_copy, &QAction::triggered, m_view, &TraceView::copyMessages);
}

QWidget *TracePanel::makeFilterRow()
{
    auto *box = new QWidget(this);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(content::metrics().gap);

    m_text = new QLineEdit(box);
    m_text->setPlaceholderText(tr("Filter by method, target or id"));
    m_text->setAccessibleName(tr("Filter of the trace"));
    m_text->setClearButtonEnabled(true);
    m_text->addAction(content::icon("filter", models::Tone::Muted), QLineEdit::LeadingPosition);
    m_text->installEventFilter(this);
    connect(m_text, &QLineEdit::textChanged, this, &TracePanel::applyFilter);
    row->addWidget(m_text, 1);

    m_servers = new QComboBox(box);
    m_servers->setAccessibleName(tr("Server whose messages are shown"));
    m_servers->addItem(tr("All servers"), QString());
    m_servers->hide();
    connect(m_servers, &QComboBox::currentIndexChanged, this, &TracePanel::applyFilter);
    row->addWidget(m_servers);

    auto *kinds = new QToolButton(box);
    kinds->setText(tr("Kinds"));
    kinds->setToolTip(tr("Which kinds of messages are shown"));
    kinds->setPopupMode(QToolButton::InstantPopup);
    kinds->setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto *menu = new QMenu(kinds);
    makeKindsMenu(menu);
    kinds->setMenu(menu);
    row->addWidget(kinds);

    m_buttons = new QWidget(box);
    auto *buttons = new QHBoxLayout(m_buttons);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(0);
    for (QAction *action : titleActions()) {
        auto *button = new QToolButton(m_buttons);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setAccessibleName(action->text());
        buttons->addWidget(button);
    }
    row->addWidget(m_buttons);
    return box;
}

void TracePanel::makeKindsMenu(QMenu *menu)
{
    const std::pair<KindGroup, QString> groups[] = {
        {KindGroup::Requests, tr("Requests")},
        {KindGroup::Responses, tr("Responses")},
        {KindGroup::Notifications, tr("Notifications")},
        {KindGroup::Stderr, tr("stderr")},
        {KindGroup::Lifecycle, tr("Lifecycle")},
        {KindGroup::NotAMessage, tr("Not a message")},
        {KindGroup::Http, tr("HTTP exchanges")},
    };
    for (const auto &[group, text] : groups) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(true);
        action->setData(static_cast<unsigned>(group));
        connect(action, &QAction::toggled, this, &TracePanel::applyFilter);
        m_kinds += action;
    }
}

void TracePanel::setButtonsVisible(bool visible)
{
    m_buttons->setVisible(visible);
}

trace::Number TracePanel::currentNumber() const
{
    return m_view->currentNumber();
}

void TracePanel::showMessage(trace::Number number)
{
    m_model->takeNow();
    if (!m_view->select(number) && m_model->rowOf(number) >= 0) {
        clearFilter();
        m_view->select(number);
    }
}

void TracePanel::setServer(const QString &server)
{
    const int index = m_servers->findData(server);
    m_servers->setCurrentIndex(std::max(0, index));
}

void TracePanel::focusFilter()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void TracePanel::applyFilter()
{
    models::TraceFilter filter;
    filter.text = m_text->text().trimmed();
    filter.server = m_servers->currentData().toString();
    filter.kinds = {};
    for (const QAction *action : std::as_const(m_kinds)) {
        if (action->isChecked())
            filter.kinds |= static_cast<KindGroup>(action->data().toUInt());
    }
    m_proxy->setFilter(filter);
    if (m_view->isFollowing())
        m_view->setFollowing(true);
    updateState();
}

void TracePanel::clearFilter()
{
    {
        const QSignalBlocker text(m_text);
        const QSignalBlocker servers(m_servers);
        m_text->clear();
        m_servers->setCurrentIndex(0);
        for (QAction *action : std::as_const(m_kinds)) {
            const QSignalBlocker kind(action);
            action->setChecked(true);
        }
    }
    applyFilter();
}

void TracePanel::updateServers()
{
    for (const QString &server : m_model->servers()) {
        if (m_servers->findData(server) < 0)
            m_servers->addItem(server, server);
    }
    m_servers->setVisible(m_model->servers().size() > 1);
}

QString TracePanel::summary() const
{
    const auto all = static_cast<std::uint64_t>(m_model->rowCount());
    const auto shown = static_cast<std::uint64_t>(m_proxy->rowCount());
    QStringList parts;
    if (shown != all)
        parts +=
            tr("%1 messages shown of %2").arg(models::groupedText(shown), models::groupedText(all));
    else
        parts += all == 1 ? tr("1 message") : tr("%1 messages").arg(models::groupedText(all));
    if (m_model->servers().size() > 1)
        parts += tr("%1 servers").arg(m_model->servers().size());
    if (m_model->isPaused())
        parts += tr("paused, %1 more").arg(models::groupedText(m_model->waiting()));
    return parts.join(QStringLiteral(" · "));
}

void TracePanel::updateState()
{
    const bool filtered = !m_proxy->filter().isEmpty();
    const bool empty = m_proxy->rowCount() == 0;
    if (empty && m_model->rowCount() > 0 && filtered) {
        m_empty->setText(tr("The messages that fit the filter appear here."),
            m_proxy->isComplete() ? tr("None does so far.") : tr("Looking…"));
        m_empty->setButton(tr("Clear filter"));
    } else if (empty) {
        m_empty->setText(tr("Every message appears here, with its time and its bytes."),
            m_model->isPaused() ? tr("The list is paused.")
                                : tr("Nothing has crossed yet. Connect a server."));
        m_empty->setButton({});
    }
    m_pages->setCurrentWidget(empty ? static_cast<QWidget *>(m_empty) : m_view);
    m_pause->setChecked(m_model->isPaused());
    m_copy->setEnabled(m_view->currentNumber() != 0);
    m_exchange->setEnabled(m_view->otherOfExchange() != 0);
    const QString now = summary();
    if (std::exchange(m_summary, now) != now)
        Q_EMIT summaryChanged(now);
}

void TracePanel::pauseOrFollow()
{
    const bool running = !m_model->isPaused() && m_view->isFollowing();
    m_pause->setChecked(running);
    if (!running)
        m_view->setFollowing(true);
}

void TracePanel::showMenu(const QPoint &global)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(m_pair);
    menu->addAction(m_exchange);
    menu->addAction(m_copy);
    menu->addSeparator();
    menu->addActions(titleActions());
    menu->addSeparator();
    m_view->addColumnActions(menu->addMenu(tr("Columns")));
    menu->popup(global);
}

bool TracePanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_text && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape && !m_text->text().isEmpty()) {
            m_text->clear();
            return true;
        }
        if (key == Qt::Key_Down || key == Qt::Key_Return) {
            m_view->setFocus(Qt::ShortcutFocusReason);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

QByteArray TracePanel::saveColumns() const
{
    return m_view->saveColumns();
}

void TracePanel::restoreColumns(const QByteArray &state)
{
    m_view->restoreColumns(state);
}

} // namespace sonde::widgets
