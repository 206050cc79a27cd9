// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <QString>

namespace sonde::mock {

// The bytes of a file of responses, for MadeResponses or ResponseList, on any thread: at most
// MadeResponses::kMaxBytes of them. The error (Domain::Usage) names the file and says what is
// wrong.
Result<Bytes> responsesIn(const QString &path);
// The error of a file whose bytes are no responses; `why` is what read() says of them.
Error noResponsesIn(const QString &path, const Error &why);

} // namespace sonde::mock
