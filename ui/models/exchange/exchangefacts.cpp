// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/exchange/exchangefacts.h"

#include "json/document.h"

#include <algorithm>
#include <limits>

namespace sonde::models {

namespace {

constexpr qsizetype kMaxText = 4096; // characters of one text

QString textOf(const json::Value &value)
{
    return value.toString().left(kMaxText);
}

QStringList textsOf(const json::Value &list)
{
    QStringList texts;
    for (auto each = list.first(); each && texts.size() < ExchangeFacts::kMaxNames;
         each = each.next())
        texts += textOf(each);
    return texts;
}

std::uint64_t numberOf(const json::Value &value)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, value.toInt64().value_or(0)));
}

// Parts of a stream that follow each other.
class Parts {
public:
    explicit Parts(const json::Value &place)
        : m_place(place)
        , m_at(numberOf(place["offset"]))
    {
        const auto stream = numberOf(place["stream"]);
        if (stream <= std::numeric_limits<rpc::StreamId>::max())
            m_stream = static_cast<rpc::StreamId>(stream);
    }
    ExchangeFacts::Range take(std::string_view name)
    {
        const auto length = numberOf(m_place[name]);
        if (m_stream == 0 || length > std::numeric_limits<std::int64_t>::max() - m_at)
            return {};
        const ExchangeFacts::Range range{m_stream, m_at, length};
        m_at += length;
        return range;
    }

private:
    const json::Value &m_place;
    rpc::StreamId m_stream = 0;
    std::uint64_t m_at;
};

void readPhases(const json::Value &times, ExchangeFacts &facts)
{
    using Kind = ExchangeFacts::Phase::Kind;
    constexpr std::pair<std::string_view, Kind> kPhases[] = {
        {"resolved", Kind::Resolved},
        {"connected", Kind::Connected},
        {"secured", Kind::Secured},
        {"requestSent", Kind::RequestSent},
        {"firstByte", Kind::FirstByte},
        {"ended", Kind::Ended},
    };
    for (const auto &[name, kind] : kPhases) {
        if (const auto ns = times[name].toInt64(); ns && *ns >= 0)
            facts.phases.push_back({kind, *ns});
    }
}

void readConnection(const json::Value &connection, ExchangeFacts &facts)
{
    facts.local = textOf(connection["local"]);
    facts.remote = textOf(connection["remote"]);
    facts.httpVersion = textOf(connection["httpVersion"]);
    facts.tls = textOf(connection["tls"]);
    facts.cipher = textOf(connection["cipher"]);
    facts.proxy = textOf(connection["proxy"]);
    facts.reused = connection["reused"].toBool().value_or(false);
    for (auto each = connection["chain"].first();
         each && facts.chain.size() < ExchangeFacts::kMaxCertificates; each = each.next()) {
        facts.chain.push_back({textOf(each["subject"]), textOf(each["issuer"]),
            textsOf(each["names"]), textOf(each["validFrom"]), textOf(each["validUntil"]),
            textOf(each["fingerprint"])});
    }
}

} // namespace

ExchangeFacts ExchangeFacts::parse(const Bytes &json)
{
    const auto document = json::Document::parse(json);
    const auto root = document.root();
    ExchangeFacts facts;
    facts.url = textOf(root["url"]);
    facts.method = textOf(root["method"]);
    facts.purpose = textOf(root["purpose"]);
    facts.custom = textsOf(root["custom"]);
    const auto request = root["request"];
    Parts sent(request);
    facts.requestHead = sent.take("head");
    facts.requestBody = sent.take("body");
    const auto response = root["answer"];
    Parts received(response);
    facts.interim = received.take("interim");
    facts.responseHead = received.take("head");
    facts.responseBody = received.take("body");
    facts.trailers = received.take("trailers");
    facts.status = static_cast<int>(std::min<std::uint64_t>(numberOf(response["status"]), 999));
    facts.version = textOf(response["version"]);
    facts.reason = textOf(response["reason"]);
    facts.mediaType = textOf(response["mediaType"]);
    readPhases(root["times"], facts);
    readConnection(root["connection"], facts);
    facts.error = textOf(root["error"]);
    facts.detail = textOf(root["detail"]);
    return facts;
}

} // namespace sonde::models
