// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/streamable/httpflow.h"

namespace sonde::wire {

// "502 Bad Gateway"; the standard phrase if HTTP/2 sends none.
QString statusText(const HttpHead &head);

// The server's text for a sentence: in quotation marks, on one line, shortened.
QString quoted(QString text);

// Whether the text begins like JSON of a message, an object or a batch.
bool beginsLikeJson(std::string_view text);

// The failure of an exchange without a usable response, with a sentence chosen by status and
// content type.
struct RefusalFacts {
    const HttpRequest &request;
    const HttpHead *head = nullptr; // nullptr: no head arrived
    const HttpEnding &ending;
    bool sessionSent = false; // the request named a session
    QString serverMessage{}; // of a JSON-RPC error in the body that is not a response by itself
    QByteArray givenSession{}; // the session id of the request, if the server gave it
    QStringList followed{}; // the addresses of the redirects before this one
};
HttpFailure refusal(const RefusalFacts &facts);

// The failure of a success status (2xx) whose body is not a response: `sentence` is the reason.
HttpFailure refusal(const RefusalFacts &facts, const rpc::Sentence &sentence);

// Names the notification or response that was refused, at the beginning of the failure's sentence:
// no caller waits for it who would know what it is about.
void nameRefused(const HttpRequest &request, HttpFailure &failure);

// Why the body of a success status cannot be read: a content type or coding that MCP does not use.
rpc::Sentence unreadableBody(const HttpHead &head, const Bytes &excerpt);

} // namespace sonde::wire
