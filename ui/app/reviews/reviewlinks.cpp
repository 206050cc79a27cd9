// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/reviews/reviewlinks.h"

#include "app/reviews/reviews.h"
#include "app/workspace/furtherclients.h"
#include "app/workspace/workspace.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/request/responsepane.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <algorithm>

namespace sonde::app {

namespace {

constexpr char kTool[] = "tools/call";
constexpr char kResource[] = "resources/read";
constexpr char kPrompt[] = "prompts/get";

QString whatOf(const review::QueuedRequest &request)
{
    return request.questions.size() == 1 ? review::titleOf(request.questions.front()).toLower()
                                         : ReviewLinks::tr("input");
}

} // namespace

ReviewLinks::ReviewLinks(
    Workspace &workspace, Reviews &reviews, const Panels &panels, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_reviews(reviews)
    , m_panels(panels)
{
    watch(panels.tools.result(), kTool);
    watch(panels.resources.result(), kResource);
    watch(panels.prompts.result(), kPrompt);
    review::ServerRequestQueue &queue = workspace.serverRequests();
    connect(&queue, &review::ServerRequestQueue::added, this, &ReviewLinks::update);
    connect(&queue, &review::ServerRequestQueue::changed, this, &ReviewLinks::update);
    connect(&workspace, &Workspace::currentChanged, this, &ReviewLinks::update);
    connect(&workspace, &Workspace::heldChanged, this, &ReviewLinks::update);
    connect(&reviews, &Reviews::callRequested, this, [this](quint64 number) {
        if (const auto request = m_workspace.serverRequests().find(number))
            showCall(*request);
    });
}

void ReviewLinks::watch(widgets::ResponsePane &pane, const char *method)
{
    m_places.push_back({&pane, method});
    connect(&pane, &widgets::ResponsePane::requestChanged, this, &ReviewLinks::update);
    connect(&pane, &widgets::ResponsePane::waitingClicked, this, [this, place = m_places.back()] {
        if (const auto request = waitingFor(place))
            m_reviews.open(request->number);
        else
            Q_EMIT breakpointsRequested();
    });
}

std::string ReviewLinks::targetOf(const Place &place) const
{
    return place.method == kTool ? m_panels.tools.callPane().tool().toStdString() : std::string();
}

// The oldest one. The cause of a request is unknown when several calls were pending.
std::shared_ptr<const review::QueuedRequest> ReviewLinks::waitingFor(const Place &place) const
{
    if (!place.pane->isPending())
        return nullptr;
    const std::string target = targetOf(place);
    for (const auto &request : m_workspace.serverRequests().of(m_workspace.current())) {
        const mcp::Cause &cause = request->cause;
        if (request->waits()
            && (cause.method.empty()
                || (cause.method == place.method && (target.empty() || cause.target == target))))
            return request;
    }
    return nullptr;
}

void ReviewLinks::update()
{
    for (const Place &place : m_places)
        showWhatItWaitsFor(place);
}

void ReviewLinks::showWhatItWaitsFor(const Place &place)
{
    const auto request = waitingFor(place);
    if (request && request->cause.method.empty())
        place.pane->setWaiting(tr("The server waits for your review: %1. Several calls are "
                                  "running; this one may be waiting for it.")
                                   .arg(whatOf(*request)),
            tr("Review…"));
    else if (request)
        place.pane->setWaiting(
            tr("Waiting for your review: %1.").arg(whatOf(*request)), tr("Review…"));
    else if (isHeld(place))
        place.pane->setWaiting(
            tr("A breakpoint holds a message of this connection. Timeouts stand still."),
            tr("Breakpoints"));
    else
        place.pane->setWaiting({});
}

bool ReviewLinks::isHeld(const Place &place) const
{
    return place.pane->isPending() && m_workspace.held(m_workspace.current()) > 0;
}

void ReviewLinks::showCall(const review::QueuedRequest &request)
{
    m_workspace.setCurrent(m_workspace.furtherClients().serverOf(request.server));
    const QString target = QString::fromStdString(request.cause.target);
    if (request.cause.method == kTool) {
        Q_EMIT m_panels.tools.showRequested();
        m_panels.tools.chooseTool(target);
    } else if (request.cause.method == kPrompt) {
        Q_EMIT m_panels.prompts.showRequested();
        m_panels.prompts.choose(models::CatalogKind::Prompt, target);
    } else if (request.cause.method == kResource) {
        Q_EMIT m_panels.resources.showRequested();
        m_panels.resources.openUri(target);
    } else {
        Q_EMIT traceRequested();
    }
}

} // namespace sonde::app
