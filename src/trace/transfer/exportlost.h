// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/domainerror.h"
#include "trace/record/tracetr.h"

namespace sonde::trace {

// Of an export whose sink took no more.
inline Error exportLost()
{
    return storageError(Text::tr("The export could not be written."));
}

} // namespace sonde::trace
