// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/desktopsettings.h"
#include "app/mainwindow.h"
#include "app/options.h"
#include "app/places.h"
#include "app/sessions.h"
#include "shots/shots.h"
#include "base/interrupt.h"
#include "base/standardstreams.h"
#include "look/iconengine.h"
#include "look/language.h"
#include "look/sondestyle.h"

#include <QApplication>
#include <QFileInfo>
#include <QSettings>
#include <QTimer>

#include <cstdio>
#include <cstring>

namespace {

using namespace sonde;

// Exit codes: 0 fine, 1 usage, or no display; after a signal 128 and its number, as shells have it.
constexpr int kUsage = 1;
constexpr int kSignalBase = 128;

// Help and usage errors need no screen, so they are answered before there is an application.
std::optional<int> answered(const Result<app::Options> &options)
{
    if (!options.ok()) {
        std::fprintf(stderr, "sonde: %s\n", qUtf8Printable(options.error().sentence));
        return kUsage;
    }
    if (!options->answer.isEmpty()) {
        std::fputs(qUtf8Printable(options->answer), stdout);
        return 0;
    }
    return std::nullopt;
}

bool hasDisplay()
{
    for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"}) {
        if (!qEnvironmentVariableIsEmpty(name))
            return true;
    }
    return false;
}

// Qt would abort. Pictures need no screen.
bool canOpen(const app::Options &options)
{
    if (hasDisplay())
        return true;
    if (!options.shotsFolder.isEmpty())
        return qputenv("QT_QPA_PLATFORM", "offscreen");
    std::fputs("sonde: There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set), so no "
               "window can open. Start it from a desktop session or through 'ssh -X'; without any "
               "screen, sonde-cli speaks to servers, and 'sonde --shots FOLDER' draws the window "
               "into pictures.\n",
        stderr);
    return false;
}

look::ThemeChoice chosenTheme(const app::Options &options, const QSettings &settings)
{
    if (options.theme)
        return *options.theme;
    const int stored = settings.value(QStringLiteral("view/theme")).toInt();
    return look::ThemeChoice(qBound(0, stored, int(look::ThemeChoice::Dark)));
}

// The command line's server, or the demo server when there is none at all.
void openFirst(app::Workspace &workspace, const QStringList &command)
{
    config::Profile profile;
    if (!command.isEmpty()) {
        profile.program = command.first();
        profile.arguments = command.mid(1);
        profile.name = QFileInfo(profile.program).fileName();
    } else if (workspace.profiles().profiles().empty()) {
        profile.program = app::demoServer();
        profile.name = QStringLiteral("demo");
    }
    if (profile.program.isEmpty())
        return;
    const QString name = workspace.addForThisRun(std::move(profile));
    workspace.setCurrent(name);
    workspace.connectTo(name);
}

// For the benchmark of the start: leaves once the first picture is on the screen.
class LeaveWhenShown : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            QTimer::singleShot(0, qApp, &QCoreApplication::quit);
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

int main(int argc, char **argv)
{
    fillStandardStreams();
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    const auto options = app::Options::parse(arguments);
    if (const auto code = answered(options))
        return *code;
    if (!canOpen(*options))
        return kUsage;

    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("sonde"));
    QApplication::setApplicationDisplayName(QStringLiteral("Sonde"));
    // The desktop finds the window's icon and its group by the name of the desktop file.
    QApplication::setDesktopFileName(QStringLiteral("dev.sonde.Sonde"));
    QApplication::setApplicationVersion(QStringLiteral(SONDE_VERSION));
    look::installLook(application);
    QApplication::setWindowIcon(look::applicationIcon());
    if (!options->shotsFolder.isEmpty())
        return app::drawShots(options->shotsFolder);

    app::Workspace workspace(
        {options->configFolder, options->sessionFile, options->browser, options->keychain});
    look::installLanguage(
        application, workspace.settings().value(QStringLiteral("view/language")).toString());
    look::CurrentTheme::instance().setChoice(chosenTheme(*options, workspace.settings()));
    // Whoever named the file looks at the terminal, too.
    QObject::connect(
        &workspace, &app::Workspace::recordingFailed, &workspace, [](const Error &error) {
            std::fprintf(stderr, "sonde: Nothing is written to a session file: %s\n",
                qUtf8Printable(error.sentence));
        });
    app::MainWindow window(workspace);
    const QStringList notices = workspace.load();
    if (!notices.isEmpty())
        window.warn(notices.join(QLatin1Char(' ')));
    LeaveWhenShown leave;
    if (qEnvironmentVariableIntValue("SONDE_EXIT_WHEN_SHOWN") == 1)
        window.installEventFilter(&leave);
    window.show();
    app::DesktopSettings desktop;
    QObject::connect(&desktop, &app::DesktopSettings::lookChanged, &window,
        [](const auto &look) { look::CurrentTheme::instance().setDesktop(look); });
    // After the first picture: starting a process must not delay the window.
    QTimer::singleShot(0, &window, [&] {
        window.sessions().lookIntoFolder();
        openFirst(workspace, options->command);
        desktop.start();
    });
    // As if the window were closed: what it keeps is kept, servers are stopped, the session file is
    // tidied. A second signal finds nobody who asks, and ends all at once.
    Interrupt interrupt([&interrupt](int signal) {
        interrupt.release();
        QApplication::exit(kSignalBase + signal);
        QApplication::closeAllWindows();
    });
    return QApplication::exec();
}
