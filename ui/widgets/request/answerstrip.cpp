// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/answerstrip.h"

#include "base/formatting.h"
#include "look/colorlabel.h"
#include "look/metrics.h"
#include "look/theme.h"
#include "mcp/servererror.h"
#include "models/trace/tracetext.h"
#include "widgets/kit/signlabel.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;
using models::Sign;

namespace {

constexpr int kRunningMs = 100;

Sign signOf(session::Request::State state)
{
    switch (state) {
    case session::Request::State::Idle:
        return Sign::None;
    case session::Request::State::Pending:
        return Sign::Pending;
    case session::Request::State::Ok:
        return Sign::Ok;
    case session::Request::State::ProtocolError:
        return Sign::ProtocolError;
    case session::Request::State::Cancelled:
        return Sign::Cancelled;
    case session::Request::State::TimedOut:
    case session::Request::State::Failed:
        return Sign::NoAnswer;
    }
    return Sign::None;
}

QString wordOf(const session::Request &request)
{
    switch (request.state()) {
    case session::Request::State::ProtocolError: {
        const QString code = models::errorNumber(mcp::errorCodeText(*request.error()));
        if (!code.isEmpty())
            return AnswerStrip::tr("error %1").arg(code);
        return request.error()->data.isEmpty() ? AnswerStrip::tr("failed")
                                               : models::problemText(rpc::Problem::MalformedError);
    }
    case session::Request::State::TimedOut:
        return AnswerStrip::tr("timed out");
    case session::Request::State::Failed:
        return AnswerStrip::tr("failed");
    default:
        return {};
    }
}

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
    m_state->setSign(signOf(state), m_request ? wordOf(*m_request) : QString());
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
