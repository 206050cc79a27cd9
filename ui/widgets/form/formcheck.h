// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/schemastore.h"
#include "schema/validationoutput.h"

#include <stop_token>

namespace sonde::widgets {

// What a validation of a form's text found.
struct FormFindings {
    std::vector<schema::Unit> units; // the first few
    QString unknown; // why the text could not be checked
};

inline constexpr std::size_t kMaxProblems = 200;

// For a pool thread: keeps and fetches nothing, and ends with `unknown` for a hostile schema. Finds
// nothing in a text that is not JSON.
FormFindings checkText(const std::shared_ptr<const json::Document> &schema,
    const schema::Remotes &remotes, const Bytes &text, const std::stop_token &stop);

} // namespace sonde::widgets
