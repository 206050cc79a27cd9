// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

namespace sonde::cli {

// "The schema is not valid: … (at #/properties/a)"
inline QString sentenceWithDetail(const Error &error)
{
    return error.detail.isEmpty() ? error.sentence
                                  : QStringLiteral("%1 (%2)").arg(error.sentence, error.detail);
}

} // namespace sonde::cli
