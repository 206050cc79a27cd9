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

// The callback that waits for a TokenStore: called once, and never after its context was destroyed.
template <typename T>
class StoreCaller {
public:
    StoreCaller(QObject *context, std::function<void(Result<T>)> done)
        : m_context(context)
        , m_done(std::move(done))
    {
    }

    void complete(Result<T> what)
    {
        const auto callback = std::exchange(m_done, nullptr);
        if (callback && m_context)
            callback(std::move(what));
    }

    // Its cancel() completes the caller with Domain::Cancelled, in a later event on the thread of
    // the store.
    static RequestHandle handle(QObject *store, const std::shared_ptr<StoreCaller> &caller)
    {
        return RequestHandle([store, caller] {
            auto cancelled = std::make_shared<StoreCaller>(*caller);
            caller->m_done = nullptr;
            QMetaObject::invokeMethod(
                store, [cancelled] { cancelled->complete(Error{.domain = Domain::Cancelled}); },
                Qt::QueuedConnection);
        });
    }

private:
    QPointer<QObject> m_context;
    std::function<void(Result<T>)> m_done;
};

} // namespace sonde::auth
