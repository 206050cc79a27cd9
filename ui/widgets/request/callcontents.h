// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/base/content.h"
#include "json/document.h"

#include <memory>
#include <vector>

namespace sonde::widgets {

// What the result of a call brought: the content blocks in their order, and the structured content
// after them. Of a call that runs as a task, the task as it was created.
std::vector<content::Content> callContents(
    const std::shared_ptr<const json::Document> &document, const json::Value &result);

} // namespace sonde::widgets
