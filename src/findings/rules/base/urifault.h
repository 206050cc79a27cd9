// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <string_view>

namespace sonde::findings {

// Why a text is not an absolute URI (RFC 3986), as a sentence; empty if it is one.
QString uriFault(std::string_view text);

} // namespace sonde::findings
