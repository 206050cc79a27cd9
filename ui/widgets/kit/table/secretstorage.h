// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace sonde::widgets {

// Where secrets that the user enters are kept. Without a keychain they last for this run.
enum class SecretStorage : std::uint8_t { Keychain, Memory };

} // namespace sonde::widgets
