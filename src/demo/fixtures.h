// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/changes.h"
#include "demo/prompts.h"
#include "demo/resources.h"
#include "demo/tools.h"

#include <QByteArray>

namespace sonde::demo {

// What the public conformance suite (@modelcontextprotocol/conformance) asks a server for by name.
// Offered only with --fixtures.
std::vector<Tool> fixtureTools(const Changes &changes);
std::vector<Tool> fixtureAskingTools();
std::vector<Tool> fixtureInputTools(const QByteArray &secret);
std::vector<Prompt> fixturePrompts(const QByteArray &secret);
std::vector<Resource> fixtureResources();

} // namespace sonde::demo
