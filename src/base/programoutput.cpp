// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/programoutput.h"

#include <QProcess>

#include <chrono>

#include <unistd.h>

namespace sonde {

namespace {

constexpr std::chrono::milliseconds kPatience{4000};
constexpr qsizetype kMaxOutput = 64 * 1024;

} // namespace

QByteArray programOutput(
    const QString &program, const QStringList &arguments, const QProcessEnvironment &environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    // A session of its own: an interactive shell would otherwise take Sonde's terminal.
    process.setChildProcessModifier([] { ::setsid(); });
    process.start(program, arguments, QIODevice::ReadOnly);
    if (!process.waitForFinished(int(kPatience.count()))) {
        process.kill();
        process.waitForFinished(int(kPatience.count()));
        return {};
    }
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return {};
    return process.read(kMaxOutput);
}

} // namespace sonde
