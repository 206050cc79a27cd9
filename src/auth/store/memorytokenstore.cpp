// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/store/memorytokenstore.h"

#include "auth/store/storecaller.h"

namespace sonde::auth {

template <typename T>
RequestHandle MemoryTokenStore::complete(
    QObject *context, std::function<void(Result<T>)> done, Result<T> what)
{
    auto caller = std::make_shared<StoreCaller<T>>(context, std::move(done));
    QMetaObject::invokeMethod(
        this, [caller, what] { caller->complete(what); }, Qt::QueuedConnection);
    return StoreCaller<T>::handle(this, caller);
}

RequestHandle MemoryTokenStore::read(
    const QString &name, QObject *context, std::function<void(Result<Secret>)> done)
{
    const auto found = m_entries.find(name);
    return complete<Secret>(
        context, std::move(done), found == m_entries.end() ? Secret() : found->second);
}

RequestHandle MemoryTokenStore::write(const QString &name, const Secret &secret, QObject *context,
    std::function<void(Result<void>)> done)
{
    m_entries.insert_or_assign(name, secret);
    return complete<void>(context, std::move(done), {});
}

RequestHandle MemoryTokenStore::remove(
    const QString &name, QObject *context, std::function<void(Result<void>)> done)
{
    m_entries.erase(name);
    return complete<void>(context, std::move(done), {});
}

} // namespace sonde::auth
