// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/browser/browsermessage.h"
#include "auth/browser/pagerules.h"

#include <QObject>
#include <QPointer>
#include <QWebEngineProfile>

#include <array>
#include <memory>
#include <vector>

namespace sonde::browser {

class BrowserPage;
class BrowserWindow;
class RequestGuard;

// One authorization: its windows, and what is reported of them. Nothing of it is kept: cookies and
// caches are in memory, and of this session alone.
class BrowserSession final : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaxReports = 5'000; // a page may do more; it is not told

    explicit BrowserSession(const auth::BrowserOrder &order, QObject *parent = nullptr);
    ~BrowserSession() override;

    void start();
    BrowserWindow *window(int number) const; // nullptr: it is not open

Q_SIGNALS:
    // The last one is Redirected, Elsewhere or Closed; all windows are hidden then.
    void reported(const sonde::auth::BrowserEvent &event);

private:
    BrowserPage *open();
    void watch(BrowserWindow *window);
    void report(const auth::BrowserEvent &event);
    void end(const auth::BrowserEvent &event);
    void closed(BrowserWindow *window);
    void refused(int window, const QString &what, const QUrl &url, const QString &reason);

    const auth::BrowserOrder m_order;
    const auth::PageRules m_rules;
    QWebEngineProfile m_profile;
    RequestGuard *m_guard;
    // Before the profile goes, their pages must be gone.
    std::array<std::unique_ptr<BrowserWindow>, auth::kMaxBrowserWindows> m_windows;
    std::vector<QPointer<BrowserWindow>> m_leaving; // closed a moment ago
    int m_reports = 0;
    bool m_over = false;
};

} // namespace sonde::browser
