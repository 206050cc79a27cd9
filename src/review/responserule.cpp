// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/responserule.h"

#include "base/domainerror.h"
#include "review/onerequest.h"
#include "review/reviewtr.h"
#include "trace/filter/filterrun.h"
#include "json/builder.h"
#include "json/document.h"

#include <optional>
#include <variant>

namespace sonde::review {

namespace {

using How = ResponseRule::How;

Result<void> readAction(const json::Value &rule, ResponseRule &out)
{
    switch (out.how) {
    case How::Response:
        if (!rule["answer"].isObject())
            return configError(Text::tr("the response is not an object"));
        out.response = rule["answer"].raw();
        return {};
    case How::Error:
        if (!rule["error"]["code"].toInt64() || !rule["error"]["message"].isString())
            return configError(Text::tr("an error needs an integer code and a message"));
        out.code = static_cast<int>(*rule["error"]["code"].toInt64());
        out.message = rule["error"]["message"].toString();
        return {};
    case How::Program:
        for (const json::Value &word : rule["program"])
            out.program += word.toString();
        if (out.program.isEmpty() || out.program.front().isEmpty())
            return configError(Text::tr("the program is not a list of strings"));
        return {};
    case How::Decline:
    case How::Cancel:
    case How::Ask:
        break;
    }
    return {};
}

} // namespace

std::optional<How> sortOf(const json::Value &rule)
{
    std::optional<How> how;
    for (const auto &[name, each] :
        {std::pair{"answer", How::Response}, std::pair{"decline", How::Decline},
            std::pair{"cancel", How::Cancel}, std::pair{"error", How::Error},
            std::pair{"program", How::Program}, std::pair{"ask", How::Ask}}) {
        if (!rule[name])
            continue;
        if (how)
            return {};
        how = each;
    }
    return how;
}

Result<ResponseRule> ruleFromJson(const json::Value &rule)
{
    const auto how = sortOf(rule);
    if (!how)
        return configError(Text::tr(
            "a rule needs exactly one of answer, decline, cancel, error, program and ask"));
    ResponseRule out;
    out.how = *how;
    const json::Value enabled = rule["enabled"];
    if (enabled && !enabled.isBool())
        return configError(Text::tr("enabled must be true or false"));
    out.enabled = enabled.toBool().value_or(true);
    out.method = rule["method"].text();
    const auto filter = trace::Filter::compile(rule["when"].toString());
    if (const auto *error = std::get_if<trace::FilterError>(&filter))
        return configError(error->sentence);
    out.filter = std::get<trace::Filter>(filter);
    const json::Value delay = rule["delayMs"];
    out.delay = std::chrono::milliseconds(delay.toInt64().value_or(0));
    if ((delay && !delay.toInt64()) || out.delay.count() < 0 || out.delay > ResponseRule::kMaxDelay)
        return configError(Text::tr("delayMs must be an integer from 0 to 600000"));
    if (auto read = readAction(rule, out); !read)
        return read.error();
    return out;
}

ReadRules rulesFromJson(const json::Value &array)
{
    ReadRules read;
    if (!array.isArray() || array.count() > ResponseRule::kMaxRules) {
        read.problems.push_back(
            {0, {}, Text::tr("The rules must be a list of at most 100 rules.")});
        return read;
    }
    read.rules.reserve(array.count());
    for (const json::Value &each : array) {
        const int number = static_cast<int>(read.rules.size()) + 1;
        auto rule = ruleFromJson(each);
        if (!rule) {
            const QString place = each.pointer();
            read.problems.push_back({number, place,
                Text::tr("rule %1 (%2) cannot be used: %3")
                    .arg(QString::number(number), place, rule.error().sentence)});
            ResponseRule off;
            off.enabled = false;
            rule = off;
        }
        read.rules.push_back(std::move(rule).value());
    }
    return read;
}

// In JSON two braces in a row that open stand in a string only.
std::string expandResponse(std::string_view response, const json::Value &params)
{
    const json::Document document =
        json::Document::parse(Bytes::copyOf(params ? params.raw() : "{}"));
    std::string out;
    while (true) {
        const std::size_t open = response.find("{{");
        const std::size_t close = open == response.npos ? response.npos : response.find("}}", open);
        if (close == response.npos)
            return out.append(response);
        const std::string_view path = response.substr(open + 2, close - open - 2);
        const json::Value value =
            document.pointer(QString::fromUtf8(path.data(), static_cast<qsizetype>(path.size())));
        const bool isWhole = open > 0 && response[open - 1] == '"' && close + 2 < response.size()
            && response[close + 2] == '"' && (open < 2 || response[open - 2] != '\\');
        out.append(response.substr(0, isWhole ? open - 1 : open));
        if (isWhole) {
            out.append(value ? value.raw() : "null");
        } else if (value) {
            const std::string text =
                json::quoted(value.isString() ? value.text() : std::string(value.raw()));
            out.append(text, 1, text.size() - 2);
        }
        response.remove_prefix(close + (isWhole ? 3 : 2));
    }
}

bool fits(const ResponseRule &rule, const std::string &method, const json::Value &params,
    const std::string &target)
{
    if (!rule.enabled)
        return false;
    if (!rule.method.empty() && rule.method != method)
        return false;
    if (rule.filter.isEmpty())
        return true;
    const OneRequest request(method, params, target);
    trace::FilterRun run(rule.filter, request);
    return run.fits(request.row());
}

} // namespace sonde::review
