// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A tool of the demo server called many times, to look at:
//   loadgallery TOOL ARGUMENTS [--theme light|dark] [--calls N] [--destructive] [--shot FILE.png]

#include "look/sondestyle.h"
#include "look/theme.h"
#include "widgets/tools/loadtestdialog.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTimer>

using namespace sonde;

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    look::installLook(app);
    QCommandLineParser options;
    const QCommandLineOption theme(
        QStringLiteral("theme"), {}, QStringLiteral("name"), QStringLiteral("light"));
    const QCommandLineOption calls(
        QStringLiteral("calls"), {}, QStringLiteral("number"), QStringLiteral("500"));
    const QCommandLineOption destructive(QStringLiteral("destructive"));
    const QCommandLineOption shot(QStringLiteral("shot"), {}, QStringLiteral("file"));
    options.addOptions({theme, calls, destructive, shot});
    options.process(app);
    const QStringList words = options.positionalArguments();
    if (words.size() != 2)
        qFatal("a tool and its arguments, please");
    look::CurrentTheme::instance().setChoice(options.value(theme) == QLatin1String("dark")
            ? look::ThemeChoice::Dark
            : look::ThemeChoice::Light);
    mcp::ClientConfig config;
    config.launch.program = QStringLiteral(SONDE_BIN_DIR "/sonde-demo-server");
    mcp::Client client(config);
    auto *dialog = new widgets::LoadTestDialog(
        &client, words[0], Bytes::fromByteArray(words[1].toUtf8()), options.isSet(destructive));
    dialog->show();
    QObject::connect(&client, &mcp::Client::stateChanged, dialog, [&] {
        dialog->test().start({options.value(calls).toInt(), 8});
    });
    QObject::connect(&dialog->test(), &session::LoadTest::finished, dialog, [&] {
        if (options.isSet(shot)) {
            dialog->grab().save(options.value(shot));
            QTimer::singleShot(0, dialog, &QWidget::close);
        }
    });
    client.start();
    return QApplication::exec();
}
