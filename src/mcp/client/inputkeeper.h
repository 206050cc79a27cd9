// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "mcp/message/inputrequired.h"

#include <QString>

namespace sonde::mcp {

class InputRound;

// What an InputRound belongs to: a call that is sent again with the answers, or a task that gets
// them by tasks/update. All but waitsFor() are for a round that still waits.
class InputKeeper {
public:
    virtual ~InputKeeper() = default;

    virtual bool waitsFor(const InputRound &round) const = 0;
    virtual Result<void> goOn(const Bytes &responses, const StateEcho &echo) = 0;
    virtual void stop() = 0;
    virtual void logLifecycle(const QString &what, const QString &detail) const = 0;
};

} // namespace sonde::mcp
