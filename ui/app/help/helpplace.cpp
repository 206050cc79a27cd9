// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/help/helpplace.h"

#include "app/help/tour.h"
#include "widgets/activity/logspanel.h"
#include "widgets/activity/taskspanel.h"
#include "widgets/auth/authpanel.h"
#include "widgets/auth/credentialswindow.h"
#include "widgets/catalog/catalogpanel.h"
#include "widgets/changes/changespanel.h"
#include "widgets/doctor/doctorwindow.h"
#include "widgets/fanout/fanoutwindow.h"
#include "widgets/findings/checkdialog.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/findings/specificationwindow.h"
#include "widgets/hosts/hostexportdialog.h"
#include "widgets/hosts/hostswindow.h"
#include "widgets/hosts/removetapdialog.h"
#include "widgets/mock/mocklistwindow.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/process/processpanel.h"
#include "widgets/replay/mockwindow.h"
#include "widgets/replay/replaywindow.h"
#include "widgets/request/rawrequestpanel.h"
#include "widgets/review/requestspanel.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/servers/pasteddialog.h"
#include "widgets/servers/servereditor.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/settings/settingswindow.h"
#include "widgets/tap/breakpointspanel.h"
#include "widgets/timeaxis/timeaxispanel.h"
#include "widgets/tools/loadtestdialog.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/comparewindow.h"
#include "widgets/trace/exportdialog.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/problemwindow.h"
#include "widgets/trace/searchwindow.h"
#include "widgets/trace/sessionwindow.h"
#include "widgets/trace/statisticswindow.h"
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
    {&widgets::MessageDetail::staticMetaObject, "trace", "the-list"},
    {&widgets::ProcessPanel::staticMetaObject, "connect", "process"},
    {&widgets::ChangesPanel::staticMetaObject, "connect", "changes"},
    {&widgets::BreakpointsPanel::staticMetaObject, "command-line", "breakpoints"},
    // Windows and dialogs. One that is not listed belongs to the part that opened it.
    {&widgets::ServerEditor::staticMetaObject, "connect", "add-a-server"},
    {&widgets::PastedDialog::staticMetaObject, "connect", "add-a-server"},
    {&widgets::DoctorWindow::staticMetaObject, "command-line",
        "a-server-that-does-not-start-or-connect"},
    {&widgets::HostsWindow::staticMetaObject, "command-line", "between-a-host-and-its-server"},
    {&widgets::RemoveTapDialog::staticMetaObject, "command-line", "between-a-host-and-its-server"},
    {&widgets::HostExportDialog::staticMetaObject, "command-line", "between-a-host-and-its-server"},
    {&widgets::CheckDialog::staticMetaObject, "findings", "checking-a-server"},
    {&widgets::SpecificationWindow::staticMetaObject, "findings", ""},
    {&widgets::LoadTestDialog::staticMetaObject, "command-line", "how-long-many-calls-take"},
    {&widgets::FanOutWindow::staticMetaObject, "tools", ""},
    {&widgets::CredentialsWindow::staticMetaObject, "authorization", "what-is-stored"},
    {&widgets::SearchWindow::staticMetaObject, "trace", "filter-and-search"},
    {&widgets::CompareWindow::staticMetaObject, "trace", "compare-and-send-again"},
    {&widgets::StatisticsWindow::staticMetaObject, "trace", "statistics"},
    {&widgets::SessionWindow::staticMetaObject, "sessions", ""},
    {&widgets::ReplayWindow::staticMetaObject, "sessions", "replay-against-a-server"},
    {&widgets::MockWindow::staticMetaObject, "sessions", "serve-as-a-mock"},
    {&widgets::ExportDialog::staticMetaObject, "sessions", "export"},
    {&widgets::MockListWindow::staticMetaObject, "sessions", "responses-of-a-mock"},
    {&widgets::ProblemWindow::staticMetaObject, "sessions", "report-a-problem-of-a-server"},
};

widgets::HelpWindow::Place placeOf(const Described &described)
{
    return {QString::fromLatin1(described.page), QString::fromLatin1(described.anchor)};
}

} // namespace

widgets::HelpWindow::Place helpPlaceOf(const QWidget *focused)
{
    for (const QWidget *part = focused; part; part = part->parentWidget()) {
        if (const auto *settings = qobject_cast<const widgets::SettingsWindow *>(part))
            return {QStringLiteral("settings"), settings->helpPlace()};
        if (const auto *tour = qobject_cast<const Tour *>(part))
            return helpPlaceOf(tour->place());
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
