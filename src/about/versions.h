// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QString>

#include <string>

namespace sonde::about {

// What --version prints of a program of Sonde: its version, those of the libraries that it runs
// with, and the commit of its sources, which may be empty. Needs a QCoreApplication: libcurl is
// asked by a module beside the program.
QString versionText(const QString &program, const QString &commit);

// The same as one line of JSON.
std::string versionJson(const QString &program, const QString &commit);

} // namespace sonde::about
