// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"

#include <QString>

namespace sonde::findings {

// Why a requirement matters and how it is kept. English in every language, as its other texts.
struct RuleWords {
    QString why; // what breaks for whom
    QString fix;
};

// The requirement's own sentences in resources/requirements/pages.json, or those of its area. The
// file is read when it is first needed. Thread-safe.
RuleWords wordsOf(const Requirement &requirement);

} // namespace sonde::findings
