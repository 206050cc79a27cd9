// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLatin1String>
#include <QString>

#include <cstdint>
#include <vector>

namespace sonde::hosts {

// Of a configuration file. Each has its class in hosts/text.
enum class Syntax : std::uint8_t { Json, JsonWithComments, Toml, Yaml };
enum class Scope : std::uint8_t {
    User,
    Project,
    System, // what its administrator demands
    SystemDefaults, // what its administrator proposes: every other file changes it
};
// What a path is relative to.
enum class Base : std::uint8_t {
    Home,
    Config, // $XDG_CONFIG_HOME; ~/Library/Application Support; %APPDATA%
    DotConfig, // as Config on Linux, and ~/.config on other systems
    LocalData, // %LOCALAPPDATA%, of Windows only
    Project,
    Root, // of all files; on Windows %PROGRAMDATA%
};
enum class System : std::uint8_t { Linux, MacOs, Windows };

// How the container of a host's servers is written: by name, or with the name in each of them. Of
// an unknown host either, or without a container.
enum class Layout : std::uint8_t { Map, List, Any };

// A variable of the host that moves one of its files.
struct MovedBy {
    QLatin1String variable;
    QLatin1String path; // below the variable's value; empty: the value is the file
};

// Where a host looks for a configuration file.
struct HostPlace {
    Scope scope;
    Base base;
    // Its parts may contain *, which any name or part of a name fits. Empty: only where a variable
    // says it.
    QLatin1String path;
    std::vector<MovedBy> movedBy{}; // the first variable that is set counts
    std::vector<System> systems{}; // that have it; empty: all
    // No user writes servers into it: it is of an extension, or the host writes it by itself.
    bool isOfOthers = false;
};

// A host of MCP servers: what Sonde knows of its configuration.
struct Host {
    QLatin1String id; // on the command line
    QLatin1String name;
    Syntax syntax;
    // The members that contain the servers: names of members, separated by slashes; * is any
    // member.
    std::vector<QLatin1String> containers;
    std::vector<HostPlace> places;
    // What the host does when an entry changes, and the command that approves the entry again, with
    // %1 for its name. Empty: nothing is known.
    const char *approval = nullptr; // translated by approvalText()
    QLatin1String approve{};
    bool onlyProjectsApproved = false; // of the entries in a project's file
    Layout layout = Layout::Map;
    // The desktop starts it, and it takes the environment of the desktop as it is: it does not look
    // for folders of PATH that only a shell adds.
    bool isOfDesktop = false;
};

const std::vector<Host> &hostTable();
// Hosts that have further files which are written in another way than their own: each row has the
// id of its host, and only these files.
const std::vector<Host> &otherForms();
const Host *findHost(const QString &id); // nullptr: there is none
// Whether both would find the same servers in one file: in a container that they have in common.
bool shareServers(const Host &one, const Host &other);
QString approvalText(const Host &host);
// How the host comes to start an entry that has changed: a sentence.
QString reloadText(const Host &host);
QString scopeName(Scope scope);

} // namespace sonde::hosts
