// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/program.h"

#include "about/versions.h"
#include "app/program/programwindow.h"
#include "app/program/startoptions.h"
#include "app/servers/bundles.h"
#include "app/servers/servercommands.h"
#include "app/sessions/sessions.h"
#include "app/window/desktopsettings.h"
#include "app/window/screenreader.h"
#include "app/workspace/endservers.h"
#include "app/workspace/places.h"
#include "app/workspace/taps.h"
#include "app/workspace/usualtimeouts.h"
#include "base/interrupt.h"
#include "base/standardstreams.h"
#include "config/pastedparts.h"
#include "language/language.h"
#include "look/painting/iconengine.h"
#include "look/style/sondestyle.h"
#include "look/theme/textsize.h"
#include "models/settings/settings.h"
#include "tap/announce/tapsfolder.h"

#include <QApplication>
#include <QFileInfo>
#include <QTimer>

#include <cstdio>
#include <optional>

namespace sonde::app {

namespace {

constexpr char kNoDisplay[] =
    "sonde: There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set, so no window can "
    "open. Start Sonde from a desktop session or through 'ssh -X'. Without a display, use "
    "sonde-cli.\n";
constexpr int kUsage = 1;
constexpr int kSignalBase = 128; // as shells report a signal

// Help and usage errors need no display, so they are printed before there is an application.
std::optional<int> exitCodeBeforeStart(const Result<StartOptions> &options)
{
    if (!options.ok()) {
        std::fprintf(stderr, "sonde: %s\n", qUtf8Printable(options.error().sentence));
        return kUsage;
    }
    if (!options->response.isEmpty()) {
        std::fputs(qUtf8Printable(options->response), stdout);
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

look::ThemeChoice chosenTheme(const StartOptions &options, const models::Settings &settings)
{
    if (options.theme)
        return *options.theme;
    const int stored = settings.theme();
    return look::ThemeChoice(qBound(0, stored, int(look::ThemeChoice::Dark)));
}

// The server of the list that is reached in the same way; empty: there is none.
QString listedLike(const Workspace &workspace, const config::Profile &named)
{
    for (const config::Profile &listed : workspace.profiles().profiles()) {
        if (listed.isSameServer(named))
            return listed.name;
    }
    return {};
}

// Connects to the command line's server, or to the demo server when no server is configured.
void connectFirst(Workspace &workspace, const StartOptions &options)
{
    config::Profile profile;
    if (!options.url.isEmpty()) {
        profile.reachByUrl().url = options.url;
        profile.name = config::nameOf(profile);
    } else if (!options.command.isEmpty()) {
        profile.program = options.command.first();
        profile.arguments = options.command.mid(1);
        profile.name = QFileInfo(profile.program).fileName();
    } else if (workspace.profiles().profiles().empty()) {
        profile.program = demoServer();
        profile.name = QStringLiteral("demo");
    }
    if (profile.isEmpty())
        return;
    QString name = listedLike(workspace, profile);
    if (name.isEmpty()) {
        applyUsualTimeouts(profile, workspace.settings());
        name = workspace.addForThisRun(std::move(profile));
    }
    workspace.setCurrent(name);
    workspace.connectTo(name);
}

} // namespace

void setUp(QApplication &application)
{
    QApplication::setApplicationName(QStringLiteral("sonde"));
    QApplication::setApplicationDisplayName(QStringLiteral("Sonde"));
    // The desktop finds the window's icon and its group by the name of the desktop file.
    QApplication::setDesktopFileName(QStringLiteral("dev.sonde.Sonde"));
    QApplication::setApplicationVersion(QStringLiteral(SONDE_VERSION));
    look::installLook(application);
    QApplication::setWindowIcon(look::applicationIcon());
}

int run(int argc, char **argv, const QString &commit, const std::function<void(QWidget &)> &created)
{
    fillStandardStreams();
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    const auto options = StartOptions::parse(arguments);
    if (const auto code = exitCodeBeforeStart(options))
        return *code;
    if (options->version) {
        const QCoreApplication application(argc, argv); // which knows where modules are
        std::fputs(qUtf8Printable(about::versionText(QStringLiteral("sonde"), commit)), stdout);
        return 0;
    }
    if (!hasDisplay()) { // Qt would abort
        std::fputs(kNoDisplay, stderr);
        return kUsage;
    }

    QApplication application(argc, argv);
    setUp(application);

    Workspace workspace({options->configFolder, options->sessionFile, options->browser,
        options->keychain, tap::tapsFolder()});
    const models::Settings settings(&workspace.settings());
    language::installLanguage(application, settings.language());
    look::setTextSize(look::nearestTextSize(settings.textSize()));
    look::CurrentTheme::instance().setChoice(chosenTheme(*options, settings));
    // A user who named the session file on the command line reads the terminal, too.
    QObject::connect(&workspace, &Workspace::recordingFailed, &workspace, [](const Error &error) {
        std::fprintf(stderr, "sonde: Nothing is written to a session file: %s\n",
            qUtf8Printable(error.sentence));
    });
    ProgramWindow shown(workspace);
    MainWindow &window = shown.window();
    const QStringList notices = workspace.load();
    if (!notices.isEmpty())
        window.warn(notices.join(QLatin1Char(' ')));
    if (created)
        created(window);
    window.show();
    const ScreenReader reader;
    DesktopSettings desktop;
    QObject::connect(&desktop, &DesktopSettings::lookChanged, &shown,
        [](const auto &look) { look::CurrentTheme::instance().setDesktop(look); });
    // After the first paint: starting a process must not delay the window.
    QTimer::singleShot(0, &window, [&] {
        window.sessions().lookIntoFolder();
        if (const QString problem = workspace.taps().watch(); !problem.isEmpty())
            window.warn(problem);
        if (options->file.isEmpty())
            connectFirst(workspace, *options);
        else
            window.openFile(QFileInfo(options->file).absoluteFilePath());
        if (notices.isEmpty()) // or it is not known which servers there are
            window.serverCommands().bundles().removeUnused();
        desktop.start();
    });
    // A signal closes the window as the user would: settings are saved, servers are stopped, the
    // session file is closed. A second signal meets the default handler and ends the process.
    Interrupt interrupt([&interrupt](int signal) {
        interrupt.release();
        QApplication::exit(kSignalBase + signal);
        QApplication::closeAllWindows();
    });
    const int code = QApplication::exec();
    endServers(workspace);
    return code;
}

} // namespace sonde::app
