// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpmessage.h"

#include <string>

namespace sonde::findings {

inline constexpr char kParameterHeader[] = "mcp-param-"; // 2026-07-28 server/tools#x-mcp-header

bool isParameterHeader(const wire::HttpHeader &header);
// The Mcp-Param headers of a request, to compare two requests.
std::string parameterHeadersText(const wire::HttpHeaders &headers);

} // namespace sonde::findings
