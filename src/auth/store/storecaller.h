// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "base/result.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <utility>

namespace sonde::auth {

// Who waits for what a TokenStore does: told once, and not when the context has died before.
template <typename T>
class StoreCaller {
public:
    StoreCaller(QObject *context, std::function<void(Result<T>)> done)
        : m_context(context)
        , m_done(std::move(done))
    {
    }

    void tell(Result<T> what)
    {
        const auto told = std::exchange(m_done, nullptr);
        if (told && m_context)
            told(std::move(what));
    }

    // Gives it up: the caller hears of that later, on the thread of the store.
    static RequestHandle handle(QObject *store, const std::shared_ptr<StoreCaller> &caller)
    {
        return RequestHandle([store, caller] {
            auto cancelled = std::make_shared<StoreCaller>(*caller);
            caller->m_done = nullptr;
            QMetaObject::invokeMethod(
                store,
                [cancelled] {
                    cancelled->tell(Error{Domain::Cancelled, 0, {}, {}, {}});
                },
                Qt::QueuedConnection);
        });
    }

private:
    QPointer<QObject> m_context;
    std::function<void(Result<T>)> m_done;
};

} // namespace sonde::auth
