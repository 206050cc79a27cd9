// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/completions.h"

#include "mcp/message/mcptext.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::mcp {

Result<Completions> Completions::read(const json::Value &result)
{
    const json::Value completion = result["completion"];
    const json::Value values = completion["values"];
    if (!values.isArray()) {
        Error error;
        error.domain = Domain::Protocol;
        error.sentence = Text::tr("The response has no array “completion.values”.");
        return error;
    }
    Completions read;
    for (const json::Value value : values) {
        if (!value.isString())
            continue;
        if (std::size_t(read.values.size()) == kMaxValues) {
            read.hasMore = true;
            break;
        }
        read.values += value.toString();
    }
    read.total = completion["total"].toInt64().value_or(-1);
    read.hasMore = read.hasMore || completion["hasMore"].toBool().value_or(false);
    return read;
}

bool offersCompletion(const Negotiated &negotiated)
{
    return negotiated.revision == QLatin1String("2024-11-05")
        || negotiated.serverCapabilities()["completions"].exists();
}

Bytes completionParams(const CompletionRef &ref, const QString &argument, const QString &value,
    const FilledIn &others, const QString &revision)
{
    json::Builder params;
    params.beginObject().key("ref").beginObject();
    if (ref.kind == CompletionRef::Kind::Prompt)
        params.member("type", "ref/prompt").member("name", QStringView(ref.name));
    else
        params.member("type", "ref/resource").member("uri", QStringView(ref.name));
    params.endObject();
    params.key("argument")
        .beginObject()
        .member("name", QStringView(argument))
        .member("value", QStringView(value))
        .endObject();
    const bool knowsContext = revision >= QLatin1String("2025-06-18"); // dates: by their letters
    const bool any = std::any_of(others.begin(), others.end(),
        [&](const auto &other) { return other.first != argument && !other.second.isEmpty(); });
    if (knowsContext && any) {
        params.key("context").beginObject().key("arguments").beginObject();
        for (const auto &[name, filled] : others) {
            if (name != argument && !filled.isEmpty())
                params.member(name.toStdString(), QStringView(filled));
        }
        params.endObject().endObject();
    }
    params.endObject();
    return params.take();
}

} // namespace sonde::mcp
