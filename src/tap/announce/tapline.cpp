// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/announce/tapline.h"

#include "tap/relay/taptr.h"
#include "json/builder.h"
#include "json/document.h"

#include <QFileInfo>

#include <algorithm>
#include <array>
#include <limits>

namespace sonde::tap {

namespace {

// A window of another version cannot know what the lines of this one mean.
constexpr int kVersion = 3;
constexpr std::string_view kToServerWord = "toServer";
constexpr std::string_view kToHostWord = "toHost";
// By TapRefusal.
constexpr std::array<std::string_view, 10> kRefusals{"notHeld", "cancelled", "ended", "notOneLine",
    "tooLong", "notARequest", "notAMessage", "strangeId", "notOverHttp", "timeOver"};
constexpr qsizetype kMaxTapText = 4096; // characters of a name or path

std::string textOf(const TapIntroduction &who)
{
    json::Builder text;
    text.beginObject().member("tap", kVersion).member("pid", who.pid).member("host", who.host);
    text.member("server", who.server).member("name", QStringView(who.name.left(kMaxTapText)));
    text.member("program", QStringView(who.program.left(kMaxTapText)));
    text.member("session", QStringView(who.session.left(kMaxTapText)));
    text.member("url", QStringView(who.url.left(kMaxTapText)));
    text.member("address", QStringView(who.address.left(kMaxTapText)));
    text.member("breakpoints", who.breakpoints);
    text.member("folder", QStringView(who.folder.left(kMaxTapText)));
    return text.endObject().takeString();
}

std::string textOf(const TapProgress &progress)
{
    json::Builder text;
    text.beginObject().member("recorded", std::int64_t(progress.recorded));
    text.member("exchanges", std::int64_t(progress.exchanges));
    if (progress.host)
        text.member("host", QStringView(progress.host->left(kMaxTapText)));
    return text.endObject().takeString();
}

std::string textOf(const TapHeld &held)
{
    json::Builder text;
    text.beginObject().member("held", std::int64_t(held.message));
    text.member("direction", held.channel == rpc::Channel::Sent ? kToServerWord : kToHostWord);
    text.member("breakpoint", std::int64_t(held.breakpoint)).member("since", held.sinceNs);
    text.member("base64", std::string_view(held.bytes.toByteArray().toBase64().toStdString()));
    if (held.client != 0)
        text.member("client", std::int64_t(held.client));
    if (!held.method.isEmpty())
        text.member("method", QStringView(held.method.left(kMaxTapText)));
    if (!held.target.isEmpty())
        text.member("target", QStringView(held.target.left(kMaxTapText)));
    if (held.untilNs != 0)
        text.member("until", held.untilNs);
    return text.endObject().takeString();
}

std::string textOf(const TapGone &gone)
{
    json::Builder text;
    text.beginObject().member("gone", std::int64_t(gone.message));
    if (gone.undecided)
        text.member("why", kRefusals.at(std::size_t(*gone.undecided)));
    return text.endObject().takeString();
}

std::string textOf(const TapRefused &refused)
{
    json::Builder text;
    text.beginObject().member("refused", std::int64_t(refused.message));
    text.member("why", kRefusals.at(std::size_t(refused.why)));
    return text.member("composed", refused.composed).endObject().takeString();
}

std::string textOf(const TapComposed &composed)
{
    json::Builder text;
    text.beginObject().member("sent", std::int64_t(composed.number));
    return text.endObject().takeString();
}

std::string textOf(const TapHits &hits)
{
    json::Builder text;
    text.beginObject().key("hits").beginArray();
    for (const auto &[breakpoint, count] : hits.counts) {
        text.beginArray().number(std::int64_t(breakpoint)).number(std::int64_t(count));
        text.endArray();
    }
    return text.endArray().endObject().takeString();
}

std::string textOf(const TapEnd &)
{
    return R"({"ended":true})";
}

Error strange()
{
    return {.domain = Domain::Protocol,
        .sentence = Text::tr("This is not a tap of this version of Sonde.")};
}

std::optional<std::int64_t> countIn(const json::Value &value)
{
    bool fits = false;
    const std::string raw(value.raw());
    const qlonglong number = QString::fromStdString(raw).toLongLong(&fits);
    return fits && number >= 0 ? std::optional<std::int64_t>(number) : std::nullopt;
}

std::optional<TapRefusal> refusalIn(const json::Value &value)
{
    const auto *const found = std::find_if(kRefusals.begin(), kRefusals.end(),
        [&](std::string_view name) { return value.equals(name); });
    return found == kRefusals.end() ? std::nullopt
                                    : std::optional(TapRefusal(found - kRefusals.begin()));
}

Result<TapLine> introductionIn(const json::Value &root)
{
    TapIntroduction who;
    const auto pid = countIn(root["pid"]);
    const auto host = countIn(root["host"]);
    const auto server = countIn(root["server"]);
    if (countIn(root["tap"]) != kVersion || !pid || !host || !server)
        return strange();
    who.pid = *pid;
    who.host = *host;
    who.server = *server;
    who.name = root["name"].toString();
    who.program = root["program"].toString();
    who.session = root["session"].toString();
    who.url = root["url"].toString();
    who.address = root["address"].toString();
    const auto breakpoints = root["breakpoints"].toBool();
    if (!breakpoints)
        return strange();
    who.breakpoints = *breakpoints;
    who.folder = root["folder"].toString();
    for (const QString &text :
        {who.name, who.program, who.session, who.url, who.address, who.folder}) {
        if (text.size() > kMaxTapText)
            return strange();
    }
    const bool isFolder = who.folder.isEmpty() || QFileInfo(who.folder).isAbsolute();
    if (!QFileInfo(who.session).isAbsolute() || !isFolder)
        return strange();
    return TapLine(who);
}

Result<TapLine> progressIn(const json::Value &root)
{
    TapProgress progress;
    const auto recorded = countIn(root["recorded"]);
    const auto exchanges = countIn(root["exchanges"]);
    if (!recorded || !exchanges)
        return strange();
    progress.recorded = std::uint64_t(*recorded);
    progress.exchanges = std::uint64_t(*exchanges);
    if (const json::Value host = root["host"]; host.exists()) {
        progress.host = host.toString();
        if (progress.host->size() > kMaxTapText)
            return strange();
    }
    return TapLine(progress);
}

Result<TapLine> heldIn(const json::Value &root)
{
    TapHeld held;
    const auto message = countIn(root["held"]);
    const auto breakpoint = countIn(root["breakpoint"]);
    const auto since = countIn(root["since"]);
    const bool toHost = root["direction"].equals(kToHostWord);
    const auto bytes = QByteArray::fromBase64Encoding(
        QByteArray::fromStdString(root["base64"].text()), QByteArray::AbortOnBase64DecodingErrors);
    const auto client = root["client"] ? countIn(root["client"]) : 0;
    const auto until = root["until"] ? countIn(root["until"]) : 0;
    if (!message || *message == 0 || !breakpoint || !since || !bytes || !client || !until
        || *client > std::numeric_limits<int>::max()
        || !(toHost || root["direction"].equals(kToServerWord)))
        return strange();
    held.message = std::uint64_t(*message);
    held.channel = toHost ? rpc::Channel::Received : rpc::Channel::Sent;
    held.breakpoint = std::uint32_t(*breakpoint);
    held.sinceNs = *since;
    held.bytes = Bytes::fromByteArray(*bytes);
    held.client = int(*client);
    held.method = root["method"].toString().left(kMaxTapText);
    held.target = root["target"].toString().left(kMaxTapText);
    held.untilNs = *until;
    return TapLine(held);
}

Result<TapLine> goneIn(const json::Value &root)
{
    TapGone gone;
    const auto message = countIn(root["gone"]);
    if (!message)
        return strange();
    gone.message = std::uint64_t(*message);
    if (root["why"].exists()) {
        gone.undecided = refusalIn(root["why"]);
        if (!gone.undecided)
            return strange();
    }
    return TapLine(gone);
}

Result<TapLine> refusedIn(const json::Value &root)
{
    const auto message = countIn(root["refused"]);
    const auto why = refusalIn(root["why"]);
    const auto composed = root["composed"].toBool();
    if (!message || !why || !composed)
        return strange();
    return TapLine(TapRefused{std::uint64_t(*message), *why, *composed});
}

Result<TapLine> hitsIn(const json::Value &list)
{
    TapHits hits;
    if (!list.isArray() || list.count() > TapHits::kMaxCounts)
        return strange();
    for (const json::Value one : list) {
        const auto breakpoint = countIn(one.at(0));
        const auto count = countIn(one.at(1));
        if (!one.isArray() || one.count() != 2 || !breakpoint || !count
            || *breakpoint > std::numeric_limits<std::uint32_t>::max())
            return strange();
        hits.counts[std::uint32_t(*breakpoint)] = std::uint64_t(*count);
    }
    return TapLine(hits);
}

} // namespace

std::string tapLine(const TapLine &line)
{
    return std::visit([](const auto &one) { return textOf(one); }, line) + '\n';
}

Result<TapLine> parseTapLine(std::string_view line)
{
    if (line.size() > kMaxHeldLine)
        return strange();
    const auto document = json::Document::parse(std::string(line));
    const json::Value root = document.root();
    if (root["tap"].exists())
        return introductionIn(root);
    if (root["held"].exists())
        return heldIn(root);
    if (root["gone"].exists())
        return goneIn(root);
    if (root["refused"].exists())
        return refusedIn(root);
    if (root["sent"].exists()) {
        const auto number = countIn(root["sent"]);
        return number ? Result<TapLine>(TapLine(TapComposed{std::uint64_t(*number)})) : strange();
    }
    if (root["hits"].exists())
        return hitsIn(root["hits"]);
    if (root["recorded"].exists())
        return progressIn(root);
    if (root["ended"].toBool() == true)
        return TapLine(TapEnd());
    return strange();
}

} // namespace sonde::tap
