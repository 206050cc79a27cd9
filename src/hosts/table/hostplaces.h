// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/table/hosttable.h"

#include <QString>

#include <functional>
#include <vector>

namespace sonde::hosts {

#if defined(Q_OS_WIN)
inline constexpr System kThisSystem = System::Windows;
#elif defined(Q_OS_MACOS)
inline constexpr System kThisSystem = System::MacOs;
#else
inline constexpr System kThisSystem = System::Linux;
#endif

// The machine, as far as it decides where the files of a host are.
struct Surroundings {
    QString home;
    QString config; // Base::Config
    QString project; // the folder of the project
    std::function<QString(const QString &)> variable; // empty: not set

    System system = kThisSystem;

    static Surroundings ofThisProcess();
    // The folders of a system are known everywhere.
    static Surroundings of(System system, const QString &home, const QString &project,
        std::function<QString(const QString &)> variable);
};

struct ConfigFile {
    Scope scope = Scope::User;
    QString path; // absolute
};

// The files of a host, whether they exist or not; of those of which there may be several, such as
// profiles, the existing ones.
std::vector<ConfigFile> configFiles(const Host &host, const Surroundings &surroundings);
// The first host that looks for a file at this absolute path; nullptr: there is none.
const Host *hostOfFile(const QString &path, const Surroundings &surroundings);

} // namespace sonde::hosts
