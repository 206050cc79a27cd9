// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/overview/httpevidence.h"

#include "base/formatting.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "models/exchange/httpfacts.h"
#include "widgets/kit/table/propertygrid.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

constexpr qsizetype kMaxParameter = 2000; // characters of a challenge's parameter

// Properties under a bold word.
QWidget *headed(const QString &heading, PropertyGrid *facts, QWidget *parent)
{
    auto *part = new QWidget(parent);
    auto *label = new QLabel(heading, part);
    label->setFont(look::boldFont());
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().gap);
    layout->addWidget(label);
    layout->addWidget(facts);
    return part;
}

} // namespace

HttpEvidence::HttpEvidence(QWidget *parent)
    : QWidget(parent)
{
    auto *both = new look::Splitter(Qt::Horizontal, this);
    both->addWidget(makeResponse());
    both->addWidget(makeProperties());
    both->setDefaultSizes({500, 500});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(both);
}

QWidget *HttpEvidence::makeResponse()
{
    m_responseTitle = new look::PanelTitle(tr("Response"), this);
    m_response = new QPlainTextEdit(this);
    m_response->setReadOnly(true);
    m_response->setTabChangesFocus(true);
    m_response->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_response->setFont(look::fixedFont());
    m_response->setAccessibleName(tr("Response headers, and the beginning of the body"));
    return look::titled(m_responseTitle, m_response);
}

QWidget *HttpEvidence::makeProperties()
{
    auto *page = new QWidget(this);
    page->setBackgroundRole(QPalette::Base);
    auto *scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("Connection"));
    scroll->setWidgetResizable(true);
    scroll->setBackgroundRole(QPalette::Base);
    scroll->setWidget(page);
    m_connection = new PropertyGrid(page);
    m_challenges = new PropertyGrid(page);
    m_challengesPart = headed(tr("Authorization required"), m_challenges, page);
    m_reason = new PropertyGrid(page);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(12);
    layout->addWidget(headed(tr("Why it failed"), m_reason, page));
    layout->addWidget(m_challengesPart);
    layout->addWidget(headed(tr("Connection details"), m_connection, page));
    layout->addStretch();
    return look::titled(new look::PanelTitle(tr("Connection"), this), scroll);
}

QString HttpEvidence::response() const
{
    return m_response->toPlainText();
}

void HttpEvidence::setFailure(const session::Failure &failure)
{
    const wire::HttpFailure nothing;
    const wire::HttpFailure &http = failure.http ? *failure.http : nothing;
    m_response->setPlainText(session::responseText(http));
    m_responseTitle->setDetail(http.status == 0 ? tr("· none")
                                                : tr("· status %1 · first %2 of the body")
                                                      .arg(http.status)
                                                      .arg(bytesText(http.body.size())));
    m_connection->setProperties(connectionFacts(failure));
    const models::Properties challenges = challengeFacts(http);
    m_challenges->setProperties(challenges);
    m_challengesPart->setVisible(!challenges.empty());
    m_reason->setProperties(reasonFacts(failure));
}

// The whole sentence, of which the list of steps shows a line; and what it is based on: the rule
// that refused an authorization, what libcurl says. The head of the response is beside it.
models::Properties HttpEvidence::reasonFacts(const session::Failure &failure)
{
    models::Properties facts{{tr("Reason"), failure.error.sentence}};
    if (failure.error.domain == Domain::Authorization) {
        if (!failure.error.detail.isEmpty() && !failure.error.detail.contains(u'\n'))
            facts.push_back({tr("Rule"), failure.error.detail});
        return facts;
    }
    QString rest = failure.error.detail;
    if (failure.http) {
        rest.remove(failure.http->error.detail);
        if (const auto &broken = failure.http->outcome.error; broken && !broken->detail.isEmpty())
            facts.push_back({tr("Transfer"), broken->detail});
    }
    for (const QString &line : rest.split(u'\n', Qt::SkipEmptyParts))
        facts.push_back({tr("Last attempt"), line});
    return facts;
}

models::Properties HttpEvidence::connectionFacts(const session::Failure &failure)
{
    const wire::HttpTarget &target = *failure.endpoint.target();
    models::Properties facts = models::routeFacts(target);
    for (const wire::HttpHeader &header : target.headers.fields()) {
        const QString value = QString::fromUtf8(header.value);
        facts.push_back({tr("Custom header"),
            QString::fromUtf8(header.name) % QStringLiteral(": ")
                % (header.secret ? Secret(value).redacted() : value),
            true});
    }
    if (!failure.http)
        return facts;
    const wire::HttpOutcome &outcome = failure.http->outcome;
    const wire::HttpConnectionFacts &known = outcome.facts;
    if (!known.proxy.isEmpty())
        facts.push_back({tr("Proxy"), known.proxy, true});
    if (!known.remoteAddress.isEmpty())
        facts.push_back(
            {tr("Addresses"), tr("%1 to %2").arg(known.localAddress, known.remoteAddress)});
    if (!known.tlsVersion.isEmpty())
        facts.push_back(
            {tr("Security"), known.tlsVersion % QStringLiteral(" · ") % known.tlsCipher});
    facts.push_back({tr("Request"),
        !outcome.requestSent             ? tr("not sent")
            : failure.http->mayHaveActed ? tr("sent; the server may have processed it")
                                         : tr("sent")});
    return facts;
}

models::Properties HttpEvidence::challengeFacts(const wire::HttpFailure &failure)
{
    models::Properties facts;
    for (const wire::Challenge &challenge : failure.challenges) {
        facts.push_back({tr("Scheme"), QString::fromUtf8(challenge.scheme)});
        if (!challenge.token68.isEmpty())
            facts.push_back({tr("Token"), QString::fromUtf8(challenge.token68), true});
        for (const auto &[name, value] : challenge.parameters)
            facts.push_back(
                {QString::fromUtf8(name), QString::fromUtf8(value).left(kMaxParameter), true});
    }
    if (failure.status == 401 && facts.empty() && !failure.aboutSession)
        facts.push_back({tr("Scheme"),
            tr("The response has no WWW-Authenticate header, so the method is unknown."), false,
            models::Sign::ToolError, models::ColorRole::Warn});
    return facts;
}

} // namespace sonde::widgets
