// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tap/heldpane.h"

#include "base/clock.h"
#include "content/json/jsoneditor.h"
#include "look/access/focuspass.h"
#include "look/controls/emptystate.h"
#include "look/theme/metrics.h"
#include "models/tap/heldmodel.h"
#include "session/tap/tapbreakpoints.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/tap/heldmessage.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace sonde::widgets {

using models::HeldModel;

namespace {

constexpr std::chrono::milliseconds kTick{500};
constexpr int kMostRows = 4; // of the list without scrolling
constexpr int kDirectionChars = 16;
constexpr int kMethodChars = 26;
constexpr int kIdChars = 12;
constexpr int kTimeChars = 9;
constexpr int kRing = 3; // room for the focus ring

} // namespace

HeldPane::HeldPane(QWidget *parent)
    : QWidget(parent)
    , m_model(new HeldModel(this))
    , m_list(new PlainTable(m_model, this))
    , m_all(makeAll())
    , m_empty(new look::EmptyState(this))
    , m_message(new HeldMessage(this))
{
    m_list->setObjectName(QStringLiteral("held"));
    m_list->setAccessibleName(tr("Held messages"));
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setUsualWidth(HeldModel::DirectionColumn, kDirectionChars);
    m_list->setUsualWidth(HeldModel::MethodColumn, kMethodChars);
    m_list->setUsualWidth(HeldModel::IdColumn, kIdChars);
    m_list->setUsualWidth(HeldModel::TimeColumn, kTimeChars);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(m_list);
    layout->addWidget(m_all);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_message, 1);
    look::passFocus(*this, *m_list);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &index) {
            if (!m_setting)
                showMessage(index.row());
        });
    connect(m_list, &QAbstractItemView::activated, this,
        [this] { m_message->editor().setFocus(Qt::OtherFocusReason); });
    connect(m_empty, &look::EmptyState::buttonClicked, this, &HeldPane::addRequested);
    m_clock.setInterval(kTick);
    connect(&m_clock, &QTimer::timeout, this, &HeldPane::tick);
    refresh();
}

QWidget *HeldPane::makeAll()
{
    auto *row = new QWidget(this);
    m_dropAll = new QPushButton(row);
    m_dropAll->setObjectName(QStringLiteral("dropAll"));
    m_dropAll->setToolTip(tr("Discard all held messages without sending them"));
    m_sendAll = new QPushButton(row);
    m_sendAll->setObjectName(QStringLiteral("sendAll"));
    m_sendAll->setToolTip(tr("Send all held messages as they were, in the order they came in"));
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(kRing, 0, kRing, kRing);
    layout->addWidget(m_dropAll);
    layout->addStretch();
    layout->addWidget(m_sendAll);
    const auto decide = [this](auto decision) {
        return [this, decision] {
            if (!m_breakpoints)
                return;
            m_message->setDecided();
            (m_breakpoints->*decision)();
        };
    };
    connect(m_dropAll, &QPushButton::clicked, this, decide(&session::TapBreakpoints::dropAll));
    connect(m_sendAll, &QPushButton::clicked, this,
        decide(&session::TapBreakpoints::sendAllAsTheyWere));
    return row;
}

void HeldPane::setBreakpoints(session::TapBreakpoints *breakpoints)
{
    if (m_breakpoints)
        disconnect(m_breakpoints, nullptr, this, nullptr);
    m_breakpoints = breakpoints;
    m_message->setBreakpoints(breakpoints);
    m_setting = true;
    if (breakpoints)
        m_model->setClient(breakpoints->client());
    m_model->setHeld({});
    m_setting = false;
    if (breakpoints)
        connect(breakpoints, &session::TapBreakpoints::heldChanged, this, &HeldPane::refresh);
    if (breakpoints)
        connect(breakpoints, &session::TapBreakpoints::listChanged, this, &HeldPane::showEmpty);
    refresh();
}

void HeldPane::setNarrow(bool narrow)
{
    m_message->setNarrow(narrow);
}

