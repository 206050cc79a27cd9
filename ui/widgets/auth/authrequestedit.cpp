// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/authrequestedit.h"

#include "auth/base/urlrules.h"
#include "auth/flow/requesttext.h"
#include "look/access/focuspass.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"

#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using Kind = look::InlineMessage::Kind;

AuthRequestEdit::AuthRequestEdit(QWidget *parent)
    : QWidget(parent)
    , m_message(new look::InlineMessage(this))
    , m_text(new QPlainTextEdit(this))
{
    m_text->setFont(look::fixedFont());
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("Next request, as text"));
    auto *send = new QPushButton(look::icon("play"), tr("Sen&d"), this);
    send->setObjectName(QStringLiteral("sendEdited"));
    auto *leave = new QPushButton(tr("Discard chan&ges"), this);
    connect(send, &QPushButton::clicked, this, &AuthRequestEdit::send);
    connect(leave, &QPushButton::clicked, this, &AuthRequestEdit::left);
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(3, 0, 3, 3); // room for the focus ring
    buttons->setSpacing(look::metrics().gap);
    buttons->addWidget(send);
    buttons->addWidget(leave);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().gap);
    layout->addWidget(m_message);
    layout->addWidget(m_text, 1);
    layout->addLayout(buttons);
    look::passFocus(*this, *m_text);
}

void AuthRequestEdit::begin(const auth::FlowAction &held)
{
    const auto *const page = std::get_if<auth::Browse>(&held);
    const auto *const fetch = std::get_if<auth::Fetch>(&held);
    m_isPage = page != nullptr;
    m_original = fetch ? fetch->request : wire::HttpRequest();
    m_text->setPlainText(
        page ? page->url.toString(QUrl::FullyEncoded) : auth::editableText(m_original));
    m_text->setLineWrapMode(m_isPage ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
    m_message->showMessage(Kind::Info,
        m_isPage ? tr("This URL opens in the browser.")
                 : tr("Method and URL, headers, an empty line, the body. Secrets are shown in "
                      "plain text here."));
}

void AuthRequestEdit::send()
{
    if (m_isPage) {
        const QUrl page(m_text->toPlainText().trimmed(), QUrl::StrictMode);
        if (const auto rule = auth::browserRefusalOf(page))
            m_message->showMessage(Kind::Error, auth::sentenceOf(*rule));
        else
            Q_EMIT pageMade(page);
        return;
    }
    const auto request = auth::requestFromText(m_text->toPlainText(), m_original);
    if (request)
        Q_EMIT requestMade(*request);
    else
        m_message->showMessage(Kind::Error, request.error().sentence);
}

} // namespace sonde::widgets
