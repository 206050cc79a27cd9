// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/store/tokenstore.h"

#include <memory>

namespace sonde::cli {

// The keychain of a command. On a terminal it has time for the prompt in which a person enters its
// password, and a line on stderr says that this is waited for. Elsewhere nobody sees the prompt.
std::unique_ptr<auth::TokenStore> makeCommandKeychain();

} // namespace sonde::cli
