// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>

namespace sonde {

// CPU work over 5 ms, off the window's thread. Newest wins: starting again stops the older work
// and drops its answer. The answer arrives on the thread of `context`, and never after its death.
class BackgroundJob {
public:
    explicit BackgroundJob(QObject *context);
    ~BackgroundJob();
    Q_DISABLE_COPY_MOVE(BackgroundJob)

    // `work` runs on a pool thread and should look at the token; `done` runs with what it gave.
    template <typename T>
    void start(std::function<T(std::stop_token)> work, std::function<void(T)> done)
    {
        run([work = std::move(work), done = std::move(done)](const std::stop_token &stop) {
            auto value = std::make_shared<T>(work(stop));
            return std::function<void()>([done, value] { done(std::move(*value)); });
        });
    }

    void stop();

private:
    void run(std::function<std::function<void()>(std::stop_token)> work);

    struct Shared;
    std::shared_ptr<Shared> m_shared;
    std::stop_source m_stop;
};

} // namespace sonde
