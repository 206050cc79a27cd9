// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sonde::demo {

// The revisions of MCP, oldest first, so that "since" is a comparison.
enum class Revision : std::uint8_t {
    R2024_11_05,
    R2025_03_26,
    R2025_06_18,
    R2025_11_25,
    R2026_07_28
};

inline constexpr std::array kRevisions{Revision::R2024_11_05, Revision::R2025_03_26,
    Revision::R2025_06_18, Revision::R2025_11_25, Revision::R2026_07_28};

std::string_view revisionName(Revision revision);
std::optional<Revision> revisionNamed(std::string_view name);
// No initialize, no session: every request describes itself.
constexpr bool isModern(Revision revision)
{
    return revision >= Revision::R2026_07_28;
}

// The features of one revision. Code that writes messages checks these, never the revision itself.
struct Features {
    Revision revision = Revision::R2025_11_25;
    bool batches = false; // arrays of messages: only 2025-03-26
    bool toolHints = false; // Tool.annotations
    bool audio = false; // audio content
    bool progressMessage = false; // a sentence in notifications/progress
    bool completionCapability = false;
    bool completionContext = false; // completion/complete with context.arguments
    bool structured = false; // structuredContent and outputSchema
    bool resourceLinks = false; // content of type resource_link
    bool titles = false; // `title` beside `name`
    bool lastModified = false; // in content annotations
    bool elicitation = false;
    bool elicitationModes = false; // mode "form" and "url", titled enums, defaults everywhere
    bool icons = false;
    bool inputErrorsAreResults = false; // wrong tool arguments: isError instead of -32602
    bool streamPriming = false; // a stream of events over HTTP begins with an empty one
    bool coreTasks = false; // tasks as 2025-11-25 has them
    bool resultTypes = false; // resultType, ttlMs, cacheScope, server info in _meta
    int resourceNotFound = -32002;
};

constexpr Features featuresOf(Revision revision)
{
    Features features;
    features.revision = revision;
    features.batches = revision == Revision::R2025_03_26;
    const bool since0326 = revision >= Revision::R2025_03_26;
    features.toolHints = since0326;
    features.audio = since0326;
    features.progressMessage = since0326;
    features.completionCapability = since0326;
    const bool since0618 = revision >= Revision::R2025_06_18;
    features.completionContext = since0618;
    features.structured = since0618;
    features.resourceLinks = since0618;
    features.titles = since0618;
    features.lastModified = since0618;
    features.elicitation = since0618;
    const bool since1125 = revision >= Revision::R2025_11_25;
    features.elicitationModes = since1125;
    features.icons = since1125;
    features.streamPriming = since1125;
    features.inputErrorsAreResults = since1125;
    features.coreTasks = revision == Revision::R2025_11_25;
    features.resultTypes = isModern(revision);
    features.resourceNotFound = isModern(revision) ? -32602 : -32002;
    return features;
}

} // namespace sonde::demo
