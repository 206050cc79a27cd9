// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/headervalue.h"

#include <QStringDecoder>

#include <algorithm>

namespace sonde::wire {

namespace {

constexpr std::string_view kPrefix("=?base64?"); // case counts
constexpr std::string_view kSuffix("?=");

bool looksEncoded(std::string_view value)
{
    return value.size() >= kPrefix.size() + kSuffix.size() && value.starts_with(kPrefix)
        && value.ends_with(kSuffix);
}

bool isPlain(std::string_view text)
{
    if (text.starts_with(' ') || text.ends_with(' ') || looksEncoded(text))
        return false;
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

} // namespace

std::string_view memberOfName(std::string_view method)
{
    if (method == "tools/call" || method == "prompts/get")
        return "name";
    if (method == "resources/read")
        return "uri";
    if (method == "tasks/get" || method == "tasks/update" || method == "tasks/cancel")
        return "taskId";
    return {};
}

QByteArray encodeHeaderValue(std::string_view utf8)
{
    QByteArray text(utf8.data(), static_cast<qsizetype>(utf8.size()));
    if (isPlain(utf8))
        return text;
    return kPrefix.data() + text.toBase64() + kSuffix.data();
}

std::optional<QByteArray> decodeHeaderValue(const QByteArray &value)
{
    const std::string_view view(value.constData(), static_cast<std::size_t>(value.size()));
    if (!looksEncoded(view))
        return value;
    const auto prefix = static_cast<qsizetype>(kPrefix.size());
    const auto suffix = static_cast<qsizetype>(kSuffix.size());
    const QByteArray encoded = value.mid(prefix, value.size() - prefix - suffix);
    const QByteArray text = QByteArray::fromBase64(encoded);
    // Qt overlooks what is no base64 and what is left over; what encodes back was neither.
    if (text.toBase64() != encoded)
        return std::nullopt;
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString decoded = decoder(text);
    return decoder.hasError() ? std::nullopt : std::optional(text);
}

} // namespace sonde::wire
