// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>

#include <memory>
#include <string_view>

namespace sonde {

// An immutable run of bytes that shares its storage. Slices are cheap and keep the storage alive,
// so a message can be passed on without copying the bytes that were read.
class Bytes {
public:
    Bytes() = default;
    // `data` stays valid and unchanged as long as `owner` lives.
    Bytes(std::shared_ptr<const void> owner, const char *data, std::size_t size)
        : m_owner(std::move(owner))
        , m_data(data)
        , m_size(size)
    {
    }

    static Bytes copyOf(std::string_view text);
    static Bytes fromByteArray(const QByteArray &array);

    const char *data() const { return m_data; }
    std::size_t size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }
    std::string_view view() const { return {m_data, m_size}; }

    // The bytes [offset, offset + length), clipped to the size.
    Bytes slice(std::size_t offset, std::size_t length) const;

    // Appends `next` if it directly follows in the same storage; otherwise returns false.
    bool extend(const Bytes &next)
    {
        if (m_owner != next.m_owner || m_data + m_size != next.m_data)
            return false;
        m_size += next.m_size;
        return true;
    }

    // A copy, for Qt's interfaces.
    QByteArray toByteArray() const;

    friend bool operator==(const Bytes &a, const Bytes &b) { return a.view() == b.view(); }

private:
    std::shared_ptr<const void> m_owner;
    const char *m_data = "";
    std::size_t m_size = 0;
};

} // namespace sonde
