// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/browser/embeddedbrowser.h"

#include "auth/base/parameters.h"
#include "auth/base/urlrules.h"
#include "auth/browser/browserrun.h"
#include "base/domainerror.h"
#include "wire/http/privateaddress.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

constexpr std::chrono::milliseconds kPatience{3000}; // until SIGTERM, then until SIGKILL

// From the request itself: a person may have edited it.
QUrl redirectUriIn(const QUrl &url)
{
    const auto query = Parameters::parse(url.query(QUrl::FullyEncoded).toLatin1());
    return QUrl(
        query ? query->value(QStringLiteral("redirect_uri")).value_or(QString()) : QString(),
        QUrl::StrictMode);
}

} // namespace

EmbeddedBrowser::EmbeddedBrowser(Setup setup, QObject *parent)
    : QObject(parent)
    , m_setup(std::move(setup))
{
}

EmbeddedBrowser::~EmbeddedBrowser()
{
    delete m_run.data();
}

QString EmbeddedBrowser::installedProgram()
{
    const QFileInfo file(
        QCoreApplication::applicationDirPath() % QLatin1String("/../lib/sonde/sonde-browser"));
    return file.isExecutable() ? file.canonicalFilePath() : QString();
}

Result<void> EmbeddedBrowser::open(const QUrl &url)
{
    return openWatched(url, {});
}

Result<void> EmbeddedBrowser::openWatched(const QUrl &url, const PageWatch &watch)
{
    close();
    if (browserRefusalOf(url))
        return authorizationError(AuthText::tr("The URL may not be opened in a browser."));
    wire::Launch launch;
    launch.program = m_setup.program.isEmpty() ? installedProgram() : m_setup.program;
    if (launch.program.isEmpty())
        return authorizationError(
            AuthText::tr("The embedded browser is not installed. Install the package "
                         "sonde-browser, or use the system's browser."));
    launch.patience = kPatience;
    // Nothing of ours that a page could be after.
    launch.environment.emplace_back(QStringLiteral("SONDE_CLIENT_SECRET"), Secret());
    BrowserOrder order;
    order.kind = BrowserOrder::Kind::Open;
    order.url = url;
    order.redirectUri = redirectUriIn(url);
    order.title = m_setup.title;
    order.theme = m_setup.theme;
    order.language = m_setup.language;
    if (order.redirectUri.scheme() != QLatin1String("http")
        || !wire::isLoopbackHost(order.redirectUri.host()))
        return authorizationError(AuthText::tr("The redirect URI does not point to this machine."));
    m_run = new BrowserRun(launch, order, watch);
    connect(m_run, &BrowserRun::elsewhereRequested, this, [this, watch](const QUrl &page) {
        if (!m_setup.elsewhere)
            return;
        const Result<void> opened = m_setup.elsewhere->openWatched(page, watch);
        if (!opened && watch.ended)
            watch.ended(opened.error());
    });
    m_run->start();
    return {};
}

void EmbeddedBrowser::close()
{
    if (m_run)
        m_run->close();
    m_run.clear();
}

} // namespace sonde::auth
