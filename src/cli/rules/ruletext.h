// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/palette.h"
#include "findings/page/rulepage.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::cli {

// The page of a rule for a terminal of `width` cells, and as a section of a Markdown document.
QString pageText(const findings::RulePage &page, int width, const Palette &palette);
QString pageMarkdown(const findings::RulePage &page);
// An object, or an array of them.
std::string pagesJson(const std::vector<const findings::Requirement *> &rules, bool isArray);

// Prose as plain text in Markdown.
QString markdownEscaped(QString line);

} // namespace sonde::cli
