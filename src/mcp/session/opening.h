// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/dialect.h"
#include "mcp/message/response.h"
#include "mcp/session/evidence.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <string>

namespace sonde::mcp {

// Negotiates the revision of a session: decides from the responses to initialize or server/discover
// (2025-11-25 basic/lifecycle, 2026-07-28 basic/versioning). Sends nothing.
class Opening {
public:
    enum class Next : std::uint8_t {
        Open, // dialect() is what both sides speak
        SendAgain, // with the revision of dialect()
        Fail,
    };
    struct Decision {
        Next next = Next::Open;
        Error error{}; // of Fail
        Evidence evidence{};
    };

    // `exact`: the revision is pinned, another one is refused. `orLegacy`: when the response to
    // server/discover is that of a legacy server, initialize follows over the same connection.
    // `isProbe`: over another one.
    Opening(Era era, QString revision, bool exact, std::string capabilities, bool orLegacy = false,
        bool isProbe = false);

    const Dialect &dialect() const { return *m_dialect; }
    bool isModern() const { return m_dialect->era() == Era::Modern; }
    // Until then dialect() is only what the server is asked in: a cached detection of the modern
    // era may be out of date.
    bool isEraKnown() const { return m_isEraKnown; }
    // For a new session: begins with the revision that was requested first.
    void restart();
    Decision decide(const Response &response);
    // What decided for the era; nothing before, and without `orLegacy`.
    const std::optional<Response> &eraResponse() const { return m_eraResponse; }

private:
    Decision decideEra(const Response &response);
    Decision refused(const Response &response);
    Decision initialized(const json::Value &result);
    Decision discovered(const json::Value &result);
    bool retryWith(const QStringList &supported);
    void speak(Era era, const QString &revision);

    const Era m_era;
    const QString m_revision; // is requested first
    const bool m_exact;
    const std::string m_capabilities;
    const bool m_orLegacy;
    bool m_isEraKnown;
    std::optional<Response> m_eraResponse;
    std::unique_ptr<const Dialect> m_dialect;
    bool m_retried = false;
};

} // namespace sonde::mcp
