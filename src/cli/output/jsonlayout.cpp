// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/jsonlayout.h"

#include "cli/output/terminaltext.h"

#include <string>

namespace sonde::cli {

namespace {

constexpr std::size_t kIndent = 2;

// Recursion is bounded by kDeepestLayout.
void appendValue(std::string &out, const json::Value &value, int depth)
{
    if (!value.isContainer() || value.count() == 0 || depth >= kDeepestLayout) {
        out += value.raw();
        return;
    }
    const bool isObject = value.isObject();
    const std::size_t margin = kIndent * static_cast<std::size_t>(depth);
    out += isObject ? '{' : '[';
    bool first = true;
    for (const json::Value &child : value) {
        out += first ? "\n" : ",\n";
        first = false;
        out.append(margin + kIndent, ' ');
        if (isObject) {
            out += child.rawKey();
            out += ": ";
        }
        appendValue(out, child, depth + 1);
    }
    out += '\n';
    out.append(margin, ' ');
    out += isObject ? '}' : ']';
}

} // namespace

QString jsonText(const json::Value &value)
{
    std::string text;
    appendValue(text, value, 0);
    // A string may hold DEL, C1 controls and characters that turn the direction, unescaped.
    return harmless(QString::fromStdString(text)) + u'\n';
}

} // namespace sonde::cli
