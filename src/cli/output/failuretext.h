// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/session/startlog.h"
#include "wire/link/httpstate.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace sonde::cli {

// What is shown of a failure besides its sentence, as lines harmless for a terminal.

// A line for each step of a start: what was done, what failed, what was not reached.
QString stepsText(const std::vector<mcp::StartStep> &steps);

// The challenges of the server with their parameters, from Error::data of an HTTP failure. Empty
// when there are none.
QString challengesText(const QByteArray &data);
// The scopes that a token lacks, from Error::data of an HTTP failure; empty for any other failure.
QString missingScopes(const QByteArray &data);

// Whether the server offers no way to get a token, from Error::data of an HTTP failure.
bool isLoginNotOffered(const QByteArray &data);

// The certificate that a server showed and that is not trusted, and how its key is pinned. Empty
// when that is not what failed.
QString certificateText(const wire::HttpOutcome &outcome);

} // namespace sonde::cli
