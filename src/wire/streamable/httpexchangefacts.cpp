// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/httpexchangefacts.h"

#include "wire/http/shownaddress.h"
#include "json/builder.h"

#include <array>

namespace sonde::wire {

namespace {

std::int64_t number(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}

// Header fields are bytes and need not be UTF-8.
QString text(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes);
}

// A body is UTF-8, if anything.
QString changeText(const QByteArray &bytes)
{
    return bytes.isValidUtf8() ? QString::fromUtf8(bytes) : text(bytes);
}

void addRequest(json::Builder &out, const HttpExchangeFacts &facts)
{
    out.key("request")
        .beginObject()
        .member("stream", int(facts.sentStream))
        .member("offset", number(facts.sentOffset))
        .member("head", number(facts.sentHead))
        .member("body", number(facts.sentBody))
        .endObject();
}

void addResponse(json::Builder &out, const HttpExchangeFacts &facts)
{
    out.key("answer")
        .beginObject()
        .member("stream", int(facts.receivedStream))
        .member("offset", number(facts.receivedOffset));
    if (facts.interim > 0)
        out.member("interim", number(facts.interim));
    out.member("head", number(facts.receivedHead)).member("body", number(facts.receivedBody));
    if (facts.trailers > 0)
        out.member("trailers", number(facts.trailers));
    if (facts.head) {
        out.member("status", facts.head->status);
        out.member("version", QStringView(text(facts.head->version)));
        out.member("reason", QStringView(text(facts.head->reason)));
        out.member("mediaType", QStringView(text(facts.head->headers.mediaType())));
    }
    out.endObject();
}

void addChanges(json::Builder &out, const HeadChanges &changes)
{
    out.key("changes").beginArray();
    for (const HeadChange &change : changes) {
        out.beginObject();
        out.member("in", change.part == HeadChange::Part::Request ? "request" : "answer");
        out.member("name", QStringView(text(change.name)));
        if (!change.was.isEmpty())
            out.member("was", QStringView(changeText(change.was)));
        if (!change.now.isEmpty())
            out.member("now", QStringView(changeText(change.now)));
        out.endObject();
    }
    out.endArray();
}

void addTimes(json::Builder &out, const HttpExchangeFacts &facts)
{
    const HttpTimes &times = facts.times;
    out.key("times").beginObject();
    const auto add = [&](std::string_view name, std::int64_t at) {
        if (at > 0)
            out.member(name, std::max<std::int64_t>(0, at - facts.begun.steady));
    };
    add("resolved", times.resolved);
    add("connected", times.connected);
    add("secured", times.secured);
    add("requestSent", times.requestSent);
    add("firstByte", times.firstByte);
    add("ended", times.ended);
    out.endObject();
}

void addCertificate(json::Builder &out, const Certificate &certificate)
{
    out.beginObject();
    out.member("subject", certificate.subject);
    out.member("issuer", certificate.issuer);
    out.key("names").beginArray();
    for (const QString &name : certificate.names)
        out.string(name);
    out.endArray();
    out.member("validFrom", certificate.validFrom);
    out.member("validUntil", certificate.validUntil);
    out.member("fingerprint", QStringView(text(certificate.fingerprint.toHex())));
    out.endObject();
}

void addConnection(json::Builder &out, const HttpConnectionFacts &facts)
{
    out.key("connection").beginObject();
    const auto add = [&](std::string_view name, const QString &value) {
        if (!value.isEmpty())
            out.member(name, QStringView(value));
    };
    add("local", facts.localAddress);
    add("remote", facts.remoteAddress);
    out.member("reused", facts.reused);
    add("httpVersion", facts.httpVersion);
    add("tls", facts.tlsVersion);
    add("cipher", facts.tlsCipher);
    add("proxy", facts.proxy);
    if (!facts.chain.empty()) {
        out.key("chain").beginArray();
        for (const Certificate &certificate : facts.chain)
            addCertificate(out, certificate);
        out.endArray();
    }
    out.endObject();
}

} // namespace

std::string_view failureName(HttpOutcome::Failure failure)
{
    constexpr std::array<std::string_view, 18> kNames{"", "resolve", "connect", "tls", "not-tls",
        "client-certificate", "untrusted", "pin-mismatch", "proxy", "proxy-refused", "send",
        "no-answer", "bad-answer", "truncated", "too-large", "timed-out", "aborted", "local"};
    static_assert(kNames.size() == std::size_t(HttpOutcome::Failure::Local) + 1);
    const auto index = static_cast<std::size_t>(failure);
    return index < kNames.size() ? kNames[index] : "unknown";
}

std::string factsText(const HttpExchangeFacts &facts, const std::vector<QByteArray> &customNames)
{
    json::Builder out;
    out.beginObject();
    out.member("url", QStringView(shownAddress(facts.url)));
    out.member("method", QStringView(text(facts.method)));
    out.member("purpose", facts.purpose);
    addRequest(out, facts);
    if (!customNames.empty()) {
        out.key("custom").beginArray();
        for (const QByteArray &name : customNames)
            out.string(QStringView(text(name)));
        out.endArray();
    }
    if (!facts.changes.empty())
        addChanges(out, facts.changes);
    if (facts.interim + facts.receivedHead > 0)
        addResponse(out, facts);
    addTimes(out, facts);
    if (!facts.connection.remoteAddress.isEmpty() || !facts.connection.chain.empty()
        || !facts.connection.proxy.isEmpty())
        addConnection(out, facts.connection);
    if (facts.error) {
        out.member("error", QStringView(facts.error->sentence));
        if (!facts.error->detail.isEmpty())
            out.member("detail", QStringView(facts.error->detail));
    }
    if (facts.failure != HttpOutcome::Failure::None)
        out.member("failure", failureName(facts.failure));
    out.endObject();
    return out.takeString();
}

} // namespace sonde::wire
