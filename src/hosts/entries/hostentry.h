// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/text/fileproblem.h"
#include "json/value.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <vector>

namespace sonde::hosts {

// An entry whose command is a tap of Sonde.
struct TapMark {
    QString name; // of the server in its recordings; empty: the tap makes one up
    json::Value first; // the first word of the tap in an array
    json::Value program; // of the server
    json::Value firstArgument; // of the server; may not exist
    bool addedArguments = false; // the entry had no array of arguments before
    bool isBridge = false; // of a server with a URL: it has no program
};

// A server in the configuration of a host.
struct HostEntry {
    QString name;
    QString project; // the folder, if the file has servers by project
    json::Value value; // the whole entry, an object
    json::Value command; // a string, or the array of the program and its arguments
    json::Value argumentList; // next to a string; may not exist
    // What the host starts, without a tap. Empty for a server with a URL.
    QString program;
    QStringList arguments;
    QString url;
    bool isDisabled = false;
    std::optional<TapMark> tap;
    std::vector<FileProblem> problems;
    std::optional<FileProblem> obstacle; // why Sonde must not change it; the host can read it
};

// Where the servers are: in the host's container, or the whole file is a map or a list of them, or
// one. Only of an unknown host it is not the first.
enum class FileShape : std::uint8_t { InContainer, Map, List, Server };

} // namespace sonde::hosts
