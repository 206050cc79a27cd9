// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <QStringList>

namespace sonde::cli {

// Where a result violates the form that every revision gives it, or the one of the connection
// (2025-11-25 server/tools#tool-result, server/resources#reading-resources,
// server/prompts#getting-a-prompt): a sentence for each place, of which only the first ones are
// listed. Empty: nowhere.
QStringList callResultProblems(const json::Value &result, const QString &revision); // of tools/call
QStringList readResultProblems(const json::Value &result); // of resources/read
QStringList promptResultProblems(const json::Value &result); // of prompts/get

} // namespace sonde::cli
