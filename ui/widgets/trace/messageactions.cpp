// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/messageactions.h"

#include "look/painting/iconengine.h"
#include "session/call/causefinder.h"
#include "widgets/trace/annotations.h"
#include "widgets/trace/comparewindow.h"
#include "widgets/trace/conditionactions.h"
#include "widgets/trace/copyasmenu.h"
#include "widgets/trace/doingaction.h"
#include "widgets/trace/resendactions.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QMenu>

#include <utility>

namespace sonde::widgets {

MessageActions::MessageActions(models::TraceFilterProxy &rows, TraceView &view, QWidget *panel)
    : QObject(panel)
    , m_rows(rows)
    , m_model(rows.trace())
    , m_view(view)
    , m_panel(panel)
    , m_causes(new session::CauseFinder(m_model, this))
    , m_copyAs(new CopyAsMenu(m_model, panel))
    , m_annotations(new Annotations(m_model, view, panel))
    , m_resend(new ResendActions(m_model, view, panel))
    , m_doing(new DoingAction(m_model, view, panel))
{
    makeJumps();
    makeCopies();
    makeConditions();
    connect(m_causes, &session::CauseFinder::found, this, &MessageActions::messageRequested);
    connect(m_causes, &session::CauseFinder::missed, this, &MessageActions::said);
    connect(m_copyAs, &CopyAsMenu::failed, this, &MessageActions::said);
    connect(m_annotations, &Annotations::failed, this, &MessageActions::said);
}

QAction *MessageActions::make(const char *name, const char *icon, const QString &text,
    const QString &tip, const QKeySequence &key)
{
    auto *action = new QAction(look::icon(icon), text, this);
    action->setObjectName(QLatin1String(name));
    action->setToolTip(tip);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_panel->addAction(action);
    return action;
}

void MessageActions::makeJumps()
{
    m_pair = make("jumpToPair", "trace", tr("Jump to request/response"),
        tr("Jump from a request to its response, or back (Ctrl+P)"),
        QKeySequence(Qt::CTRL | Qt::Key_P));
    connect(m_pair, &QAction::triggered, &m_view, &TraceView::selectPair);
    m_exchange = make("jumpToExchange", "globe", tr("Jump to the HTTP exchange"),
        tr("Jump from a message to its HTTP exchange, or from an exchange to its first message "
           "(Ctrl+Shift+P)"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P));
    connect(m_exchange, &QAction::triggered, this, [this] {
        if (const trace::Number other = m_view.otherOfExchange())
            Q_EMIT messageRequested(other);
    });
    m_cause = make("jumpToCause", "tool", tr("Jump to causing call"),
        tr("Jump to the call that caused this message (Ctrl+Alt+P)"),
        QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_P));
    connect(m_cause, &QAction::triggered, this, [this] { m_causes->find(m_view.currentNumber()); });
}

void MessageActions::makeCopies()
{
    m_copy = new QAction(look::icon("copy"), tr("Copy message"), this);
    m_copy->setObjectName(QStringLiteral("copyMessage"));
    m_copy->setToolTip(tr("Copy the exact bytes of the message (Ctrl+C)"));
    m_panel->addAction(m_copy);
    connect(m_copy, &QAction::triggered, &m_view, &TraceView::copyMessages);
    QAction *copyAs = m_copyAs->menuAction();
    copyAs->setObjectName(QStringLiteral("copyAs"));
    copyAs->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    copyAs->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_panel->addAction(copyAs);
    connect(copyAs, &QAction::triggered, this, [this] {
        const QRect row = m_view.visualRect(m_view.currentIndex());
        m_copyAs->popup(m_view.viewport()->mapToGlobal(row.bottomLeft()));
    });
    m_compare = make("compareMessages", "compare", tr("Compare messages"),
        tr("Compare the two selected messages, or this message with the next one you select "
           "(Ctrl+D)"),
        QKeySequence(Qt::CTRL | Qt::Key_D));
    connect(m_compare, &QAction::triggered, this, &MessageActions::compare);
    m_reference = make("timesFromHere", "clock", tr("Times from here"),
        tr("Show times relative to the selected message; repeat for clock times (Ctrl+T)"),
        QKeySequence(Qt::CTRL | Qt::Key_T));
    connect(m_reference, &QAction::triggered, this, &MessageActions::setTimeReference);
}

// Made of a cell: the actions name the one under the mouse.
void MessageActions::makeConditions()
{
    m_conditions = new ConditionActions(
        [this] {
            const QModelIndex cell = m_view.currentIndex();
            const int row = m_model.rowOf(m_view.currentNumber());
            return cell.isValid() && row >= 0 ? models::cellCondition(m_model, row, cell.column())
                                              : QString();
        },
        m_panel);
}

QList<QAction *> MessageActions::all() const
{
    return {m_pair, m_exchange, m_cause, m_copy, m_copyAs->menuAction(), m_compare, m_reference,
        m_annotations->markAction(), m_annotations->noteAction()};
}

void MessageActions::addTo(QMenu &menu)
{
    m_conditions->update();
    menu.addActions(m_conditions->actions());
    menu.addSeparator();
    m_doing->update(); // its process may have been started, or ended, since the row was selected
    menu.addActions({m_resend->resend(), m_resend->edit(), m_doing->action()});
    menu.addSeparator();
    menu.addActions(all());
}

void MessageActions::update()
{
    const trace::Number number = m_view.currentNumber();
    for (QAction *action : {m_copy, m_compare, m_reference, m_cause})
        action->setEnabled(number != 0);
    m_copyAs->setNumber(number);
    m_annotations->setEnabled(number != 0);
    m_resend->update();
    m_doing->update();
    m_exchange->setEnabled(m_view.otherOfExchange() != 0);
}

void MessageActions::setTimeReference()
{
    const trace::Number number = m_view.currentNumber();
    m_rows.setTimeReference(m_rows.timeReference() == number ? 0 : number);
}

void MessageActions::compare()
{
    std::vector<trace::Number> chosen = m_view.selectedNumbers();
    const bool waits = m_compared != 0 && m_model.rowOf(m_compared) >= 0;
    if (chosen.size() == 1 && waits && chosen.front() != m_compared)
        chosen.insert(chosen.begin(), std::exchange(m_compared, 0));
    // What came with what was sent in its place.
    if (chosen.size() == 1) {
        const auto [came, went] = m_model.changeOf(m_model.rowOf(chosen.front()));
        if (went != 0)
            chosen = {came, went};
    }
    if (chosen.size() == 1) {
        m_compared = chosen.front();
        Q_EMIT said(
            tr("Message %1 chosen. Select a second one and choose Compare.").arg(m_compared));
    }
    if (chosen.size() < 2)
        return;
    auto *window = new CompareWindow(m_model, chosen.front(), chosen.back(), m_panel);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
}

} // namespace sonde::widgets