void HeldPane::refresh()
{
    m_setting = true; // a view chooses a neighbour of a row that goes away
    m_model->setNow(SystemClock::instance().now().wall);
    m_model->setHeld(m_breakpoints ? m_breakpoints->held() : std::vector<tap::TapHeld>());
    m_setting = false;
    const int rows = m_model->rowCount();
    const auto shown = m_message->shown();
    const int row = shown ? m_model->rowOf(*shown) : -1;
    if (row >= 0)
        choose(row);
    else if (!shown || m_message->isDecided())
        choose(rows > 0 ? 0 : -1);
    else
        showNone(); // another message must not slip under a hand that types
    const int height = m_list->horizontalHeader()->sizeHint().height()
        + std::clamp(rows, 1, kMostRows) * look::metrics().treeRow + 2 * m_list->frameWidth();
    m_list->setFixedHeight(height);
    m_list->setVisible(rows > 0);
    m_all->setVisible(rows > 1);
    m_dropAll->setText(tr("Drop all %Ln", nullptr, rows));
    m_sendAll->setText(tr("Send all %Ln as they were", nullptr, rows));
    if (rows > 0 && isVisible())
        m_clock.start();
    else
        m_clock.stop();
}

void HeldPane::choose(int row)
{
    m_setting = true;
    m_list->setCurrentIndex(row < 0 ? QModelIndex() : m_model->index(row, 0));
    m_setting = false;
    if (row < 0 || m_message->shown() != m_model->held(row).message.message)
        showMessage(row);
    else
        tick();
}

void HeldPane::showMessage(int row)
{
    const QWidget *const focused = QApplication::focusWidget();
    const bool leavesFocus =
        row < 0 && (isAncestorOf(focused) || m_message->decisions().isAncestorOf(focused));
    m_message->setVisible(row >= 0);
    m_message->decisions().setVisible(row >= 0);
    m_empty->setVisible(row < 0);
    m_message->setMessage(row < 0 ? std::nullopt : std::optional(m_model->held(row)));
    if (row < 0)
        showEmpty();
    else
        tick();
    Q_EMIT canSendChanged();
    if (leavesFocus)
        Q_EMIT focusLeft();
}

void HeldPane::showEmpty()
{
    const bool holdsAny = m_breakpoints && m_breakpoints->holdsAny();
    const bool canAdd = m_breakpoints && !holdsAny && !m_breakpoints->isFull();
    m_empty->setButton(canAdd ? tr("Add breakpoint…") : QString());
    m_empty->setText(tr("Messages that a breakpoint holds appear here."),
        holdsAny
            ? tr("The next message that matches a breakpoint with the action \"hold\" is held.")
            : tr("Add a breakpoint with the action \"hold\", or switch one on."));
}

void HeldPane::showNone()
{
    const QString refusal = m_message->refusal();
    m_setting = true;
    m_list->setCurrentIndex(QModelIndex());
    m_setting = false;
    showMessage(-1);
    m_empty->setButton({});
    m_empty->setText(tr("The message is no longer held."),
        !refusal.isEmpty() ? refusal
                           : tr("Its sender cancelled it, the time of its breakpoint was over, or "
                                "the conversation has ended. Its text in the editor was "
                                "discarded."));
}

void HeldPane::tick()
{
    m_model->setNow(SystemClock::instance().now().wall);
    const auto shown = m_message->shown();
    const int row = shown ? m_model->rowOf(*shown) : -1;
    if (row >= 0)
        m_message->setHeldFor(m_model->heldFor(row));
}

content::JsonEditor &HeldPane::editor()
{
    return m_message->editor();
}

QString HeldPane::banner() const
{
    return m_message->banner();
}

QString HeldPane::question() const
{
    return m_message->question();
}

bool HeldPane::canSend() const
{
    return m_message->shown().has_value();
}

void HeldPane::sendChanged()
{
    m_message->sendChanged();
}

QString HeldPane::emptyReason() const
{
    return m_empty->isHidden() ? QString() : m_empty->accessibleDescription();
}

void HeldPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_model->rowCount() > 0)
        m_clock.start();
    tick();
}

void HeldPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_clock.stop();
}

} // namespace sonde::widgets
