// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "browser/requestguard.h"

namespace sonde::browser {

using Verdict = auth::PageRules::Verdict;

RequestGuard::RequestGuard(const auth::PageRules &rules, QObject *parent)
    : QWebEngineUrlRequestInterceptor(parent)
    , m_rules(rules)
{
}

void RequestGuard::interceptRequest(QWebEngineUrlRequestInfo &info)
{
    const bool isWholePage = info.resourceType() == QWebEngineUrlRequestInfo::ResourceTypeMainFrame;
    const auto judgement = isWholePage ? m_rules.navigation(info.requestUrl(), true)
                                       : m_rules.request(info.requestUrl());
    if (judgement.verdict == Verdict::Allowed)
        return;
    info.block(true);
    if (!isWholePage)
        Q_EMIT refused(info.requestUrl(), judgement.reason);
}

} // namespace sonde::browser
