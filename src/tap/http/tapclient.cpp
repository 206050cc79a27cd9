// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/tapclient.h"

#include "tap/http/composedexchange.h"

namespace sonde::tap {

TapClient::TapClient(const Setup &setup, int number, QObject *parent)
    : QObject(parent)
    , m_setup(setup)
    , m_context{setup.traffic, setup.server, number, false, &m_lifecycle}
    , m_log(m_context, setup.headers)
    , m_apart(m_context)
{
    if (setup.traffic)
        m_lifecycle.open(setup.traffic, m_context.openStream(rpc::Channel::Lifecycle));
}

TapClient::~TapClient()
{
    cancelPosts();
}

void TapClient::cancelPosts()
{
    qDeleteAll(findChildren<ComposedExchange *>(Qt::FindDirectChildrenOnly));
}

void TapClient::note(const char *what, const QString &detail, const About &about)
{
    if (m_lifecycle.isOpen())
        m_lifecycle.record(QLatin1String(what), detail, about);
}

TapClient::About TapClient::record(
    rpc::Channel channel, const Bytes &text, rpc::ExchangeId exchange)
{
    return m_apart.record(channel, text, exchange);
}

void TapClient::learnPost(const wire::HttpRequest &request)
{
    m_post = request;
    m_post->body = {}; // may be large, and the next one differs
}

ComposedExchange *TapClient::post(const Bytes &text, const wire::HttpRequest *like)
{
    if (!like && m_post)
        like = &*m_post;
    if (!like)
        return nullptr;
    rpc::Message message;
    const bool isMessage = rpc::decodeOne(text, message) && message.kind != rpc::Kind::Invalid;
    auto *const exchange = new ComposedExchange(m_log, composedRequest(*like, text), !isMessage,
        m_setup.authorizer ? m_setup.authorizer->current() : nullptr, this);
    connect(exchange, &ComposedExchange::ended, exchange, &QObject::deleteLater);
    exchange->start(m_setup.engine);
    if (isMessage)
        exchange->setPlace(record(rpc::Channel::Sent, text, exchange->exchangeId()));
    return exchange;
}

} // namespace sonde::tap
