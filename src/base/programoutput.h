// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace sonde {

// What a program prints on stdout, at most 64 KiB; empty if it fails or takes longer than four
// seconds. Waits for it: not for the thread of the window.
QByteArray programOutput(
    const QString &program, const QStringList &arguments, const QProcessEnvironment &environment);

} // namespace sonde
