// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/requestedinput.h"

#include "base/formatting.h"
#include "review/reviewtr.h"
#include "rpc/message.h"

#include <QStringList>
#include <QUrl>

#include <map>

namespace sonde::review {

namespace {

constexpr std::uint32_t kMaxLooked = 10'000; // blocks: a summary does not count without end

void countBlock(const json::Value &block, std::map<std::string, int> &counts)
{
    const std::string type = block["type"].text();
    if (type != "text")
        ++counts[type];
}

QString samplingSummary(const json::Value &params)
{
    const json::Value messages = params["messages"];
    std::map<std::string, int> counts;
    std::uint32_t looked = 0;
    for (const json::Value message : messages) {
        if (++looked > kMaxLooked)
            break;
        const json::Value content = message["content"];
        if (content.isArray()) {
            for (const json::Value block : content)
                countBlock(block, counts);
        } else {
            countBlock(content, counts);
        }
    }
    const auto count = messages.isArray() ? messages.count() : 0;
    QStringList words{
        count == 1 ? Text::tr("1 message") : Text::tr("%Ln messages", nullptr, int(count))};
    if (const int images = counts["image"])
        words += images == 1 ? Text::tr("1 image") : Text::tr("%Ln images", nullptr, images);
    if (const int sounds = counts["audio"])
        words += sounds == 1 ? Text::tr("1 sound") : Text::tr("%Ln sounds", nullptr, sounds);
    if (const json::Value tools = params["tools"]; tools.isArray() && tools.count() > 0)
        words += tools.count() == 1 ? Text::tr("1 tool")
                                    : Text::tr("%Ln tools", nullptr, int(tools.count()));
    return listText(words);
}

QString formSummary(const json::Value &params)
{
    const auto fields = params["requestedSchema"]["properties"].count();
    return fields == 1 ? Text::tr("form, 1 field")
                       : Text::tr("form, %Ln fields", nullptr, int(fields));
}

} // namespace

Kind kindOf(const QString &method, const json::Value &params)
{
    if (method == QLatin1String("sampling/createMessage"))
        return Kind::Sampling;
    if (method == QLatin1String("roots/list"))
        return Kind::Roots;
    if (method != QLatin1String("elicitation/create"))
        return Kind::Other;
    const json::Value mode = params["mode"];
    if (!mode || mode.equals("form"))
        return Kind::Form;
    return mode.equals("url") ? Kind::Url : Kind::Other;
}

// An entry of -32042 is the params alone (2025-11-25 client/elicitation).
RequestedInput questionOf(const mcp::InputRequest &request)
{
    const json::Value method = request.request["method"];
    if (!method && request.request["url"])
        return {request.key, QStringLiteral("elicitation/create"), Kind::Url, request.request};
    const json::Value params = request.request["params"];
    return {request.key, method.toString(), kindOf(method.toString(), params), params};
}

QString titleOf(const RequestedInput &question)
{
    switch (question.kind) {
    case Kind::Sampling:
        return Text::tr("Sampling");
    case Kind::Form:
    case Kind::Url:
        return Text::tr("Elicitation");
    case Kind::Roots:
        return Text::tr("Roots");
    case Kind::Other:
        break;
    }
    return question.method;
}

QString summaryOf(const RequestedInput &question)
{
    switch (question.kind) {
    case Kind::Sampling:
        return samplingSummary(question.params);
    case Kind::Form:
        return formSummary(question.params);
    case Kind::Url:
        return Text::tr("URL, %1").arg(QUrl(question.params["url"].toString()).host());
    case Kind::Roots:
        return Text::tr("the roots that the client offers");
    case Kind::Other:
        break;
    }
    return {};
}

Refusal rejectedSampling()
{
    return {-1, QStringLiteral("User rejected sampling request")};
}

std::optional<Refusal> undeclared(
    const RequestedInput &question, const json::Value &capabilities, bool modes)
{
    const auto notOffered = [&] {
        return Refusal{rpc::kMethodNotFound,
            QStringLiteral("Sonde does not offer %1 to this server").arg(question.method)};
    };
    const json::Value elicitation = capabilities["elicitation"];
    switch (question.kind) {
    case Kind::Sampling:
        if (!capabilities["sampling"])
            return notOffered();
        if ((question.params["tools"] || question.params["toolChoice"])
            && !capabilities["sampling"]["tools"])
            return Refusal{rpc::kInvalidParams,
                QStringLiteral("Tools in sampling were not declared by the client")};
        return std::nullopt;
    case Kind::Roots:
        return capabilities["roots"] ? std::nullopt : std::optional(notOffered());
    case Kind::Form:
    case Kind::Url: {
        if (!elicitation)
            return notOffered();
        const bool formOnly = elicitation.count() == 0;
        const char *const mode = question.kind == Kind::Form ? "form" : "url";
        const bool declared = question.kind == Kind::Form ? formOnly || elicitation[mode].exists()
                                                          : elicitation[mode].exists();
        if (declared || (!modes && question.kind == Kind::Form))
            return std::nullopt;
        return Refusal{rpc::kInvalidParams,
            QStringLiteral("The mode %1 of elicitation was not declared by the client")
                .arg(QLatin1String(mode))};
    }
    case Kind::Other:
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace sonde::review
