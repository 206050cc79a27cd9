// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::cli {

// A help page as plain text for a terminal of `width` cells: headings underlined, paragraphs and
// list items wrapped, tables in columns, code as it is. Knows the Markdown of resources/help only.
QString markdownText(const QString &markdown, int width);

} // namespace sonde::cli
