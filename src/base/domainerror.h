// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

namespace sonde {

// The errors of one domain that have nothing but a sentence, for those who make several of them.

inline Error usageError(const QString &sentence)
{
    return {.domain = Domain::Usage, .sentence = sentence};
}

inline Error storageError(const QString &sentence)
{
    return {.domain = Domain::Storage, .sentence = sentence};
}

inline Error configError(const QString &sentence)
{
    return {.domain = Domain::Config, .sentence = sentence};
}

inline Error authorizationError(const QString &sentence)
{
    return {.domain = Domain::Authorization, .sentence = sentence};
}

} // namespace sonde
