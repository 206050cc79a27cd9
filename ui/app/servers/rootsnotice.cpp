// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/rootsnotice.h"

#include "app/servers/servernotice.h"
#include "app/workspace/workspace.h"
#include "base/formatting.h"
#include "look/controls/inlinemessage.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::app {

namespace {

constexpr std::size_t kMostNamed = 3; // folders

bool isOnlyRoots(const review::QueuedRequest &request)
{
    return !request.questions.empty()
        && std::all_of(request.questions.begin(), request.questions.end(),
            [](const auto &question) { return question.kind == review::Kind::Roots; });
}

Bytes sameForAll(const std::vector<review::RequestedInput> &questions, const Bytes &response)
{
    json::Builder responses;
    responses.beginObject();
    for (const review::RequestedInput &question : questions)
        responses.rawMember(question.key, response.view());
    return Bytes::copyOf(responses.endObject().takeString());
}

QString rootsWords(const std::vector<config::Root> &roots)
{
    if (roots.empty())
        return RootsNotice::tr("There are none in its settings.");
    QStringList names;
    for (std::size_t i = 0; i < std::min(roots.size(), kMostNamed); ++i)
        names << roots[i].path;
    if (roots.size() > kMostNamed)
        names << QStringLiteral("…");
    return RootsNotice::tr("Those in its settings are: %1.").arg(listText(names));
}

} // namespace

RootsNotice::RootsNotice(Workspace &workspace, look::InlineMessage &message, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_notice(new ServerNotice(workspace, message, this))
{
    message.setObjectName(QStringLiteral("rootsNotice"));
    const review::ServerRequestQueue &queue = workspace.serverRequests();
    connect(&queue, &review::ServerRequestQueue::added, this, &RootsNotice::propose);
    connect(&queue, &review::ServerRequestQueue::changed, this, &RootsNotice::forget);
    connect(m_notice, &ServerNotice::closed, this,
        [this](const QString &server) { m_declined.insert(server); });
    connect(&workspace, &Workspace::profilesChanged, this, [this] {
        m_declined.removeIf(
            [this](const QString &server) { return !m_workspace.profiles().find(server); });
    });
}

void RootsNotice::propose(quint64 number)
{
    const auto request = m_workspace.serverRequests().find(number);
    if (!request || !request->waits() || !isOnlyRoots(*request)
        || m_declined.contains(request->server))
        return;
    const QString server = request->server;
    const config::Profile *profile = m_workspace.profiles().find(server);
    if (!profile)
        return;
    m_notice->show(server,
        {tr("%1 requests the roots and waits for a response. %2")
                .arg(server, rootsWords(profile->offers.folders)),
            profile->offers.folders.empty() ? tr("Always send an empty list")
                                            : tr("Always send them"),
            [this, server] { sendAlways(server); }});
}

void RootsNotice::forget(quint64 number)
{
    const auto all = m_workspace.serverRequests().requests();
    const auto request = m_workspace.serverRequests().find(number);
    if (!request || !isOnlyRoots(*request))
        return;
    const bool another = std::any_of(all.begin(), all.end(), [&](const auto &other) {
        return other->server == request->server && other->waits() && isOnlyRoots(*other);
    });
    if (!another)
        m_notice->drop(request->server);
}

void RootsNotice::sendAlways(const QString &server)
{
    const config::Profile *known = m_workspace.profiles().find(server);
    if (!known)
        return;
    config::Profile profile = *known;
    profile.offers.respondToRoots = true;
    if (const auto saved = m_workspace.save(server, profile); !saved)
        Q_EMIT failed(saved.error().sentence);
    review::ServerRequestQueue &queue = m_workspace.serverRequests();
    for (const auto &request : queue.of(server)) {
        if (!request->waits() || !isOnlyRoots(*request))
            continue;
        const Bytes &roots = queue.standing(server).folders;
        const auto sent = queue.automatically(tr("the roots in this server's settings"), [&] {
            return request->isRound()
                ? queue.goOn(request->number, sameForAll(request->questions, roots))
                : queue.respond(request->number, roots);
        });
        if (!sent)
            Q_EMIT failed(sent.error().sentence);
    }
}

} // namespace sonde::app
