// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/utf8.h"
#include "json/value.h"

#include <QString>

#include <cstddef>
#include <string_view>

namespace sonde::schema {

// A value as JSON text, shortened for use in a sentence.
inline QString shown(const json::Value &value)
{
    constexpr std::size_t kMost = 60;
    const std::string_view raw = value.raw();
    return raw.size() <= kMost ? json::toQString(raw)
                               : json::toQString(cutUtf8(raw, kMost)) + QStringLiteral("…");
}

} // namespace sonde::schema
