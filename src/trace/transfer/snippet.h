// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/store.h"

#include <QStringList>

#include <optional>

namespace sonde::trace {

class Redactor;

enum class SnippetKind : std::uint8_t { Json, Command, Curl, TypeScript, Python };

// A message to be sent again by another program.
struct SnippetSource {
    const Store *store = nullptr;
    Record message; // a request or a notification; for curl also an exchange
    std::optional<Record> exchange; // the exchange that carried the message
    // The arguments of sonde-cli that select the server (--url URL, or -- PROGRAM ARG…). If empty,
    // those of the exchange, or a placeholder.
    QStringList server;
    // Redacts the message, except in curl, which always does; null: it stays as it is.
    Redactor *redactor = nullptr;
};

// The recorded message as JSON, as a command line, or as source code. In a curl command line,
// headers and parameters with secret names have the value <secret>, and other secrets that a
// Redactor finds become asterisks. Fails if the message cannot be expressed in that form.
Result<std::string> snippet(SnippetKind kind, const SnippetSource &source);

} // namespace sonde::trace
