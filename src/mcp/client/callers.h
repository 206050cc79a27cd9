// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/numberedtable.h"
#include "mcp/message/calloptions.h"
#include "mcp/message/response.h"
#include "mcp/session/sessionactions.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <map>

namespace sonde::mcp {

// Who waits for the responses of a connection: the callbacks of its requests, by token. Each runs
// only as long as its context lives, and may destroy this table.
class Callers {
public:
    // CallOptions::onProgress gets the notifications of a subscription as well.
    void add(Token token, QObject *context, Answered &&done, const CallOptions &options);

    void complete(Complete &action);
    // The request of that caller is about to be sent again, with this id.
    void renumbered(Token caller, Token number);
    void reportProgress(Token token, const rpc::Message &message);
    void reportLate(const GivenUpCall &call);

private:
    struct Caller {
        QPointer<QObject> context;
        Answered done;
        std::function<void(std::int64_t)> onNumbered{};
        std::function<void(const rpc::Message &)> onProgress;
        std::function<void(const GivenUpCall &)> onLate{};
    };
    void rememberLate(Token token, Caller caller);

    NumberedTable<Caller> m_waiting;
    std::map<Token, Caller> m_late; // with an onLate; at most PendingRequests::kMaxGivenUp
};

} // namespace sonde::mcp
