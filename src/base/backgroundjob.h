// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>

namespace sonde {

// CPU work over 5 ms, off the window's thread. Newest wins: starting again stops the older work
// and drops its result. The result arrives on the thread of `context`, and never after its death.
class BackgroundJob {
public:
    // What the destructor does with work that has begun. Detach leaves it to itself: for work on
    // what it owns. Join waits until it has returned: for work that reads what may die right after
    // the job, a store. Such work looks at the token between two small steps, because the window's
    // thread waits for one of them.
    enum class Ending { Detach, Join };

    explicit BackgroundJob(QObject *context, Ending ending = Ending::Detach);
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

    // Work that has not begun never does; what has begun sees it by its token.
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
};

} // namespace sonde
