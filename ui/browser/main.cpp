// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "browser/browsersession.h"
#include "browser/orderpipe.h"
#include "language/language.h"
#include "look/painting/iconengine.h"
#include "look/style/sondestyle.h"
#include "look/theme/theme.h"

#include <QApplication>
#include <QTimer>

#include <cstdio>

#include <unistd.h>

namespace {

using namespace sonde;
using Kind = auth::BrowserEvent::Kind;

// Exit codes: 0 fine, 1 usage, 2 what came was no order.
constexpr int kUsage = 1;
constexpr int kNoOrder = 2;
// After the last word, until Sonde closes our input.
constexpr std::chrono::milliseconds kLinger{5'000};

int complain(const char *sentence, int code)
{
    std::fprintf(stderr, "sonde-browser: %s\n", sentence);
    return code;
}

look::ThemeChoice themeOf(const QString &name)
{
    return name == QLatin1String("dark") ? look::ThemeChoice::Dark
        : name == QLatin1String("light") ? look::ThemeChoice::Light
                                         : look::ThemeChoice::System;
}

bool isLast(const auth::BrowserEvent &event)
{
    return event.kind == Kind::Redirected || event.kind == Kind::Elsewhere
        || event.kind == Kind::Closed;
}

class Program : public QObject {
public:
    Program()
    {
        connect(&m_pipe, &browser::OrderPipe::ordered, this, &Program::obey);
        connect(&m_pipe, &browser::OrderPipe::broken, this, [](const QString &reason) {
            if (reason.isEmpty()) // not quit(), which would ask the windows
                return QCoreApplication::exit(0);
            QCoreApplication::exit(complain(qUtf8Printable(reason), kNoOrder));
        });
        m_pipe.say(
            {Kind::Ready, 0, {}, {}, QString::fromLatin1(qVersion()), auth::kBrowserProtocol});
    }

private:
    void obey(const auth::BrowserOrder &order)
    {
        if (order.kind == auth::BrowserOrder::Kind::Close)
            return QCoreApplication::exit(0);
        if (m_session)
            return QCoreApplication::exit(complain("a second page was ordered", kNoOrder));
        look::CurrentTheme::instance().setChoice(themeOf(order.theme));
        language::installLanguage(*qApp, order.language);
        m_session = std::make_unique<browser::BrowserSession>(order);
        connect(m_session.get(), &browser::BrowserSession::reported, this,
            [this](const auth::BrowserEvent &event) {
                m_pipe.say(event);
                if (isLast(event))
                    QTimer::singleShot(kLinger, qApp, &QCoreApplication::quit);
            });
        m_session->start();
    }

    browser::OrderPipe m_pipe;
    std::unique_ptr<browser::BrowserSession> m_session;
};

} // namespace

int main(int argc, char **argv)
{
    if (!browser::OrderPipe::isConnected())
        return complain("Sonde starts it and tells it what to show; there is nothing to see "
                        "without that.",
            kUsage);
    // Chromium ends with a core dump then. Pages without a sandbox are for him who asks for them.
    if (::geteuid() == 0 && qEnvironmentVariableIntValue("QTWEBENGINE_DISABLE_SANDBOX") != 1)
        return complain("Pages are shown in a sandbox, which root cannot have. Start Sonde as "
                        "another user, or copy the URL of the page into another browser.",
            kUsage);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("sonde-browser"));
    QApplication::setApplicationDisplayName(QStringLiteral("Sonde"));
    QApplication::setDesktopFileName(QStringLiteral("dev.sonde.Sonde"));
    QApplication::setApplicationVersion(QStringLiteral(SONDE_VERSION));
    QApplication::setQuitOnLastWindowClosed(false);
    look::installLook(application);
    QApplication::setWindowIcon(look::applicationIcon());
    Program program;
    return QApplication::exec();
}
