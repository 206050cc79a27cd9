// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/page/rulewords.h"

#include "findings/page/pagefile.h"
#include "json/document.h"

namespace sonde::findings {

namespace {

const json::Document &pages()
{
    static const json::Document document =
        json::Document::parse(pageFile(QStringLiteral("requirements/pages.json")));
    return document;
}

} // namespace

RuleWords wordsOf(const Requirement &requirement)
{
    const json::Value own = pages().root()["rules"][requirement.id];
    const json::Value words = own ? own : pages().root()["areas"][requirement.area()];
    return {words["why"].toString(), words["fix"].toString()};
}

} // namespace sonde::findings
