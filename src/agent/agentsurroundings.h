// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/profile.h"
#include "wire/link/authorizer.h"

#include <QObject>

#include <functional>
#include <memory>

namespace sonde::agent {

// What the program around the tools has to give: the servers and the secrets of the person.
struct AgentSurroundings {
    std::function<Result<config::Profile>(const QString &name)> savedServer;
    // Passes the profile with the values of its secrets.
    using Filled = std::function<void(const Result<config::Profile> &)>;
    std::function<void(const config::Profile &, QObject *context, Filled done)> fillSecrets;
    // Obtains tokens for a server with a URL, without a browser; nothing where none is needed.
    std::function<std::shared_ptr<wire::Authorizer>(const config::Profile &)> authorizer;
};

} // namespace sonde::agent
