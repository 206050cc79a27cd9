// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"

#include <QString>

namespace sonde::cli {

// What every report says of a finding, harmless for a terminal.

// Where it is: "#12 /result/tools/0".
QString placeOf(const findings::Finding &finding);
// What is wrong, and what to do about it here.
QString sentenceOf(const findings::Finding &finding);
// "Why it matters: …" and "How to fix it: …", of its rule.
QString whyLine(const findings::Finding &finding);
QString fixLine(const findings::Finding &finding);

} // namespace sonde::cli
