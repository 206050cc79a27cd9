// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/streamable/exchangelog.h"
#include "wire/streamable/headchange.h"

#include <optional>
#include <string>

namespace sonde::wire {

// The recorded properties of an exchange. trace/file/session-file.md describes the format.
struct HttpExchangeFacts {
    QUrl url;
    QByteArray method;
    std::string_view purpose;
    Stamp begun;

    rpc::StreamId sentStream = 0;
    std::uint64_t sentOffset = 0;
    std::uint64_t sentHead = 0; // bytes
    std::uint64_t sentBody = 0;

    rpc::StreamId receivedStream = 0;
    std::uint64_t receivedOffset = 0;
    std::uint64_t interim = 0; // size of the 1xx heads before the final one
    std::uint64_t receivedHead = 0;
    std::uint64_t receivedBody = 0;
    std::uint64_t trailers = 0;

    HeadChanges changes{};
    std::optional<HttpHead> head{};
    HttpTimes times{};
    HttpConnectionFacts connection{};
    std::optional<Error> error{};
    HttpOutcome::Failure failure = HttpOutcome::Failure::None;
};

// "no-answer", …; empty for None. Never translated.
std::string_view failureName(HttpOutcome::Failure failure);

std::string factsText(const HttpExchangeFacts &facts, const std::vector<QByteArray> &customNames);

} // namespace sonde::wire
