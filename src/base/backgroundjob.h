// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>

namespace sonde {

// Runs CPU work that takes more than 5 ms outside the window's thread. The newest work wins:
// starting again stops the previous work and drops its result. The result is delivered on the
// thread of `context`, and never after the context is destroyed.
class BackgroundJob {
public:
    // What the destructor does with work that has begun. Detach lets it run on; use it for work
    // that owns its data. Join waits until the work has returned; use it for work that reads an
    // object, such as a store, that may be destroyed right after the job. Joined work must check
    // its stop token often, because the window's thread waits for it.
    enum class Ending { Detach, Join };

    // Low: nobody waits for the work, and everything else of the program comes first.
    enum class Priority { Usual, Low };

    explicit BackgroundJob(
        QObject *context, Ending ending = Ending::Detach, Priority priority = Priority::Usual);
    ~BackgroundJob();
    Q_DISABLE_COPY_MOVE(BackgroundJob)

    // `work` runs on a pool thread and should check the token; `done` receives its result.
    template <typename T>
    void start(std::function<T(std::stop_token)> work, std::function<void(T)> done)
    {
        run([work = std::move(work), done = std::move(done)](const std::stop_token &stop) {
            auto value = std::make_shared<T>(work(stop));
            return std::function<void()>([done, value] { done(std::move(*value)); });
        });
    }

    // Work that has not begun is dropped; work that has begun sees the request in its token.
    void stop();

private:
    void join();
    void run(std::function<std::function<void()>(std::stop_token)> work);

    struct Shared;
    static void post(const std::shared_ptr<Shared> &shared, int number,
        std::function<void()> result, const std::stop_token &stop);

    std::shared_ptr<Shared> m_shared;
    std::stop_source m_stop;
    Ending m_ending;
    Priority m_priority;
};

} // namespace sonde
