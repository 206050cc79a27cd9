// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <memory>
#include <utility>

namespace sonde {

// The one way to wait: a function takes (args…, QObject *context, std::function<void(Result<T>)>)
// and returns a handle. The callback runs once, never inside the call, never after the context
// died. cancel() makes it run with Domain::Cancelled. Dropping the handle changes nothing.
class RequestHandle {
public:
    RequestHandle() = default;
    explicit RequestHandle(std::function<void()> cancel)
        : m_cancel(std::make_shared<std::function<void()>>(std::move(cancel)))
    {
    }

    void cancel()
    {
        if (m_cancel && *m_cancel)
            std::exchange(*m_cancel, nullptr)();
    }

private:
    std::shared_ptr<std::function<void()>> m_cancel;
};

} // namespace sonde
