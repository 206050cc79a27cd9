// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "bundle/bundleserver.h"
#include "bundle/unpack.h"

#include <QDateTime>
#include <QString>
#include <QStringView>

#include <stop_token>
#include <vector>

namespace sonde::bundle {

// A bundle that is unpacked, and where.
struct Bundle {
    Manifest manifest;
    Places places;
};

inline constexpr qint64 kMaxBundleBytes = 512'000'000; // of the file
inline constexpr int kUnusedDays = 7;

// By its name: *.mcpb or *.dxt.
bool isBundleFile(QStringView path);
// The path in a pasted text: of a bundle, also in quotes or as a file: URL; empty: it is another
// text. Looks up nothing.
QString pastedBundlePath(const QString &text);

// In the user's data folder, for the window and for sonde-cli. It may not exist yet.
QString userBundlesFolder();

// Unpacked bundles: a folder of each, named by the SHA-256 of its file, so that the same file is
// unpacked once. Blocks while it reads and writes files.
class BundleStore {
public:
    explicit BundleStore(const QString &folder);

    // Unpacks the file unless it is unpacked already. It is unpacked beside its place and then
    // renamed, so a folder is complete or missing. Errors have the file, the reason and what to do.
    Result<Bundle> open(const QString &path, const std::stop_token &stop = {},
        const UnpackLimits &limits = {}) const;

    // The folder of the bundle that the server is in; empty: in none of these.
    QString folderOf(const config::Profile &server) const;
    // Removes the bundle of a server, unless one of the others is in it as well.
    void remove(const config::Profile &server, const std::vector<config::Profile> &others) const;
    // Removes the bundles that none of the servers is in and that were not opened since `before`,
    // and what a crash has left.
    void removeUnused(const std::vector<config::Profile> &servers, const QDateTime &before) const;

private:
    Result<void> unpackInto(const QString &path, const QString &target, const std::stop_token &stop,
        const UnpackLimits &limits) const;

    QString m_folder;
};

} // namespace sonde::bundle
