// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/callbuttons.h"

#include "look/controls/colorlabel.h"
#include "look/controls/plaintooltip.h"
#include "look/painting/iconengine.h"
#include "widgets/kit/button/doingbutton.h"
#include "widgets/kit/button/stayingbutton.h"
#include "widgets/kit/field/boundedspin.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr int kTotalShare = 5; // of the idle timeout, as in the usual settings of a server

} // namespace

CallButtons::CallButtons(QWidget *parent)
    : QWidget(parent)
    , m_call(new StayingButton(look::icon("play"), tr("Call"), this))
    , m_again(new StayingButton(tr("Call again"), this))
    , m_cancel(new QPushButton(look::icon("cancel"), tr("Cancel"), this))
    , m_doing(new DoingButton(*m_call, this))
    , m_remark(new ColorLabel(ColorRole::Muted, this))
    , m_outside(new ColorLabel(ColorRole::Error, this))
    , m_limitName(new ColorLabel(tr("Timeout"), ColorRole::Muted, this))
    , m_limit(new BoundedSpin(this))
    , m_layout(new QHBoxLayout(this))
{
    m_call->setObjectName(QStringLiteral("callTool"));
    m_call->setDefault(true);
    m_cancel->setAccessibleName(tr("Cancel"));
    m_cancel->setToolTip(tr("Cancel the call"));
    connect(m_call, &QPushButton::clicked, this, &CallButtons::callRequested);
    connect(m_again, &QPushButton::clicked, this, &CallButtons::againRequested);
    connect(m_cancel, &QPushButton::clicked, this, &CallButtons::cancelRequested);
    m_layout->setSpacing(6);
    m_layout->setContentsMargins(3, 4, 3, 3); // room for the focus ring
    m_layout->addWidget(m_call);
    m_layout->addWidget(m_again);
    m_layout->addWidget(m_cancel);
    m_layout->addWidget(m_doing);
    setTabOrder(m_cancel, m_doing);
    m_remark->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_remark->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // only spare room
    m_layout->addWidget(m_remark, 1);
    m_layout->addWidget(m_outside);
    makeLimit();
}

void CallButtons::makeLimit()
{
    m_limitName->setBuddy(m_limit);
    m_limit->setRange(1, kMaxSeconds);
    m_limit->setSuffix(tr(" s"));
    m_limit->setObjectName(QStringLiteral("idleTimeout"));
    m_limit->setAccessibleName(tr("Idle timeout of a call, in seconds"));
    m_limit->setToolTip(
        tr("Cancel a call after this time without a response; progress restarts the time"));
    m_outside->hide();
    connect(m_limit, &BoundedSpin::outsideChanged, this, [this](bool outside) {
        m_outside->setText(tr("%1 seconds").arg(m_limit->boundText()));
        m_outside->setVisible(outside);
    });
    connect(m_limit, &QSpinBox::valueChanged, this, [this](int seconds) {
        if (seconds == m_usual)
            m_typed.remove(m_tool);
        else
            m_typed.insert(m_tool, seconds);
    });
    m_layout->addWidget(m_limitName);
    m_layout->addWidget(m_limit);
}

// One long call says nothing of other tools.
void CallButtons::setTool(
    const QString &server, const QString &tool, std::chrono::milliseconds idle)
{
    if (m_tool != Tool(server, tool))
        m_doing->restart();
    m_tool = {server, tool};
    m_usual = std::max(1, int(idle.count() / 1000));
    m_limit->setValue(m_typed.value(m_tool, m_usual));
}

mcp::CallOptions CallButtons::options() const
{
    mcp::CallOptions options;
    if (m_limit->value() == m_usual)
        return options;
    options.idleTimeout = std::chrono::seconds(m_limit->value());
    if (m_limit->value() > m_usual) // else the total timeout may end the call before
        options.totalTimeout = kTotalShare * *options.idleTimeout;
    return options;
}

// The focus of Cancel, which is only for a pending call, goes to the call.
void CallButtons::setState(bool canCall, bool canCallAgain, bool isPending)
{
    m_call->setEnabled(canCall);
    m_again->setEnabled(canCallAgain);
    if (!isPending && m_cancel->hasFocus())
        m_call->setFocus(Qt::OtherFocusReason);
    m_cancel->setEnabled(isPending);
}

void CallButtons::setCallText(const QString &text, const QString &why)
{
    m_call->setText(text);
    look::setPlainToolTip(*m_call, why);
    m_call->setAccessibleDescription(why);
}

void CallButtons::reserveCallText(const QString &text)
{
    m_call->reserve(text);
}

void CallButtons::setRemark(const QString &text)
{
    m_remark->setText(text);
}

void CallButtons::addControl(QToolButton *control)
{
    m_control = control;
    control->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_controlWords = -control->sizeHint().width();
    control->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_controlWords += control->sizeHint().width();
    m_layout->insertWidget(m_layout->indexOf(m_cancel) + 1, control);
    setTabOrder(m_cancel, control);
}

void CallButtons::focusCall()
{
    m_call->setFocus(Qt::OtherFocusReason);
}

// What the buttons and the limit take less without their words.
int CallButtons::wordsWidth() const
{
    return m_cancel->fontMetrics().horizontalAdvance(tr("Cancel")) + m_limitName->sizeHint().width()
        + m_layout->spacing() + m_controlWords;
}

QSize CallButtons::minimumSizeHint() const
{
    const QSize least = m_layout->minimumSize();
    return {least.width() - (m_hasWords ? wordsWidth() : 0), least.height()};
}

bool CallButtons::event(QEvent *event)
{
    // A button says more or less than before.
    if (event->type() == QEvent::LayoutRequest)
        showWordsThatFit();
    return QWidget::event(event);
}

void CallButtons::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showWordsThatFit();
}

void CallButtons::showWordsThatFit()
{
    const bool words = width() >= minimumSizeHint().width() + wordsWidth();
    if (words == m_hasWords)
        return;
    m_hasWords = words;
    m_cancel->setText(words ? tr("Cancel") : QString());
    m_limitName->setVisible(words);
    if (m_control)
        m_control->setToolButtonStyle(
            words ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
}

} // namespace sonde::widgets
