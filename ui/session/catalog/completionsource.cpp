// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/catalog/completionsource.h"

namespace sonde::session {

using namespace std::chrono_literals;

namespace {

// Who waits longer has typed on.
constexpr auto kPatience = 10s;
constexpr int kMethodNotFound = -32601;

} // namespace

CompletionSource::~CompletionSource()
{
    withdraw();
}

void CompletionSource::setTarget(
    mcp::Client *client, const mcp::CompletionRef &ref, std::function<mcp::FilledIn()> others)
{
    withdraw();
    if (client != m_client)
        m_unknown = false;
    m_client = client;
    m_ref = ref;
    m_others = std::move(others);
}

bool CompletionSource::isOffered() const
{
    return m_client && m_client->state() == mcp::ClientState::Ready && !m_unknown
        && mcp::offersCompletion(m_client->negotiated());
}

void CompletionSource::withdraw()
{
    ++m_question;
    m_handle.cancel();
    m_handle = {};
}

void CompletionSource::ask(const QString &argument, const QString &value, QObject *context,
    std::function<void(const Result<mcp::Completions> &)> done)
{
    withdraw();
    if (!isOffered())
        return;
    const Bytes params = mcp::completionParams(m_ref, argument, value,
        m_others ? m_others() : mcp::FilledIn(), m_client->negotiated().revision);
    mcp::CallOptions options;
    options.idleTimeout = kPatience;
    const auto answered = [self = QPointer(this), question = m_question, done = std::move(done)](
                              const Result<mcp::Response> &response) {
        if (!self || question != self->m_question)
            return;
        self->m_handle = {};
        if (response.ok())
            return done(mcp::Completions::read(response->result()));
        self->m_unknown =
            response.error().domain == Domain::Server && response.error().code == kMethodNotFound;
        done(response.error());
    };
    m_handle = m_client->request(
        QStringLiteral("completion/complete"), params, options, context, answered);
}

} // namespace sonde::session
