// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/browser/pagerules.h"

#include <QWebEngineUrlRequestInterceptor>

namespace sonde::browser {

// Looks at every request of every page before it is sent. Whole pages are judged by BrowserPage:
// what is blocked here is not told to the page.
class RequestGuard final : public QWebEngineUrlRequestInterceptor {
    Q_OBJECT
public:
    // The rules outlive it.
    explicit RequestGuard(const auth::PageRules &rules, QObject *parent = nullptr);

    void interceptRequest(QWebEngineUrlRequestInfo &info) override;

Q_SIGNALS:
    void refused(const QUrl &url, const QString &reason);

private:
    const auth::PageRules &m_rules;
};

} // namespace sonde::browser
