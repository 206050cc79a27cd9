// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/streamable/httpflow.h"

namespace sonde::wire {

// "502 Bad Gateway"; the usual words where HTTP/2 sends none.
QString statusText(const HttpHead &head);

// The failure of an exchange without a usable response, with a sentence chosen by status and
// content type.
struct RefusalFacts {
    const HttpRequest &request;
    const HttpHead *head = nullptr; // nullptr: none came
    const HttpEnding &ending;
    bool sessionSent = false; // the request named a session
    QString serverMessage{}; // of a JSON-RPC error in the body, which is no response by itself
};
HttpFailure refusal(const RefusalFacts &facts);

// A success (2xx) whose body is no response: `sentence` says why.
HttpFailure refusal(const RefusalFacts &facts, const QString &sentence);

// Why the body of a success cannot be read: a content type or coding that MCP does not know.
QString unreadableBody(const HttpHead &head, const Bytes &excerpt);

} // namespace sonde::wire
