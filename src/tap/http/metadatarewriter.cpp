// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/metadatarewriter.h"

#include "wire/link/challenge.h"
#include "json/builder.h"
#include "json/document.h"
#include "json/edit.h"

namespace sonde::tap {

void MetadataPaths::learn(const wire::HttpHead &head, const TapPlace &place)
{
    for (const wire::Challenge &each : wire::parseChallenges(head.headers)) {
        const QByteArray named = each.parameter("resource_metadata").value_or(QByteArray());
        const QString path = QUrl::fromEncoded(addressAtTap(named, place)).path();
        if (!path.isEmpty() && m_named.size() < kMaxPaths && !m_named.contains(path))
            m_named.append(path);
    }
}

bool MetadataPaths::isFor(const wire::HttpRequest &request) const
{
    const QString path = request.url.path();
    return path.startsWith(QLatin1String("/.well-known/oauth-protected-resource"))
        || (request.method == "GET" && m_named.contains(path));
}

std::optional<Bytes> metadataAtTap(const Bytes &metadata, const TapPlace &place)
{
    const auto document = json::Document::parse(metadata);
    const json::Value resource = document.root()["resource"];
    const QByteArray address = addressAtTap(QByteArray::fromStdString(resource.text()), place);
    if (!document.isValid() || address.isEmpty())
        return std::nullopt;
    json::Builder quoted;
    quoted.string(std::string_view(address.constData(), std::size_t(address.size())));
    auto changed = json::replaceValue(resource, quoted.takeString());
    return changed ? std::optional(std::move(changed).value()) : std::nullopt;
}

QByteArray challengeAtTap(const QByteArray &challenge, const TapPlace &place)
{
    wire::HttpHeaders headers;
    headers.add("WWW-Authenticate", challenge);
    QByteArray changed = challenge;
    for (const wire::Challenge &each : wire::parseChallenges(headers)) {
        const QByteArray was = each.parameter("resource_metadata").value_or(QByteArray());
        const QByteArray address = addressAtTap(was, place);
        if (!address.isEmpty())
            changed.replace(QByteArray('"' + was + '"'), QByteArray('"' + address + '"'));
    }
    return changed;
}

} // namespace sonde::tap
