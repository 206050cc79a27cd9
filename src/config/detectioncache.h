// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/profile.h"

#include <QDateTime>
#include <QString>

#include <string>
#include <vector>

namespace sonde::config {

// What was found out about a server the last time it was asked (2026-07-28 basic/versioning: a
// client may remember it per server, and asks again when it fails).
struct Verdict {
    QString era; // "legacy", "modern"
    QString revision; // may be empty
    QString transport; // of a URL: "streamable", "sse"; else empty
    QString sentence; // the evidence
    QDateTime foundAt;
};

// Verdicts by server, in the file verdicts.json of the user's cache folder. What it says is only a
// shortcut: a file that is missing, wrong or too large costs a probe.
class VerdictCache {
public:
    explicit VerdictCache(QString path = defaultPath());

    static QString defaultPath();
    // A server is its command with arguments and folder, as a hash because arguments may be secret,
    // or the origin and path of its URL. Empty when there is neither.
    static QString keyOf(const Profile &profile);

    // Begins anew with what is in the file. The error (Domain::Config) says why that is nothing.
    Result<void> load();
    // Writes the file as a whole or not at all.
    Result<void> save() const;

    const Verdict *find(const Profile &profile) const; // null: not known
    void remember(const Profile &profile, Verdict verdict); // in place of the one before
    bool forget(const Profile &profile);
    void clear() { m_entries.clear(); }
    std::size_t size() const { return m_entries.size(); }

private:
    struct Entry {
        QString server;
        Verdict verdict;
    };
    void put(Entry entry);
    std::string text() const;

    QString m_path;
    std::vector<Entry> m_entries; // the oldest first
};

inline constexpr std::size_t kMaxVerdicts = 500; // the newest are kept
inline constexpr qsizetype kMaxVerdictSentence = 2000; // characters

} // namespace sonde::config
