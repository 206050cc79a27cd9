// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "tap/http/tapplace.h"
#include "wire/http/httpclient.h"

#include <QStringList>

#include <optional>

namespace sonde::tap {

// With --rewrite-metadata the metadata of a protected resource (RFC 9728) names the tap instead of
// the server, so that a host which compares the resource with the address that it uses logs in.

// The paths at which the server has its metadata: the well-known one, and where its challenges
// said.
class MetadataPaths {
public:
    static constexpr qsizetype kMaxPaths = 16; // those after them are not rewritten

    void learn(const wire::HttpHead &head, const TapPlace &place);
    bool isFor(const wire::HttpRequest &request) const;

private:
    QStringList m_named;
};

// Metadata with the resource at the tap. Nothing: it names no resource at the server.
std::optional<Bytes> metadataAtTap(const Bytes &metadata, const TapPlace &place);

// The value of a WWW-Authenticate with the address of the metadata at the tap; else unchanged.
QByteArray challengeAtTap(const QByteArray &challenge, const TapPlace &place);

} // namespace sonde::tap
