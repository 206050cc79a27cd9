// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "accept/fact.h"
#include "json/value.h"

namespace sonde::accept {

// Reads one fact of the list of hosts.
class FactReader {
public:
    explicit FactReader(const json::Value &entry)
        : m_entry(entry)
    {
    }

    Fact read();
    const QString &complaint() const { return m_complaint; } // the member that is wrong, or empty

private:
    void readSource(Fact &fact);
    void readShape(Fact &fact);
    void readName(Fact &fact);
    NameStep step(const char *member) const;
    int number(const char *member) const;
    std::vector<std::string> words(const char *member) const;
    void require(bool isGood, const char *member);

    json::Value m_entry;
    QString m_complaint;
};

} // namespace sonde::accept
