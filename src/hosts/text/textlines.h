// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/text/fileproblem.h"

#include <QString>

#include <cstddef>
#include <string_view>
#include <vector>

namespace sonde::hosts {

// Where the lines of a text begin, so that each problem finds its line without reading the text.
class TextLines {
public:
    explicit TextLines(std::string_view text)
        : m_text(text)
    {
    }

    FileProblem problem(std::size_t offset, const QString &sentence);

private:
    void findLines();

    std::string_view m_text;
    std::vector<std::size_t> m_begins;
};

} // namespace sonde::hosts
