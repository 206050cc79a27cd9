// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "rpc/sseparser.h"

#include <QByteArray>
#include <QString>

namespace sonde::wire {

// Sentences about a text that a server sent in place of a response: what it is, and where that
// shows (line, column and byte).

// A body that is not a message, with the media type that the server gave it.
QString whyUnusableBody(const rpc::Message &message, const QByteArray &mediaType);

// The data of an event that is not a message.
QString whyUnusableEvent(const rpc::Message &message);

// A response with the id `found` instead of `expected`.
QString otherResponse(const rpc::Id &found, const rpc::Id &expected);

// The response, in an event that clients do not read because of its type.
QString responseOfOtherType(const std::string &type, const rpc::Message &response);

// An event of another type than "message", with another text than the response.
QString otherEvent(const rpc::SseEvent &event);

} // namespace sonde::wire
