// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "models/signs/property.h"

#include <QByteArray>
#include <QString>

namespace sonde::models {

// Where the connections go: the URL, and what stands in for its host.
Properties routeFacts(const wire::HttpTarget &target);
// A connection over HTTP in words. What is not known yet is left out.
Properties connectionFacts(
    const wire::HttpTarget &target, const wire::HttpState &state, mcp::Era era);
Properties certificateFacts(const wire::Certificate &certificate);
// What was asked for, what the server honours, and how it goes.
Properties subscriptionFacts(const mcp::Subscription &subscription);
// What an earlier probe found out; `nowMs` since 1970-01-01 UTC.
Property detectionFact(const mcp::DetectedRevision &detected, qint64 nowMs);

// "just now", "5 minutes ago", "3 days ago"
QString agoText(qint64 thenMs, qint64 nowMs);
// "61:30:…": pairs of hex digits, in two halves
QString fingerprintText(const QByteArray &sha256);
// What a response says about keeping it (2026-07-28 ttlMs, cacheScope); empty when it says nothing.
// Sonde never keeps one: it asks anew each time.
QString cacheHintText(const json::Value &result);

} // namespace sonde::models
