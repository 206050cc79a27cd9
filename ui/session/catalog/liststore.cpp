// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/catalog/liststore.h"

#include "mcp/message/repeatedmembers.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace sonde::session {

using models::CatalogKind;

namespace {

constexpr qsizetype kMaxTrouble = 500; // characters; some are the server's

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

// Whether what came says more than what is there: an error takes nothing away that was known.
bool isBetter(const mcp::Listing &came, const mcp::Listing &known)
{
    return !came.failed || (!known.isComplete() && came.pages >= known.pages);
}

} // namespace

ListStore::ListStore(mcp::Client *client, CatalogKind kind, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_kind(kind)
{
    connect(client, &mcp::Client::stateChanged, this, &ListStore::clientChanged);
    connect(client, &mcp::Client::notificationReceived, this, [this](const rpc::Message &message) {
        if (message.method == termsOf(m_kind).notification)
            load();
    });
    clientChanged();
}

// Every start is a new server: its list is asked for anew, the last one stays until it is there.
void ListStore::clientChanged()
{
    if (m_client->state() == mcp::ClientState::Ready) {
        if (m_state == State::Asking)
            m_state = State::NotAsked; // an earlier start was asked, and responds no more
        load();
    } else {
        Q_EMIT changed();
    }
}

// A person who has walked to a page stays there; what they see is replaced when all of it is there.
void ListStore::load()
{
    ask(m_pageByPage ? std::max(1, m_listing.pages) : 1);
}

void ListStore::ask(int pages)
{
    if (m_client->state() != mcp::ClientState::Ready)
        return;
    if (m_state == State::Asking) {
        m_again = true;
        return;
    }
    if (!m_client->negotiated().serverCapabilities()[termsOf(m_kind).capability].exists()) {
        m_state = State::NotOffered;
        m_listing = {};
        m_changes = {};
        Q_EMIT changed();
        return;
    }
    request({}, m_pageByPage ? pages : mcp::ListCursor::kMaxPages, &ListStore::take);
}

void ListStore::request(
    const std::optional<std::string> &cursor, int pages, void (ListStore::*taker)(mcp::Listing))
{
    m_again = false;
    m_state = State::Asking;
    Q_EMIT changed();
    const Terms terms = termsOf(m_kind);
    m_client->list({terms.method, terms.member, cursor, pages}, {}, this,
        [this, taker](mcp::Listing listing) { (this->*taker)(std::move(listing)); });
}

void ListStore::take(mcp::Listing listing)
{
    const std::optional<Error> error = listing.failed;
    if (isBetter(listing, m_listing)) {
        const bool comparable = m_listing.isComplete() && listing.isComplete();
        m_changes = comparable
            ? models::ListChanges::between(m_listing, listing, models::catalogKey(m_kind))
            : models::ListChanges(); // a page says nothing about the whole list
        m_listing = std::move(listing);
    }
    taken(error);
}

// What the list does not show, because a member of a page is there more than once.
void ListStore::noteRepeated()
{
    m_repeated.clear();
    for (const auto &page : m_listing.responses) {
        if (page->bytes().size() <= mcp::kMaxNoted)
            m_repeated +=
                mcp::repeatedMemberNotes(page->document, termsOf(m_kind).method.toStdString());
    }
}

void ListStore::taken(const std::optional<Error> &error)
{
    noteRepeated();
    m_error = error;
    m_state = error ? State::Failed : State::Known;
    Q_EMIT changed();
    if (std::exchange(m_again, false))
        load();
}

void ListStore::setPageByPage(bool pages)
{
    if (std::exchange(m_pageByPage, pages) != pages)
        ask(1);
}

void ListStore::loadMore()
{
    if (m_client->state() != mcp::ClientState::Ready || m_state == State::Asking || !hasMore())
        return;
    const bool rest = !m_pageByPage && m_listing.failed;
    request(m_listing.next, rest ? mcp::ListCursor::kMaxPages : 1, &ListStore::append);
}

void ListStore::append(mcp::Listing further)
{
    m_listing.append(std::move(further));
    taken(m_listing.failed);
}

QString ListStore::trouble() const
{
    QStringList sentences;
    if (const QString gap = m_listing.missingPage(); !gap.isEmpty())
        sentences += gap;
    if (m_state == State::Failed && m_error)
        sentences += m_error->sentence;
    if (!m_listing.stopped.isEmpty())
        sentences += m_listing.stopped;
    sentences += m_repeated;
    const QString text = sentences.join(u' ');
    return text.size() <= kMaxTrouble ? text : QString(text.left(kMaxTrouble) % u'…');
}

void ListStore::forgetChanges()
{
    m_changes = {};
    Q_EMIT changed();
}

} // namespace sonde::session
