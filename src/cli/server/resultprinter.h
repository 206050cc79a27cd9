// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "json/value.h"

#include <QString>

namespace sonde::cli {

class Output;

// Prints the result of a command as the options say: as received, to files, or as text.
class ResultPrinter {
public:
    // All of them outlive it.
    ResultPrinter(const Options &options, Output &out, Output &err);

    // stdout gets the JSON as it arrived, or what was written to files, or the text. False when
    // --output could not be written.
    bool print(const json::Value &result, QString (*text)(const json::Value &));
    void printJson(const json::Value &value);
    // The exit code of a result that was printed.
    int codeOf(const json::Value &result, bool isWritten);

private:
    const Options &m_options;
    Output &m_out;
    Output &m_err;
};

} // namespace sonde::cli
