// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/credentials.h"
#include "auth/base/flowsetup.h"
#include "config/httpsettings.h"

#include <vector>

namespace sonde::setup {

// The setup of an authorization flow for a profile.
auth::FlowSetup flowSetup(const config::HttpSettings &settings);

// The secrets entered in a profile, as a credential store keeps them: those of the client and those
// of the identity provider, as far as they are not empty.
std::vector<auth::GivenCredentials> givenSecrets(const config::HttpSettings &settings);

} // namespace sonde::setup
