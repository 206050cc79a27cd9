// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/reviews/reviews.h"

#include "app/workspace/furtherclients.h"
#include "app/workspace/workspace.h"
#include "look/painting/iconengine.h"
#include "models/session/requestmodel.h"
#include "widgets/review/requestspanel.h"
#include "widgets/review/reviewpanel.h"

#include <QAction>
#include <QApplication>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

namespace sonde::app {

using widgets::ReviewPanel;

Reviews::Reviews(Workspace &workspace, QTabWidget *tabs, QWidget *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_tabs(tabs)
    , m_model(new models::RequestModel(&workspace.serverRequests(), this))
    , m_panel(new widgets::RequestsPanel(m_model, parent))
{
    connect(m_panel, &widgets::RequestsPanel::reviewRequested, this, &Reviews::open);
    connect(m_panel, &widgets::RequestsPanel::declineRequested, this, [this](quint64 number) {
        if (const auto declined = m_workspace.serverRequests().decline(number); !declined)
            Q_EMIT failed(declined.error().sentence);
    });
    connect(m_model, &models::RequestModel::waitingCountChanged, this,
        [this] { Q_EMIT waitingChanged(m_model->waitingCount()); });
    connect(&workspace, &Workspace::clientCreated, this, &Reviews::watch);
    connect(&workspace, &Workspace::profilesChanged, this, &Reviews::showRulesProblem);
    connect(m_panel, &widgets::RequestsPanel::noticeClicked, this,
        [this] { Q_EMIT rulesRequested(m_misruled); });
    makeClosing();
    showRulesProblem();
}

// Of the review in front, wherever the focus is.
void Reviews::makeClosing()
{
    auto *closing = new QAction(tr("Close the review"), this);
    closing->setObjectName(QStringLiteral("closeReview"));
    closing->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_W));
    closing->setEnabled(false);
    m_tabs->addAction(closing);
    connect(m_tabs, &QTabWidget::currentChanged, closing, [this, closing] {
        closing->setEnabled(qobject_cast<ReviewPanel *>(m_tabs->currentWidget()));
    });
    connect(closing, &QAction::triggered, this, [this] {
        if (auto *panel = qobject_cast<ReviewPanel *>(m_tabs->currentWidget()))
            close(panel);
    });
}

// Without the notice, rules that were edited by hand and are invalid would be ignored silently.
void Reviews::showRulesProblem()
{
    m_misruled.clear();
    QString problem;
    for (const config::Profile &profile : m_workspace.profiles().profiles()) {
        problem = m_workspace.rulesProblem(profile.name);
        if (problem.isEmpty())
            continue;
        m_misruled = profile.name;
        break;
    }
    m_panel->setNotice(problem, tr("Fix the rules…"));
}

ReviewPanel *Reviews::review(quint64 number) const
{
    const auto found = m_open.find(number);
    return found == m_open.end() ? nullptr : found->second;
}

ReviewPanel *Reviews::open(quint64 number)
{
    if (ReviewPanel *there = review(number)) {
        m_tabs->setCurrentWidget(there); // with the focus where it was
        Q_EMIT opened();
        return there;
    }
    if (!m_workspace.serverRequests().find(number))
        return nullptr;
    if (m_open.size() >= std::size_t(kMaxOpen)) {
        Q_EMIT failed(tr("%1 reviews are open. Close one first.").arg(kMaxOpen));
        return nullptr;
    }
    auto *panel =
        new ReviewPanel(&m_workspace.serverRequests(), number, &m_workspace.settings(), m_tabs);
    m_open[number] = panel;
    if (!qobject_cast<ReviewPanel *>(m_tabs->currentWidget())) {
        m_before = m_tabs->currentWidget();
        m_focusBefore = QApplication::focusWidget();
    }
    const int at = m_tabs->addTab(panel, look::icon("inbox"), panel->title());
    auto *closer = new QToolButton(m_tabs);
    closer->setIcon(look::icon("close"));
    closer->setAutoRaise(true);
    closer->setAccessibleName(tr("Close the review; the server request keeps waiting"));
    closer->setToolTip(tr("Close the review (Ctrl+W); the server request keeps waiting"));
    connect(closer, &QToolButton::clicked, panel, [this, panel] { close(panel); });
    m_tabs->tabBar()->setTabButton(at, QTabBar::RightSide, closer);
    connect(panel, &ReviewPanel::nextRequested, this, &Reviews::openNext);
    connect(panel, &ReviewPanel::ruleRequested, this, [this, panel](const review::RuleDraft &rule) {
        Q_EMIT ruleRequested(m_workspace.furtherClients().serverOf(panel->ask().server), rule);
    });
    connect(
        panel, &ReviewPanel::callRequested, this, [this, number] { Q_EMIT callRequested(number); });
    m_model->setInReview(number, true);
    m_tabs->setCurrentWidget(panel);
    Q_EMIT opened();
    // Only a person opens a review: what that person types next is for its first field.
    panel->setFocus(Qt::ShortcutFocusReason);
    return panel;
}

void Reviews::showWaiting()
{
    Q_EMIT waitingChanged(m_model->waitingCount());
}

std::vector<quint64> Reviews::openReviews() const
{
    std::vector<quint64> numbers;
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        if (const auto *panel = qobject_cast<ReviewPanel *>(m_tabs->widget(tab)))
            numbers.push_back(panel->number());
    }
    return numbers;
}

void Reviews::openNext()
{
    m_last = m_model->nextWaiting(m_last);
    if (m_last == 0) {
        Q_EMIT nothingWaits();
        return;
    }
    m_panel->choose(m_last);
    ReviewPanel *panel = open(m_last);
    const QWidget *focused = QApplication::focusWidget();
    if (panel && !(focused && panel->isAncestorOf(focused)))
        panel->setFocus(Qt::ShortcutFocusReason);
}

void Reviews::close(ReviewPanel *review)
{
    m_open.erase(review->number());
    m_model->setInReview(review->number(), false);
    const bool isInFront = m_tabs->currentWidget() == review;
    m_tabs->removeTab(m_tabs->indexOf(review));
    if (isInFront && m_before) {
        m_tabs->setCurrentWidget(m_before);
        if (m_focusBefore && m_before->isAncestorOf(m_focusBefore) && m_focusBefore->isVisible())
            m_focusBefore->setFocus(Qt::OtherFocusReason);
        else
            m_before->setFocus(Qt::OtherFocusReason);
    }
    review->deleteLater();
}

// 2025-11-25 client/elicitation: a notification reports the completion; unknown ids are ignored.
void Reviews::watch(const QString &server)
{
    const mcp::Client *client = m_workspace.client(server);
    connect(client, &mcp::Client::notificationReceived, this,
        [this, server](const rpc::Message &message) {
            if (message.method != "notifications/elicitation/complete")
                return;
            const QString id = message.params()["elicitationId"].toString();
            for (const auto &[number, panel] : m_open) {
                if (panel->ask().server == server)
                    panel->setComplete(id);
            }
        });
}

} // namespace sonde::app
