// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/requestmatcher.h"

#include "mock/mocktr.h"
#include "mock/paramskey.h"

#include <utility>

namespace sonde::mock {

namespace {

constexpr qsizetype kMaxNamed = 3; // places in a note

constexpr std::string_view kDiscover = "server/discover";
// Its params name the client, which is always another one.
constexpr std::string_view kInitialize = "initialize";
constexpr std::string_view kCall = "tools/call";

QString shown(std::string_view utf8)
{
    constexpr std::size_t kMax = 200;
    return json::toQString(utf8.substr(0, kMax));
}

// "tools/call get_weather"
QString titleOf(const rpc::Message &request)
{
    const json::Value name = request.params()["name"];
    const QString method = shown(request.method);
    return name.isString() ? QString(method + u' ' + shown(name.text())) : method;
}

} // namespace

RequestMatcher::RequestMatcher(const MockScript &script, Otherwise otherwise)
    : m_script(script)
    , m_otherwise(otherwise)
    , m_used(script.exchanges.size())
{
    for (std::size_t i = 0; i < script.exchanges.size(); ++i) {
        const ScriptedExchange &each = exchange(i);
        if (!each.isRequest) {
            m_notifications[each.method].indices.push_back(i);
            continue;
        }
        Method &method = m_requests[each.method];
        method.all.indices.push_back(i);
        method.byKey[each.key].indices.push_back(i);
    }
}

Match RequestMatcher::match(const rpc::Message &request)
{
    const auto method = m_requests.find(request.method.view());
    if (method == m_requests.end()) {
        const bool isProbe = request.method == kDiscover; // of a client that detects the era
        return {.errorCode = rpc::kMethodNotFound,
            .errorText = "The recording has no request " + request.method.toStdString() + ".",
            .note = isProbe ? QString()
                            : Text::tr("The recording has no request %1.").arg(titleOf(request))};
    }
    if (request.method == kInitialize)
        return played(use(method->second.all));
    const auto exact = method->second.byKey.find(paramsKey(request.params()));
    if (exact != method->second.byKey.end())
        return played(use(exact->second));
    return withoutExact(request, method->second);
}

const ScriptedExchange *RequestMatcher::matchNotification(std::string_view method)
{
    const auto found = m_notifications.find(method);
    return found == m_notifications.end() ? nullptr : &exchange(use(found->second));
}

// The first one that was not played yet, or else the last one.
std::size_t RequestMatcher::use(Candidates &candidates)
{
    auto &[indices, next] = candidates;
    while (next < indices.size() && m_used[indices[next]])
        ++next;
    const std::size_t index = next < indices.size() ? indices[next] : indices.back();
    m_used[index] = true;
    return index;
}

Match RequestMatcher::played(std::size_t index, QString note) const
{
    Match match;
    match.exchange = &exchange(index);
    match.note = std::move(note);
    return match;
}

Match RequestMatcher::withoutExact(const rpc::Message &request, Method &method)
{
    if (m_otherwise == Otherwise::Nearest)
        return nearest(request, method);
    if (m_otherwise == Otherwise::Next) {
        const std::size_t index = use(method.all);
        return played(index, noteOn(request, index));
    }
    return {.errorCode = rpc::kInvalidParams,
        .errorText =
            "The recording has no request " + request.method.toStdString() + " with these params.",
        .note =
            Text::tr("The recording has no request %1 with these params.").arg(titleOf(request))};
}

Match RequestMatcher::nearest(const rpc::Message &request, const Method &method)
{
    const json::Value tool = request.params()["name"];
    Candidates least;
    std::vector<std::size_t> &equals = least.indices;
    qsizetype fewest = 0;
    std::size_t compared = 0;
    for (const std::size_t index : method.all.indices) {
        const json::Value recorded = exchange(index).params();
        if (request.method == kCall && recorded["name"].text() != tool.text())
            continue;
        if (++compared > kMaxCompared)
            break;
        const qsizetype count = differentPlaces(recorded, request.params()).size();
        if (equals.empty() || count < fewest) {
            equals.clear();
            fewest = count;
        }
        if (count == fewest)
            equals.push_back(index);
    }
    if (equals.empty())
        return {.errorCode = rpc::kInvalidParams,
            .errorText = "The recording has no call of this tool.",
            .note = Text::tr("The recording has no request %1.").arg(titleOf(request))};
    const std::size_t index = use(least);
    return played(index, noteOn(request, index));
}

QString RequestMatcher::noteOn(const rpc::Message &request, std::size_t index) const
{
    const ScriptedExchange &recorded = exchange(index);
    const QStringList places = differentPlaces(recorded.params(), request.params());
    const QString named = places.mid(0, kMaxNamed).join(QStringLiteral(", "));
    if (places.size() > kMaxNamed)
        return Text::tr(
            "No recorded %1 has these params. Message %2 of the recording is played; it "
            "differs at %3 and %4 more.")
            .arg(titleOf(request))
            .arg(recorded.number)
            .arg(named)
            .arg(places.size() - kMaxNamed);
    return Text::tr("No recorded %1 has these params. Message %2 of the recording is played; it "
                    "differs at %3.")
        .arg(titleOf(request))
        .arg(recorded.number)
        .arg(named.isEmpty() ? QStringLiteral("/") : named);
}

} // namespace sonde::mock
