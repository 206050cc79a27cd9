// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/line.h"
#include "review/requestedinput.h"

#include <QString>
#include <QStringList>

#include <string>

namespace sonde::cli {

// The sources of responses to server requests: --sampling, --elicitation, --roots.
struct ResponseOption {
    enum class How {
        None, // the capability is not declared
        Terminal, // "ask": the user responds on the terminal
        File, // "@FILE": the bytes of the file, for each request
        Program, // a command: params on its stdin, the response on its stdout
        Folders, // for roots alone: existing folders
    };
    How how = How::None;
    QString file;
    QStringList words; // the program and its arguments, or the folders
};

struct ResponseOptions {
    ResponseOption sampling;
    ResponseOption elicitation;
    ResponseOption roots;

    const ResponseOption &of(review::Kind kind) const;
    bool tasks = false; // a tool call may return a task (io.modelcontextprotocol/tasks)

    bool any() const; // a server request can be answered
    bool usesTerminal() const;
};

// Checks that the named files exist. Errors are Domain::Usage.
Result<void> readResponseOptions(const Line &line, ResponseOptions &options);
// The capabilities that the client declares, a JSON object as text.
std::string capabilitiesOf(const ResponseOptions &options);
// The result of roots/list for --roots FOLDER.
std::string rootsResultOf(const ResponseOptions &options);

} // namespace sonde::cli
