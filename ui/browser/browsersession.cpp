// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "browser/browsersession.h"

#include "browser/browserwindow.h"
#include "browser/requestguard.h"

#include <QLocale>
#include <QWebEngineDownloadRequest>
#include <QWebEngineNotification>

#include <algorithm>

namespace sonde::browser {

using auth::BrowserEvent;
using Kind = BrowserEvent::Kind;

BrowserSession::BrowserSession(const auth::BrowserOrder &order, QObject *parent)
    : QObject(parent)
    , m_order(order)
    , m_rules(order.url, order.redirectUri)
    , m_guard(new RequestGuard(m_rules, this))
{
    m_profile.setUrlRequestInterceptor(m_guard);
    m_profile.setHttpAcceptLanguage(QLocale().uiLanguages().mid(0, 4).join(u','));
    m_profile.setNotificationPresenter([](const std::unique_ptr<QWebEngineNotification> &) {});
    connect(&m_profile, &QWebEngineProfile::downloadRequested, this,
        [this](QWebEngineDownloadRequest *download) {
            download->cancel();
            refused(0, QStringLiteral("download"), download->url(), tr("Downloads are blocked."));
        });
    connect(m_guard, &RequestGuard::refused, this, [this](const QUrl &url, const QString &reason) {
        refused(0, QStringLiteral("request"), url, reason);
    });
}

BrowserSession::~BrowserSession()
{
    for (const QPointer<BrowserWindow> &window : m_leaving)
        delete window.data();
}

BrowserWindow *BrowserSession::window(int number) const
{
    return m_windows[std::size_t(number)].get();
}

void BrowserSession::start()
{
    if (BrowserPage *const page = open())
        page->load(m_order.url);
}

BrowserPage *BrowserSession::open()
{
    const auto place = std::find(m_windows.begin(), m_windows.end(), nullptr);
    if (place == m_windows.end() || m_over)
        return nullptr;
    *place = std::make_unique<BrowserWindow>(
        &m_profile, m_rules, int(place - m_windows.begin()), m_order.title);
    watch(place->get());
    (*place)->show();
    return (*place)->page();
}

void BrowserSession::watch(BrowserWindow *window)
{
    const int number = window->number();
    BrowserPage *const page = window->page();
    page->setWindowMaker([this] { return open(); });
    connect(page, &BrowserPage::navigating, this, [=, this](const QString &what, const QUrl &url) {
        report({Kind::Navigation, number, what, auth::shownAddress(url), {}});
    });
    connect(page, &BrowserPage::redirected, this, [this](const QUrl &url) {
        end({Kind::Redirected, 0, {}, url.toString(QUrl::FullyEncoded), {}});
    });
    connect(page, &BrowserPage::refused, this,
        [=, this](const QString &what, const QUrl &url, const QString &reason) {
            refused(number, what, url, reason);
        });
    connect(window, &BrowserWindow::loaded, this,
        [=, this](const QUrl &url, int status, bool secure, const QString &problem) {
            report({Kind::Loaded, number, {}, auth::shownAddress(url), problem, status, secure});
        });
    connect(window, &BrowserWindow::crashed, this, [=, this](const QString &sentence) {
        report({Kind::Crashed, number, {}, {}, sentence});
    });
    connect(window, &BrowserWindow::elsewhereRequested, this, [this] { end({Kind::Elsewhere}); });
    connect(window, &BrowserWindow::closedByPerson, this, [=, this] { closed(window); });
}

void BrowserSession::refused(
    int window, const QString &what, const QUrl &url, const QString &reason)
{
    BrowserWindow *const at = m_windows[std::size_t(window)].get();
    if (at && what != QLatin1String("request")) // of those the page has many, and goes on
        at->warn(tr("Refused: %1").arg(auth::shownAddress(url)), reason);
    report({Kind::Refused, window, what, auth::shownAddress(url), reason});
}

void BrowserSession::closed(BrowserWindow *window)
{
    if (window->number() == 0)
        return end({Kind::Closed});
    // It may be its page that has asked for it.
    m_leaving.emplace_back(m_windows[std::size_t(window->number())].release());
    window->deleteLater();
}

void BrowserSession::report(const auth::BrowserEvent &event)
{
    if (!m_over && m_reports++ < kMaxReports)
        Q_EMIT reported(event);
}

void BrowserSession::end(const auth::BrowserEvent &event)
{
    if (m_over)
        return;
    m_over = true;
    for (const auto &window : m_windows) {
        if (window) {
            window->hide();
            window->page()->triggerAction(QWebEnginePage::Stop);
        }
    }
    Q_EMIT reported(event);
}

} // namespace sonde::browser
