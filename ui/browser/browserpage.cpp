// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "browser/browserpage.h"

#include <QAuthenticator>
#include <QWebEngineClientCertificateSelection>
#include <QWebEngineFileSystemAccessRequest>
#include <QWebEngineRegisterProtocolHandlerRequest>
#include <QWebEngineSettings>

namespace sonde::browser {

using Verdict = auth::PageRules::Verdict;

namespace {

constexpr qsizetype kMaxQuoted = 300; // of a page's own words

QString wordOf(QWebEnginePage::NavigationType type)
{
    switch (type) {
    case QWebEnginePage::NavigationTypeLinkClicked:
        return QStringLiteral("link");
    case QWebEnginePage::NavigationTypeTyped:
        return QStringLiteral("typed");
    case QWebEnginePage::NavigationTypeFormSubmitted:
        return QStringLiteral("form");
    case QWebEnginePage::NavigationTypeBackForward:
        return QStringLiteral("history");
    case QWebEnginePage::NavigationTypeReload:
        return QStringLiteral("reload");
    case QWebEnginePage::NavigationTypeRedirect:
        return QStringLiteral("redirect");
    case QWebEnginePage::NavigationTypeOther:
        break;
    }
    return QStringLiteral("other");
}

void restrict(QWebEngineSettings &settings)
{
    using Settings = QWebEngineSettings;
    for (const auto attribute : {Settings::JavascriptCanAccessClipboard,
             Settings::JavascriptCanPaste, Settings::LocalContentCanAccessRemoteUrls,
             Settings::LocalContentCanAccessFileUrls, Settings::HyperlinkAuditingEnabled,
             Settings::ErrorPageEnabled, Settings::PluginsEnabled, Settings::PdfViewerEnabled,
             Settings::FullScreenSupportEnabled, Settings::ScreenCaptureEnabled,
             Settings::WebGLEnabled, Settings::AllowRunningInsecureContent,
             Settings::AllowGeolocationOnInsecureOrigins,
             Settings::AllowWindowActivationFromJavaScript, Settings::AutoLoadIconsForPage,
             Settings::DnsPrefetchEnabled, Settings::NavigateOnDropEnabled})
        settings.setAttribute(attribute, false);
    settings.setAttribute(Settings::JavascriptCanOpenWindows, true); // which are under our rules
    settings.setAttribute(Settings::WebRTCPublicInterfacesOnly, true);
    settings.setAttribute(Settings::PlaybackRequiresUserGesture, true);
    // Allowed, so that we are asked: acceptNavigationRequest() refuses them all, and says so.
    settings.setUnknownUrlSchemePolicy(Settings::AllowAllUnknownUrlSchemes);
}

} // namespace

BrowserPage::BrowserPage(QWebEngineProfile *profile, const auth::PageRules &rules, QObject *parent)
    : QWebEnginePage(profile, parent)
    , m_rules(rules)
{
    restrict(*settings());
    refuseWishes();
}

bool BrowserPage::acceptNavigationRequest(const QUrl &url, NavigationType type, bool isMainFrame)
{
    const auto judgement = m_rules.navigation(url, isMainFrame);
    switch (judgement.verdict) {
    case Verdict::Redirected:
        Q_EMIT redirected(url);
        return false;
    case Verdict::Refused:
        Q_EMIT refused(QStringLiteral("navigation"), url, judgement.reason);
        return false;
    case Verdict::Allowed:
        break;
    }
    if (isMainFrame)
        Q_EMIT navigating(wordOf(type), url);
    return true;
}

QWebEnginePage *BrowserPage::createWindow(WebWindowType)
{
    BrowserPage *const page = m_makeWindow ? m_makeWindow() : nullptr;
    if (!page)
        Q_EMIT refused(QStringLiteral("pop-up"), url(), tr("The page has too many windows open."));
    return page;
}

void BrowserPage::refuseWishes()
{
    connect(this, &QWebEnginePage::certificateError, this, &BrowserPage::refuseCertificate);
    connect(this, &QWebEnginePage::featurePermissionRequested, this,
        [this](const QUrl &origin, Feature feature) {
            setFeaturePermission(origin, feature, PermissionDeniedByUser);
            Q_EMIT refused(QStringLiteral("permission"), origin,
                tr("The page requests access to the camera, microphone, screen, location, mouse or "
                   "notifications."));
        });
    connect(this, &QWebEnginePage::registerProtocolHandlerRequested, this,
        [this](QWebEngineRegisterProtocolHandlerRequest request) {
            request.reject();
            Q_EMIT refused(QStringLiteral("permission"), request.origin(),
                tr("The page requests to handle “%1” links.")
                    .arg(request.scheme().left(kMaxQuoted)));
        });
    connect(this, &QWebEnginePage::fileSystemAccessRequested, this,
        [this](QWebEngineFileSystemAccessRequest request) {
            request.reject();
            Q_EMIT refused(
                QStringLiteral("permission"), request.origin(), tr("The page requests a file."));
        });
    connect(this, &QWebEnginePage::selectClientCertificate, this,
        [](const QWebEngineClientCertificateSelection &selection) {
            auto response = selection;
            response.selectNone();
        });
    // Without a response the request fails, and its page is shown.
    connect(this, &QWebEnginePage::authenticationRequired, this,
        [this](const QUrl &at, QAuthenticator *) {
            Q_EMIT refused(QStringLiteral("dialog"), at,
                tr("The server requires HTTP authentication, which only the system's browser "
                   "supports."));
        });
}

void BrowserPage::refuseCertificate(QWebEngineCertificateError error)
{
    error.rejectCertificate();
    Q_EMIT refused(QStringLiteral("certificate"), error.url(), error.description());
}

QStringList BrowserPage::chooseFiles(FileSelectionMode, const QStringList &, const QStringList &)
{
    Q_EMIT refused(QStringLiteral("dialog"), url(), tr("The page requests a file."));
    return {};
}

// These would stop everything until somebody responds.
void BrowserPage::javaScriptAlert(const QUrl &origin, const QString &text)
{
    Q_EMIT refused(
        QStringLiteral("dialog"), origin, tr("The page says: “%1”").arg(text.left(kMaxQuoted)));
}

bool BrowserPage::javaScriptConfirm(const QUrl &origin, const QString &text)
{
    Q_EMIT refused(QStringLiteral("dialog"), origin,
        tr("The page asks: “%1”. Sonde answered “no”.").arg(text.left(kMaxQuoted)));
    return false;
}

bool BrowserPage::javaScriptPrompt(
    const QUrl &origin, const QString &text, const QString &, QString *)
{
    Q_EMIT refused(QStringLiteral("dialog"), origin,
        tr("The page asks: “%1”. Sonde did not answer.").arg(text.left(kMaxQuoted)));
    return false;
}

// The engine refuses some navigations before it asks us, and says so here and nowhere else. A page
// can say the same; that is reported, and does nothing.
void BrowserPage::javaScriptConsoleMessage(
    JavaScriptConsoleMessageLevel level, const QString &message, int, const QString &)
{
    if (level == ErrorMessageLevel && message.startsWith(QLatin1String("Not allowed to ")))
        Q_EMIT refused(QStringLiteral("navigation"), url(), message.left(kMaxQuoted));
}

} // namespace sonde::browser
