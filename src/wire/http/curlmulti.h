// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <unordered_map>

#include <curl/curl.h>

class QSocketNotifier;

namespace sonde::wire {

// libcurl's multi handle on the event loop of the thread that created it. The first instance
// initialises libcurl.
class CurlMulti : public QObject {
    Q_OBJECT
public:
    using Done = std::function<void(CURL *, CURLcode)>;
    using Waits = std::function<void(CURL *, curl_socket_t)>;

    // `done` is called outside of libcurl for each transfer that has ended, and must remove it.
    // `waits` is called inside libcurl when a transfer begins to wait for a socket.
    CurlMulti(Done done, Waits waits, QObject *parent = nullptr);
    ~CurlMulti() override; // all transfers must have been removed

    // Must not be called from libcurl's callbacks.
    void add(CURL *easy);
    void remove(CURL *easy);

Q_SIGNALS:
    void advanced(); // libcurl and its callbacks have run

private:
    struct Socket;

    static int onSocket(CURL *easy, curl_socket_t fd, int what, void *self, void *);
    static int onTimer(CURLM *multi, long milliseconds, void *self);
    void watch(curl_socket_t fd, int what);
    void act(curl_socket_t fd, int events);

    Done m_done;
    Waits m_waits;
    CURLM *m_multi = nullptr;
    QTimer m_timer;
    std::unordered_map<curl_socket_t, std::unique_ptr<Socket>> m_sockets;
};

} // namespace sonde::wire
