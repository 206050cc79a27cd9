// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace sonde::rpc {

// The name of a method, UTF-8. Names as short as those of MCP are stored inline: under load,
// messages are created on one thread and destroyed on another, where allocations are most
// expensive.
class Method {
public:
    static constexpr std::size_t kInPlace = 47; // bytes stored inline

    Method() = default;
    explicit Method(std::string_view name)
        : m_size(name.size() <= kInPlace ? static_cast<std::uint8_t>(name.size()) : 0)
    {
        if (name.size() > kInPlace)
            m_long = std::make_shared<const std::string>(name);
        else
            name.copy(m_inPlace.data(), kInPlace);
    }
    Method &operator=(std::string_view name) { return *this = Method(name); }

    std::string_view view() const
    {
        return m_long ? std::string_view(*m_long) : std::string_view(m_inPlace.data(), m_size);
    }
    operator std::string_view() const { return view(); }
    bool empty() const { return !m_long && m_size == 0; }
    void clear() { *this = Method(); }
    std::string toStdString() const { return std::string(view()); }

    friend bool operator==(const Method &a, const Method &b) { return a.view() == b.view(); }
    friend bool operator==(const Method &a, std::string_view b) { return a.view() == b; }

private:
    std::shared_ptr<const std::string> m_long; // a name that does not fit inline
    std::array<char, kInPlace> m_inPlace{};
    std::uint8_t m_size = 0;
};

} // namespace sonde::rpc
