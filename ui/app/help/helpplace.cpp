// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/help/helpplace.h"

#include "widgets/activity/logspanel.h"
#include "widgets/activity/taskspanel.h"
#include "widgets/auth/authpanel.h"
#include "widgets/catalog/catalogpanel.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/request/rawrequestpanel.h"
#include "widgets/review/requestspanel.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/timeaxis/timeaxispanel.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

namespace sonde::app {

namespace {

struct Described {
    const QMetaObject *part;
    const char *page;
    const char *anchor;
};

// The anchors are in English in every language of the manual.
const Described kDescribed[] = {
    {&widgets::ServersPanel::staticMetaObject, "connect", ""},
    {&widgets::OverviewPanel::staticMetaObject, "connect", ""},
    {&widgets::ToolsPanel::staticMetaObject, "tools", ""},
    {&widgets::CatalogPanel::staticMetaObject, "tools", "resources-and-prompts"},
    {&widgets::RawRequestPanel::staticMetaObject, "tools", "any-request"},
    {&widgets::TasksPanel::staticMetaObject, "tools", "tasks"},
    {&widgets::RequestsPanel::staticMetaObject, "server-requests", ""},
    {&widgets::ReviewPanel::staticMetaObject, "server-requests", ""},
    {&widgets::AuthPanel::staticMetaObject, "authorization", ""},
    {&widgets::FindingsPanel::staticMetaObject, "findings", ""},
    {&widgets::TimeAxisPanel::staticMetaObject, "trace", "time-axis"},
    {&widgets::LogsPanel::staticMetaObject, "trace", "logs"},
    {&widgets::TracePanel::staticMetaObject, "trace", ""},
};

widgets::HelpWindow::Place placeOf(const Described &described)
{
    return {QString::fromLatin1(described.page), QString::fromLatin1(described.anchor)};
}

} // namespace

widgets::HelpWindow::Place helpPlaceOf(const QWidget *focused)
{
    for (const QWidget *part = focused; part; part = part->parentWidget()) {
        for (const Described &described : kDescribed) {
            if (part->metaObject()->inherits(described.part))
                return placeOf(described);
        }
    }
    return {QStringLiteral("start"), {}};
}

std::vector<widgets::HelpWindow::Place> helpPlaces()
{
    std::vector<widgets::HelpWindow::Place> places;
    for (const Described &described : kDescribed)
        places.push_back(placeOf(described));
    return places;
}

} // namespace sonde::app
