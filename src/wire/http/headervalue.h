// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>

#include <optional>
#include <string_view>

namespace sonde::wire {

// The member of the params that Mcp-Name repeats (2026-07-28 basic/transports#headers, and the
// tasks extension); empty for a method that has none.
std::string_view memberOfName(std::string_view method);

// The value of Mcp-Name and of Mcp-Param-* (2026-07-28 basic/transports/streamable-http, "Value
// Encoding"): as it is, or `=?base64?…?=` when it holds anything but visible ASCII and inner
// blanks, or looks encoded itself.
QByteArray encodeHeaderValue(std::string_view utf8);

// The decoded value, UTF-8; nothing when it looks encoded but is not base64 (RFC 4648 section 4,
// with padding) of UTF-8.
std::optional<QByteArray> decodeHeaderValue(const QByteArray &value);

} // namespace sonde::wire
