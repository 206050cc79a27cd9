// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "mcp/client/client.h"

#include <QStringList>

#include <functional>
#include <string>
#include <vector>

namespace sonde::cli {

class Output;

// What is said about a request besides its response. Each text is a sentence.

// How the structured content of a result does not match the outputSchema of the tool
// (2025-11-25 server/tools#output-schema); empty when it does, or when the tool has none.
QString outputProblem(const json::Value &result, const json::Value &tool);

// The item of a list whose member `key` is that name; invalid without one.
json::Value findItem(const mcp::Listing &listing, const char *key, const QString &name);

// "There is no tool “ech”. Did you mean “echo”?" Empty when the list has the name, or when no name
// of it is close. `what` is the sentence with %1 for the name.
QString nameHint(
    const mcp::Listing &listing, const char *key, const QString &name, const QString &what);

// Which words of the command line (key=text) send a string where the schema of the tool has another
// type, and what to write instead.
QStringList typeHints(const json::Value &inputSchema, const std::vector<std::string> &words);

// Says on standard error what the server's list tells about a request and its response. It asks for
// the list only when there is something to compare with it.
class CallCheck {
public:
    // All of them outlive it.
    CallCheck(const Options &options, mcp::Client &client, Output &err);

    // Of a response: members that it has more than once, because one of them is not shown.
    // `method`: of its request.
    void noteRepeated(const rpc::Message &response, std::string_view method);
    void noteRepeated(const mcp::Listing &listing, std::string_view method);
    // Of a request that the server refused: what was probably meant.
    RequestHandle explainRefusal(
        const mcp::CallOptions &options, QObject *context, std::function<void()> done);
    // Of the result of a tools/call, which was printed: what is wrong with it. `code` is its exit
    // code so far; `done` gets the one to end with.
    RequestHandle judge(const mcp::Response &response, int code, const mcp::CallOptions &options,
        QObject *context, std::function<void(int code)> done);

private:
    void complainOfTypes(const mcp::Listing &listing);

    const Options &m_options;
    mcp::Client &m_client;
    Output &m_err;
};

} // namespace sonde::cli
