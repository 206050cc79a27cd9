// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/memorytokenstore.h"

#include <QPointer>

namespace sonde::auth {

namespace {

template <typename T>
struct Waiting {
    QPointer<QObject> context;
    std::function<void(Result<T>)> done;

    void tell(Result<T> what)
    {
        const auto told = std::exchange(done, nullptr);
        if (told && context)
            told(std::move(what));
    }
};

} // namespace

template <typename T>
RequestHandle MemoryTokenStore::tell(
    QObject *context, std::function<void(Result<T>)> done, Result<T> what)
{
    auto waiting = std::make_shared<Waiting<T>>(Waiting<T>{context, std::move(done)});
    const auto later = [this](std::function<void()> call) {
        QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
    };
    later([waiting, what] { waiting->tell(what); });
    return RequestHandle([waiting, later] {
        auto cancelled = std::make_shared<Waiting<T>>(*waiting);
        waiting->done = nullptr;
        later([cancelled] { cancelled->tell(Error{Domain::Cancelled, 0, {}, {}, {}}); });
    });
}

RequestHandle MemoryTokenStore::read(
    const QString &name, QObject *context, std::function<void(Result<Secret>)> done)
{
    const auto found = m_entries.find(name);
    return tell<Secret>(
        context, std::move(done), found == m_entries.end() ? Secret() : found->second);
}

RequestHandle MemoryTokenStore::write(const QString &name, const Secret &secret, QObject *context,
    std::function<void(Result<void>)> done)
{
    m_entries.insert_or_assign(name, secret);
    return tell<void>(context, std::move(done), {});
}

RequestHandle MemoryTokenStore::remove(
    const QString &name, QObject *context, std::function<void(Result<void>)> done)
{
    m_entries.erase(name);
    return tell<void>(context, std::move(done), {});
}

} // namespace sonde::auth
