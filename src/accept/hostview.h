// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "accept/fact.h"
#include "base/bytes.h"
#include "json/value.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace sonde::accept {

// What a server offers, as far as hosts judge it.
struct JudgedOffer {
    QString server; // the name that hosts put in front of names of tools
    std::vector<Bytes> tools; // definitions as the server sent them
    bool isComplete = true;
};

// What happens to a tool, or to all of them, and who says so.
struct Issue {
    static constexpr int kMaxPlaces = 20;

    const Fact *fact = nullptr; // in HostList::instance(), or null: nobody says so
    Level level = Level::NotKnown;
    QString what; // "minLength, pattern", "array without items"
    QStringList places; // JSON pointers in the definition, at most kMaxPlaces
    int count = 0; // of all places; 0: it is about the tool as a whole

    // Whether the host always does it, whatever the model is.
    bool isAlways() const { return !fact || fact->condition.isEmpty(); }
};

struct ToolView {
    QString name;
    QString seen; // by the model; empty: not known
    std::vector<Issue> issues; // the worst first
    Level verdict = Level::Accepted; // the worst of those that always happen
    std::uint64_t tokens = 0;
};

// What a host makes of the tools of a server.
struct HostView {
    const JudgingHost *host = nullptr;
    std::vector<ToolView> tools; // in the order of the offer
    std::vector<Issue> issues; // of all tools together
    std::uint64_t tokens = 0;

    int lost() const; // tools that do not reach the model
    int count(Level verdict) const;
    bool isRefused() const; // whether a tool, or all together, is lost
};

// Roughly how many tokens a text takes in a model: one for four bytes of UTF-8, rounded up.
std::uint64_t tokensOf(std::uint64_t bytes);
// How many bytes the definition has for a model: name, description and schema of the arguments,
// without white space between them.
std::uint64_t sizeForModel(const json::Value &definition);

// Pure: nothing is sent to a host.
HostView viewOf(const JudgingHost &host, const JudgedOffer &offer);

} // namespace sonde::accept
