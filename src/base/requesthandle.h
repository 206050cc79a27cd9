// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace sonde {

// The one way to wait: a function takes (args…, QObject *context, std::function<void(Result<T>)>)
// and returns a handle. The callback runs once, never inside the call, never after the context
// died. cancel() makes it run with Domain::Cancelled. Dropping the handle changes nothing.
class RequestHandle {
public:
    RequestHandle() = default;
    // Calls `cancel` once, for the first of all copies of the handle that is cancelled.
    template <typename Cancel>
    explicit RequestHandle(Cancel cancel)
        : m_once(std::make_shared<OnceWith<Cancel>>(std::move(cancel)))
    {
    }

    void cancel()
    {
        if (m_once)
            m_once->run();
    }

private:
    struct Once {
        virtual ~Once() = default;
        virtual void run() = 0;
    };
    // The function in its own place: a request costs one allocation for its handle, not two.
    template <typename Cancel>
    struct OnceWith final : Once {
        explicit OnceWith(Cancel function)
            : cancel(std::move(function))
        {
        }
        void run() override
        {
            if (!cancel)
                return;
            const auto now = std::move(*cancel);
            cancel.reset();
            now();
        }
        std::optional<Cancel> cancel;
    };

    std::shared_ptr<Once> m_once;
};

} // namespace sonde
