// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/http/modernpost.h"

#include "serve/eventstream.h"

namespace sonde::demo {

namespace {

int statusFor(ReplyKind verdict)
{
    switch (verdict) {
    case ReplyKind::Handled:
        return 200;
    case ReplyKind::Refused:
        return 400;
    case ReplyKind::UnknownMethod:
        return 404;
    }
    return 200;
}

} // namespace

ModernPost::ModernPost(Catalog &catalog, serve::ReplyPointer reply)
    : m_reply(std::move(reply))
    , m_dialogue(catalog, *this, Dialogue::Era::Modern)
{
}

void ModernPost::receive(rpc::Message message)
{
    std::vector<rpc::Message> messages;
    messages.push_back(std::move(message));
    m_dialogue.receive(std::move(messages), *this);
}

void ModernPost::send(std::string_view message)
{
    if (!m_reply->hasBegun())
        m_reply->begin(200, serve::kEventStreamType, serve::eventStreamFields());
    m_reply->write(serve::serverSentEvent(message));
}

void ModernPost::respond(std::string_view response, ReplyKind verdict)
{
    if (!m_reply->hasBegun())
        return m_reply->respond(statusFor(verdict), "application/json", response);
    m_reply->write(serve::serverSentEvent(response));
    m_reply->end();
}

bool ModernPost::isCongested() const
{
    return m_reply->isCongested();
}

void ModernPost::keepAlive()
{
    if (m_reply->hasBegun())
        m_reply->write(": still here\n\n");
}

} // namespace sonde::demo
