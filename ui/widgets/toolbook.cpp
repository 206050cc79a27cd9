// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/toolbook.h"

#include <utility>

namespace sonde::widgets {

ToolBook *ToolBook::of(mcp::Client *client)
{
    if (auto *known = client->findChild<ToolBook *>(QString(), Qt::FindDirectChildrenOnly))
        return known;
    return new ToolBook(client);
}

ToolBook::ToolBook(mcp::Client *client)
    : QObject(client)
    , m_client(client)
{
    connect(client, &mcp::Client::stateChanged, this, &ToolBook::clientChanged);
    connect(client, &mcp::Client::notificationReceived, this, [this](const rpc::Message &message) {
        if (message.method == "notifications/tools/list_changed")
            load();
    });
    clientChanged();
}

// Every start is a new server: its list is asked for anew, the last one stays until it is there.
void ToolBook::clientChanged()
{
    if (m_client->state() == mcp::ClientState::Ready) {
        if (m_state == State::Asking)
            m_state = State::NotAsked; // an earlier start was asked, and answers no more
        load();
    } else {
        Q_EMIT changed();
    }
}

void ToolBook::load()
{
    if (m_client->state() != mcp::ClientState::Ready)
        return;
    if (m_state == State::Asking) {
        m_again = true;
        return;
    }
    if (!m_client->negotiated().serverCapabilities()["tools"].exists()) {
        m_state = State::NotOffered;
        m_listing = {};
        m_changes = {};
        Q_EMIT changed();
        return;
    }
    m_again = false;
    m_state = State::Asking;
    Q_EMIT changed();
    if (m_pageByPage)
        return loadPage({});
    m_client->list(QStringLiteral("tools/list"), QStringLiteral("tools"), {}, this,
        [this](Result<mcp::Listing> listing) {
            m_error.reset();
            if (listing.ok()) {
                const bool comparable = m_listing.pages > 0 && !m_listing.next
                    && m_listing.stopped.isEmpty() && listing->stopped.isEmpty();
                if (comparable)
                    m_changes = models::ListChanges::between(m_listing, *listing, "name");
                m_listing = std::move(listing).value();
                m_state = State::Known;
            } else {
                m_error = listing.error();
                m_state = State::Failed;
            }
            Q_EMIT changed();
            if (std::exchange(m_again, false))
                load();
        });
}

void ToolBook::forgetChanges()
{
    m_changes = {};
    Q_EMIT changed();
}

void ToolBook::loadNextPage()
{
    const bool ready = m_client->state() == mcp::ClientState::Ready;
    if (!ready || m_state == State::Asking || !m_listing.next)
        return;
    m_state = State::Asking;
    Q_EMIT changed();
    loadPage(m_listing.next);
}

void ToolBook::loadPage(const std::optional<std::string> &cursor)
{
    m_client->listPage(QStringLiteral("tools/list"), QStringLiteral("tools"), cursor, {}, this,
        [this, first = !cursor](const Result<mcp::Listing> &page) {
            m_error.reset();
            m_state = page.ok() ? State::Known : State::Failed;
            if (!page.ok())
                m_error = page.error();
            else if (first)
                m_listing = *page;
            else
                m_listing.append(*page);
            if (first)
                m_changes = {}; // a page says nothing about the whole list
            Q_EMIT changed();
            if (std::exchange(m_again, false))
                load();
        });
}

ToolCall *ToolBook::call(const QString &tool)
{
    ToolCall *&call = m_calls[tool];
    if (!call)
        call = new ToolCall(tool, this);
    return call;
}

std::optional<QByteArray> ToolBook::draft(const QString &tool) const
{
    const auto found = m_drafts.find(tool);
    return found == m_drafts.end() ? std::nullopt : std::optional(*found);
}

void ToolBook::setDraft(const QString &tool, const QByteArray &text)
{
    m_drafts.insert(tool, text);
}

} // namespace sonde::widgets
