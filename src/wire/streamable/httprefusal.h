// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/streamable/httpflow.h"

namespace sonde::wire {

// "502 Bad Gateway"; the standard phrase if HTTP/2 sends none.
QString statusText(const HttpHead &head);

// The failure of an exchange without a usable response, with a sentence chosen by status and
// content type.
struct RefusalFacts {
    const HttpRequest &request;
    const HttpHead *head = nullptr; // nullptr: no head arrived
    const HttpEnding &ending;
    bool sessionSent = false; // the request named a session
    QString serverMessage{}; // of a JSON-RPC error in the body that is not a response by itself
};
HttpFailure refusal(const RefusalFacts &facts);

// The failure of a success status (2xx) whose body is not a response: `sentence` is the reason.
HttpFailure refusal(const RefusalFacts &facts, const QString &sentence);

// Why the body of a success status cannot be read: a content type or coding that MCP does not use.
QString unreadableBody(const HttpHead &head, const Bytes &excerpt);

} // namespace sonde::wire
