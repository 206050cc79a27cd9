// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "report/reportedserver.h"

#include <QString>

#include <string>

namespace sonde::report {

using Markdown = std::string; // UTF-8

// Parts of a report, in Markdown.

Markdown heading(const QString &title); // the title is Markdown
// An item of a list: "- Title: value". The value is Markdown; nothing without one.
Markdown fact(const QString &title, const std::string &value);
// The section of a server.
Markdown serverText(const ReportedServer &server);

} // namespace sonde::report
