// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mock/mockuse.h"

#include "json/document.h"

#include <algorithm>
#include <cstdint>

namespace sonde::session {

std::optional<MockUse> MockUse::read(const QByteArray &line)
{
    const json::Document document = json::Document::parse(Bytes::fromByteArray(line));
    if (document.error() || !document.root().isObject())
        return std::nullopt;
    const auto numberOf = [&document](const char *member) {
        return std::max<std::int64_t>(0, document.root()[member].toInt64().value_or(0));
    };
    return MockUse{std::size_t(numberOf("response")), trace::Number(numberOf("recorded"))};
}

} // namespace sonde::session
