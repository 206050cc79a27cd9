// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"

#include <QString>

#include <string_view>

namespace sonde::findings {

// Traffic that breaks a requirement or keeps it. Sonde's own tests play it, with the handshake,
// "jsonrpc" and the _meta of the modern era that are left out here.
struct RuleExample {
    Revision revision = Revision::R20260728;
    QString text; // a line each: "→ {…}" of the client, "← {…}" of the server, "POST 200", …
    qsizetype markBegin = 0; // of what is wrong in the text; the same as the end: not one value
    qsizetype markEnd = 0;
};

struct RuleExamples {
    RuleExample bad;
    RuleExample good;
};

// Of resources/rules, whose format is in tests/support/rulerows.h and which is read when it is
// first needed. Null for a requirement without a rule. Thread-safe.
const RuleExamples *examplesOf(const Requirement &requirement);

} // namespace sonde::findings
