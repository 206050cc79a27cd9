// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/table/hosttable.h"

#include <QString>

#include <functional>
#include <optional>
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
    QString root = QStringLiteral("/"); // Base::Root, except on Windows

    static Surroundings ofThisProcess();
    // The folders of a system are known everywhere.
    static Surroundings of(System system, const QString &home, const QString &project,
        std::function<QString(const QString &)> variable);
};

struct ConfigFile {
    Scope scope = Scope::User;
    QString path; // absolute
    const Host *form = nullptr; // how it is written: the host, or one of its otherForms()
    bool isOfOthers = false; // HostPlace::isOfOthers
};

// The files of a host, whether they exist or not; of those of which there may be several, such as
// profiles, the existing ones. Those in another form follow those of the host's own.
std::vector<ConfigFile> configFiles(const Host &host, const Surroundings &surroundings);
// The file of a host at this absolute path; nothing: the host does not look there.
std::optional<ConfigFile> configFileAt(
    const Host &host, const QString &path, const Surroundings &surroundings);
// The first host that looks for a file at this absolute path; nullptr: there is none.
const Host *hostOfFile(const QString &path, const Surroundings &surroundings);
// The other hosts that read servers of this host in the file, in the order of hostTable().
std::vector<const Host *> otherReaders(
    const Host &host, const QString &path, const Surroundings &surroundings);

} // namespace sonde::hosts
