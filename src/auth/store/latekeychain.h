// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/store/keychain.h"

#include <memory>

namespace sonde::auth {

// The keychain of the desktop, asked when a server wants a token and not before: most servers want
// none.
class LateKeychain final : public TokenStore {
    Q_OBJECT
public:
    explicit LateKeychain(std::chrono::milliseconds patience = kKeychainPatience)
        : m_patience(patience)
    {
    }

    RequestHandle read(
        const QString &name, QObject *context, std::function<void(Result<Secret>)> done) override;
    RequestHandle write(const QString &name, const Secret &secret, QObject *context,
        std::function<void(Result<void>)> done) override;
    RequestHandle remove(
        const QString &name, QObject *context, std::function<void(Result<void>)> done) override;
    bool isPersistent() const override { return true; }

private:
    TokenStore &store();

    const std::chrono::milliseconds m_patience;
    std::unique_ptr<TokenStore> m_store;
};

} // namespace sonde::auth
