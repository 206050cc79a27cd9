// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "rpc/lineframer.h"
#include "tap/announce/tapline.h"
#include "tap/relay/inlet.h"

#include <QString>

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace sonde::tap {

// Hears what the window says that controls a tap. Called on the thread of the announcement.
class WindowListener {
public:
    virtual ~WindowListener() = default;

    // A line without its end. Returns false if no window of this version says it: the window is
    // left then.
    virtual bool windowSaid(std::string_view line) = 0;
    virtual void windowLeft() = 0; // the one that has said something
};

// Tells windows that a tap runs, and that it has recorded more: a socket in the folder of taps,
// served by a thread of its own. Nothing here waits for a window: one that does not read is told
// the newest progress once it reads again. One of them may control the tap: the first that says
// something, until it leaves; others that do are left.
class Announcement {
public:
    static constexpr std::size_t kMaxWindows = 8; // further ones are refused
    // A line of a window, and what waits for the one that controls the tap: one that does not read
    // it is left.
    static constexpr std::size_t kMaxSaid = std::size_t(32) << 20;
    static constexpr std::size_t kMaxPosted = std::size_t(128) << 20;

    explicit Announcement(WindowListener *listener = nullptr)
        : m_listener(listener)
    {
    }
    ~Announcement() { end(); }
    Announcement(const Announcement &) = delete;
    Announcement &operator=(const Announcement &) = delete;

    // `folder` is that of tapsFolder(), which is created if necessary.
    Result<void> begin(const QString &folder, const TapIntroduction &who);
    // Thread-safe, and cheap while no window is there.
    void report(const TapProgress &progress);
    // A line with its end for the window that controls the tap; dropped if none does. Thread-safe.
    void post(const std::string &line);
    // Like post(), but a line that was not sent yet is replaced by the next one.
    void postNewest(const std::string &line);
    // Tells the windows, and removes the socket.
    void end();

private:
    struct Window {
        Inlet socket;
        std::string unsent;
        TapProgress told;
        rpc::LineFramer said{kMaxSaid};
        bool controls = false;
        bool isGone = false;
    };

    void run();
    void serve(std::vector<Window> &windows);
    void accept(std::vector<Window> &windows);
    void tell(Window &window, const TapProgress &latest) const;
    static void send(Window &window);
    void hear(Window &window);
    bool hears(Window &window, const rpc::Frame &line);
    void deliver(std::vector<Window> &windows);
    TapProgress latest();
    void wake() const;

    QString m_path;
    std::string m_introduction;
    Inlet m_listening;
    Inlet m_woken;
    Inlet m_waker; // the other end
    std::atomic<int> m_windows = 0;
    std::atomic<bool> m_ends = false;
    WindowListener *m_listener;
    std::atomic<bool> m_isControlled = false;
    std::mutex m_mutex; // protects m_progress, m_posted, m_newest
    TapProgress m_progress;
    std::string m_posted;
    std::string m_newest;
    std::thread m_thread;
};

} // namespace sonde::tap
