// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>
#include <QStringList>
#include <QStringView>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sonde::bundle {

// One value that the user gives: a member of `user_config`.
struct Setting {
    enum class Type { String, Number, Boolean, Directory, File };

    QString key;
    Type type = Type::String;
    QString title; // the key, if the manifest has none
    QString description;
    QStringList defaults; // with variables; at most one unless `multiple`
    std::optional<double> minimum; // of a number
    std::optional<double> maximum;
    bool required = false;
    bool multiple = false; // several values
    bool sensitive = false;
};

// The manifest.json of an MCPB bundle (*.mcpb, earlier *.dxt), for one system. Texts for display
// are one line without control characters; `description` may have several lines.
struct Manifest {
    QString format; // manifest_version
    QString name;
    QString displayName; // `name`, if the manifest has none
    QString version;
    QString description;
    QString author;
    // server.mcp_config with the overrides of the system; the variables are not replaced.
    QString program;
    QStringList arguments;
    std::vector<std::pair<QString, QString>> environment;
    std::vector<Setting> settings;
    QStringList notes; // sentences: what a host would refuse, what the bundle needs
};

inline constexpr std::size_t kMaxManifestBytes = 1 << 20;
inline constexpr std::uint32_t kMaxManifestDepth = 100;
inline constexpr std::uint32_t kMaxBundleEntries = 1000; // arguments, variables, defaults
inline constexpr std::uint32_t kMaxSettings = 200;
inline constexpr qsizetype kMaxDescription = 4000; // characters; the rest is left out

// Reads a manifest of the versions 0.1 to 0.4 (github.com/anthropics/mcpb, MANIFEST.md);
// `platform` is the key of `platform_overrides`: "linux", "darwin" or "win32". What does not
// prevent a start is a note. Errors (Domain::Config) name the member and say what it must be.
Result<Manifest> readManifest(std::string_view json, QStringView platform);

// The key of this system.
QString thisPlatform();

} // namespace sonde::bundle
