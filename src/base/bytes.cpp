// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/bytes.h"

#include <algorithm>
#include <cstring>

namespace sonde {

Bytes Bytes::copyOf(std::string_view text)
{
    if (text.empty())
        return {};
    auto storage = std::make_shared_for_overwrite<char[]>(text.size());
    std::memcpy(storage.get(), text.data(), text.size());
    const char *data = storage.get();
    return {std::move(storage), data, text.size()};
}

Bytes Bytes::fromByteArray(const QByteArray &array)
{
    if (array.isEmpty())
        return {};
    auto storage = std::make_shared<const QByteArray>(array);
    const char *data = storage->constData();
    const auto size = static_cast<std::size_t>(storage->size());
    return {std::move(storage), data, size};
}

Bytes Bytes::slice(std::size_t offset, std::size_t length) const
{
    offset = std::min(offset, m_size);
    return {m_owner, m_data + offset, std::min(length, m_size - offset)};
}

QByteArray Bytes::toByteArray() const
{
    return {m_data, static_cast<qsizetype>(m_size)};
}

} // namespace sonde
