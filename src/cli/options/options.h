// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/answeroptions.h"
#include "cli/options/authoptions.h"
#include "config/profile.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace sonde::cli {

enum class Command {
    Help,
    Version,
    ToolsList,
    ToolsCall,
    ResourcesList,
    ResourcesTemplates,
    ResourcesRead,
    ResourcesSubscribe,
    PromptsList,
    PromptsGet,
    CompletePrompt,
    CompleteResource,
    Request,
    Notify,
    Info,
    AuthLogin,
    AuthStatus,
    AuthLogout,
    AuthToken,
    ConformanceClient
};

// What the command line asks for. Texts that become JSON stay bytes as typed.
struct Options {
    Command command = Command::Help;
    QString name; // of the tool, the prompt or the method; a URI or a URI template
    std::vector<std::string> words; // key=text and key:=json
    std::optional<std::string> args; // of --args
    std::string params; // PARAMS_JSON; empty: none
    QString output; // the file or folder that contents are written to; empty: they are not
    bool onePage = false; // of a list: the first one, or the one of `cursor`
    std::optional<std::string> cursor;
    bool json = false;
    bool trace = false;
    std::optional<std::chrono::milliseconds> timeout; // for the handshake, and for the request
    QString recordFile; // empty: nothing is recorded
    bool probe = false; // what is known about the server's era is found out anew
    bool cache = true; // what is known is used, and what is found out is kept
    config::Profile server; // its program or its URL, and the era
    AuthOptions auth; // with a URL
    AnswerOptions answers; // to what the server asks
    QStringList notes; // what is allowed, but may be a mistake
};

// Reads the command line without the program's own name. Touches nothing outside, but looks whether
// named files exist. Errors are Domain::Usage: one sentence that says what is wrong, where, and
// what to write instead.
// trace and validate are read elsewhere, and are no commands here.
Result<Options> parseOptions(const std::vector<std::string> &arguments);

// Which word is the command: the first that is neither an option nor an option's value; or how many
// words there are.
std::size_t commandWord(const std::vector<std::string> &arguments);

} // namespace sonde::cli
