// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/changes/calltimings.h"
#include "models/changes/findingchanges.h"
#include "models/changes/restart.h"

#include <QString>

#include <vector>

namespace sonde::widgets {

// "weather restarted at 14:02:11 because src/tools.ts changed", "weather did not start at
// 13:55:02".
QString restartHeading(const QString &server, const models::Restart &restart);

// What is said behind it: "(Restarted, 412 ms to the first response)", "(1.9 s build, …)".
QString restartDetail(const models::Restart &restart);

// What is reported of a start; pointers that are nullptr are not known.
struct ReportedStart {
    QString server;
    const models::Restart *restart = nullptr; // never nullptr
    const models::Restart *comparedWith = nullptr;
    const changes::Comparison *comparison = nullptr;
    const std::vector<changes::RunChange> *results = nullptr;
    const std::vector<models::CallTiming> *timings = nullptr;
    const std::vector<models::FindingChange> *findings = nullptr;
};

// As Markdown, to paste into an issue or a message: the heading, every change with its reasons,
// what saved calls returned, how long calls took, findings that are new or gone, and the start
// itself. What the server sent is in code spans.
QString restartReport(const ReportedStart &reported);

} // namespace sonde::widgets
