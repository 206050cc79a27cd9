// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/urlpage.h"

#include "look/access/focuspass.h"
#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "widgets/review/remarklist.h"

#include <QDesktopServices>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;
using models::Sign;

namespace {

constexpr int kUrlRows = 4;

QPlainTextEdit *urlView(const QString &text, QWidget *parent)
{
    auto *view = new QPlainTextEdit(text, parent);
    view->setReadOnly(true);
    view->setFont(look::fixedFont());
    view->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    view->setWordWrapMode(QTextOption::WrapAnywhere);
    view->setTabChangesFocus(true);
    view->setAccessibleName(UrlPage::tr("Full URL"));
    view->setFixedHeight(view->fontMetrics().lineSpacing() * kUrlRows + 12);
    return view;
}

} // namespace

UrlPage::UrlPage(const Subject &subject, QWidget *parent)
    : QuestionPage(subject, parent)
    , m_address(review::webAddress(params()["url"].toString(), subject.ask->revision))
    , m_open(new QPushButton(look::icon("globe"), tr("Open in the &browser"), this))
    , m_state(new ColorLabel(ColorRole::Muted, this))
{
    auto *message = new ColorLabel(messageText(), ColorRole::Normal, this);
    message->setWordWrap(true);
    message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *hostTitle = new ColorLabel(tr("Host"), ColorRole::Muted, this);
    auto *host = new ColorLabel(
        m_address.host.isEmpty() ? tr("none") : m_address.host, ColorRole::Normal, this);
    host->setObjectName(QStringLiteral("host"));
    host->setFont(look::headingFont());
    host->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *reads =
        new ColorLabel(tr("displays as “%1”").arg(m_address.shownHost), ColorRole::Warn, this);
    reads->setVisible(!m_address.shownHost.isEmpty());
    auto *rules = new RemarkList(this);
    rules->setRemarks(remarks());
    auto *copy = new QPushButton(look::icon("copy"), tr("Copy the &URL"), this);
    const QString url = params()["url"].toString();
    connect(copy, &QPushButton::clicked, this, [url] { look::copyToClipboard(url); });
    m_open->setEnabled(m_address.canBeOpened);
    connect(m_open, &QPushButton::clicked, this, &UrlPage::open);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_open);
    buttons->addWidget(copy);
    buttons->addStretch();
    m_state->setWordWrap(true);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(look::metrics().gap);
    layout->addWidget(message);
    layout->addSpacing(look::metrics().gap);
    layout->addWidget(hostTitle);
    layout->addWidget(host);
    layout->addWidget(reads);
    layout->addWidget(urlView(m_address.text, this));
    layout->addWidget(rules);
    layout->addLayout(buttons);
    layout->addWidget(m_state);
    layout->addStretch();
    look::passFocus(*this, [this, copy] { return m_open->isEnabled() ? m_open : copy; });
    say();
}

void UrlPage::open()
{
    if (!m_address.canBeOpened)
        return;
    m_opened = QDesktopServices::openUrl(QUrl(params()["url"].toString(), QUrl::StrictMode));
    say();
    if (!m_opened) {
        m_state->setColorRole(ColorRole::Error);
        m_state->setText(tr("Cannot open a browser. Copy the URL instead."));
    }
    Q_EMIT responseChanged();
    if (m_opened)
        Q_EMIT urlOpened();
}

void UrlPage::setComplete(const QString &elicitationId)
{
    if (m_complete || !params()["elicitationId"].equals(elicitationId.toStdString()))
        return;
    m_complete = true;
    say();
}

// What goes on there is between the person and that page: accepting says that it was opened, not
// that it is done.
void UrlPage::say()
{
    m_state->setColorRole(ColorRole::Muted);
    if (m_complete) {
        m_state->setSign(Sign::Ok);
        m_state->setText(tr("The server reported that it is complete."));
    } else if (m_opened) {
        m_state->setSign(Sign::Pending);
        m_state->setText(tr("Opened in the browser. The server may report when it is complete."));
    } else {
        m_state->setSign(Sign::None);
        m_state->setText(tr("Nothing was loaded from this URL. It opens only when you choose to."));
    }
}

Bytes UrlPage::response() const
{
    return Bytes::copyOf("{\"action\":\"accept\"}");
}

void UrlPage::setMaking(bool) { }

QString UrlPage::sendText() const
{
    return m_opened ? tr("&Accept…") : tr("&Accept without opening…");
}

std::vector<QuestionPage::Choice> UrlPage::choices() const
{
    return {{tr("&Decline"), tr("Tell the server that you decline"),
                Bytes::copyOf("{\"action\":\"decline\"}")},
        {tr("Ca&ncel"), tr("Tell the server that you made no choice"),
            Bytes::copyOf("{\"action\":\"cancel\"}")}};
}

} // namespace sonde::widgets
