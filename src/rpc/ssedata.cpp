// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/ssedata.h"

#include <algorithm>

namespace sonde::rpc {

SseData::SseData(std::size_t limit)
    : m_limit(limit)
{
}

void SseData::beginLine()
{
    if (++m_lines == 2) {
        for (const Bytes &piece : m_pieces)
            m_text.append(piece.view());
        m_pieces.clear();
    }
    if (m_lines >= 2)
        add(Bytes(nullptr, "\n", 1));
}

void SseData::add(Bytes piece)
{
    if (piece.size() > m_limit - m_length) {
        piece = piece.slice(0, m_limit - m_length);
        m_tooLong = true;
    }
    m_length += piece.size();
    if (m_lines >= 2)
        m_text.append(piece.view());
    else if (!piece.isEmpty() && (m_pieces.empty() || !m_pieces.back().extend(piece)))
        m_pieces.push_back(std::move(piece));
}

// Pieces are joined once, at the end of the block: joining each as it arrives would be quadratic.
Bytes SseData::take()
{
    Bytes bytes;
    if (m_pieces.size() == 1) {
        bytes = std::move(m_pieces.front());
    } else if (!m_pieces.empty()) {
        auto storage = std::make_shared_for_overwrite<char[]>(m_length);
        char *at = storage.get();
        for (const Bytes &piece : m_pieces)
            at = std::copy_n(piece.data(), piece.size(), at);
        const char *begin = storage.get();
        bytes = {std::move(storage), begin, m_length};
    } else if (!m_text.empty()) {
        auto text = std::make_shared<const std::string>(std::move(m_text));
        const char *begin = text->data();
        bytes = {std::move(text), begin, m_length};
    }
    *this = SseData(m_limit);
    return bytes;
}

} // namespace sonde::rpc
