// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/serverrequestqueue.h"

#include <QObject>

#include <vector>

namespace sonde::widgets {
class ResponsePane;
class PromptsPanel;
class ResourcesPanel;
class ToolsPanel;
} // namespace sonde::widgets

namespace sonde::app {

class Reviews;
class Workspace;

// Leads from a call that waits for a review to the review, and from the review back to the call;
// and from a call of which a breakpoint holds a message to the breakpoints.
class ReviewLinks : public QObject {
    Q_OBJECT
public:
    struct Panels {
        widgets::ToolsPanel &tools;
        widgets::ResourcesPanel &resources;
        widgets::PromptsPanel &prompts;
    };
    // All of them outlive it.
    ReviewLinks(Workspace &workspace, Reviews &reviews, const Panels &panels, QObject *parent);

    void update(); // what the panels say about waiting reviews
    void showCall(const review::QueuedRequest &request);

Q_SIGNALS:
    void traceRequested(); // the cause of the request has no panel
    void breakpointsRequested();

private:
    struct Place {
        widgets::ResponsePane *pane;
        std::string method; // of the requests whose responses the pane shows
    };
    void watch(widgets::ResponsePane &pane, const char *method);
    void showWhatItWaitsFor(const Place &place);
    bool isHeld(const Place &place) const;
    std::string targetOf(const Place &place) const; // empty: not known
    std::shared_ptr<const review::QueuedRequest> waitingFor(const Place &place) const;

    Workspace &m_workspace;
    Reviews &m_reviews;
    const Panels m_panels;
    std::vector<Place> m_places;
};

} // namespace sonde::app
