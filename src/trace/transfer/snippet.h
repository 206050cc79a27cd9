// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/store.h"

#include <QStringList>

#include <optional>

namespace sonde::trace {

enum class SnippetKind : std::uint8_t { Json, Command, Curl, TypeScript, Python };

// A message to be sent once more by something else.
struct SnippetSource {
    const Store *store = nullptr;
    Record message; // a request or a notification; for curl also an exchange
    std::optional<Record> exchange; // that carried the message
    // How the server is reached: the words of sonde-cli for it (--url URL, or -- PROGRAM ARG…).
    // Empty: those of the exchange, or a place for the person to fill in.
    QStringList server;
};

// Bytes that a word of a command line may have: Linux refuses one of 128 KiB.
inline constexpr std::size_t kMaxSnippetWord = 100'000;

// The message as JSON as it crossed, as a command line, or as a piece of a program. In the command
// line of curl, values of headers and parameters that are secrets by their names are <secret>, and
// what else a Redactor hides are asterisks. Fails when the message cannot be written like that.
Result<std::string> snippet(SnippetKind kind, const SnippetSource &source);

} // namespace sonde::trace
