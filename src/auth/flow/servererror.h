// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/flowturn.h"

namespace sonde::auth {

// What the other server says in place of the document that was requested: an error of OAuth, or
// whatever it says instead. Bounded, and without the secrets of the request.
struct ServerError {
    enum class Form : std::uint8_t {
        None, // nothing is said
        OAuth, // JSON with `error` and `error_description` (RFC 6749 section 5.2)
        OtherJson, // an error object within `error`, or other members
        Form, // application/x-www-form-urlencoded
        Text,
        WebPage, // `text` is its title
    };
    Form form = Form::None;
    QString code; // "invalid_grant"; empty: none
    QString text; // for people; empty: none

    // Whether the body itself says that it is an error, whatever the HTTP status.
    bool isError() const { return m_isError; }

private:
    friend ServerError readServerError(const FetchResponse &response, FlowTurn &turn);
    void readJson(const json::Document &document);
    void readForm(const QByteArray &body);
    bool m_isError = false;
};

// Of the response to the newest request of the turn.
ServerError readServerError(const FetchResponse &response, FlowTurn &turn);

// "HTTP status 400 invalid_grant: “The code has expired.”", or why there was no response.
QString refusalVerdict(const FetchResponse &response, const ServerError &error);
// What is wrong with the way in which it is said; `section` requires another one. Empty: nothing.
QString formRemark(const FetchResponse &response, const ServerError &error, const char *section);
// What a quotation in a sentence leaves out; empty: nothing.
QString restOf(const ServerError &error);
// For a document: what came instead of it, a sentence; empty: nothing is said.
QString insteadOfDocument(const ServerError &error);

} // namespace sonde::auth
