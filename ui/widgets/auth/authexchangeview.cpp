// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/authexchangeview.h"

#include "auth/flow/requesttext.h"
#include "base/formatting.h"
#include "content/text/textview.h"
#include "look/controls/clipboard.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "models/trace/tracetext.h"
#include "widgets/auth/authrequestedit.h"

#include <QAction>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace sonde::widgets {

AuthExchangeView::AuthExchangeView(QWidget *parent)
    : QWidget(parent)
    , m_reveal(new QAction(look::icon("lock"), tr("Reveal secrets"), this))
{
    m_reveal->setCheckable(true);
    m_reveal->setToolTip(tr("Reveal the secrets in this request and its response"));
    connect(m_reveal, &QAction::toggled, this, &AuthExchangeView::refresh);
    auto *both = new look::Splitter(Qt::Horizontal, this);
    both->addWidget(makeRequest());
    both->addWidget(makeResponse());
    both->setDefaultSizes({500, 650});
    both->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(both);
}

QWidget *AuthExchangeView::makeRequest()
{
    m_requestTitle = new look::PanelTitle(tr("Request"), this);
    m_requestTitle->setSign(models::Sign::Exchange);
    m_requestTitle->addButton(m_reveal);
    auto *copy = new QAction(look::icon("copy"), tr("Copy the request as it is shown"), this);
    connect(copy, &QAction::triggered, this, [this] { this->copy(*m_request); });
    m_requestTitle->addButton(copy);
    m_requestPages = new QStackedWidget(this);
    m_request = new content::TextView(m_requestPages);
    m_request->setAccessibleName(tr("Request, headers and body"));
    m_edit = new AuthRequestEdit(m_requestPages);
    m_requestPages->addWidget(m_request);
    m_requestPages->addWidget(m_edit);
    return look::titled(m_requestTitle, m_requestPages);
}

QWidget *AuthExchangeView::makeResponse()
{
    m_responseTitle = new look::PanelTitle(tr("Response"), this);
    m_responseTitle->setSign(models::Sign::Exchange);
    auto *copy = new QAction(look::icon("copy"), tr("Copy the response as it is shown"), this);
    connect(copy, &QAction::triggered, this, [this] { this->copy(*m_response); });
    m_responseTitle->addButton(copy);
    m_response = new content::TextView(this);
    m_response->setAccessibleName(tr("Response, headers and body"));
    return look::titled(m_responseTitle, m_response);
}

void AuthExchangeView::showAttempt(const auth::Attempt &attempt, int number)
{
    const bool same = m_attempt && m_number == number && m_attempt->url == attempt.url;
    if (!same)
        m_reveal->setChecked(false); // each one is asked for by itself
    m_attempt = attempt;
    m_number = number;
    refresh();
}

void AuthExchangeView::refresh()
{
    if (!m_attempt)
        return;
    const auth::Attempt &one = *m_attempt;
    const bool reveal = m_reveal->isChecked();
    const Bytes request = auth::requestText(one, reveal);
    if (request.view() != m_request->text().view())
        m_request->setText(request);
    const Bytes response = auth::responseText(one, reveal);
    if (response.view() != m_response->text().view())
        m_response->setText(response);
    m_requestTitle->setDetail(one.sent ? tr("· %1 · %2").arg(m_number).arg(timeText(one.began.wall))
                                       : tr("· %1 · not sent").arg(m_number));
    m_requestTitle->setRightText(one.requestHead.isEmpty() ? QString()
            : reveal                                       ? tr("secrets revealed")
                                                           : tr("exact bytes, secrets redacted"));
    if (one.status != 0)
        m_responseTitle->setDetail(
            tr("· %1 · %2")
                .arg(one.status)
                .arg(durationText(std::chrono::nanoseconds(one.ended.steady - one.began.steady))));
    else
        m_responseTitle->setDetail(one.sent ? tr("· none yet") : QString());
}

void AuthExchangeView::edit(const auth::FlowAction &held)
{
    m_edit->begin(held);
    m_requestPages->setCurrentWidget(m_edit);
    m_edit->setFocus();
}

void AuthExchangeView::endEdit()
{
    m_requestPages->setCurrentWidget(m_request);
}

bool AuthExchangeView::isEditing() const
{
    return m_requestPages->currentWidget() == m_edit;
}

void AuthExchangeView::copy(const content::TextView &view)
{
    const QByteArray text = view.text().toByteArray();
    look::copyToClipboard(text);
}

} // namespace sonde::widgets
