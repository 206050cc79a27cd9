// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "json/document.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sonde::config {

// A named call: a tool and its arguments, byte for byte.
struct SavedCall {
    QString name;
    QString tool;
    Bytes arguments; // as typed; may be invalid JSON
    std::vector<std::pair<std::string, std::string>> unknown{}; // unknown members, as JSON text
    bool isAfterRestart = false; // runs after each restart of the server
};

// The saved calls of one server, in a plain JSON file that can be kept beside the server's code:
//
//   {"version": 1, "calls": [{"name": "hike", "tool": "create_event", "arguments": {…}}, …]}
//
// The file has the arguments exactly as typed; text that is not JSON, or has space around it, is a
// string in "argumentsText", and bytes that are not UTF-8 are in "argumentsBase64". Unknown members
// are kept. A call with "afterRestart": true runs after each restart. Other programs may change the
// file: load() before a change.
class SavedCalls {
public:
    explicit SavedCalls(QString path = {});

    // The file for a server in the given settings folder.
    static QString defaultPath(const QString &folder, const QString &server);
    const QString &path() const { return m_path; }

    // Reads the file; a missing file is an empty list. On an error (Domain::Config) the file exists
    // and is invalid; save() then does not replace it.
    Result<void> load();
    const QStringList &notices() const { return m_notices; } // problems found by load()
    Result<void> save(); // writes the file atomically

    const std::vector<SavedCall> &calls() const { return m_calls; }
    const SavedCall *find(const QString &name) const;
    QString freeName(const QString &wish) const; // "hike", "hike 2", …

    // Change the calls in memory; save() writes them. The error says why a change was refused.
    // Adds a call, or replaces tool and arguments of the call with that name.
    Result<void> put(SavedCall call);
    Result<void> setAfterRestart(const QString &name, bool isAfterRestart);
    Result<void> rename(const QString &name, const QString &newName);
    bool remove(const QString &name);

    static constexpr qint64 kMaxFileBytes = qint64(16) << 20;
    static constexpr std::size_t kMaxCalls = 1000;
    static constexpr qsizetype kMaxName = 200; // characters
    static constexpr std::size_t kMaxArguments = std::size_t(1) << 20;

private:
    void read(const json::Document &document);
    std::string text() const;

    QString m_path;
    std::vector<SavedCall> m_calls;
    std::vector<std::pair<std::string, std::string>> m_unknown; // members of the file's object
    std::vector<std::string> m_unreadable; // invalid entries of "calls", unchanged
    QStringList m_notices;
    std::int64_t m_version = 1;
    bool m_mayReplace = true;
};

} // namespace sonde::config
