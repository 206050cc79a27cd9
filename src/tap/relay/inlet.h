// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <utility>

#include <unistd.h>

namespace sonde::tap {

// Owns a descriptor to read from.
class Inlet {
public:
    Inlet() = default;
    explicit Inlet(int descriptor) // -1: there is none
        : m_descriptor(descriptor)
    {
    }
    ~Inlet() { close(); }
    Inlet(const Inlet &) = delete;
    Inlet &operator=(const Inlet &) = delete;
    Inlet(Inlet &&other) noexcept
        : m_descriptor(std::exchange(other.m_descriptor, -1))
    {
    }
    Inlet &operator=(Inlet &&other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }

    int descriptor() const { return m_descriptor; }
    bool isOpen() const { return m_descriptor >= 0; }
    void close()
    {
        if (m_descriptor >= 0)
            ::close(std::exchange(m_descriptor, -1));
    }

private:
    int m_descriptor = -1;
};

} // namespace sonde::tap
