// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/postedmessages.h"

#include "rpc/message.h"
#include "tap/record/hostname.h"

namespace sonde::tap {

namespace {

void addMessage(PostedMessages &found, const rpc::Message &message)
{
    if (message.kind == rpc::Kind::Invalid)
        return;
    found.isMessage = true;
    if (message.method == "notifications/cancelled")
        found.cancels.emplace_back(message.params()["requestId"].raw());
    if (message.kind != rpc::Kind::Request)
        return;
    found.begins = found.begins || message.method == "initialize";
    found.ids.emplace_back(message.id);
    if (found.hostName.isEmpty())
        found.hostName = hostNameIn(message);
    if (found.hostTitle.isEmpty())
        found.hostTitle = hostTitleIn(message);
}

} // namespace

PostedMessages PostedMessages::read(const Bytes &body)
{
    PostedMessages found;
    if (body.isEmpty())
        return found;
    rpc::Message message;
    if (rpc::decodeOne(body, message)) {
        addMessage(found, message);
        return found;
    }
    for (const rpc::Message &member : rpc::decode(body, true))
        addMessage(found, member);
    return found;
}

} // namespace sonde::tap
