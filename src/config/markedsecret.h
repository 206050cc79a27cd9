// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"
#include "config/serveraddress.h"

#include <QString>

#include <array>
#include <cstdint>
#include <vector>

namespace sonde::config {

// A value that belongs in the keychain: of a header or variable that is marked so, or the password
// of the proxy.
struct MarkedSecret {
    QString name;
    Secret value; // empty while it is only in the keychain
};

// The marked secrets of a server in groups, each of which is one entry of the keychain.
enum class SecretGroup : std::uint8_t { Headers, Variables, Proxy };
inline constexpr std::array kSecretGroups{
    SecretGroup::Headers, SecretGroup::Variables, SecretGroup::Proxy};

// Also those of a command that is kept beside a URL.
std::vector<MarkedSecret> markedSecrets(const ServerAddress &address, SecretGroup group);
// Sets the values of as many secrets as markedSecrets() gave, in their order.
void setMarkedSecrets(
    ServerAddress &address, SecretGroup group, const std::vector<MarkedSecret> &secrets);

// Whether a connection needs the group: a server with a URL does not need the secrets of its
// command, and a command none of a URL.
bool needsSecrets(const ServerAddress &address, SecretGroup group);

// To whom the secrets of a group go: the origin of a URL, or "program".
QString receiverOf(const ServerAddress &address, SecretGroup group);

} // namespace sonde::config
