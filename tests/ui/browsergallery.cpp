// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "browser/browsersession.h"
#include "browser/browserwindow.h"
#include "look/style/sondestyle.h"
#include "look/theme/theme.h"
#include "support/patience.h"
#include "support/protectedserver.h"

#include <QApplication>
#include <QDir>
#include <QTest>

#include <cstdio>

using namespace sonde;

namespace {

auth::BrowserOrder orderFor(const QString &origin)
{
    auth::BrowserOrder order;
    order.kind = auth::BrowserOrder::Kind::Open;
    order.redirectUri = QUrl(QStringLiteral("http://127.0.0.1:1/callback"));
    order.url = QUrl(origin
        % QStringLiteral("/authorize?response_type=code&client_id=client-1&state=s&redirect_uri="
                         "http%3A%2F%2F127.0.0.1%3A1%2Fcallback&scope=notes.read"));
    order.title = QStringLiteral("notes.example");
    return order;
}

// Once its page has been painted. False: it never was.
bool take(browser::BrowserSession &session, bool refuses, const QString &file)
{
    browser::BrowserWindow *const window = session.window(0);
    const QString painted = QStringLiteral("painted");
    QObject::connect(window, &browser::BrowserWindow::loaded, window, [window] {
        // Two frames later what was loaded is on the screen.
        window->page()->runJavaScript(QStringLiteral(
            "requestAnimationFrame(()=>requestAnimationFrame(()=>document.title='painted'))"));
    });
    const auto *const message = window->findChild<QWidget *>(QStringLiteral("message"));
    return QTest::qWaitFor(
               [&] {
                   return window->page()->title() == painted && message->isVisible() == refuses;
               },
               kLongPatienceMs)
        && window->grab().save(file);
}

} // namespace

// To look at: browsergallery FOLDER draws the login page of a server and a refusal.
int main(int argc, char **argv)
{
    // Chromium has no sandbox for root; the pages here are our own.
    qputenv("QTWEBENGINE_DISABLE_SANDBOX", "1");
    QApplication application(argc, argv);
    look::installLook(application);
    const QDir folder(QString::fromLocal8Bit(argc > 1 ? argv[1] : "."));
    for (const auto choice : {look::ThemeChoice::Light, look::ThemeChoice::Dark}) {
        look::CurrentTheme::instance().setChoice(choice);
        const QString theme =
            choice == look::ThemeChoice::Light ? QStringLiteral("light") : QStringLiteral("dark");
        for (const bool refuses : {false, true}) {
            test::ProtectedServer server;
            server.asksPerson = true;
            server.script = refuses
                ? "addEventListener('load',()=>setTimeout(()=>location='calc://x',50))"
                : "";
            browser::BrowserSession session(orderFor(server.origin()));
            session.start();
            const QString file = folder.filePath(
                (refuses ? QStringLiteral("login-refused-") : QStringLiteral("login-page-")) % theme
                % QStringLiteral(".png"));
            if (!take(session, refuses, file)) {
                std::fprintf(stderr, "cannot draw %s\n", qUtf8Printable(file));
                return 1;
            }
            std::printf("%s\n", qUtf8Printable(file));
        }
    }
    return 0;
}
