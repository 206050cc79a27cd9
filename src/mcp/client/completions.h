// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

#include <QString>
#include <QStringList>

#include <string>
#include <utility>
#include <vector>

namespace sonde::mcp {

// What is completed: an argument of a prompt, or a variable of a resource template.
struct CompletionRef {
    enum class Kind : std::uint8_t { Prompt, Resource };
    Kind kind = Kind::Prompt;
    QString name; // of the prompt, or the template as the server wrote it

    friend bool operator==(const CompletionRef &, const CompletionRef &) = default;
};

// Names and values, in the order of the form.
using FilledIn = std::vector<std::pair<QString, QString>>;

// What a server proposes for one argument (2025-11-25 server/utilities/completion).
struct Completions {
    static constexpr std::size_t kMaxValues = 100; // "Maximum of 100 items per response"

    QStringList values;
    qint64 total = -1; // of all values; -1: the server does not say
    bool hasMore = false; // there are more values than these

    // From the result of completion/complete. Fails when it holds no array of strings.
    static Result<Completions> read(const json::Value &result);
};

// Whether the server completes arguments. 2024-11-05 has no such capability; then true.
bool offersCompletion(const Negotiated &negotiated);

// The params of completion/complete. `others` are the other values of the form, sent as
// `context.arguments` where the revision has that (since 2025-06-18).
Bytes completionParams(const CompletionRef &ref, const QString &argument, const QString &value,
    const FilledIn &others, const QString &revision);

} // namespace sonde::mcp
