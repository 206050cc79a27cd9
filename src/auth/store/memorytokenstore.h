// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/store/tokenstore.h"

#include <map>

namespace sonde::auth {

// For one run only; where there is no keychain, and in tests.
class MemoryTokenStore final : public TokenStore {
    Q_OBJECT
public:
    using TokenStore::TokenStore;

    RequestHandle read(
        const QString &name, QObject *context, std::function<void(Result<Secret>)> done) override;
    RequestHandle write(const QString &name, const Secret &secret, QObject *context,
        std::function<void(Result<void>)> done) override;
    RequestHandle remove(
        const QString &name, QObject *context, std::function<void(Result<void>)> done) override;
    bool isPersistent() const override { return false; }

private:
    template <typename T>
    RequestHandle complete(QObject *context, std::function<void(Result<T>)> done, Result<T> what);

    std::map<QString, Secret> m_entries;
};

} // namespace sonde::auth
