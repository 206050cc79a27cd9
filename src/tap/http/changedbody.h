// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "wire/http/httpmessage.h"
#include "wire/streamable/headchange.h"

namespace sonde::tap {

bool isEventStream(const wire::HttpHead &head);

// Whether the body is one JSON text that breakpoints can look at, as far as the head says.
bool isWholeMessage(const wire::HttpHead &head);

// Breakpoints write lines: what they have changed has a line end that a body does not need.
Bytes withoutAddedEnd(const Bytes &text);

// For the list of changes of an exchange, where long texts are cut.
wire::HeadChange bodyChange(
    wire::HeadChange::Part part, const QByteArray &name, const Bytes &was, const Bytes &now);

// The head with that Content-Length, if it has one.
wire::HttpHead withLength(const wire::HttpHead &head, std::size_t length);

} // namespace sonde::tap
