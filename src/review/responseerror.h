// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <QString>

namespace sonde::review {

// Why a program or an endpoint has no response.
inline Error responseError(Domain domain, const QString &sentence, const QString &detail = {})
{
    return {.domain = domain, .sentence = sentence, .detail = detail};
}

} // namespace sonde::review
