// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/snippeterror.h"

namespace sonde::trace {

Error snippetError(const char *why)
{
    return {.domain = Domain::Usage, .sentence = QString::fromUtf8(why)};
}

} // namespace sonde::trace
