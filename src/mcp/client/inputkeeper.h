// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "mcp/message/inputrequired.h"

#include <QString>

namespace sonde::mcp {

class InputRound;

// The owner of an InputRound: a call that is sent again with the responses, or a task that gets
// them by tasks/update. Only waitsFor() may be called for a round that is over.
class InputKeeper {
public:
    virtual ~InputKeeper() = default;

    virtual bool waitsFor(const InputRound &round) const = 0;
    virtual Result<void> goOn(const Bytes &responses, const StateEcho &echo) = 0;
    virtual void stop() = 0;
    virtual void logLifecycle(const QString &what, const QString &detail) const = 0;
};

} // namespace sonde::mcp
