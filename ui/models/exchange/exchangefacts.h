// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "rpc/trafficsink.h"

#include <QStringList>

#include <cstdint>
#include <vector>

namespace sonde::models {

// What the recording says about an HTTP exchange; the texts are described in
// src/trace/file/session-file.md. They may come from anybody's session file: what is missing or
// cannot be is left out.
struct ExchangeFacts {
    static constexpr int kMaxCertificates = 16;
    static constexpr int kMaxNames = 64; // of a certificate, and of the person's own headers

    struct Range {
        rpc::StreamId stream = 0;
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
    };
    // A phase, and when it was over: nanoseconds since the exchange began.
    struct Phase {
        enum class Kind : std::uint8_t {
            Resolved,
            Connected,
            Secured,
            RequestSent,
            FirstByte,
            Ended,
        };
        Kind kind = Kind::Resolved;
        std::int64_t ns = 0;
    };
    struct Certificate {
        QString subject;
        QString issuer;
        QStringList names;
        QString validFrom;
        QString validUntil;
        QString fingerprint; // SHA-256 in hexadecimal
    };

    static ExchangeFacts parse(const Bytes &json);

    QString url;
    QString method;
    QString purpose;
    QStringList custom; // names of the person's own headers
    Range requestHead;
    Range requestBody;
    Range interim; // heads of 1xx
    Range responseHead;
    Range responseBody;
    Range trailers;
    int status = 0;
    QString version; // "HTTP/1.1"
    QString reason;
    QString mediaType;
    std::vector<Phase> phases; // in their order
    QString local;
    QString remote;
    QString httpVersion;
    QString tls;
    QString cipher;
    QString proxy;
    bool reused = false;
    std::vector<Certificate> chain; // the server's first
    QString error;
    QString detail;
};

} // namespace sonde::models
