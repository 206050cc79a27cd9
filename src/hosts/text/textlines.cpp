// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/textlines.h"

#include <algorithm>

namespace sonde::hosts {

FileProblem TextLines::problem(std::size_t offset, const QString &sentence)
{
    if (m_begins.empty())
        findLines();
    const auto after = std::upper_bound(m_begins.begin(), m_begins.end(), offset);
    return {sentence, static_cast<int>(after - m_begins.begin()),
        static_cast<int>(offset - *(after - 1) + 1)};
}

void TextLines::findLines()
{
    m_begins.push_back(0);
    for (std::size_t at = m_text.find('\n'); at != std::string_view::npos;
         at = m_text.find('\n', at + 1))
        m_begins.push_back(at + 1);
}

} // namespace sonde::hosts
