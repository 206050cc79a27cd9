// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/base/content.h"

#include <memory>
#include <vector>

namespace sonde::widgets {

// The messages of a prompt, each under its number and its role (2025-11-25 server/prompts).
std::vector<content::Content> conversationContents(
    const std::shared_ptr<const json::Document> &document, const json::Value &messages);

// The messages of a prompt as text: roles and texts as they are, and a line for everything else.
QString conversationText(const json::Value &messages);

} // namespace sonde::widgets
