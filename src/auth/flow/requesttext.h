// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/step.h"
#include "base/result.h"
#include "wire/http/httpclient.h"

namespace sonde::auth {

// An attempt's request and response as they crossed the wire, head and body; with `reveal` the
// secrets that are still in memory are in them. A request that was not sent is shown as it would
// be, without what the connection adds (Host, Content-Length). Empty: there was no response.
Bytes requestText(const Attempt &attempt, bool reveal);
Bytes responseText(const Attempt &attempt, bool reveal);

// A request to be changed by hand, secrets and all:
//
//     POST https://auth.example/token
//     Content-Type: application/x-www-form-urlencoded
//
//     grant_type=authorization_code&…
QString editableText(const wire::HttpRequest &request);
// Reads that again. `original` says which of its fields are secret. The error (Domain::Usage) says
// which line cannot be sent, and never what is in it.
Result<wire::HttpRequest> requestFromText(const QString &text, const wire::HttpRequest &original);

} // namespace sonde::auth
