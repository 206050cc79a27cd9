// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/kind.h"

#include <QtGlobal>

#include <span>

namespace sonde::doctor {

// What is known of a kind of finding. The texts are marked for translation in the context "Doctor";
// %1, %2, … are the values of the finding.
struct FindingRow {
    Kind kind;
    Level level;
    const char *id;
    const char *sentence;
    const char *remedy = "";
};

std::span<const FindingRow> programFindings(); // of a server that is started
std::span<const FindingRow> hostFindings(); // of what works here, and not in a host
std::span<const FindingRow> outputFindings(); // of what such a server says and prints
std::span<const FindingRow> addressFindings(); // of a server with a URL
std::span<const FindingRow> responseFindings(); // of what such a server responds
std::span<const FindingRow> factFindings(); // of both

} // namespace sonde::doctor
