// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/detectedrevision.h"
#include "mcp/message/response.h"
#include "mcp/session/negotiation.h"
#include "wire/endpoint/endpoint.h"

#include <QStringList>

#include <optional>

namespace sonde::mcp {

// Decides how to open a session, step by step, without I/O (2026-07-28 basic/versioning): probe,
// judge, open, fall back, explain. Each function takes the outcome of a step and returns the next
// one.
class Negotiator {
public:
    struct Setup {
        EraPolicy policy;
        wire::Endpoint endpoint{};
        std::optional<DetectedRevision> known{};
        qint64 nowMs = 0; // milliseconds since 1970-01-01 UTC
    };
    struct Step {
        enum class Kind : std::uint8_t { Probe, Open, Fail };
        Kind kind = Kind::Fail;
        Plan plan{}; // of Open
        bool sse = false; // of Open: over HTTP with SSE
        std::optional<Response>
            opening{}; // of Open: the probe's DiscoverResult serves as the opening
        Error error{}; // of Fail
    };

    explicit Negotiator(const Setup &setup)
        : m_setup(setup)
    {
    }

    Step begin();
    Step probeAnswered(const Response &response); // with a result
    // Over lines: the session is open in the process that was probed.
    Step probeBecameSession(const Response &response);
    Step probeFailed(const Error &error, const Evidence &evidence);
    Step openingFailed(const Error &error, const Evidence &evidence);

    bool probed() const { return m_probed; } // true: the plan comes from a probe of this start
    // Setup::known, or the preferred revision, did not match the server, which is probed.
    bool knownWasWrong() const { return m_knownWasWrong; }
    // What to cache after a probe and a successful opening.
    DetectedRevision detected() const;

private:
    Step open(Plan plan);
    Step fail(Error error) const;
    Step judged(const HttpProbeResult &probe);
    bool isOverHttp() const { return m_setup.endpoint.hasExchanges(); }
    bool isSetTo(wire::HttpTarget::Transport transport) const;
    bool contradictsKnown(const Error &error, const Evidence &evidence) const;

    const Setup m_setup;
    Step m_open; // the newest
    bool m_fromKnown = false;
    bool m_probed = false;
    bool m_knownWasWrong = false;
    bool m_lacksDiscover = false; // the probe's response was "method not found"
    QStringList m_tried; // the attempts that failed, each as half a sentence
};

} // namespace sonde::mcp
