// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/ruledraft.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace sonde::session {

// What rules would do with what was asked, the newest first and at most so many: the request, the
// rule, and what the server would get.
std::vector<QStringList> trialRows(const std::vector<review::ResponseRule> &rules,
    const std::vector<std::shared_ptr<const review::QueuedRequest>> &asks, const QString &revision,
    std::size_t most);

} // namespace sonde::session
