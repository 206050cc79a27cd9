// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "models/changes/restart.h"

#include <QByteArray>

#include <deque>
#include <string>

namespace sonde::session {

// The starts of a server in a file, for the next run of Sonde. What starts have in common, such as
// a list of tools or a result, is written once. The file may contain what tools returned, so only
// its owner can read it.
class RestartFile {
public:
    static constexpr int kVersion = 1;
    static constexpr std::size_t kMaxStarts = 50; // that are kept, the newest ones
    static constexpr std::size_t kMaxBytes = std::size_t(8) << 20; // older ones are left out
    static constexpr std::size_t kMaxRuns = 100; // of a start
    static constexpr std::uint32_t kMaxDepth = 1'100;

    explicit RestartFile(QString path);

    // In the folder of the settings.
    static QString pathOf(const QString &folder, const QString &server);

    // What was saved, the oldest start first, each compared with the one before as it was then.
    // None without a file. The file is hostile: an error (Domain::Config) says what is wrong with
    // it; a start that cannot be read is left out. The reference is kept however old it is.
    Result<std::deque<models::Restart>> load() const;
    Result<void> save(const std::deque<models::Restart> &restarts) const;

    // The bytes as they are, to bring back a file that was removed; none without one.
    QByteArray content() const;
    Result<void> setContent(const QByteArray &content) const; // without any nothing is done
    void remove() const;

    static std::string textOf(const std::deque<models::Restart> &restarts);

private:
    Result<void> write(const std::string &text) const;

    QString m_path;
};

} // namespace sonde::session
