// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// conformance-client [--record FILE] URL: what the public conformance suite starts, with the URL of
// its own server behind it. Exit codes as of sonde-cli.

#include "base/interrupt.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "conformance/conformanceclient.h"
#include "trace/recorder/recorder.h"

#include <QCoreApplication>

#include <memory>

#include <unistd.h>

using namespace sonde;

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QStringList words = application.arguments().mid(1);
    cli::Output err(STDERR_FILENO);
    std::unique_ptr<trace::Recorder> recorder;
    if (words.size() > 1 && words.front() == QLatin1String("--record")) {
        recorder = std::make_unique<trace::Recorder>();
        recorder->keepNoChanges();
        if (const Result<void> opened = recorder->open(words[1]); !opened) {
            err.complain(opened.error().sentence);
            return cli::kUsage;
        }
        words.remove(0, 2);
    }
    if (words.size() != 1) {
        err.complain(QStringLiteral("conformance-client [--record FILE] needs one URL."));
        return cli::kUsage;
    }
    config::Profile server;
    server.reachByUrl().url = words.front();
    int exitCode = cli::kFine;
    {
        test::ConformanceClient client(server, recorder.get());
        QObject::connect(&client, &test::ConformanceClient::complained, &application,
            [&err](const QString &sentence) { err.complain(sentence); });
        // Queued: the client is not torn down from inside a signal of its own.
        QObject::connect(&client, &test::ConformanceClient::finished, &application,
            &QCoreApplication::exit, Qt::QueuedConnection);
        const Interrupt interrupt([&client](int signal) { client.interrupt(signal); });
        client.start();
        exitCode = QCoreApplication::exec();
    }
    const Result<void> flushed = recorder ? recorder->flush() : Result<void>();
    if (!flushed)
        err.complain(flushed.error().sentence);
    return flushed || exitCode != cli::kFine ? exitCode : int(cli::kUsage);
}
