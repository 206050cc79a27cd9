// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "json/value.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::config {

// A root that a server may list (2025-11-25 client/roots).
struct Root {
    QString path; // absolute
    QString name; // empty: the root has no name
    friend bool operator==(const Root &, const Root &) = default;
};

// The client capabilities that the window declares to a server, and its roots.
struct Offers {
    bool sampling = true;
    bool samplingTools = true;
    bool samplingContext = false; // soft-deprecated since 2025-11-25
    bool elicitationForm = true;
    bool elicitationUrl = true;
    bool roots = true;
    bool rootsChanged = true; // notifications/roots/list_changed is sent
    bool tasks = false; // 2025-11-25: sampling and elicitation may be tasks of the client
    std::string experimental; // a JSON object as text; empty: not declared
    std::string extensions; // a JSON object as text; empty: not declared

    std::vector<Root> folders;
    bool respondToRoots = false; // without review
    bool respondByRules = false; // without review, by `rules`
    std::string rules; // a JSON array as text, see review/responserule.h; empty: none

    friend bool operator==(const Offers &, const Offers &) = default;
};

inline constexpr qsizetype kMaxRoots = 1000;

// The client's capabilities as a JSON object (2025-11-25 basic/lifecycle#capability-negotiation).
std::string capabilitiesOf(const Offers &offers);
// The result of roots/list.
std::string rootsResult(const std::vector<Root> &folders);
// The URI of a root's path: "file:///srv/a%20b".
QString rootUri(const Root &root);

// Convert to and from the JSON of a profile, without defaults. The error says which member is
// invalid.
std::string offersToJson(const Offers &offers);
Result<Offers> offersFromJson(const json::Value &object);

} // namespace sonde::config
