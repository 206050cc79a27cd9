// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/output.h"
#include "schema/store.h"

#include <stop_token>

namespace sonde::widgets {

// What a validation of a form's text found.
struct FormVerdict {
    std::vector<schema::Unit> units; // the first few
    QString unknown; // why it could not be said whether the text fits
};

inline constexpr std::size_t kMaxProblems = 200;

// For a pool thread: nothing is kept, nothing is fetched, and a hostile schema ends with
// `unknown`. A text that is no JSON gives nothing.
FormVerdict checkText(const std::shared_ptr<const json::Document> &schema,
    const schema::Remotes &remotes, const Bytes &text, const std::stop_token &stop);

} // namespace sonde::widgets
