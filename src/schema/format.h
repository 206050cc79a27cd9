// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace sonde::schema {

// Whether the text has that format (2020-12 validation 7.3). An unknown format accepts every text,
// as the specification requires.
bool fitsFormat(std::string_view format, std::string_view utf8);
bool isKnownFormat(std::string_view format);

// One predicate for each format or group of formats.
bool isDate(std::string_view text); // RFC 3339 full-date
bool isTime(std::string_view text); // RFC 3339 full-time, leap seconds included
bool isDateTime(std::string_view text);
bool isDuration(std::string_view text); // RFC 3339 appendix A
bool isHostname(std::string_view text); // RFC 1123, with A-labels of RFC 5890
bool isIdnHostname(std::string_view text);
bool isIpv4(std::string_view text);
bool isIpv6(std::string_view text); // RFC 4291 2.2, without a zone
bool isEmail(std::string_view text); // RFC 5321 Mailbox
bool isIdnEmail(std::string_view text);
bool isUri(std::string_view text, bool international); // RFC 3986, RFC 3987
bool isUriReference(std::string_view text, bool international);
bool isUriTemplate(std::string_view text); // RFC 6570
bool isUuid(std::string_view text); // RFC 4122
bool isJsonPointer(std::string_view text); // RFC 6901
bool isRelativeJsonPointer(std::string_view text);

} // namespace sonde::schema
