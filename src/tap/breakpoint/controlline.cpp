// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/breakpoint/controlline.h"

#include "tap/relay/taptr.h"
#include "json/builder.h"
#include "json/document.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

namespace sonde::tap {

namespace {

// By BreakpointAction::Kind.
constexpr std::array<std::string_view, 11> kActions{"hold", "delay", "drop", "duplicate", "respond",
    "patch", "truncate", "split", "garble", "close", "program"};
// By HeldDecision::Kind.
constexpr std::array<std::string_view, 7> kDecisions{
    "sendAsItWas", "sendChanged", "drop", "delay", "respond", "program", "programFailed"};
constexpr std::string_view kToServer{"toServer"};
constexpr std::string_view kToHost{"toHost"};

Error strangeWindow()
{
    return {.domain = Domain::Protocol,
        .sentence = Text::tr("This is not a window of this version of Sonde.")};
}

template <std::size_t count>
std::optional<std::size_t> placeIn(
    const std::array<std::string_view, count> &names, const json::Value &value)
{
    const auto found = std::find_if(
        names.begin(), names.end(), [&](std::string_view name) { return value.equals(name); });
    return found == names.end() ? std::nullopt : std::optional(std::size_t(found - names.begin()));
}

// Absent: 0.
std::optional<std::int64_t> wholeNumber(const json::Value &value, std::int64_t most)
{
    if (!value)
        return 0;
    const auto number = value.toInt64();
    return number && *number >= 0 && *number <= most ? number : std::nullopt;
}

// Any bytes: a person may break a message.
std::string base64Of(const std::string &text)
{
    return QByteArray::fromStdString(text).toBase64().toStdString();
}

std::optional<std::string> bytesIn(const json::Value &value)
{
    const auto bytes = QByteArray::fromBase64Encoding(
        QByteArray::fromStdString(value.text()), QByteArray::AbortOnBase64DecodingErrors);
    return bytes ? std::optional((*bytes).toStdString()) : std::nullopt;
}

std::optional<Breakpoint> breakpointIn(const json::Value &value)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    Breakpoint one;
    const auto number = wholeNumber(value["number"], kMost);
    const auto action = placeIn(kActions, value["action"]);
    const auto delay = wholeNumber(value["delayMs"], BreakpointAction::kMaxDelay.count());
    const auto bytes = wholeNumber(value["bytes"], kMost);
    const auto only = wholeNumber(value["only"], kMost);
    const bool toHost = value["direction"].equals(kToHost);
    auto filter = trace::Filter::compile(value["filter"].toString());
    if (!number || !action || !delay || !bytes || !only
        || !(toHost || value["direction"].equals(kToServer))
        || !std::holds_alternative<trace::Filter>(filter))
        return std::nullopt;
    one.number = static_cast<std::uint32_t>(*number);
    one.on = value["on"].toBool().value_or(true);
    one.channel = toHost ? rpc::Channel::Received : rpc::Channel::Sent;
    one.filter = std::get<trace::Filter>(std::move(filter));
    one.action.kind = static_cast<BreakpointAction::Kind>(*action);
    one.action.delay = std::chrono::milliseconds(*delay);
    one.action.bytes = static_cast<std::uint32_t>(*bytes);
    one.action.text = value["text"].text();
    one.only = static_cast<std::uint64_t>(*only);
    one.othersPass = value["othersPass"].toBool().value_or(false);
    if (one.action.text.size() > BreakpointAction::kMaxText)
        return std::nullopt;
    return one;
}

Result<std::vector<GateCommand>> listIn(const json::Value &list)
{
    if (!list.isArray() || list.count() > BreakpointEngine::kMaxBreakpoints)
        return strangeWindow();
    std::vector<Breakpoint> breakpoints;
    for (const json::Value value : list) {
        auto one = breakpointIn(value);
        if (!one)
            return strangeWindow();
        breakpoints.push_back(std::move(*one));
    }
    return std::vector<GateCommand>{std::move(breakpoints), AttachWindow{true}};
}

Result<std::vector<GateCommand>> decisionIn(const json::Value &root)
{
    DecideHeld decide;
    const auto message = wholeNumber(root["decide"], std::numeric_limits<std::int64_t>::max());
    const auto kind = placeIn(kDecisions, root["as"]);
    const auto delay = wholeNumber(root["delayMs"], BreakpointAction::kMaxDelay.count());
    if (!message || !kind || !delay)
        return strangeWindow();
    decide.message = static_cast<std::uint64_t>(*message);
    decide.decision.kind = static_cast<HeldDecision::Kind>(*kind);
    decide.decision.delay = std::chrono::milliseconds(*delay);
    const auto text = bytesIn(root["base64"]);
    if (!text)
        return strangeWindow();
    decide.decision.text = *text;
    return std::vector<GateCommand>{std::move(decide)};
}

Result<std::vector<GateCommand>> composedIn(const json::Value &root)
{
    const auto number = wholeNumber(root["compose"], std::numeric_limits<std::int64_t>::max());
    const bool toHost = root["direction"].equals(kToHost);
    auto text = bytesIn(root["base64"]);
    if (!number || !text || !(toHost || root["direction"].equals(kToServer)))
        return strangeWindow();
    return std::vector<GateCommand>{ComposedMessage{static_cast<std::uint64_t>(*number),
        toHost ? rpc::Channel::Received : rpc::Channel::Sent, std::move(*text)}};
}

} // namespace

std::string breakpointsLine(const std::vector<Breakpoint> &breakpoints)
{
    json::Builder text;
    text.beginObject().key("breakpoints").beginArray();
    for (const Breakpoint &one : breakpoints) {
        text.beginObject().member("number", std::int64_t(one.number)).member("on", one.on);
        text.member("direction", one.channel == rpc::Channel::Received ? kToHost : kToServer);
        text.member("filter", QStringView(one.filter.text()));
        text.member("action", kActions.at(std::size_t(one.action.kind)));
        text.member("delayMs", std::int64_t(one.action.delay.count()));
        text.member("bytes", std::int64_t(one.action.bytes));
        text.member("text", std::string_view(one.action.text));
        text.member("only", std::int64_t(one.only)).member("othersPass", one.othersPass);
        text.endObject();
    }
    return text.endArray().endObject().takeString() + '\n';
}

std::string decisionLine(const DecideHeld &decide)
{
    json::Builder text;
    text.beginObject().member("decide", std::int64_t(decide.message));
    text.member("as", kDecisions.at(std::size_t(decide.decision.kind)));
    text.member("base64", base64Of(decide.decision.text));
    text.member("delayMs", std::int64_t(decide.decision.delay.count()));
    return text.endObject().takeString() + '\n';
}

std::string composedLine(const ComposedMessage &message)
{
    json::Builder text;
    text.beginObject().member("compose", std::int64_t(message.number));
    text.member("direction", message.channel == rpc::Channel::Received ? kToHost : kToServer);
    return text.member("base64", base64Of(message.text)).endObject().takeString() + '\n';
}

Result<std::vector<GateCommand>> parseControlLine(std::string_view line)
{
    const auto document = json::Document::parse(line);
    const json::Value root = document.root();
    if (document.error() || !root.isObject())
        return strangeWindow();
    if (root["compose"])
        return composedIn(root);
    return root["breakpoints"] ? listIn(root["breakpoints"]) : decisionIn(root);
}

} // namespace sonde::tap
