// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/comparison.h"

#include <QString>

#include <string>

namespace sonde::agent {

// The result of diff as a JSON object within a budget: the changes that break clients first.
// `problem`: why the comparison is incomplete; empty: it is not.
std::string diffResult(
    const changes::Comparison &comparison, std::size_t skip, const QString &problem);

} // namespace sonde::agent
