// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/listbook.h"

#include <algorithm>
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

// A person who has walked to a page stays there; what they see is replaced when all of it is there.
void ListBook::load()
{
    ask(m_pageByPage ? std::max(1, m_listing.pages) : 1);
}

void ListBook::ask(int pages)
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
    m_fresh = {};
    m_wanted = pages;
    asked();
    if (m_pageByPage)
        return askFurther();
    m_client->list(terms.method, terms.member, {}, this,
        [this](Result<mcp::Listing> listing) { take(std::move(listing)); });
}

void ListBook::askFurther()
{
    const Terms terms = termsOf(m_kind);
    m_client->listPage(
        terms.method, terms.member, m_fresh.next, {}, this, [this](Result<mcp::Listing> page) {
            if (!page.ok())
                return take(std::move(page));
            m_fresh.append(*page);
            if (m_fresh.next && m_fresh.pages < m_wanted)
                return askFurther();
            take(std::exchange(m_fresh, {}));
        });
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
        ask(1);
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
