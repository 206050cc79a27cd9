// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace sonde {

// The one way to wait: a function takes (args…, QObject *context, std::function<void(Result<T>)>)
// and returns a handle. The callback runs once, never inside the call and never after the context
// is destroyed. cancel() makes the callback run with Domain::Cancelled. Destroying the handle does
// not cancel the request.
class RequestHandle {
public:
    // An owner of many requests, shared by all their handles. Cancelling a finished request has no
    // effect.
    struct Canceller {
        virtual ~Canceller() = default;
        virtual void cancel(std::int64_t request) = 0;
    };

    RequestHandle() = default;
    RequestHandle(std::shared_ptr<Canceller> canceller, std::int64_t request)
        : m_canceller(std::move(canceller))
        , m_request(request)
    {
    }
    // Calls `cancel` once, when the first copy of the handle is cancelled.
    template <typename Cancel>
    explicit RequestHandle(Cancel cancel)
        : m_canceller(std::make_shared<OnceWith<Cancel>>(std::move(cancel)))
    {
    }

    void cancel()
    {
        if (m_canceller)
            m_canceller->cancel(m_request);
    }

private:
    // Stores the function itself, so that a handle costs one allocation instead of two.
    template <typename Cancel>
    struct OnceWith final : Canceller {
        explicit OnceWith(Cancel what)
            : function(std::move(what))
        {
        }
        void cancel(std::int64_t /*request*/) override
        {
            if (!function)
                return;
            const auto now = std::move(*function);
            function.reset();
            now();
        }
        std::optional<Cancel> function;
    };

    std::shared_ptr<Canceller> m_canceller;
    std::int64_t m_request = 0; // the canceller's number of the request
};

} // namespace sonde
