// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/answerstrip.h"

#include "base/formatting.h"
#include "look/colorlabel.h"
#include "look/metrics.h"
#include "look/theme.h"
#include "widgets/kit/signlabel.h"
#include "widgets/request/requeststate.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr int kRunningMs = 100;

} // namespace

AnswerStrip::AnswerStrip(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_state(new SignLabel(this))
    , m_numbers(new ColorLabel(ColorRole::Muted, this))
    , m_inTrace(new QToolButton(this))
{
    auto *heading = new ColorLabel(title, ColorRole::Normal, this);
    heading->setFont(look::boldFont());
    m_numbers->setAccessibleName(tr("Time and size of the response"));
    m_inTrace->setText(tr("show in trace"));
    m_inTrace->setAutoRaise(true);
    m_inTrace->setFocusPolicy(Qt::TabFocus);
    const auto paintAsLink = [this] {
        QPalette colors;
        colors.setColor(QPalette::Active, QPalette::ButtonText, look::theme().accent);
        colors.setColor(QPalette::Inactive, QPalette::ButtonText, look::theme().accent);
        m_inTrace->setPalette(colors);
    };
    paintAsLink();
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this, paintAsLink);
    connect(m_inTrace, &QToolButton::clicked, this, [this] {
        if (m_request && m_request->answer())
            Q_EMIT messageRequested(m_request->answer()->received.steady, rpc::Channel::Received);
    });
    auto *first = new QHBoxLayout;
    first->addWidget(heading);
    first->addSpacing(4);
    first->addWidget(m_state, 1);
    auto *second = new QHBoxLayout;
    second->addWidget(m_numbers, 1);
    second->addWidget(m_inTrace);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(first);
    layout->addLayout(second);
    m_running.setInterval(kRunningMs);
    connect(&m_running, &QTimer::timeout, this, &AnswerStrip::refreshNumbers);
    refresh();
}

void AnswerStrip::setRequest(session::Request *request)
{
    if (m_request)
        disconnect(m_request, nullptr, this, nullptr);
    m_request = request;
    if (request)
        connect(request, &session::Request::changed, this, &AnswerStrip::refresh);
    refresh();
}

void AnswerStrip::refresh()
{
    const auto state = m_request ? m_request->state() : session::Request::State::Idle;
    m_state->setSign(requestSign(state), m_request ? requestStateText(*m_request) : QString());
    m_inTrace->setEnabled(m_request && m_request->answer());
    if (state == session::Request::State::Pending)
        m_running.start();
    else
        m_running.stop();
    refreshNumbers();
}

void AnswerStrip::refreshNumbers()
{
    if (!m_request || m_request->state() == session::Request::State::Idle) {
        m_numbers->clear();
        return;
    }
    QString numbers = durationText(std::chrono::nanoseconds(m_request->elapsedNs()));
    if (m_request->answer())
        numbers += tr(" · %1 bytes").arg(countText(m_request->answer()->message.bytes().size()));
    m_numbers->setText(numbers);
}

} // namespace sonde::widgets
