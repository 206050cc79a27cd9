// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/inputround.h"
#include "json/value.h"

#include <QString>

#include <optional>
#include <string>

namespace sonde::review {

// The kinds of server requests.
enum class Kind : std::uint8_t { Sampling, Form, Url, Roots, Other };

// One server request or input request. Refers to a document that must be kept alive elsewhere.
struct RequestedInput {
    std::string key; // among the questions of a response; empty for a request of its own
    QString method;
    Kind kind = Kind::Other;
    json::Value params;
};

// 2025-11-25 client/elicitation#elicitation-requests: without a mode it is a form.
Kind kindOf(const QString &method, const json::Value &params);
RequestedInput questionOf(const mcp::InputRequest &request);
// "Sampling", "Elicitation", "Roots"; of anything else its method.
QString titleOf(const RequestedInput &question);
// "4 messages, 1 image", "form, 3 fields", the host of a URL: what it is about, in a few words.
QString summaryOf(const RequestedInput &question);

// An error response to a server request.
struct Refusal {
    int code = 0;
    QString message;
};
// 2025-11-25 client/sampling#error-handling
Refusal rejectedSampling();
// What was not declared must not be answered (2025-11-25 basic/lifecycle#operation, and for tools
// client/sampling#tools-in-sampling); nothing when all is declared. `capabilities` is what the
// client declared; `modes` says whether the revision knows modes of elicitation.
std::optional<Refusal> undeclared(
    const RequestedInput &question, const json::Value &capabilities, bool modes);

} // namespace sonde::review
