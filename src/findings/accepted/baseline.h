// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "findings/context/identity.h"
#include "json/value.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::findings {

// Findings that are known, and accepted with a reason. As a file:
// {"version":1,"accepted":[{"rule":"tools.content-present","method":"tools/call","target":"echo",
// "reason":"Fixed in 2.0","date":"2026-11-25"}]}. Without a method or target, every one is meant.
class Baseline {
public:
    static constexpr qint64 kMaxBytes = qint64(4) << 20; // of a file
    static constexpr std::size_t kMaxEntries = 10'000;
    static constexpr qsizetype kMaxReason = 500; // characters

    struct Entry {
        Identity identity; // an empty method or target: any
        QString reason; // may be empty
        QString date; // "2026-11-25"; may be empty

        bool fits(const Identity &found) const;
        bool operator==(const Entry &) const = default;
    };

    // Errors are of Domain::Config.
    static Result<Baseline> read(const QString &file);
    Result<void> writeNew(const QString &file) const; // the file must not exist
    Result<void> save(const QString &file) const; // atomically; creates the folder

    // Ascending by identity.
    const std::vector<Entry> &entries() const { return m_entries; }
    // The entry that accepts it, or null.
    const Entry *find(const Identity &found) const;
    // An entry with that identity is replaced. Fails with kMaxEntries others.
    Result<void> accept(Entry entry);
    // Removes every entry that accepts it.
    void withdraw(const Identity &found);

    bool operator==(const Baseline &) const = default;

private:
    std::string text() const;

    std::vector<Entry> m_entries;
};

} // namespace sonde::findings
