// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/maderesponse.h"

#include "base/domainerror.h"
#include "mock/mocktr.h"
#include "mock/paramskey.h"
#include "rpc/targetkind.h"
#include "schema/seedednumbers.h"
#include "json/singleline.h"

#include <QStringList>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace sonde::mock {

namespace {

// A misspelt one would be a response that never matches, or the wrong one.
Result<void> checkMembers(const json::Value &entry)
{
    static constexpr std::string_view kMembers[]{"tool", "prompt", "resource", "method",
        "arguments", "params", "result", "error", "fault", "delay", "times", "note", "off"};
    for (const json::Value member : entry) {
        if (std::find(std::begin(kMembers), std::end(kMembers), member.key()) == std::end(kMembers))
            return usageError(Text::tr("It has the member “%1”, which means nothing.")
                                  .arg(QString::fromStdString(member.key()).left(80)));
    }
    return {};
}

Result<void> readRequest(const json::Value &entry, MadeResponse &response)
{
    int named = 0;
    for (const rpc::TargetKind &kind : rpc::kTargetKinds) {
        if (!entry[kind.thing].isString())
            continue;
        ++named;
        response.method = kind.method;
        response.target = entry[kind.thing].text();
    }
    if (entry["method"].isString() && !entry["method"].text().empty()) {
        ++named;
        response.method = entry["method"].text();
    }
    if (named > 1)
        return usageError(
            Text::tr("It responds to several requests. Make an entry of each of “tool”, "
                     "“prompt”, “resource” and “method”."));
    if (named == 0)
        return usageError(Text::tr("It does not say to which request it responds. Use “tool”, "
                                   "“prompt”, “resource” or “method”."));
    for (const char *const name : {"arguments", "params"}) {
        if (entry[name].exists() && !entry[name].isObject())
            return usageError(Text::tr("“%1” must be an object.").arg(QLatin1String(name)));
    }
    return {};
}

Result<void> readFault(const json::Value &entry, MadeResponse &response)
{
    if (!entry["fault"].exists())
        return {};
    const auto index = faultNames().indexOf(entry["fault"].toString());
    if (index < 0)
        return usageError(
            Text::tr("“fault” must be one of %1.").arg(faultNames().join(QStringLiteral(", "))));
    response.fault = static_cast<Fault>(index + 1);
    return {};
}

// 0 if it is not there.
Result<std::size_t> readTimes(const json::Value &entry)
{
    if (!entry["times"].exists())
        return std::size_t(0);
    const auto number = rpc::Message::integerOf(entry["times"].raw());
    if (!number || *number < 0 || *number > MadeResponses::kMaxTimes)
        return usageError(Text::tr("“%1” must be a whole number from 0 to %2.")
                              .arg(QStringLiteral("times"))
                              .arg(MadeResponses::kMaxTimes));
    return std::size_t(*number);
}

// A number, or the least and the most of a range.
Result<void> readDelay(const json::Value &entry, MadeResponse &response)
{
    const json::Value delay = entry["delay"];
    if (!delay.exists())
        return {};
    const auto millisecondsOf = [](const json::Value &value) {
        const auto number = value ? rpc::Message::integerOf(value.raw()) : std::nullopt;
        return std::chrono::milliseconds(number.value_or(-1));
    };
    response.delay = millisecondsOf(delay.isArray() ? delay.first() : delay);
    response.maxDelay = delay.isArray() ? millisecondsOf(delay.at(1)) : response.delay;
    const bool isPair = !delay.isArray() || delay.count() == 2;
    if (!isPair || response.delay.count() < 0 || response.maxDelay < response.delay
        || response.maxDelay > MadeResponses::kMaxDelay)
        return usageError(
            Text::tr("“delay” must be a whole number from 0 to %1, or a range of two of them, the "
                     "smaller one first: [200, 500].")
                .arg(MadeResponses::kMaxDelay.count()));
    return {};
}

Result<void> readContent(const json::Value &entry, MadeResponse &response)
{
    if (entry["result"].exists() && entry["error"].exists())
        return usageError(Text::tr("It has “result” and “error”. Remove one of them."));
    response.isError = entry["error"].exists();
    const char *const member = response.isError ? "error" : "result";
    const json::Value content = entry[member];
    if (content.exists() && !content.isObject())
        return usageError(Text::tr("“%1” must be an object.").arg(QLatin1String(member)));
    response.text = json::singleLine(content.raw());
    if (response.text.empty() && response.fault == Fault::None && response.maxDelay.count() == 0)
        return usageError(
            Text::tr("It changes nothing. Add “result”, “error”, “fault” or “delay”."));
    return {};
}

Result<MadeResponse> readResponse(const json::Value &entry)
{
    MadeResponse response;
    if (!entry.isObject())
        return usageError(Text::tr("It is not an object."));
    if (const Result<void> done = checkMembers(entry); !done)
        return done.error();
    for (auto *const read : {&readRequest, &readFault, &readDelay}) {
        if (const Result<void> done = read(entry, response); !done)
            return done.error();
    }
    const auto times = readTimes(entry);
    if (!times)
        return times.error();
    if (entry["off"].exists() && !entry["off"].isBool())
        return usageError(Text::tr("“off” must be true or false."));
    response.isOff = entry["off"].toBool().value_or(false);
    response.times = *times;
    if (const Result<void> done = readContent(entry, response); !done)
        return done.error();
    response.entry = json::Document::parse(Bytes::copyOf(entry.raw()));
    return response;
}

// Whether each member of `named` is in `given` with an equal value.
bool hasMembers(const json::Value &given, const json::Value &named)
{
    for (const json::Value member : named) {
        const json::Value value = given[member.key()];
        if (!value.exists() || !differentPlaces(member, value).isEmpty())
            return false;
    }
    return true;
}

bool isFor(const MadeResponse &response, const rpc::Message &request)
{
    if (request.method != response.method)
        return false;
    const json::Value params = request.params();
    for (const rpc::TargetKind &kind : rpc::kTargetKinds) {
        if (response.method == kind.method && !response.target.empty()
            && params[kind.param].text() != response.target)
            return false;
    }
    const json::Value entry = response.entry.root();
    return hasMembers(params["arguments"], entry["arguments"])
        && hasMembers(params, entry["params"]);
}

} // namespace

