// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace sonde {

// What a text is where base64 is due.
enum class Base64 { Valid, DataUrl, Invalid };

// RFC 4648 section 4: the alphabet with + and /, with padding and without line ends.
Base64 base64Of(std::string_view text);

} // namespace sonde
