// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::cli {

// The exit codes of sonde-cli; part of its interface, and listed by --help.
enum ExitCode : int {
    kFine = 0,
    kUsage = 1, // wrong input, or a file named in it cannot be read or written
    kAuthorization = 3, // the server requires authorization
    kCannotConnect = 4, // not started, no handshake, or the connection was lost before the response
    kToolError = 5, // the tool itself reported an error (isError)
    kServerError = 6, // a JSON-RPC error response, or an incomplete list
    kTimeout = 7, // no response in time, after the handshake
    kInvalid = 8, // validate: an instance does not fit
    kUnusableSchema = 9, // validate: the schema itself cannot be used
    kNoResponse = 10, // a server request, and no source for its response
    // tools call, resources read, prompts get: the result violates its form, or the tool's output
    // schema; check: a finding
    kInvalidResult = 11,
    kBreaking = 12, // compare: a change breaks what was right until now
    // replay: a response or notification differs from the recording; test: a test failed;
    // fan-out: the responses are not all equal
    kDifferent = 13,
    kSignalBase = 128, // plus the signal's number: 130 after Ctrl+C, as shells have it
};

} // namespace sonde::cli
