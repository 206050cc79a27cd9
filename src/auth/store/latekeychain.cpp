// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/store/latekeychain.h"

namespace sonde::auth {

TokenStore &LateKeychain::store()
{
    if (m_store)
        return *m_store;
    m_store = makeKeychainStore(m_patience);
    connect(m_store.get(), &TokenStore::waiting, this, &TokenStore::waiting);
    connect(m_store.get(), &TokenStore::waited, this, &TokenStore::waited);
    return *m_store;
}

RequestHandle LateKeychain::read(
    const QString &name, QObject *context, std::function<void(Result<Secret>)> done)
{
    return store().read(name, context, std::move(done));
}

RequestHandle LateKeychain::write(const QString &name, const Secret &secret, QObject *context,
    std::function<void(Result<void>)> done)
{
    return store().write(name, secret, context, std::move(done));
}

RequestHandle LateKeychain::remove(
    const QString &name, QObject *context, std::function<void(Result<void>)> done)
{
    return store().remove(name, context, std::move(done));
}

} // namespace sonde::auth
