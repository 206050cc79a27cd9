// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/document.h"

#include <QStringList>

namespace sonde::models {

// What a tool's definition says besides its name and description.
struct ToolFacts {
    QString title; // title, else annotations.title, else empty
    QStringList annotations; // words: "read-only", "destructive", …
    QStringList marks; // words: "task", "always a task", "has an app", "app only"
    bool destructive = false; // the server says so
    bool readOnly = false; // the server says so
};

ToolFacts toolFacts(const json::Value &tool);

// Why an item of the list cannot be called as a tool (2025-11-25 server/tools#tool); empty when it
// can.
QString toolProblem(const json::Value &tool);

// A member that has to be a string when it is there.
bool isTextOrMissing(const json::Value &value);

} // namespace sonde::models
