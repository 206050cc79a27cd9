// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/reviewheading.h"

#include "base/clock.h"
#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "widgets/kit/label/signlabel.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;
using models::Sign;

namespace {

QString askWords(const review::QueuedRequest &ask)
{
    using review::Kind;
    if (ask.questions.size() != 1)
        return ReviewHeading::tr("%1 requests input").arg(ask.server);
    switch (ask.questions[0].kind) {
    case Kind::Sampling:
        return ReviewHeading::tr("%1 requests sampling").arg(ask.server);
    case Kind::Form:
        return ReviewHeading::tr("%1 requests information").arg(ask.server);
    case Kind::Url:
        return ReviewHeading::tr("%1 requests a visit to a URL").arg(ask.server);
    case Kind::Roots:
        return ReviewHeading::tr("%1 requests roots").arg(ask.server);
    case Kind::Other:
        break;
    }
    return ReviewHeading::tr("%1 sends a request").arg(ask.server);
}

QString causeWords(const review::QueuedRequest &ask)
{
    if (!ask.task.empty() && !ask.isOfTask())
        return ReviewHeading::tr("caused by task %1")
            .arg(QString::fromStdString(ask.task).left(100));
    if (ask.cause.method.empty())
        return ReviewHeading::tr("cause unknown");
    QString call = QString::fromStdString(ask.cause.method);
    if (!ask.cause.target.empty())
        call += u' ' + QString::fromStdString(ask.cause.target).left(100);
    if (!ask.cause.id.empty())
        call += QStringLiteral(" #") % QString::fromStdString(ask.cause.id);
    if (!ask.task.empty())
        return ReviewHeading::tr("caused by task %1 of %2")
            .arg(QString::fromStdString(ask.task).left(100), call);
    return ask.cause.certain ? ReviewHeading::tr("caused by %1").arg(call)
                             : ReviewHeading::tr("probably caused by %1").arg(call);
}

} // namespace

ReviewHeading::ReviewHeading(const review::QueuedRequest &ask, QWidget *parent)
    : QWidget(parent)
    , m_waiting(new SignLabel(this))
{
    auto *what = new ColorLabel(askWords(ask), ColorRole::Normal, this);
    what->setFont(look::headingFont());
    auto *method =
        new ColorLabel(ask.isRound() ? QStringLiteral("input_required") : ask.questions[0].method,
            ColorRole::Normal, this);
    if (ask.isRound() && ask.round().facts().kind == mcp::InputRound::Kind::Urls)
        method->setText(QStringLiteral("−32042 URL elicitation required"));
    if (!ask.ownTask().empty()) {
        method->setText(
            tr("%1 as task %2").arg(method->text(), QString::fromStdString(ask.ownTask())));
        method->setToolTip(
            tr("The request runs as a task. The server retrieves your response later."));
    }
    method->setFont(look::fixedFont());
    auto *cause = new ColorLabel(causeWords(ask), ColorRole::Muted, this);
    auto *call = new QToolButton(this);
    call->setObjectName(QStringLiteral("showCall"));
    call->setText(tr("Show call"));
    call->setToolTip(tr("Show the call that waits for this review"));
    call->setVisible(!ask.cause.method.empty());
    connect(call, &QToolButton::clicked, this, &ReviewHeading::callRequested);
    auto *patience = new ColorLabel(tr("· no timeout announced"), ColorRole::Muted, this);
    // Only the name of the server and the cause may be long, and are cut.
    for (QWidget *whole : std::initializer_list<QWidget *>{method, m_waiting, patience})
        whole->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto *first = new QHBoxLayout;
    first->setSpacing(look::metrics().gap);
    first->addWidget(what, 1);
    first->addWidget(m_waiting);
    first->addWidget(patience);
    auto *second = new QHBoxLayout;
    second->setSpacing(look::metrics().gap);
    second->addWidget(method);
    second->addWidget(cause);
    second->addWidget(call);
    second->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(first);
    layout->addLayout(second);
}

void ReviewHeading::showWaiting(const review::QueuedRequest &ask, bool answered)
{
    const auto text = [](std::int64_t ns) { return clockText(std::chrono::nanoseconds(ns)); };
    if (ask.waits())
        m_waiting->setSign(Sign::Pending,
            tr("waiting %1").arg(text(SystemClock::instance().now().steady - ask.since)));
    else
        m_waiting->setSign(
            answered ? Sign::Ok : Sign::Cancelled, tr("after %1").arg(text(ask.until - ask.since)));
}

} // namespace sonde::widgets
