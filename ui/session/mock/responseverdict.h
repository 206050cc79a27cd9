// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/responsefields.h"
#include "models/mock/mockrow.h"

#include <QString>

#include <cstddef>

namespace sonde::session {

// What is said of an entry of a list of responses: whether it is right, and its row in words. All
// of its texts are parsed for that, so it takes time by their size.
struct ResponseVerdict {
    // Of all texts together; larger ones are checked off the window's thread.
    static constexpr std::size_t kInlineBytes = 50'000;

    QString problem{}; // a sentence; empty: it is right
    QString unknown{}; // a place in braces that no request has; empty: there is none
    models::MockRow words{};

    static ResponseVerdict of(const mock::ResponseFields &fields); // for any thread
    static bool isQuick(const mock::ResponseFields &fields);
};

} // namespace sonde::session
