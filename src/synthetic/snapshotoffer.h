// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/snapshot.h"
#include "json/document.h"

#include <string>
#include <string_view>

namespace sonde::synthetic {

// What a snapshot says that its server offers. Texts have no line ends, because messages of stdio
// must not have any.
class SnapshotOffer {
public:
    explicit SnapshotOffer(changes::Snapshot snapshot);

    const std::string &serverInfo() const { return m_serverInfo; } // JSON
    const std::string &capabilities() const { return m_capabilities; } // JSON
    const std::string &instructions() const { return m_instructions; } // JSON; empty: none
    // "resources", or "resources" and "subscribe".
    bool declares(std::string_view capability, std::string_view part = {}) const;

    bool hasList(changes::ListKind kind) const; // declared, or with items
    std::string list(changes::ListKind kind) const; // a JSON array
    // The definition; without an object as its root if there is none.
    json::Document find(changes::ListKind kind, std::string_view key) const;
    // The definition of the first resource template that the URI fits, likewise.
    json::Document findTemplate(std::string_view uri) const;

private:
    changes::Snapshot m_snapshot;
    std::string m_serverInfo;
    std::string m_capabilities;
    std::string m_instructions;
    json::Document m_declared; // the capabilities
};

// Whether a template (RFC 6570) may expand to the URI: its literals are in the URI in their order,
// and a simple expression has no slash.
bool fitsTemplate(std::string_view uriTemplate, std::string_view uri);

} // namespace sonde::synthetic