const QStringList &faultNames()
{
    static const QStringList names{QStringLiteral("silence"), QStringLiteral("broken"),
        QStringLiteral("twice"), QStringLiteral("wrong-id"), QStringLiteral("close")};
    return names;
}

Result<void> MadeResponses::check(const json::Value &entry)
{
    const auto response = readResponse(entry);
    return response ? Result<void>() : Result<void>(response.error());
}

Result<MadeResponses> MadeResponses::read(const Bytes &text)
{
    const auto document = json::Document::parse(text, {.maxDepth = MadeResponses::kMaxDepth});
    if (const auto &error = document.error())
        return usageError(Text::tr("Line %1, column %2: %3.")
                              .arg(error->line)
                              .arg(error->column)
                              .arg(error->reason));
    const json::Value responses = document.root()["responses"];
    if (!responses.isArray())
        return usageError(Text::tr("It has no array “responses”."));
    MadeResponses made;
    for (const json::Value entry : responses) {
        if (made.m_entries.size() >= kMaxResponses)
            return usageError(Text::tr("It has more than %1 responses.").arg(kMaxResponses));
        auto response = readResponse(entry);
        if (!response)
            return usageError(Text::tr("Response %1: %2")
                                  .arg(made.m_entries.size() + 1)
                                  .arg(response.error().sentence));
        made.m_entries.push_back({std::move(response).value()});
    }
    return made;
}

MadeResponses::Use MadeResponses::use(const rpc::Message &request)
{
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        Entry &each = m_entries[i];
        const std::size_t times = each.response.times;
        if (each.response.isOff || (times != 0 && each.used >= times)
            || !isFor(each.response, request))
            continue;
        const Use use{&each.response, i + 1, delayOf(each, i + 1)};
        ++each.used;
        return use;
    }
    return {};
}

std::chrono::milliseconds MadeResponses::delayOf(const Entry &entry, std::size_t number) const
{
    const MadeResponse &response = entry.response;
    if (response.maxDelay == response.delay)
        return response.delay;
    schema::SeededNumbers ofResponse(m_seed + number);
    schema::SeededNumbers numbers(ofResponse.next() + entry.used);
    const auto width = std::uint64_t((response.maxDelay - response.delay).count());
    return response.delay + std::chrono::milliseconds(numbers.below(width + 1));
}

} // namespace sonde::mock
