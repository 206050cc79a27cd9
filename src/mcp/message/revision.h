// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <string_view>

namespace sonde::mcp {

// The members of a request's `_meta` that name its revision, and what its client declares
// (2026-07-28 basic).
inline constexpr std::string_view kProtocolVersionMeta = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kClientCapabilitiesMeta =
    "io.modelcontextprotocol/clientCapabilities";

// The wire model a revision belongs to. Two are known; a third one will come.
enum class Era : std::uint8_t {
    Legacy, // initialize and a session: up to 2025-11-25 ("legacy")
    Modern, // every request describes itself: from 2026-07-28 ("modern")
};

// The user's choice of era and revision for a server, and what is tried first where that leaves it
// open. There is no fallback from a pinned revision.
struct EraPolicy {
    enum class Mode : std::uint8_t { Auto, Legacy, Modern };
    Mode mode = Mode::Auto;
    // A revision, empty for none; an unknown one is tried in the era of `mode`, with Auto in the
    // legacy era.
    QString pinned;
    // A known revision, where nothing is pinned. With Auto it is tried first, instead of a probe or
    // of what an earlier probe detected; a server of the other era is probed then. A handshake
    // proposes it, also with Legacy and after a probe, and the server may choose another one.
    QString preferred{};

    static std::optional<Mode> modeFromName(QStringView name); // "auto", "legacy", "modern"
    static QString modeName(Mode mode);
};

// The final revisions, newest first.
const QStringList &knownRevisions();
const QStringList &revisionsOf(Era era);
std::optional<Era> eraOf(QStringView revision); // nothing for an unknown one
// By its date, so that it also holds for a revision of the modern era that is not known.
bool isModernRevision(std::string_view revision);
QString eraName(Era era); // "legacy", "modern", in files and options
QString eraWord(Era era); // the same in a sentence, translated

} // namespace sonde::mcp
