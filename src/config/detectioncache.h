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

// The era and revision that Sonde detected for a server (2026-07-28 basic/versioning: a client may
// cache them per server, and detects them again when a request fails).
struct Detection {
    QString era; // "legacy", "modern"
    QString revision; // may be empty
    QString transport; // of a URL: "streamable", "sse"; else empty
    QString sentence; // the evidence
    QDateTime foundAt;
};

// Detections by ServerAddress::cacheKey(), in the file verdicts.json of the user's cache folder, a
// name kept from earlier versions. The cache only saves a probe: if the file is missing, invalid or
// too large, the server is probed again.
class DetectionCache {
public:
    explicit DetectionCache(QString path = defaultPath());

    static QString defaultPath();

    // Replaces all entries with those of the file. On an error (Domain::Config) there are no
    // entries.
    Result<void> load();
    // Writes the file atomically.
    Result<void> save() const;

    const Detection *find(const Profile &profile) const; // null if not cached
    void remember(const Profile &profile, Detection detection); // replaces an earlier detection
    bool forget(const Profile &profile);
    void clear() { m_entries.clear(); }
    std::size_t size() const { return m_entries.size(); }

private:
    struct Entry {
        QString server;
        Detection detection;
    };
    void put(Entry entry);
    std::string text() const;

    QString m_path;
    std::vector<Entry> m_entries; // the oldest first
};

inline constexpr std::size_t kMaxDetections = 500; // the newest are kept
inline constexpr qsizetype kMaxEvidence = 2000; // characters

} // namespace sonde::config
