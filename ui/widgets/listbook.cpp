// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/listbook.h"

#include <utility>

namespace sonde::widgets {

using models::CatalogKind;

namespace {

// How a list is asked for (2025-11-25 server/resources, server/prompts, server/tools).
struct Terms {
    QString method;
    QString member; // of the result
    const char *capability;
    std::string_view notification;
};

Terms termsOf(CatalogKind kind)
{
    switch (kind) {
    case CatalogKind::Resource:
        return {QStringLiteral("resources/list"), QStringLiteral("resources"), "resources",
            "notifications/resources/list_changed"};
    case CatalogKind::Template:
        return {QStringLiteral("resources/templates/list"), QStringLiteral("resourceTemplates"),
            "resources", "notifications/resources/list_changed"};
    case CatalogKind::Tool:
        return {QStringLiteral("tools/list"), QStringLiteral("tools"), "tools",
            "notifications/tools/list_changed"};
    case CatalogKind::Prompt:
        break;
    }
    return {QStringLiteral("prompts/list"), QStringLiteral("prompts"), "prompts",
        "notifications/prompts/list_changed"};
}

bool isComplete(const mcp::Listing &listing)
{
    return !listing.next && listing.stopped.isEmpty();
}

} // namespace

ListBook::ListBook(mcp::Client *client, CatalogKind kind, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_kind(kind)
{
    connect(client, &mcp::Client::stateChanged, this, &ListBook::clientChanged);
    connect(client, &mcp::Client::notificationReceived, this, [this](const rpc::Message &message) {
        if (message.method == termsOf(m_kind).notification)
            load();
    });
    clientChanged();
}

// Every start is a new server: its list is asked for anew, the last one stays until it is there.
void ListBook::clientChanged()
{
    if (m_client->state() == mcp::ClientState::Ready) {
        if (m_state == State::Asking)
            m_state = State::NotAsked; // an earlier start was asked, and answers no more
        load();
    } else {
        Q_EMIT changed();
    }
}

void ListBook::load()
{
    if (m_client->state() != mcp::ClientState::Ready)
        return;
    if (m_state == State::Asking) {
        m_again = true;
        return;
    }
    const Terms terms = termsOf(m_kind);
    if (!m_client->negotiated().serverCapabilities()[terms.capability].exists()) {
        m_state = State::NotOffered;
        m_listing = {};
        m_complete = false;
        m_changes = {};
        Q_EMIT changed();
        return;
    }
    asked();
    const auto done = [this](Result<mcp::Listing> listing) { take(std::move(listing)); };
    if (m_pageByPage)
        m_client->listPage(terms.method, terms.member, {}, {}, this, done);
    else
        m_client->list(terms.method, terms.member, {}, this, done);
}

void ListBook::asked()
{
    m_again = false;
    m_state = State::Asking;
    Q_EMIT changed();
}

void ListBook::take(Result<mcp::Listing> listing)
{
    m_error.reset();
    if (listing.ok()) {
        const bool comparable = m_complete && isComplete(*listing);
        m_changes = comparable
            ? models::ListChanges::between(m_listing, *listing, models::catalogKey(m_kind))
            : models::ListChanges(); // a page says nothing about the whole list
        m_complete = isComplete(*listing);
        m_listing = std::move(listing).value();
        m_state = State::Known;
    } else {
        m_error = listing.error();
        m_state = State::Failed;
    }
    Q_EMIT changed();
    if (std::exchange(m_again, false))
        load();
}

void ListBook::setPageByPage(bool pages)
{
    if (std::exchange(m_pageByPage, pages) != pages)
        load();
}

void ListBook::loadMore()
{
    if (m_client->state() != mcp::ClientState::Ready || m_state == State::Asking || !hasMore())
        return;
    const Terms terms = termsOf(m_kind);
    asked();
    m_client->listPage(terms.method, terms.member, m_listing.next, {}, this,
        [this](const Result<mcp::Listing> &page) { takeMore(page); });
}

void ListBook::takeMore(const Result<mcp::Listing> &page)
{
    m_error.reset();
    m_state = State::Known;
    if (page.ok()) {
        m_listing.append(*page);
        m_complete = isComplete(m_listing);
    } else {
        m_error = page.error();
        m_state = State::Failed;
    }
    Q_EMIT changed();
    if (std::exchange(m_again, false))
        load();
}

void ListBook::forgetChanges()
{
    m_changes = {};
    Q_EMIT changed();
}

} // namespace sonde::widgets
