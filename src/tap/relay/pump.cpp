// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/relay/pump.h"

#include <algorithm>

namespace sonde::tap {

namespace {

// If less than this is left of a block, a new one is used, because a read would be cut short.
constexpr std::size_t kSmallestRead = 16 * 1024;

} // namespace

void Pump::newBlock()
{
    m_block = std::make_shared_for_overwrite<char[]>(kBlockSize);
    m_used = 0;
}

void Pump::keepToOneBlock()
{
    if (!m_block)
        newBlock();
    m_keepsBlock = true;
}

std::span<char> Pump::room()
{
    if (m_keepsBlock) // nothing is pending
        m_used = 0;
    else if (!m_block || kBlockSize - m_used < kSmallestRead)
        newBlock();
    return {m_block.get() + m_used, std::min(kMaxRead, kBlockSize - m_used)};
}

Bytes Pump::fill(std::size_t size)
{
    Bytes bytes(m_block, m_block.get() + m_used, size);
    m_used += size;
    m_pending = bytes;
    return bytes;
}

void Pump::drop(std::size_t size)
{
    m_pending = size < m_pending.size() ? m_pending.slice(size, m_pending.size() - size) : Bytes();
}

void Pump::endSink()
{
    m_sinkOpen = false;
    m_pending = {};
}

} // namespace sonde::tap
