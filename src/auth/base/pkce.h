// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>

#include <functional>

namespace sonde::auth {

// Returns that many unpredictable bytes; replaced in tests.
using Randomness = std::function<QByteArray(int)>;
QByteArray systemRandomness(int bytes);

// Without padding (RFC 7636 appendix A).
QByteArray base64Url(const QByteArray &bytes);

// RFC 7636 section 4.2: the S256 challenge for a verifier.
QByteArray codeChallenge(const QByteArray &verifier);

} // namespace sonde::auth
