// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flowsetup.h"
#include "config/httpsettings.h"

#include <vector>

namespace sonde::setup {

// What a person described, as a flow takes it.
auth::FlowSetup flowSetup(const config::HttpSettings &settings);

// The secrets of it, as a credential store keeps them: of the client, and of the identity provider.
// Only those that are there.
std::vector<auth::Registration> givenSecrets(const config::HttpSettings &settings);

} // namespace sonde::setup
