// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/text/yamlcursor.h"

#include <vector>

namespace sonde::hosts {

// Reads a flow collection of YAML, [a, b] or {a: b}, which may have several lines.
class YamlFlow {
public:
    explicit YamlFlow(YamlCursor &cursor)
        : m_in(cursor)
    {
    }

    bool read(int node);

private:
    bool readValue(int node);
    // After a value: enters the next one of the collections, or leaves `node` at -1 when all are
    // closed.
    bool readNext(int &node);
    bool readMember(int map, int &node);
    void skipLines(); // and comments

    YamlCursor &m_in;
    std::vector<int> m_open;
};

} // namespace sonde::hosts
