// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/engine/listedfinding.h"
#include "json/builder.h"

#include <QString>

#include <vector>

namespace sonde::cli {

// What every report says of a finding, harmless for a terminal.

// Where it is: "#12 /result/tools/0", "#12 /result/tools/0 (also in #20, #31)".
QString placeOf(const findings::ListedFinding &finding);
// What is wrong, and what to do about it here.
QString sentenceOf(const findings::Finding &finding);
// Adds "findings", an array: each with its "rule", "level" and "sentence".
void addFindings(json::Builder &json, const std::vector<findings::ListedFinding> &findings);
// "Why it matters: …" and "How to fix it: …", of its rule.
QString whyLine(const findings::Finding &finding);
QString fixLine(const findings::Finding &finding);

} // namespace sonde::cli
