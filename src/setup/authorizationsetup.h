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

// The non-empty secrets entered in a profile, in the form for a credential store: those of the
// client and those of the identity provider.
std::vector<auth::GivenCredentials> givenSecrets(const config::HttpSettings &settings);

} // namespace sonde::setup
